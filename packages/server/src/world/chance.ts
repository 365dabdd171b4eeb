// Random bytes, drawn from the system many at a time: a call for sixteen costs as much as one for four thousand.

import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;

export function openChance(): (length: number) => Buffer {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (length) => {
    if (length > POOL_BYTES) return randomFillSync(Buffer.alloc(length));
    if (used + length > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const drawn = Buffer.from(pool.subarray(used, used + length)); // a copy: nobody else sees these
    pool.fill(0, used, used + length);
    used += length;
    return drawn;
  };
}
