// The one cleaner for text from outside: plain, visible, bounded. Nothing in it can imitate, reorder or hide.

/** What a reader cannot see, or what moves other text about: controls, bidirectional and zero-width marks, tags, fillers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\uffff]/gu;
const LINE_ENDS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
const BLANKS = /\p{Zs}+/gu;

const TITLE_CHARACTERS = 200;
/** As much of a body as is looked at. */
const BODY_CHARACTERS = 20_000;

/** Lines kept, blanks collapsed, no empty lines. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, (mark) => (mark === '\n' ? '\n' : ''))
    .replace(BLANKS, ' ') // after what stood between them is gone: below, a run of blanks would be tried from each of them
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** As cleanText, but the indentation of a line stays: it means something in code. */
export function cleanCode(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .replaceAll('\t', '  ')
    .replace(UNSEEN, (mark) => (mark === '\n' ? '\n' : ''))
    .replace(/(\S) +/g, '$1 ')
    .split('\n')
    .map((line) => line.trimEnd()) // not by a pattern: a long indentation would be tried from each of its blanks
    .filter((line) => line !== '')
    .join('\n');
}

export function cleanBody(text: string): string {
  return cutTo(cleanText(text), BODY_CHARACTERS);
}

/** On one line, and short enough to be a heading. */
export function cleanTitle(text: string): string {
  return cutTo(cleanLine(text), TITLE_CHARACTERS, '…');
}

export function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', ' ');
}

/** By code points, so that no character is cut in half; `ellipsis` takes the place of the last when something is cut. */
export function cutTo(text: string, characters: number, ellipsis = ''): string {
  if (text.length <= characters) return text;
  let kept = 0;
  let end = 0;
  let beforeLast = 0;
  for (const char of text) {
    if (kept === characters) return ellipsis ? `${text.slice(0, beforeLast).trimEnd()}${ellipsis}` : text.slice(0, end);
    kept++;
    beforeLast = end;
    end += char.length;
  }
  return text;
}
