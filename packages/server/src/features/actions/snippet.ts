// The beginning of a preview, for a row: one line, without the marks of its format. Whether that is all of it is decided here,
// too: what is told in full by its line may be approved together with others, unopened.

import { type Preview, SNIPPET_MAX_CHARACTERS } from '@countersign/contract';
import { withSingleBlanks } from '../../base/single-blanks.ts';

/** So much of the body is mostly enough for a row. */
const LOOKED_AT_FIRST = 480;
/** So much is looked at when it was not: enough, whatever is taken out of it. */
const LOOKED_AT = 2000;

/** Ends with an ellipsis when there is more, or other words, than the line has. */
export function snippetOf({ format, body }: Preview): string {
  const text = (format === 'diff' ? patchLine(body) : undefined) ?? body;
  const first = lineOf(format, text.slice(0, LOOKED_AT_FIRST));
  const isEnough = text.length <= LOOKED_AT_FIRST || first.length > 2 * SNIPPET_MAX_CHARACTERS;
  const line = isEnough ? first : lineOf(format, text.slice(0, LOOKED_AT));
  const isSeen = text.length <= (isEnough ? LOOKED_AT_FIRST : LOOKED_AT);
  const isTold = isSeen && (format !== 'markdown' || inOneLine(withoutStyle(text)) === line);
  if (isTold && endOf(line, SNIPPET_MAX_CHARACTERS) === line.length) return line;
  return `${line.slice(0, endOf(line, SNIPPET_MAX_CHARACTERS - 1))}…`;
}

/** Where so many characters end; one has at most two units. */
function endOf(line: string, characters: number): number {
  let end = 0;
  for (let left = characters; left > 0 && end < line.length; left--)
    end += (line.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

function lineOf(format: Preview['format'], text: string): string {
  return inOneLine(format === 'markdown' ? withoutMarks(text) : text);
}

function inOneLine(text: string): string {
  return withSingleBlanks(text).toWellFormed();
}

function withoutMarks(text: string): string {
  return text
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/^ {0,3}(?:```|~~~|---|===).*$/gm, '')
    .replace(/!?\[([^[\]]{0,200})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}/g, '');
}

/** Without marks that change how words look, and nothing else. Other marks are words to someone: `1000.`, `~/tmp`, `*.log`. */
function withoutStyle(text: string): string {
  return text
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+])[ \t]+/gm, '')
    .replace(/(\*\*|`)(?=[^\s*`])([^\n*`]{0,500})(?<=[^\s*`])\1/g, '$2');
}

/** The files of a patch and how much it changes: `src/page.ts +3 −2`. Undefined when it names none. */
function patchLine(body: string): string | undefined {
  const files = [...body.slice(0, 20_000).matchAll(/^\+\+\+ (?:b\/)?([^\t\n]{1,200})/gm)].map(([, file]) => file);
  if (files.length === 0) return undefined;
  let [added, removed] = [0, 0];
  for (let at = 0; at !== -1 && at < body.length; at = nextLine(body, at)) {
    if (body[at] === '+' && !body.startsWith('+++ ', at)) added++;
    if (body[at] === '-' && !body.startsWith('--- ', at)) removed++;
  }
  return `${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''} +${added} −${removed}`;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? -1 : end + 1;
}
