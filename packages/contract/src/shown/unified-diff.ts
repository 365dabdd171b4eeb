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

export function readDiff(given: string): DiffLine[] {
  return [...eachLine(given)].flatMap(({ kind, text }) => (text === undefined ? [] : { kind, text }));
}

/** So many lines no patch has that fits here. */
const MOST_LINES = 50_000;

/** Whether something in it only looks like part of the patch; stops at the first. */
export function hasStrays(text: string): boolean {
  let lines = 0;
  for (const { strays } of eachLine(text)) if (strays || ++lines > MOST_LINES) return true;
  return false;
}

interface ReadLine {
  readonly kind: DiffLineKind;
  /** Undefined at the end of the text. */
  readonly text: string | undefined;
  /** It belongs to nothing, or comes before the hunk above it is complete. */
  readonly strays: boolean;
}

function* eachLine(text: string): Generator<ReadLine> {
  let old = 0; // lines that the current hunk still owes
  let fresh = 0;
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let from = 0; from <= end; ) {
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd === -1 || lineEnd > end ? end : lineEnd;
    const line = text.slice(from, to);
    from = to + 1;
    const kind = kindOf(line, old, fresh);
    const cutShort = kind === 'hunk' && (old > 0 || fresh > 0);
    if (kind === 'hunk') {
      const [, before = '1', after = '1'] = HUNK.exec(line) ?? [];
      [old, fresh] = [Number(before), Number(after)];
    }
    if (kind === 'add' || kind === 'same') fresh--;
    if (kind === 'del' || kind === 'same') old--;
    yield { kind, text: line, strays: kind === 'stray' || cutShort };
  }
  if (old > 0 || fresh > 0) yield { kind: 'note', text: undefined, strays: true };
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
