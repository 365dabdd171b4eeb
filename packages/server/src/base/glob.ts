// Patterns with `*` (any characters) and `?` (one). Never more steps than the two lengths multiplied.

export function globMatches(pattern: string, text: string): boolean {
  let [at, from] = [0, 0];
  let star = -1;
  let taken = 0;
  while (from < text.length) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at++;
      taken = from;
    } else if (wanted !== undefined && (wanted === '?' || wanted === text[from])) {
      at++;
      from++;
    } else if (star !== -1) {
      at = star + 1; // the last star takes one character more
      from = ++taken;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
