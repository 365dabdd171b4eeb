// Patterns with `*` (any characters) and `?` (one). Each piece between two stars is looked for once, where the one before
// it ended: the first place will do, for what follows has the more room.

/** A pattern, read: what stands between its stars. */
export interface Glob {
  readonly head: string;
  /** Empty when there is no star. */
  readonly rest: readonly string[];
}

export function readGlob(pattern: string): Glob {
  const [head = '', ...rest] = pattern.split('*');
  return { head, rest: rest.filter((piece, index) => piece !== '' || index === rest.length - 1) };
}

export function globMatches(pattern: string, text: string): boolean {
  return fits(readGlob(pattern), text);
}

export function fits(glob: Glob, text: string): boolean {
  return HAS_PAIRS.test(text) ? fitsUnits(...inSingleUnits(glob, text)) : fitsUnits(glob, text);
}

const HAS_PAIRS = /[\ud800-\udbff]/;
const PAIRS = /[\u{10000}-\u{10ffff}]/gu;

/** `?` is one character, also one of two units. Each of those gets a unit that no text has by itself. */
function inSingleUnits({ head, rest }: Glob, text: string): [Glob, string] {
  const units = new Map<string, string>();
  const narrowed = (part: string) =>
    part.replace(PAIRS, (pair) => {
      const unit = units.get(pair) ?? String.fromCharCode(0xd800 + units.size);
      units.set(pair, unit);
      return unit;
    });
  return [{ head: narrowed(head), rest: rest.map(narrowed) }, narrowed(text)];
}

function fitsUnits({ head, rest }: Glob, text: string): boolean {
  const tail = rest.at(-1);
  if (tail === undefined) return text.length === head.length && isAt(head, text, 0);
  const end = text.length - tail.length;
  if (end < head.length || !isAt(head, text, 0) || !isAt(tail, text, end)) return false;
  let from = head.length;
  for (let index = 0; index < rest.length - 1; index++) {
    const piece = rest[index] ?? '';
    const found = find(piece, text, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return from <= end;
}

function find(piece: string, text: string, from: number): number {
  if (!piece.includes('?')) return text.indexOf(piece, from);
  for (let at = from; at + piece.length <= text.length; at++) if (isAt(piece, text, at)) return at;
  return -1;
}

function isAt(piece: string, text: string, at: number): boolean {
  if (!piece.includes('?')) return text.startsWith(piece, at);
  for (let index = 0; index < piece.length; index++) {
    const wanted = piece[index];
    if (wanted !== '?' && wanted !== text[at + index]) return false;
  }
  return true;
}
