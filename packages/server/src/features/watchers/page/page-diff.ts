// What changed between two texts, line by line, in bounded time; as a unified diff.

import { diffArrays } from 'diff';

export interface LineChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly hunks: readonly Hunk[];
}

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each with its sign. */
  readonly lines: readonly string[];
}

const MAX_SEARCHED_LINES = 5000;
const MAX_SEARCH_MS = 250;
const MAX_EDITS = 4000;
const SHOWN_LINES = 400;
const SHOWN_CHARACTERS = 65_536;

/** `same` gives what a line counts as; two lines that count as the same are not shown as a change. */
export function changeBetween(
  before: readonly string[],
  after: readonly string[],
  { same = (line: string) => line, context = 2 }: { same?: (line: string) => string; context?: number } = {},
): LineChange {
  const [old, fresh] = [before.map(same), after.map(same)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;

  const oldMiddle = old.slice(head, old.length - tail);
  const newMiddle = fresh.slice(head, fresh.length - tail);
  const searched =
    oldMiddle.length + newMiddle.length > MAX_SEARCHED_LINES
      ? undefined
      : diffArrays(oldMiddle, newMiddle, { timeout: MAX_SEARCH_MS, maxEditLength: MAX_EDITS });
  const parts = searched ?? [
    { count: oldMiddle.length, removed: true, added: false },
    { count: newMiddle.length, removed: false, added: true },
  ];
  const edits: Edit[] = [];
  let [atOld, atNew] = [head, head];
  for (const { count, removed, added } of parts) {
    if (removed) edits.push({ atOld, atNew, removed: count, added: 0 });
    else if (added) edits.push({ atOld, atNew, removed: 0, added: count });
    if (!added) atOld += count;
    if (!removed) atNew += count;
  }
  return {
    added: edits.flatMap((edit) => after.slice(edit.atNew, edit.atNew + edit.added)),
    removed: edits.flatMap((edit) => before.slice(edit.atOld, edit.atOld + edit.removed)),
    hunks: hunksOf(edits, before, after, context),
  };
}

interface Edit {
  readonly atOld: number;
  readonly atNew: number;
  readonly removed: number;
  readonly added: number;
}

/** Edits whose contexts touch become one hunk. */
function hunksOf(edits: readonly Edit[], before: readonly string[], after: readonly string[], context: number): Hunk[] {
  const hunks: Hunk[] = [];
  for (let index = 0; index < edits.length; ) {
    const first = edits[index] as Edit;
    const lead = Math.min(context, first.atOld);
    const lines: string[] = [];
    add(lines, ' ', after.slice(first.atNew - lead, first.atNew));
    let last = first;
    for (;;) {
      add(lines, '-', before.slice(last.atOld, last.atOld + last.removed));
      add(lines, '+', after.slice(last.atNew, last.atNew + last.added));
      const next = edits[++index];
      const end = last.atNew + last.added;
      if (!next || next.atNew - end > 2 * context) {
        add(lines, ' ', after.slice(end, Math.min(end + context, next ? next.atNew : after.length)));
        break;
      }
      add(lines, ' ', after.slice(end, next.atNew));
      last = next;
    }
    hunks.push({ oldStart: first.atOld - lead + 1, newStart: first.atNew - lead + 1, lines });
  }
  return hunks;
}

/** One by one: a call that has all lines of a page at once may be too much. */
function add(lines: string[], sign: string, more: readonly string[]): void {
  for (const line of more) lines.push(`${sign}${line}`);
}

/** At most so many lines and characters; what is left out is counted. */
export function printDiff({ hunks }: LineChange, most = { lines: SHOWN_LINES, characters: SHOWN_CHARACTERS }): string {
  const out = ['--- before', '+++ after'];
  let characters = 0;
  let shown = 0;
  let left = 0;
  for (const { oldStart, newStart, lines } of hunks) {
    const room = lines.slice(0, Math.max(0, most.lines - shown));
    const kept: string[] = [];
    for (const line of room) {
      if (characters + line.length > most.characters) break;
      characters += line.length + 1;
      kept.push(line);
    }
    left += lines.slice(kept.length).filter((line) => !line.startsWith(' ')).length;
    shown += kept.length;
    if (kept.length > 0) out.push(hunkHeader(oldStart, newStart, kept), ...kept);
  }
  if (left > 0) out.push(`… ${left} more changed line${left === 1 ? '' : 's'}`);
  return `${out.join('\n')}\n`;
}

function hunkHeader(oldStart: number, newStart: number, lines: readonly string[]): string {
  const oldLines = lines.filter((line) => !line.startsWith('+')).length;
  const newLines = lines.filter((line) => !line.startsWith('-')).length;
  // An empty side begins at the line before.
  return `@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${newLines === 0 ? newStart - 1 : newStart},${newLines} @@`;
}
