// Identifiers: a prefix and a part that grows with time, so that sorting by id is sorting by creation.

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HALF = 2 ** 40;

export type IdPrefix =
  | 'act'
  | 'dec'
  | 'key'
  | 'prj'
  | 'evt'
  | 'clm'
  | 'dlv'
  | 'att'
  | 'req'
  | 'rev'
  | 'ses'
  | 'psk'
  | 'lnk'
  | 'mrq'
  | 'oid'
  | 'hld'
  | 'lok'
  | 'rul'
  | 'hit'
  | 'apv'
  | 'sig'
  | 'wat'
  | 'run'
  | 'itm'
  | 'snp'
  | 'psh'
  | 'psn'
  | 'ers'
  | 'nch'
  | 'nms';
export type NewId = (prefix: IdPrefix, atMs: number) => string;

/** `randomHalf` gives a random integer below 2^40. Within one millisecond, or when the clock steps back, ids count on. */
export function idMaker(randomHalf: () => number): NewId {
  let lastMs = 0;
  let high = 0;
  let low = 0;
  return (prefix, atMs) => {
    if (atMs > lastMs) {
      lastMs = atMs;
      high = Math.floor(randomHalf() / 2); // room above to count on
      low = randomHalf();
    } else if (++low === HALF) {
      low = 0;
      high++;
    }
    return `${prefix}_${digits(lastMs, 10)}${digits(high, 8)}${digits(low, 8)}`;
  };
}

/** No id made at that second or later sorts before this. */
export function firstIdAt(prefix: IdPrefix, seconds: number): string {
  return `${prefix}_${digits(Math.min(seconds * 1000, 2 ** 48 - 1), 10)}`;
}

/** From here on no id of this maker sorts before that second: it counts on from there, as when the clock steps back. */
export function passSecond(newId: NewId, seconds: number): void {
  newId('ers', seconds * 1000);
}

/**
 * From here on no id of this maker sorts before that one, which another made: it may be of a second that was passed too early. One
 * that is further ahead of the clock is of a clock that was wrong, and must not decide for good what all ids say.
 */
export function passId(newId: NewId, id: string, nowMs: number): void {
  const madeMs = millisecondOf(id);
  if (madeMs <= nowMs + MOST_AHEAD_MS) newId('ers', madeMs + 1);
}

/** A second is passed from anywhere within the one before it. */
const MOST_AHEAD_MS = 2000;

/** The second that an id says it is of. It may be ahead of the clock, when that was set back. */
export function secondOf(id: string): number {
  return Math.floor(millisecondOf(id) / 1000);
}

function millisecondOf(id: string): number {
  const letters = [...id.slice(id.indexOf('_') + 1).slice(0, 10)];
  return letters.reduce((ms, letter) => ms * 32 + ALPHABET.indexOf(letter), 0);
}

function digits(value: number, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
