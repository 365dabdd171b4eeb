// The id of a server-sent event: a number that grows with every event of a stream, and the mark to go on from. Whichever
// instance reads it later, the mark says exactly what the client has seen.

import type { Mark } from '../../storage/mark.ts';

/**
 * `1794713580123000-k3f9` or, while transactions 3 and 5 before `next` were open, `1794713580123000-k3f9.3.5`; behind it, where the
 * database has one, its life: `1794713580123000-k3f9~643e0a2b9d1c0`.
 */
const FORM = /^(\d{16})-([0-9a-z]{1,10})((?:\.[0-9a-z]{1,10}){0,32})(?:~([0-9a-z]{1,32}))?$/;
/** More open transactions than this are not named; what came after them is told again. */
const MAX_OPEN = 32;
const DIGITS = 36;

export interface Position {
  /** Microseconds, roughly: when it was told, and different from any before it. */
  readonly number: number;
  readonly mark: Mark;
}

export function writeEventId({ number, mark }: Position): string {
  const { next, open, life } = shortened(mark);
  const parts = [next, ...open.map((each) => next - each)];
  const place = parts.map((part) => part.toString(DIGITS)).join('.');
  return `${String(number).padStart(16, '0')}-${place}${life ? `~${life}` : ''}`;
}

/** Undefined: not an id that we could have made. */
export function readEventId(text: string): Position | undefined {
  const [, number, nextText, openText, life] = FORM.exec(text) ?? [];
  if (number === undefined || nextText === undefined || openText === undefined) return undefined;
  const next = Number.parseInt(nextText, DIGITS);
  const open = openText
    .split('.')
    .slice(1)
    .map((part) => next - Number.parseInt(part, DIGITS));
  const ascending = open.every((each, index) => each >= 0 && each < next && each > (open[index - 1] ?? -1));
  return ascending ? { number: Number(number), mark: { next, open, ...(life ? { life } : {}) } } : undefined;
}

function shortened(mark: Mark): Mark {
  const unnamed = mark.open[MAX_OPEN];
  return unnamed === undefined ? mark : { ...mark, next: unnamed, open: mark.open.slice(0, MAX_OPEN) };
}
