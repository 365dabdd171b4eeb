// The server's time, and the words for how long something takes. One ticker for the whole page.

import { signal } from '@preact/signals';

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

/** "6 m", "9 m 12 s" when it is close, "2 d". */
export function leftIn(seconds: number): string {
  if (seconds <= 0) return 'now';
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < 10 * MINUTE) return `${Math.floor(seconds / MINUTE)} m ${seconds % MINUTE} s`;
  if (seconds < 100 * MINUTE) return `${Math.floor(seconds / MINUTE)} m`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / DAY)} d`;
}

export function ago(seconds: number): string {
  return seconds < 5 ? 'just now' : `${leftIn(seconds)} ago`;
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function clockTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return now.value - seconds < DAY ? time.format(date) : dateTime.format(date);
}

export function fullTime(seconds: number): string {
  return dateTime.format(new Date(seconds * 1000));
}
