// How long a session lives: while it is used, but not for ever.

import type { SessionRow } from '../../storage/schema.ts';

export const IDLE_SECONDS = 14 * 86_400;
export const ABSOLUTE_SECONDS = 90 * 86_400;
/** So recent a sign-in is enough for what is sensitive. */
const FRESH_SECONDS = 600;
/** With room for transactions that began in another order: what is dated further ahead was by a clock that has been set back since. */
export const AHEAD_SECONDS = 60;

/** By a clock that was ahead it may live twice as long, and no longer; whoever signed in by it is not signed out for an hour or two. */
export function isLive(
  { created_at, last_seen_at }: Pick<SessionRow, 'created_at' | 'last_seen_at'>,
  now: number,
): boolean {
  return Math.abs(now - last_seen_at) < IDLE_SECONDS && Math.abs(now - created_at) < ABSOLUTE_SECONDS;
}

export function freshUntil({ signed_in_at }: SessionRow, now: number): number {
  return signed_in_at > now + AHEAD_SECONDS ? 0 : signed_in_at + FRESH_SECONDS;
}
