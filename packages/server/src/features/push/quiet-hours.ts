// When someone does not want to be disturbed.

import type { QuietHours } from '@countersign/contract';

const DAY_MINUTES = 1440;

/** When the quiet ends, Unix seconds; undefined when it is not quiet. `zone` is for hours that name none. */
export function quietUntil(hours: QuietHours | undefined, zone: string, now: number): number | undefined {
  if (!hours || !isQuiet(hours, zone, now)) return undefined;
  const timeZone = hours.timezone ?? zone;
  const to = minutesOf(hours.to);
  const left = (to - minuteIn(timeZone, now) + DAY_MINUTES) % DAY_MINUTES;
  const until = (Math.floor(now / 60) + left) * 60;
  // Clocks may have been changed in between: by how much, the end itself tells.
  const off = (to - minuteIn(timeZone, until) + DAY_MINUTES) % DAY_MINUTES;
  let end = Math.max(until + (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off) * 60, nextMinute(now));
  while (isQuiet(hours, zone, end)) end = nextMinute(end); // the end itself was left out: it is where the clock goes on
  return end;
}

/** Whether they say so at a moment. */
export function isQuiet(hours: QuietHours, zone: string, moment: number): boolean {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const at = minuteIn(hours.timezone ?? zone, moment);
  if (from === to) return false;
  return from < to ? at >= from && at < to : at >= from || at < to;
}

function nextMinute(moment: number): number {
  return (Math.floor(moment / 60) + 1) * 60;
}

function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

function minuteIn(timeZone: string, seconds: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const [hour, minute] = ['hour', 'minute'].map((type) =>
    Number(parts.formatToParts(seconds * 1000).find((part) => part.type === type)?.value),
  );
  return (hour ?? 0) * 60 + (minute ?? 0);
}
