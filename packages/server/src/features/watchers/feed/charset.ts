// Bytes to text. The label is believed only where the bytes do not contradict it: byte order mark, HTTP header, the
// document's own declaration, then UTF-8 if valid, then windows-1252. A wrong label on valid UTF-8 is UTF-8.

import { decodeEbcdic, isEbcdic } from './ebcdic.ts';
import { decodeAs } from './encodings.ts';

const DECLARED = /^[^<]{0,64}<\?xml[^>]{0,200}?encoding\s*=\s*["']?\s*([\w.:+-]+)/i;
const META = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:+-]+)/i;
const LOOKED_AT_BYTES = 1024;
const SEVEN_BITS = /^((cs)?iso[-_]?2022|hz|(cs)?(unicode-1-1-)?utf[-_]?7$)/i;
/** To these the bytes have said no: they are not valid UTF-8, nor ASCII, and without the zeros of wider signs. */
const REFUTED = /^(x-)?(utf[-_]?(8|16|32)|us-ascii|ascii|ansi_x3|iso646|iso-10646|ucs|unicode)/i;

export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const marked = byMark(bytes);
  if (marked !== undefined) return marked;
  if (isUtf8(bytes)) {
    // ISO-2022-JP and its kin are pure ASCII bytes: valid UTF-8 that means something else.
    const seven = declaredNames(bytes, contentType).find((name) => SEVEN_BITS.test(name));
    return (seven && decodeAs(seven, bytes)) || new TextDecoder().decode(bytes);
  }
  for (const name of declaredNames(bytes, contentType)) {
    if (REFUTED.test(name)) continue;
    const text = decodeAs(name, bytes);
    if (text !== undefined) return text;
  }
  return new TextDecoder(mostlyUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

function byMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (isEbcdic(bytes)) return decodeEbcdic(bytes);
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return utf32(bytes.subarray(4), true);
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return utf32(bytes.subarray(4), false);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // No mark, but an opening between zeros: UTF-16 or UTF-32 all the same.
  if (isOpening(a) && b === 0 && c === 0 && d === 0) return utf32(bytes, true);
  if (a === 0 && b === 0 && c === 0 && isOpening(d)) return utf32(bytes, false);
  if (isOpening(a) && b === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0 && isOpening(b)) return new TextDecoder('utf-16be').decode(bytes);
  return undefined;
}

/** `<`, `{`, or a blank before them. */
function isOpening(byte: number | undefined): boolean {
  return byte === 0x3c || byte === 0x7b || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function declaredNames(bytes: Uint8Array, contentType: string | undefined): string[] {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT_BYTES));
  const header = /charset\s*=\s*["']?\s*([\w.:+-]+)/i.exec(contentType ?? '')?.[1];
  return [header, DECLARED.exec(head)?.[1], META.exec(head)?.[1]].filter((name) => name !== undefined);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A few broken bytes in a text that is otherwise UTF-8 (cut in the middle of a character, a stray byte). */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let broken = 0;
  let wide = 0;
  for (const char of text) {
    if (char === '\ufffd') broken++;
    else if (char > '\u007f') wide++;
  }
  return wide > broken; // by chance, other bytes are hardly ever a whole character
}

function utf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength - (bytes.byteLength % 4));
  const pieces: string[] = [];
  for (let at = 0; at < view.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian);
    pieces.push(point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '\ufffd');
  }
  return pieces.join('');
}
