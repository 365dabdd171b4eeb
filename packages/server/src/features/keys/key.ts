// What a key looks like and how it is kept: 256 random bits and a checksum; stored only as a salted hash.

import { hash, timingSafeEqual } from 'node:crypto';
import { KEY_PATTERN } from '@countersign/contract';

const SHAPE = new RegExp(`^${KEY_PATTERN}$`);
const CHECKSUM_LENGTH = 6;

export const PREFIX_LENGTH = 16;

export function rawKeyOf(secret: Buffer): string {
  const body = `csk_${secret.toString('base64url')}`;
  return body + checksumOf(body);
}

/** Refuses a typo without asking storage. */
export function looksLikeKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(body);
}

function checksumOf(body: string): string {
  return hash('sha256', body, 'base64url').slice(0, CHECKSUM_LENGTH);
}

export function hashKey(salt: string, rawKey: string): string {
  return hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(rawKey)]), 'hex');
}

export function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}
