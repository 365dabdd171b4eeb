// The secrets that people carry: 256 random bits in a cookie or in the fragment of a link. Only their hash is kept.

import { hash } from 'node:crypto';

export function tokenOf(random: Buffer): string {
  return random.toString('base64url');
}

/** No salt is needed: there is nothing to guess in 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
