// Hours of the day in which a watcher may run, by the wall clock of the project's zone. Daylight saving is the wall clock's
// business: what it skips is closed, what it repeats is open both times.

export interface Window {
  /** Minutes of the day; the end is excluded and may be 1440. Start after end crosses midnight; equal is always open. */
  readonly start: number;
  readonly end: number;
}

const DAY_MINUTES = 1440;
/** No zone keeps a daily window shut for longer. */
const DAYS_AHEAD = 4;

/** `HH:MM-HH:MM`, as the contract's pattern has it. */
export function parseWindow(text: string): Window {
  const [start = 0, end = 0] = text.split('-').map((clock) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { start, end };
}

export function windowSeconds({ start, end }: Window): number {
  return (start === end ? DAY_MINUTES : (end - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES) * 60;
}

/** `at` is Unix seconds, here and below. */
export function isOpen(window: Window, at: number, zone: string): boolean {
  return opensAt(window, zoned(at, zone));
}

/** The first moment from `at` on at which it is open. */
export function nextOpen(window: Window, at: number, zone: string): number {
  return firstFrom(window, at, zone, window.start, true);
}

/** The first moment from `at` on at which it is closed; undefined when it never is. */
export function nextClosed(window: Window, at: number, zone: string): number | undefined {
  if (windowSeconds(window) === DAY_MINUTES * 60) return undefined;
  return firstFrom(window, at, zone, window.end, false);
}

function opensAt({ start, end }: Window, { hour, minute }: Temporal.ZonedDateTime): boolean {
  const now = hour * 60 + minute;
  if (start === end) return true;
  return start < end ? now >= start && now < end : now >= start || now < end;
}

/** The state changes where the wall clock passes an edge, or jumps. So these moments are looked at, and the first is taken. */
function firstFrom(window: Window, at: number, zone: string, edge: number, wanted: boolean): number {
  const from = zoned(at, zone);
  if (opensAt(window, from) === wanted) return at;
  const moments: Temporal.ZonedDateTime[] = [];
  for (let days = -1; days <= DAYS_AHEAD; days++) {
    const local = from.toPlainDate().add({ days }).toPlainDateTime().add({ minutes: edge });
    moments.push(local.toZonedDateTime(zone, { disambiguation: 'earlier' }));
    moments.push(local.toZonedDateTime(zone, { disambiguation: 'later' }));
  }
  let jump = from.getTimeZoneTransition('next');
  const horizon = from.add({ days: DAYS_AHEAD });
  while (jump && Temporal.ZonedDateTime.compare(jump, horizon) <= 0) {
    moments.push(jump);
    jump = jump.getTimeZoneTransition('next');
  }
  const found = moments
    .filter((moment) => moment.epochMilliseconds >= at * 1000 && opensAt(window, moment) === wanted)
    .map((moment) => moment.epochMilliseconds / 1000);
  if (found.length === 0) throw new Error(`No edge of ${window.start}-${window.end} in ${zone} after ${at}.`);
  return Math.ceil(Math.min(...found));
}

function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);
}
