// A unified diff that `patch` accepts, in bounded time however the texts differ.

import { formatPatch, OMIT_HEADERS, type StructuredPatch, structuredPatch } from 'diff';

/** Beyond this many changed lines the search costs more than a minimal diff is worth: the whole block is replaced. */
const MAX_EDITS = 400;
/** Texts with more lines are not searched for a small diff either. */
const MAX_SEARCHED_LINES = 8000;
const CONTEXT = 3;

export function unifiedDiff(field: string, before: string, after: string): string {
  const name = headerName(field);
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
  const patch =
    lineCount(before) + lineCount(after) > MAX_SEARCHED_LINES
      ? undefined
      : structuredPatch(name, name, before, after, undefined, undefined, options);
  const hunks = formatPatch(patch ?? replacement(name, before, after), OMIT_HEADERS);
  return `--- ${name}\n+++ ${name}\n${hunks}`;
}

/** A path with spaces or control characters would break the header line or forge another. */
function headerName(field: string): string {
  if (/^[\p{L}\p{N}._$-]+$/u.test(field)) return field;
  return JSON.stringify(field).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Common lines at both ends stay; all between them goes out, and all of the new comes in. */
function replacement(name: string, before: string, after: string): StructuredPatch {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;

  const lead = old.slice(Math.max(0, head - CONTEXT), head);
  const follow = old.slice(old.length - tail, old.length - tail + CONTEXT);
  const removed = old.slice(head, old.length - tail);
  const added = fresh.slice(head, fresh.length - tail);
  const start = head - lead.length;
  return {
    oldFileName: name,
    newFileName: name,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [
      {
        oldStart: start + 1,
        oldLines: lead.length + removed.length + follow.length,
        newStart: start + 1,
        newLines: lead.length + added.length + follow.length,
        lines: [...marked(' ', lead), ...marked('-', removed), ...marked('+', added), ...marked(' ', follow)],
      },
    ],
  };
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Each with its line end; the last may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(sign: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [`${sign}${line.slice(0, -1)}`] : [`${sign}${line}`, '\\ No newline at end of file'],
  );
}
