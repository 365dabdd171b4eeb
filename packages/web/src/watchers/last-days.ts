// Fourteen days up to today, with those on which nothing came.

import type { WatcherDay } from '@countersign/contract';

const DAYS = 14;
const DAY_SECONDS = 86_400;

export function lastDays(days: readonly WatcherDay[], now: number): WatcherDay[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: DAYS }, (_, at) => {
    const date = new Date((now - (DAYS - 1 - at) * DAY_SECONDS) * 1000).toISOString().slice(0, 10);
    return byDate.get(date) ?? { date, found: 0, raised: 0 };
  });
}
