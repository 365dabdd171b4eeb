// The button on a notification: a token for one decision on one action as it was shown, by one subscription, once.

import { createHmac, timingSafeEqual } from 'node:crypto';

const VALID_SECONDS = 86_400;

export interface TokenFor {
  readonly project_id: string;
  readonly owner_id: string;
  readonly action_id: string;
  readonly digest: string;
  readonly decision: 'approve' | 'reject';
}

interface Made extends TokenFor {
  readonly subscription_id: string;
  readonly now: number;
  /** Of the action: no token outlives it. */
  readonly expires_at: number;
}

export function newToken(secret: Buffer, made: Made): string {
  const until = Math.min(made.expires_at, made.now + VALID_SECONDS);
  return `${made.subscription_id}.${until}.${markOf(secret, made, made.subscription_id, until)}`;
}

/** Which subscription it was for, and until when; undefined when it is not ours, for something else, or too old. */
export function readToken(
  secret: Buffer,
  token: string,
  asked: TokenFor & { readonly now: number },
): { subscription_id: string; expires_at: number } | undefined {
  const [, subscription_id, until, mark] =
    /^(psh_[0-9a-z]{1,40})\.([1-9]\d{0,11})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (subscription_id === undefined || mark === undefined) return undefined;
  const expires_at = Number(until);
  const expected = markOf(secret, asked, subscription_id, expires_at);
  if (!timingSafeEqual(Buffer.from(mark), Buffer.from(expected)) || expires_at <= asked.now) return undefined;
  return { subscription_id, expires_at };
}

function markOf(secret: Buffer, about: TokenFor, subscription_id: string, until: number): string {
  const { project_id, owner_id, action_id, digest, decision } = about;
  const text = JSON.stringify(['push', project_id, subscription_id, owner_id, action_id, digest, decision, until]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
