// How long a session lives: while it is used, but not for ever.

import type { SessionRow } from '../../storage/schema.ts';

export const IDLE_SECONDS = 14 * 86_400;
export const ABSOLUTE_SECONDS = 90 * 86_400;
/** So recent a sign-in is enough for what is sensitive. */
const FRESH_SECONDS = 600;

export function isLive(
  { created_at, last_seen_at }: Pick<SessionRow, 'created_at' | 'last_seen_at'>,
  now: number,
): boolean {
  return now < last_seen_at + IDLE_SECONDS && now < created_at + ABSOLUTE_SECONDS;
}

export function freshUntil({ signed_in_at }: SessionRow): number {
  return signed_in_at + FRESH_SECONDS;
}
