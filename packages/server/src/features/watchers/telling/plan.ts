// How the matches of a run are told: one card each, or together when they are too many. Never dropped.

import type { Found } from './match.ts';

export interface Telling {
  readonly cards: readonly Found[];
  readonly digest: readonly Found[];
  /** There is no quota for them now: they are told by the first run that has some. */
  readonly owed: readonly Found[];
}

export interface Circumstances {
  /** After a long rest, for what was owed, or when the whole feed is new: more than a few are told together. */
  readonly together: boolean;
  /** How many of them are told together however few there are. */
  readonly togetherFrom: number;
  /** Cards this project may still get within the hour. */
  readonly hourlyLeft: number;
  /** Actions that the plan still allows. */
  readonly quotaLeft: number;
}

const BURST = 25;
const BEST = 10;

/** `found` in the order of telling. */
export function planTelling(found: readonly Found[], about: Circumstances): Telling {
  const { together, togetherFrom, hourlyLeft, quotaLeft } = about;
  const wanted = together && found.length > togetherFrom ? 0 : found.length > BURST ? BEST : found.length;
  let cards = Math.max(0, Math.min(wanted, hourlyLeft));
  if (quotaLeft <= 0) return { cards: [], digest: [], owed: found };
  // The last action of the plan is for all the rest.
  const actions = cards + (cards < found.length ? 1 : 0);
  if (actions > quotaLeft) cards = found.length <= quotaLeft ? found.length : quotaLeft - 1;
  return { cards: found.slice(0, cards), digest: found.slice(cards), owed: [] };
}
