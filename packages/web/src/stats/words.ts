// Numbers of Insights in words.

import { leftIn } from '../clock.ts';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** "–" where there is nothing to divide by. */
export function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : percent.format(part / whole);
}

export function seconds(value: number | null): string {
  return value === null ? '–' : value === 0 ? '0 s' : leftIn(value);
}

export type Bucket = 'day' | 'hour';

/** Days begin where the project's days begin. */
export function bucketWords(bucket: Bucket, timeZone: string): (start: number) => string {
  const format = new Intl.DateTimeFormat(
    undefined,
    bucket === 'day'
      ? { month: 'short', day: 'numeric', timeZone }
      : { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone },
  );
  return (start) => format.format(start * 1000);
}
