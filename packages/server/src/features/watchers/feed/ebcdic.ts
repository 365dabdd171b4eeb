// EBCDIC: the one encoding of XML whose very first sign is not that of ASCII.

import { EBCDIC_PAGES } from './code-pages.ts';

const LINE_ENDS: readonly number[] = [0x0d, 0x15, 0x25];
/** A quotation mark is not the same sign in all of them. */
const DECLARED = /encoding\s*=\s*\W?([\w.:-]{1,40})/i;
const LOOKED_AT_BYTES = 200;
/** Countries by the page their names stand for: `ebcdic-cp-be`. */
// biome-ignore format: a table reads better in rows
const COUNTRIES: ReadonlyMap<string, string> = new Map(Object.entries({
  us: '037', ca: '037', wt: '037', nl: '037', be: '500', ch: '500', int: '500', de: '273', at: '273', he: '424', gr: '875', tr: '1026',
}));

/** `<?xm`, as XML 1.0 appendix F has it. */
export function isEbcdic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4c && bytes[1] === 0x6f && bytes[2] === 0xa7 && bytes[3] === 0x94;
}

/** By the page it declares; letters and digits are the same in all of them. */
export function decodeEbcdic(bytes: Uint8Array): string {
  const usual = EBCDIC_PAGES.get('037') ?? '';
  const declared = DECLARED.exec(bySigns(bytes.subarray(0, LOOKED_AT_BYTES), usual))?.[1]?.toLowerCase() ?? '';
  const page = COUNTRIES.get(/^ebcdic-cp-(\w+)$/.exec(declared)?.[1] ?? '') ?? /\d{3,4}$/.exec(declared)?.[0] ?? '';
  return bySigns(bytes, EBCDIC_PAGES.get(page) ?? usual);
}

function bySigns(bytes: Uint8Array, signs: string): string {
  const pieces: string[] = [];
  for (const byte of bytes)
    pieces.push(byte >= 0x40 ? (signs[byte - 0x40] ?? '') : LINE_ENDS.includes(byte) ? '\n' : ' ');
  return pieces.join('');
}
