// URLs that all lead to an address we must not talk to, spelled in every way an attacker might hope for.

import { parseAddress } from '../../src/world/address-guard.ts';
import { BEYOND_IANA, IANA_IPV4, IANA_IPV6, METADATA } from '../../src/world/special-addresses.ts';
import { type Bytes, disguise, spellIpv4, spellIpv6, wrapped } from './address-spellings.ts';
import type { Chance } from './chance.ts';

export interface Spelling {
  readonly url: string;
  /** What the one name in it resolves to; undefined when the host is an address. */
  readonly answers?: readonly string[];
}

export interface Canaries {
  readonly addresses: readonly string[];
  readonly port: number;
}

const PUBLIC = ['93.184.216.34', '8.8.8.8', '2606:4700::1111'];
const REFUSED = [...IANA_IPV4, ...IANA_IPV6, ...BEYOND_IANA, ...METADATA].filter(({ is }) => is !== 'public');

export function spell(chance: Chance, canaries: Canaries): Spelling {
  const { host, answers } = chance.often(0.7) ? literal(chance, canaries) : named(chance, canaries);
  const url = `${scheme(chance)}${userinfo(chance)}${host}${port(chance, canaries.port)}${rest(chance)}`;
  return answers ? { url, answers } : { url };
}

interface Host {
  readonly host: string;
  readonly answers?: readonly string[];
}

/** Mostly the canaries themselves, for only a connection to one of them can be seen. */
function badAddress(chance: Chance, { addresses }: Canaries): Bytes {
  return chance.often(0.7) ? bytesOf(chance.pick(addresses)) : memberOf(chance.pick(REFUSED).prefix, chance);
}

function bytesOf(address: string): Bytes {
  const bytes = [...(parseAddress(address) ?? [])];
  return address.includes(':') ? bytes : bytes.slice(12);
}

/** Any address of the block. */
function memberOf(prefix: string, chance: Chance): Bytes {
  const [address = '', length = ''] = prefix.split('/');
  return bytesOf(address).map((byte, index) => {
    const kept = Math.max(0, Math.min(8, Number(length) - index * 8));
    const free = 2 ** (8 - kept);
    return byte - (byte % free) + chance.below(free);
  });
}

function literal(chance: Chance, canaries: Canaries): Host {
  const bytes = badAddress(chance, canaries);
  if (bytes.length === 16) return { host: zoned(spellIpv6(bytes, chance), chance) };
  if (chance.often(0.35)) return { host: zoned(spellIpv6(wrapped(bytes, chance), chance), chance) };
  return { host: spellIpv4(bytes, chance) };
}

function zoned(host: string, chance: Chance): string {
  return chance.often(0.05) ? host.replace(']', `${chance.pick(['%25eth0', '%eth0', '%251', '%lo'])}]`) : host;
}

function named(chance: Chance, canaries: Canaries): Host {
  const ending = chance.pick(['', '', '.']);
  if (chance.often(0.3)) {
    const name = chance.pick(['localhost', 'x.localhost', 'a.b.LOCALHOST', 'LocalHost']);
    return { host: disguise(name, chance) + ending, answers: ['127.0.0.1'] };
  }
  const bad = badAddress(chance, canaries);
  const answer = chance.pick([plain(bad), plain(bad), plain(bad.length === 4 ? wrapped(bad, chance) : bad)]);
  const strange = chance.pick(['', '127.1', '0x7f.0.0.1', 'localhost', `${plain(bad)}%lo`, ' 127.0.0.1', '[::1]']);
  const answers = chance.pick([
    [answer],
    [chance.pick(PUBLIC), answer],
    [answer, chance.pick(PUBLIC)],
    [...PUBLIC, answer, ...PUBLIC],
    [chance.pick(PUBLIC), strange],
  ]);
  const name = chance.pick(['evil.example', 'xn--bcher-kva.example', 'bücher.example', '1.2.3.4.evil.example', 'a']);
  return { host: name + ending, answers };
}

function plain(bytes: Bytes): string {
  if (bytes.length === 4) return bytes.join('.');
  return Array.from({ length: 8 }, (_, i) => (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16)).join(
    ':',
  );
}

function scheme(chance: Chance): string {
  const written = ['http://', 'http://', 'http://', 'https://', 'HTTP://', 'hTTps://', 'http:', 'http:/', 'http:///'];
  return chance.pick([...written, 'http:\\\\', 'ht\ttp://', ' http://', '\u0000http://', 'https:\\/']);
}

function userinfo(chance: Chance): string {
  if (chance.often(0.75)) return '';
  return chance.pick([
    'user@',
    'user:pass@',
    'good.example@',
    'good.example%40',
    ':@',
    '@',
    'good.example:80@',
    'a@b@',
  ]);
}

function port(chance: Chance, number: number): string {
  return chance.pick([`:${number}`, `:${number}`, `:${number}`, `:0${number}`, `:\t${number}`]);
}

function rest(chance: Chance): string {
  const tails = [
    '/',
    '/hook',
    '',
    '/hook?a=1',
    '#@good.example/',
    '?@good.example/',
    '/@good.example',
    '\\@good.example/',
  ];
  return chance.pick([...tails, '/%2e%2e/', '/..//good.example/', '/\r\nHost: good.example', ';@good.example', '\n']);
}
