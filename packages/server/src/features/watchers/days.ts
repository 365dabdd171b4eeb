// How much a watcher found and raised on each of its last days. It is kept with the watcher, so that a list of many can show it
// without counting items.

import type { WatcherDay } from '@countersign/contract';

const KEPT_DAYS = 14;
const DAY_SECONDS = 86_400;

/** JSON as it is stored, oldest first; days on which nothing came are not in it. */
export function afterDay(
  stored: string,
  now: number,
  { found, raised }: { readonly found: number; readonly raised: number },
): string {
  if (found + raised === 0) return stored;
  const days = daysIn(stored);
  const date = dateAt(now);
  const before = days.find((day) => day.date === date) ?? { found: 0, raised: 0 };
  const first = dateAt(now - (KEPT_DAYS - 1) * DAY_SECONDS);
  const others = days.filter((day) => day.date !== date && day.date >= first);
  const today = { date, found: before.found + found, raised: before.raised + raised };
  return JSON.stringify([...others, today].toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-KEPT_DAYS));
}

export function daysIn(stored: string): WatcherDay[] {
  return JSON.parse(stored) as WatcherDay[];
}

/** In UTC: a day of the watcher is the same for everyone who looks. */
function dateAt(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
