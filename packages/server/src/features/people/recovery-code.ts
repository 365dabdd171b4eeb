// Recovery codes: ten, 80 random bits each, in letters that cannot be mistaken for one another.

import { hash } from 'node:crypto';

export const CODE_COUNT = 10;
export const CODE_BYTES = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `k3xq-9d0w-7h2m-r5tz`. */
export function codeOf(random: Buffer): string {
  let bits = 0n;
  for (const byte of random.subarray(0, CODE_BYTES)) bits = (bits << 8n) | BigInt(byte);
  const letters = Array.from({ length: 16 }, (_, n) => ALPHABET[Number((bits >> BigInt(75 - 5 * n)) & 31n)]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** However it was typed: dashes, spaces, capitals, and letters that look like digits. */
export function hashCode(reviewer_id: string, typed: string): string {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return hash('sha256', `${reviewer_id} ${code}`, 'hex');
}
