// Emptiness that pushes something out of sight.

export const FOLDED_FROM_LINES = 20;
const GAP_FROM_BLANKS = 200;

/** Whether blank lines or blanks could hide what comes after them. One pass over the characters, without making any. */
export function isPadded(text: string): boolean {
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
