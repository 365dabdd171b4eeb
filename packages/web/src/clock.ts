// The server's time, and the words for how long something takes. One ticker for the whole page.

import { computed, signal } from '@preact/signals';
import { speech, t } from './i18n/translate.ts';

let offsetS = 0;

/** Unix seconds of the server; changes once a second while the page is looked at. */
export const now = signal(Math.floor(Date.now() / 1000));

export function setServerTime(seconds: number): void {
  offsetS = seconds - Date.now() / 1000;
  tick();
}

function tick(): void {
  now.value = Math.floor(Date.now() / 1000 + offsetS);
}

setInterval(() => document.visibilityState === 'visible' && tick(), 1000);
document.addEventListener('visibilitychange', tick);

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** "6 m", "9 m 12 s" when it is close, "2 d": to the nearest, so that what has three days says three. */
export function leftIn(seconds: number): string {
  if (seconds <= 0) return t('now');
  if (seconds < MINUTE) return t('{s} s', { s: seconds });
  if (seconds < 10 * MINUTE) return t('{m} m {s} s', { m: Math.floor(seconds / MINUTE), s: seconds % MINUTE });
  if (seconds < 100 * MINUTE) return t('{m} m', { m: Math.round(seconds / MINUTE) });
  if (seconds < 2 * DAY) return t('{h} h', { h: Math.round(seconds / HOUR) });
  return t('{d} d', { d: Math.round(seconds / DAY) });
}

export function ago(seconds: number): string {
  return seconds < 5 ? t('just now') : t('{time} ago', { time: leftIn(seconds) });
}

/** Made anew when the language changes: each takes a while to make. */
const time = computed(() => new Intl.DateTimeFormat(speech.value.locale, { timeStyle: 'medium' }));
const dayTime = computed(
  () =>
    new Intl.DateTimeFormat(speech.value.locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const dateTime = computed(
  () => new Intl.DateTimeFormat(speech.value.locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** As short as it can be said without doubt: the year where it is another one. */
export function clockTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (now.value - seconds < DAY) return time.value.format(date);
  const isThisYear = date.getFullYear() === new Date(now.value * 1000).getFullYear();
  return (isThisYear ? dayTime : dateTime).value.format(date);
}

export function fullTime(seconds: number): string {
  return dateTime.value.format(new Date(seconds * 1000));
}
