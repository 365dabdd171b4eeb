// The words under a plot: one for each day or hour, no two of them the same.

import { speech } from '../i18n/translate.ts';

export type Bucket = 'day' | 'hour';

/**
 * Days begin where the project's days begin. An hour that its clock shows twice in the time that is shown, because the clock was set
 * back or forward in it, is told with its zone.
 */
export function placesOf(starts: readonly number[], bucket: Bucket, timeZone: string): readonly string[] {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(speech.value.locale, { ...options, timeZone });
    return starts.map((start) => format.format(start * 1000));
  };
  if (bucket === 'day') return written({ month: 'short', day: 'numeric' });
  const hour = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const plain = written(hour);
  if (new Set(plain).size === plain.length) return plain;
  const withZone = written({ ...hour, timeZoneName: 'short' });
  return plain.map((says, at) => (plain.indexOf(says) === plain.lastIndexOf(says) ? says : (withZone[at] ?? says)));
}
