// What time it is by the database, between two transactions: each one tells by how much our own clock is off. Whoever read an
// action by a clock that is ahead would call it expired while others may still approve it.

import type { World } from '../world/world.ts';

export interface DatabaseClock {
  /** Unix milliseconds; never later than the database's own, unless one of the two was set since it last told. */
  nowMs(): number;
  /** It was asked at `askedMs` of our own clock, and its answer has just come. */
  heard(askedMs: number, databaseMs: number): void;
}

export function openDatabaseClock({ nowMs }: Pick<World, 'nowMs'>): DatabaseClock {
  let aheadMs = 0;
  return {
    nowMs: () => nowMs() + aheadMs,
    heard(askedMs, databaseMs) {
      // It looked at its clock after we asked, and before we heard: what lies between these is as good as anything.
      const [least, most] = [databaseMs - nowMs(), databaseMs - askedMs];
      if (aheadMs < least || aheadMs > most) aheadMs = least;
    },
  };
}
