// What an answer says about asking again: how long it is fresh, what to compare with, when to come back.

import { httpDate } from '../../../base/http-date.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const FRESH_MOST_SECONDS = 6 * 3600;
/** Beyond any use, and still a number that can be added to a time. */
const SECONDS_MOST = 10 * 365 * 86_400;
const VALIDATOR_MOST_CHARACTERS = 1024;

/** Seconds from `now`; undefined when there is none, or none that can be read. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headerOf(headers, 'retry-after')?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text), SECONDS_MOST);
  const at = httpDate(text);
  return at === undefined || at <= now ? undefined : Math.min(at - now, SECONDS_MOST);
}

/** Until when there is no need to ask again, by the headers or by what the feed says itself. */
export function freshUntil(headers: Headers, feedTtl: number | undefined, now: number): number {
  const seconds = Math.max(headerFreshness(headers, now), Number.isFinite(feedTtl) ? (feedTtl ?? 0) : 0);
  return now + Math.min(Math.max(0, seconds), FRESH_MOST_SECONDS);
}

/** Whether it is so still. What lies further ahead was written by a clock that has been set back since. */
export function isFresh(freshUntil: number, now: number): boolean {
  return freshUntil > now && freshUntil <= now + FRESH_MOST_SECONDS;
}

function headerFreshness(headers: Headers, now: number): number {
  const control = headerOf(headers, 'cache-control')?.toLowerCase() ?? '';
  if (/\bno-(cache|store)\b/.test(control)) return 0;
  const age = Number(/^\d{1,9}$/.exec(headerOf(headers, 'age')?.trim() ?? '')?.[0] ?? 0);
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,12})/.exec(control)?.[1];
  if (maxAge !== undefined) return Number(maxAge) - age;
  const expires = httpDate(headerOf(headers, 'expires') ?? '');
  if (expires === undefined) return 0;
  return expires - (httpDate(headerOf(headers, 'date') ?? '') ?? now);
}

export interface Validators {
  readonly etag: string | null;
  readonly last_modified: string | null;
}

/** Byte for byte. A server that says `Expires: 0` does not mean what it says about validators either. */
export function validatorsOf(headers: Headers): Validators {
  if (headerOf(headers, 'expires')?.trim() === '0') return { etag: null, last_modified: null };
  return { etag: validator(headerOf(headers, 'etag')), last_modified: validator(headerOf(headers, 'last-modified')) };
}

function validator(text: string | undefined): string | null {
  // What we could not send back in a header is no validator.
  return text !== undefined && text.length <= VALIDATOR_MOST_CHARACTERS && /^[\x20-\x7e]+$/.test(text) ? text : null;
}

export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
