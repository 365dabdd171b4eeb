// Moments as people write them: in the project's time zone, which all who decide share, and in the language of who reads. Where the
// browser is in another zone, it is named.

import { computed } from '@preact/signals';
import { DAY, now } from './clock.ts';
import { speech } from './i18n/translate.ts';
import { session } from './session.ts';

/** Undefined where it is the browser's own, or one that this browser does not know. */
const zone = computed(() => {
  const project = session.value?.project?.timezone;
  try {
    return resolved(project) === resolved() ? undefined : project;
  } catch {
    return undefined;
  }
});

/** One zone may have several names. */
const resolved = (timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone;

/** Made anew when the language or the zone changes: each takes a while to make. */
const writes = (options: Intl.DateTimeFormatOptions, own = false) =>
  computed(() => new Intl.DateTimeFormat(speech.value.locale, { ...options, timeZone: own ? undefined : zone.value }));

const time = writes({ timeStyle: 'medium' });
const dayTime = writes({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const dateTime = writes({ dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = writes({ dateStyle: 'medium', timeStyle: 'medium' });
const year = writes({ year: 'numeric' });
const named = writes({ timeZoneName: 'short' });
const ownDateTime = writes({ dateStyle: 'medium', timeStyle: 'short' }, true);
const ownNamed = writes({ timeZoneName: 'short' }, true);

function write({ value }: { readonly value: Intl.DateTimeFormat }, seconds: number, { value: names } = named): string {
  const date = new Date(seconds * 1000);
  const name = zone.value && names.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined ? value.format(date) : `${value.format(date)} ${name}`;
}

/** As short as it can be said without doubt: the year where it is another one. */
export function clockTime(seconds: number): string {
  if (now.value - seconds < DAY) return write(time, seconds);
  const isThisYear = year.value.format(seconds * 1000) === year.value.format(now.value * 1000);
  return write(isThisYear ? dayTime : dateTime, seconds);
}

export function fullTime(seconds: number): string {
  return write(dateTime, seconds);
}

/** On the clock of who reads: of what is for them alone. */
export function ownTime(seconds: number): string {
  return write(ownDateTime, seconds, ownNamed);
}

export function exactTime(seconds: number): string {
  return write(toTheSecond, seconds);
}
