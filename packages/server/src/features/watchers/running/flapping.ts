// A page that goes back and forth between two contents: said once, then left alone for a day.

import type { WatcherRow } from '../../../storage/watcher-rows.ts';

export interface Flapping {
  /** `starts`: this is the change that says so. `quiet`: it was said already. */
  readonly is: 'usual' | 'starts' | 'quiet';
  /** As it is stored. */
  readonly changes: string;
  readonly until: number | null;
}

interface Change {
  readonly hash: string;
  readonly at: number;
}

const DAY = 86_400;
const TOO_OFTEN = 3;
const KEPT = 12;

export function afterChange(
  { changes, flapping_until }: Pick<WatcherRow, 'changes' | 'flapping_until'>,
  hash: string,
  now: number,
): Flapping {
  const before = JSON.parse(changes) as Change[];
  const all = [...before, { hash, at: now }].slice(-KEPT);
  const stored = JSON.stringify(all);
  const firstLately = all.findIndex(({ at }, index) => index > 0 && at > now - DAY);
  const lately = firstLately === -1 ? [] : all.slice(firstLately);
  const contents = new Set(all.slice(Math.max(0, firstLately - 1)).map((change) => change.hash));
  if (flapping_until !== null && flapping_until > now) {
    // Something new in between is told; what is known goes on back and forth.
    const isKnown = before.some((known) => known.hash === hash);
    return { is: isKnown ? 'quiet' : 'usual', changes: stored, until: flapping_until };
  }
  if (lately.length > TOO_OFTEN && contents.size <= 2) return { is: 'starts', changes: stored, until: now + DAY };
  return { is: 'usual', changes: stored, until: null };
}
