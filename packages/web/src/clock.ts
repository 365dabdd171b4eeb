// The server's time, and the words for how long something takes. One ticker for the whole page.

import { signal } from '@preact/signals';
import { t } from './i18n/translate.ts';

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
export const DAY = 86_400;

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
