// Text made small for storage, whose columns hold text: deflated, as base64.

import { deflateRawSync, inflateRawSync } from 'node:zlib';

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

export function pack(text: string): string {
  return deflateRawSync(text).toString('base64');
}

export function unpack(packed: string): string {
  return inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8');
}
