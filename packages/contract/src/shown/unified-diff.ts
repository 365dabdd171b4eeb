// A unified diff, line by line, with what each line is: so that colours come from a real parse, and a line that only looks
// like part of the patch is called what it is.

export type DiffLineKind = 'file' | 'hunk' | 'add' | 'del' | 'same' | 'note' | 'stray';

export interface DiffLine {
  readonly kind: DiffLineKind;
  readonly text: string;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const FILE =
  /^(?:diff --git |index [0-9a-f]|--- |\+\+\+ |old mode |new mode |deleted file |new file |similarity |dissimilarity |rename |copy |Binary files |GIT binary patch)/;

export interface DiffReading {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** Lines that belong to no hunk and no header, or hunks that end too early. */
  readonly strays: number;
}

export function readDiff(text: string): DiffReading {
  const lines: DiffLine[] = [];
  let old = 0; // lines that the current hunk still owes
  let fresh = 0;
  let [added, removed, strays] = [0, 0, 0];
  const source = text.endsWith('\n') ? text.slice(0, -1) : text;
  for (const line of source.split('\n')) {
    const kind = kindOf(line, old, fresh);
    if (kind === 'hunk') {
      const [, before = '1', after = '1'] = HUNK.exec(line) ?? [];
      if (old > 0 || fresh > 0) strays++;
      [old, fresh] = [Number(before), Number(after)];
    }
    if (kind === 'add') [fresh, added] = [fresh - 1, added + 1];
    if (kind === 'del') [old, removed] = [old - 1, removed + 1];
    if (kind === 'same') [old, fresh] = [old - 1, fresh - 1];
    if (kind === 'stray') strays++;
    lines.push({ kind, text: line });
  }
  if (old > 0 || fresh > 0) strays++;
  return { lines, added, removed, strays };
}

function kindOf(line: string, old: number, fresh: number): DiffLineKind {
  if (old > 0 || fresh > 0) {
    if (line.startsWith('+') && fresh > 0) return 'add';
    if (line.startsWith('-') && old > 0) return 'del';
    if ((line.startsWith(' ') || line === '') && old > 0 && fresh > 0) return 'same';
    if (line.startsWith('\\')) return 'note';
    return HUNK.test(line) ? 'hunk' : 'stray';
  }
  if (HUNK.test(line)) return 'hunk';
  if (line.startsWith('\\')) return 'note';
  return FILE.test(line) ? 'file' : 'stray';
}
