// Emptiness that pushes something out of sight.

export const FOLDED_FROM_LINES = 20;
const GAP_FROM_BLANKS = 200;

/** Whether blank lines or blanks could hide what comes after them. */
export function isPadded(text: string): boolean {
  let emptyLines = 0;
  for (const line of text.split('\n')) {
    const filled = line.trimEnd();
    if (filled === '') {
      emptyLines++;
      continue;
    }
    if (emptyLines >= FOLDED_FROM_LINES || hasGap(filled)) return true;
    emptyLines = 0;
  }
  return false;
}

function hasGap(line: string): boolean {
  let blanks = 0;
  for (const character of line) {
    blanks = character.trim() === '' ? blanks + 1 : 0;
    if (blanks >= GAP_FROM_BLANKS) return true;
  }
  return false;
}
