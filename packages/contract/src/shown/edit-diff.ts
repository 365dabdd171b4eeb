// A unified diff that `patch` accepts, in bounded time however the texts differ.

import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

/** Beyond this many changed lines the search costs more than a minimal diff is worth: the whole block is replaced. */
const MAX_EDITS = 250;
/** Texts with more lines are not searched for a small diff either. */
const MAX_SEARCHED_LINES = 8000;
const CONTEXT = 3;
const LINE_FEED = 10;

export function unifiedDiff(field: string, before: string, after: string): string {
  const name = headerName(field);
  return `--- ${name}\n+++ ${name}\n${smallHunks(before, after) ?? replacement(before, after)}`;
}

function smallHunks(before: string, after: string): string | undefined {
  const lines = lineCount(before, MAX_SEARCHED_LINES);
  if (lines + lineCount(after, MAX_SEARCHED_LINES) > MAX_SEARCHED_LINES) return undefined;
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  return patch && formatPatch(patch, OMIT_HEADERS);
}

/** A path with spaces or control characters would break the header line or forge another. */
function headerName(field: string): string {
  if (/^[\p{L}\p{N}._$-]+$/u.test(field)) return field;
  return JSON.stringify(field).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Common lines at both ends stay; all between them goes out, and all of the new comes in. On the texts as they are, for they
 * may have a quarter of a million lines.
 */
function replacement(before: string, after: string): string {
  const head = commonHead(before, after);
  const tail = commonTail(before.slice(head), after.slice(head));
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  const lead = before.slice(linesBack(before, head), head);
  const follow = before.slice(oldEnd, linesOn(before, oldEnd));
  const removed = before.slice(head, oldEnd);
  const added = after.slice(head, newEnd);

  const start = lineCount(before.slice(0, head - lead.length));
  const around = linesIn(lead) + linesIn(follow);
  const range = (lines: number) => `${lines === 0 ? start - 1 : start},${lines}`;
  const ranges = `@@ -${range(around + linesIn(removed))} +${range(around + linesIn(added))} @@\n`;
  return `${ranges}${marked(' ', lead)}${marked('-', removed)}${marked('+', added)}${marked(' ', follow)}`;
}

/** Whole lines that both begin with, in characters. */
function commonHead(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === 0 ? 0 : a.lastIndexOf('\n', at - 1) + 1;
}

/** Whole lines that both end with, in characters. */
function commonTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  const [startA, startB] = [a.length - length, b.length - length];
  if (beginsLine(a, startA) && beginsLine(b, startB)) return length;
  const next = a.indexOf('\n', startA);
  return next === -1 ? 0 : a.length - next - 1;
}

const beginsLine = (text: string, at: number) => at === 0 || text[at - 1] === '\n';

/** Where the line begins that is so many before the one that begins here. */
function linesBack(text: string, from: number): number {
  let at = from;
  for (let line = 0; line < CONTEXT && at > 0; line++) at = at === 1 ? 0 : text.lastIndexOf('\n', at - 2) + 1;
  return at;
}

function linesOn(text: string, from: number): number {
  let at = from;
  for (let line = 0; line < CONTEXT && at < text.length; line++) at = text.indexOf('\n', at) + 1 || text.length;
  return at;
}

/** The one after the last line break counts, even when it is empty. Beyond `most` they are not counted. */
function lineCount(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 1;
  for (let at = 0; at < text.length && count <= most; at++) if (text.charCodeAt(at) === LINE_FEED) count++;
  return count;
}

function linesIn(text: string): number {
  return lineCount(text) - (text === '' || text.endsWith('\n') ? 1 : 0);
}

function marked(sign: string, text: string): string {
  if (text === '') return '';
  const isWhole = text.endsWith('\n');
  // Not replaceAll: it puts the result together from two pieces for each line, and takes twice as long.
  const lines = (isWhole ? text.slice(0, -1) : text).replace(/\n/g, `\n${sign}`);
  return `${sign}${lines}\n${isWhole ? '' : '\\ No newline at end of file\n'}`;
}
