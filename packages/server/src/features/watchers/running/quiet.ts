// Whether a source is quiet for longer than it used to be.

import type { WatcherRow } from '../../../storage/watcher-rows.ts';

const KEPT_GAPS = 20;
const LEAST_GAPS = 5;
const LEAST_SECONDS = 3 * 86_400;
const FACTOR = 4;

type Rhythm = Pick<WatcherRow, 'gaps' | 'last_new_at' | 'quiet_since'>;

/** After a good run that found something new, or did not. */
export function rhythmAfter(before: Rhythm, hasNew: boolean, now: number): Rhythm {
  const gaps = JSON.parse(before.gaps) as number[];
  if (hasNew) {
    const more = before.last_new_at === null ? gaps : [...gaps, now - before.last_new_at].slice(-KEPT_GAPS);
    return { gaps: JSON.stringify(more), last_new_at: now, quiet_since: null };
  }
  // Named one by one: what comes in is a whole watcher, whose other columns are not this run's.
  const { last_new_at, gaps: kept } = before;
  const isQuiet =
    last_new_at !== null &&
    gaps.length >= LEAST_GAPS &&
    now - last_new_at > Math.max(LEAST_SECONDS, FACTOR * median(gaps));
  return { gaps: kept, last_new_at, quiet_since: isQuiet ? last_new_at : null };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
