// Which addresses we will talk to. Judged on parsed bytes, never on spelling; what cannot be parsed is refused.

import { isIP } from 'node:net';
import { type AddressClass, BEYOND_IANA, IANA_IPV4, IANA_IPV6, METADATA } from './special-addresses.ts';

/** Sixteen bytes; an IPv4 address is held as its IPv4-mapped form, so both families share one comparison. */
type AddressBytes = Uint8Array;

export interface AddressRange {
  readonly bytes: AddressBytes;
  readonly bits: number;
}

/** Undefined for anything that is not a plain address: names, zone ids, shorthand. */
export function parseAddress(text: string): AddressBytes | undefined {
  const family = isIP(text);
  if (family === 4) return mapped(text);
  return family === 6 && !text.includes('%') ? parseIpv6(text) : undefined;
}

function mapped(ipv4: string): AddressBytes {
  return Uint8Array.from([...Array<number>(10).fill(0), 0xff, 0xff, ...ipv4.split('.').map(Number)]);
}

function parseIpv6(text: string): AddressBytes {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const hex = dotted
    ? `${dotted[1]}${word(Number(dotted[2]), Number(dotted[3]))}:${word(Number(dotted[4]), Number(dotted[5]))}`
    : text;
  const [head = '', tail] = hex.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(tail === undefined ? 0 : 8 - before.length - after.length).fill('0');
  const words = [...before, ...zeros, ...after].map((part) => Number.parseInt(part, 16));
  return Uint8Array.from(words.flatMap((value) => [value >> 8, value & 0xff]));
}

function word(high: number, low: number): string {
  return ((high << 8) | low).toString(16);
}

/** `10.0.0.0/8`, `::1`; undefined when it is neither an address nor a range. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', length, rest] = text.split('/');
  const bytes = parseAddress(address);
  if (!bytes || rest !== undefined || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined;
  const offset = isIP(address) === 4 ? 96 : 0;
  const bits = length === undefined ? 128 : offset + Number(length);
  return bits <= 128 ? { bytes, bits } : undefined;
}

export function within(address: AddressBytes, { bytes, bits }: AddressRange): boolean {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (address[i] !== bytes[i]) return false;
  const rest = bits & 7;
  return rest === 0 || (address[whole] ?? 0) >> (8 - rest) === (bytes[whole] ?? 0) >> (8 - rest);
}

function rangeOf(text: string): AddressRange {
  const range = parseRange(text);
  if (!range) throw new Error(`not a range: ${text}`);
  return range;
}

const MAPPED = rangeOf('::ffff:0:0/96');
const NAT64 = rangeOf('64:ff9b::/96');

interface JudgedRange extends AddressRange {
  readonly is: AddressClass;
}

/** The longest prefix first, so that the first one that holds an address decides. */
const SPECIAL: readonly JudgedRange[] = [...IANA_IPV4, ...IANA_IPV6, ...BEYOND_IANA, ...METADATA]
  .map(({ prefix, is }) => ({ ...rangeOf(prefix), is }))
  .toSorted((a, b) => b.bits - a.bits);
const SPECIAL_IPV4 = SPECIAL.filter(({ bytes }) => within(bytes, MAPPED));
const SPECIAL_IPV6 = SPECIAL.filter(({ bytes }) => !within(bytes, MAPPED));

/** NAT64's well-known prefix stands for the IPv4 address inside it, and leads to that. Undefined as for `parseAddress`. */
export function parseDestination(text: string): AddressBytes | undefined {
  const parsed = parseAddress(text);
  if (!parsed || !within(parsed, NAT64)) return parsed;
  return Uint8Array.from([...MAPPED.bytes.slice(0, 12), ...parsed.slice(12)]);
}

/** Every wrapper of an IPv4 address that we do not look into is refused. */
export function classify(text: string): AddressClass {
  const inside = parseDestination(text);
  if (!inside) return 'forbidden';
  const special = within(inside, MAPPED) ? SPECIAL_IPV4 : SPECIAL_IPV6;
  return special.find((range) => within(inside, range))?.is ?? 'public';
}

export function mayReach(address: string, allowPrivate: boolean): boolean {
  const found = classify(address);
  return found === 'public' || (allowPrivate && found === 'private');
}
