// A text with every stretch of blanks as one space, and none at its ends.

/** Most blanks are single spaces already: to pass over those is cheaper than to write them anew. */
const ODD_BLANKS = /[^\S ]\s*| \s+/g;

export function withSingleBlanks(text: string): string {
  return text.replace(ODD_BLANKS, ' ').trim();
}
