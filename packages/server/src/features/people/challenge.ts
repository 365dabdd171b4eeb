// Challenges for passkeys: random, ours for five minutes, and for one purpose. They are signed instead of stored, so that
// asking for them costs nothing; only those that were answered are remembered, until they are too old by any clock.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { AHEAD_SECONDS } from './session.ts';

const SECONDS = 300;
const RANDOM_BYTES = 16;
const MARK_BYTES = 16;

export interface ChallengeFor {
  readonly secret: Buffer;
  /** `sign-in`, or `passkey` and whose it will be: of another purpose it is no challenge. */
  readonly purpose: string;
  readonly now: number;
}

export function newChallenge({ secret, purpose, now }: ChallengeFor, random: Buffer): Buffer {
  const head = Buffer.alloc(RANDOM_BYTES + 4);
  random.copy(head, 0, 0, RANDOM_BYTES);
  head.writeUInt32BE(now + SECONDS, RANDOM_BYTES);
  return Buffer.concat([head, markOf(secret, purpose, head)]);
}

/** Until when it is one of ours; undefined when it is not, or no longer, or was made by a clock that was ahead. */
export function challengeExpiry(challenge: string, { secret, purpose, now }: ChallengeFor): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + 4 + MARK_BYTES) return undefined;
  const head = bytes.subarray(0, RANDOM_BYTES + 4);
  if (!timingSafeEqual(bytes.subarray(RANDOM_BYTES + 4), markOf(secret, purpose, head))) return undefined;
  const expires_at = head.readUInt32BE(RANDOM_BYTES);
  const isOpen = expires_at > now && expires_at <= now + SECONDS + AHEAD_SECONDS;
  return isOpen ? expires_at : undefined;
}

export function hashChallenge(challenge: string): string {
  return hash('sha256', Buffer.from(challenge, 'base64url'), 'hex');
}

function markOf(secret: Buffer, purpose: string, head: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n`).update(head).digest().subarray(0, MARK_BYTES);
}
