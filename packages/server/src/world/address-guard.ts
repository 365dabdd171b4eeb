// Which addresses we will talk to. Judged on parsed bytes, never on spelling; what cannot be parsed is refused.

import { isIP } from 'node:net';

/** Sixteen bytes; an IPv4 address is held as its IPv4-mapped form, so both families share one comparison. */
type AddressBytes = Uint8Array;

export interface AddressRange {
  readonly bytes: AddressBytes;
  readonly bits: number;
}

export type AddressClass = 'public' | 'private' | 'metadata' | 'forbidden';

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

const table = (...texts: string[]): readonly AddressRange[] =>
  texts.map((text) => {
    const range = parseRange(text);
    if (!range) throw new Error(`not a range: ${text}`);
    return range;
  });

/** Where clouds keep their credentials. Closed whatever the settings say. */
const METADATA = table(
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::/32',
  'fd20:ce::254',
);

/** What SERVICE_ALLOW_PRIVATE_TARGETS opens: this machine, and networks of one's own. */
const PRIVATE = table(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
);

/** IANA special-purpose registries: not globally reachable, or a wrapper around an address of another family. */
const FORBIDDEN = table(
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/8', // unspecified, IPv4-compatible, NAT64 local use; the mapped range is judged as IPv4 before this
  '100::/64', // discard-only
  '100:0:0:1::/64', // dummy
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarking
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fec0::/10', // site-local
  'ff00::/8', // multicast
);

const MAPPED = table('::ffff:0:0/96');
const NAT64 = table('64:ff9b::/96');

/** NAT64's well-known prefix is judged by the IPv4 address inside it; every other wrapper is refused. */
export function classify(text: string): AddressClass {
  const parsed = parseAddress(text);
  if (!parsed) return 'forbidden';
  const inside = inAny(parsed, NAT64)
    ? Uint8Array.from([...Array<number>(10).fill(0), 0xff, 0xff, ...parsed.slice(12)])
    : parsed;
  if (inAny(inside, METADATA)) return 'metadata';
  if (inAny(inside, PRIVATE)) return 'private';
  const isIpv4 = inAny(inside, MAPPED);
  return inAny(inside, isIpv4 ? FORBIDDEN_IPV4 : FORBIDDEN_IPV6) ? 'forbidden' : 'public';
}

const FORBIDDEN_IPV4 = FORBIDDEN.filter(({ bytes }) => inAny(bytes, MAPPED));
const FORBIDDEN_IPV6 = FORBIDDEN.filter(({ bytes }) => !inAny(bytes, MAPPED));

function inAny(address: AddressBytes, ranges: readonly AddressRange[]): boolean {
  return ranges.some((range) => within(address, range));
}

export function mayReach(address: string, allowPrivate: boolean): boolean {
  const found = classify(address);
  return found === 'public' || (allowPrivate && found === 'private');
}
