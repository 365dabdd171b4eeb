// Emptiness that pushes something out of sight.

export const FOLDED_FROM_LINES = 20;
const GAP_FROM_BLANKS = 200;

/** Whether blank lines or blanks could hide what comes after them. */
export function isPadded(text: string): boolean {
  return (MANY_EMPTY_LINES.test(text) || hasManyBlanks(text)) && hidesWhatFollows(text);
}

const MANY_EMPTY_LINES = /(?:^|\n)(?:[[\s--\n]\u2800\u3164\uffa0]*\n){20}/v;

/** A run as long as that has a character at one of these places. */
function hasManyBlanks(text: string): boolean {
  for (let at = GAP_FROM_BLANKS - 1; at < text.length; at += GAP_FROM_BLANKS) {
    if (!isBlank(text.charCodeAt(at))) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && isBlank(text.charCodeAt(from - 1))) from--;
    while (to < text.length && isBlank(text.charCodeAt(to))) to++;
    if (to - from >= GAP_FROM_BLANKS) return true;
  }
  return false;
}

/** One pass over the characters, without making any. */
function hidesWhatFollows(text: string): boolean {
  let emptyLines = 0;
  let blanks = 0;
  let isEmpty = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) {
      if (isEmpty) emptyLines++;
      isEmpty = true;
      blanks = 0;
    } else if (isBlank(code)) {
      blanks++;
    } else {
      if (emptyLines >= FOLDED_FROM_LINES || blanks >= GAP_FROM_BLANKS) return true;
      emptyLines = 0;
      blanks = 0;
      isEmpty = false;
    }
  }
  return false;
}

/** White space as `trim` has it, and the hollow letters that look like it. */
function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code > LAST_LOW_BLANK && code < FIRST_HIGH_BLANK) return false; // most other scripts, without a look at the set
  return BLANKS.has(code);
}

const LAST_LOW_BLANK = 0x3164;
const FIRST_HIGH_BLANK = 0xfeff;
const BLANKS = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x2800, 0x3000, 0x3164, 0xfeff, 0xffa0,
]);
