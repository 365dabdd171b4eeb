// Where days and hours begin.

export type Bucket = 'day' | 'hour';

const HOUR = 3600;

/** The first second of the day or hour that a moment lies in; days are those of the zone. */
export function startOf(bucket: Bucket, timezone: string, at: number): number {
  if (bucket === 'hour') return Math.floor(at / HOUR) * HOUR;
  const begun = at - secondOfDay(timezone, at);
  const off = secondOfDay(timezone, begun); // not zero where the clocks were changed in between
  return off === 0 ? begun : off > 12 * HOUR ? begun + 24 * HOUR - off : begun - off;
}

export function nextStart(bucket: Bucket, timezone: string, start: number): number {
  return bucket === 'hour' ? start + HOUR : startOf('day', timezone, start + 36 * HOUR); // its middle, give or take
}

/** The starts of the last so many days, or of all their hours, the oldest first. */
export function startsOf(bucket: Bucket, timezone: string, days: number, now: number): number[] {
  const today = startOf('day', timezone, now);
  let start = bucket === 'hour' ? startOf('hour', timezone, now) - (days * 24 - 1) * HOUR : today;
  for (let back = 1; bucket === 'day' && back < days; back++) start = startOf('day', timezone, start - 12 * HOUR);
  const starts: number[] = [];
  for (; start <= now; start = nextStart(bucket, timezone, start)) starts.push(start);
  return starts;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function secondOfDay(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
  if (formats.size < 1000) formats.set(timeZone, format); // there are some six hundred zones
  const parts = Object.fromEntries(format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]));
  return (parts['hour'] ?? 0) * HOUR + (parts['minute'] ?? 0) * 60 + (parts['second'] ?? 0);
}
