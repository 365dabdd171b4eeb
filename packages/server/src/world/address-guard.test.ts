// Which addresses we talk to: spellings, the IANA registries prefix by prefix, and what the private opt-in opens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { classify, mayReach, parseAddress, parseRange, within } from './address-guard.ts';
import { BEYOND_IANA, IANA_IPV4, IANA_IPV6, METADATA } from './special-addresses.ts';

/** As the URL parser spells the host of a target. */
const hostOf = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

/** IANA special-purpose registries: every block that is not globally reachable, by the reading of RFC 6890. */
const REGISTRY = [
  '0.0.0.0/8',
  '0.0.0.0/32',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.170/32',
  '192.0.0.171/32',
  '192.0.2.0/24',
  '192.88.99.2/32',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '0:0:0:0:0:0:0:1/128',
  '0:0:0:0:0:0:0:0/128',
  '64:ff9b:1:0:0:0:0:0/48',
  '100:0:0:0:0:0:0:0/64',
  '100:0:0:1:0:0:0:0/64',
  '2001:0:0:0:0:0:0:0/23',
  '2001:0:0:0:0:0:0:0/32',
  '2001:2:0:0:0:0:0:0/48',
  '2001:10:0:0:0:0:0:0/28',
  '2001:db8:0:0:0:0:0:0/32',
  '2002:0:0:0:0:0:0:0/16',
  '3fff:0:0:0:0:0:0:0/20',
  '5f00:0:0:0:0:0:0:0/16',
  'fc00:0:0:0:0:0:0:0/7',
  'fe80:0:0:0:0:0:0:0/10',
];

/** What we refuse beyond that list: reachable only by protocols, multicast, old relays, wrappers of IPv4. */
const BEYOND = [
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.88.99.0/24',
  '224.0.0.0/4',
  '0:0:0:0:0:0:0:0/8',
  '2001:1:0:0:0:0:0:1/128',
  '2001:1:0:0:0:0:0:2/128',
  '2001:1:0:0:0:0:0:3/128',
  '2001:3:0:0:0:0:0:0/32',
  '2001:4:112:0:0:0:0:0/48',
  '2001:20:0:0:0:0:0:0/28',
  '2001:30:0:0:0:0:0:0/28',
  'fec0:0:0:0:0:0:0:0/10',
  'ff00:0:0:0:0:0:0:0/8',
];

/** Rows of the registries that are as good as any other address. */
const REACHABLE = ['192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '2620:4f:8000:0:0:0:0:0/48'];

const CLOUDS = [
  '169.254.169.0/24',
  '169.254.170.0/24',
  '169.254.0.23/32',
  '169.254.42.42/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2:0:0:0:0:0:0/32',
  'fd20:ce:0:0:0:0:0:254/128',
  'fd00:42:0:0:0:0:0:42/128',
  'fe80:0:0:0:0:0:a9fe:a9fe/128',
];

interface Block {
  readonly text: string;
  readonly width: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}

/** Reckoned apart from the code under test: an address is a number, a block an interval. */
function blockOf(text: string): Block {
  const [address = '', length = ''] = text.split('/');
  const width = address.includes('.') ? 32 : 128;
  const digits = width === 32 ? 8n : 16n;
  const parts = width === 32 ? address.split('.') : address.split(':').map((part) => `0x${part}`);
  const first = parts.reduce((sum, part) => (sum << digits) | BigInt(part), 0n);
  return { text, width, first, last: first + (1n << BigInt(width - Number(length))) - 1n };
}

function spell(value: bigint, width: 32 | 128): string {
  if (width === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  return Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');
}

const blocks = [...REGISTRY, ...BEYOND, ...CLOUDS].map(blockOf);
const isListed = (value: bigint, width: number) =>
  blocks.some((block) => block.width === width && block.first <= value && value <= block.last);

test('every spelling of this machine that the URL parser understands is refused', () => {
  const spellings = ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127。0。0。1', '①②⑦.0.0.1', '0', '0.0.0.0'];
  for (const host of [...spellings, '0x7f000001', '017700000001', '127.0.0.1.', '127.255.255.254', '[::1]', '[::]']) {
    assert.notEqual(classify(hostOf(host)), 'public', host);
  }
});

test('an IPv4 address inside an IPv6 one is judged by what is inside', () => {
  for (const [host, expected] of [
    ['[::ffff:127.0.0.1]', 'private'],
    ['[::ffff:7f00:1]', 'private'],
    ['[0:0:0:0:0:ffff:10.1.2.3]', 'private'],
    ['[::ffff:169.254.169.254]', 'metadata'],
    ['[::ffff:224.0.0.1]', 'forbidden'],
    ['[::ffff:0.0.0.0]', 'forbidden'],
    ['[::ffff:8.8.8.8]', 'public'],
    ['[64:ff9b::7f00:1]', 'private'],
    ['[64:ff9b::169.254.169.254]', 'metadata'],
    ['[64:ff9b::6464:64c8]', 'metadata'],
    ['[64:ff9b::e000:1]', 'forbidden'],
    ['[64:ff9b::8.8.8.8]', 'public'],
  ] as const) {
    assert.equal(classify(hostOf(host)), expected, host);
    assert.equal(classify(host.slice(1, -1)), expected, `${host} as a resolver would give it`);
  }
});

test('addresses that no honest target has are refused', () => {
  const hosts = ['[::7f00:1]', '[fec0::1]', '[ff02::1]', '224.0.0.1', '255.255.255.255', '240.0.0.1'];
  const wrappers = ['[64:ff9b:1::1]', '[64:ff9b::1:0:0]', '[2002:7f00:1::]', '[2002:808:808::]', '[2001:0:7f00:1::]'];
  const others = ['198.18.0.1', '192.0.0.192', '192.88.99.1', '[::ffff:0:7f00:1]', '[::8.8.8.8]', '[2001:db8::1]'];
  for (const host of [...hosts, ...wrappers, ...others]) {
    assert.notEqual(classify(hostOf(host)), 'public', host);
    assert.equal(mayReach(hostOf(host), true), false, `${host} with the opt-in`);
  }
});

test('ordinary addresses are public', () => {
  const ipv4 = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.32.0.1',
    '223.255.255.255',
  ];
  for (const address of [...ipv4, '2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '2003::1']) {
    assert.equal(classify(address), 'public', address);
  }
});

const sameBlock = (a: Block, b: Block) => a.width === b.width && a.first === b.first && a.last === b.last;

/** The long form, as the lists above spell it. */
function spelledOut(prefix: string): string {
  const [address = '', length] = prefix.split('/');
  const [head = '', tail] = address.split('::');
  if (tail === undefined) return prefix;
  const [before, after] = [head, tail].map((half) => half.split(':').filter(Boolean)) as [string[], string[]];
  return `${[...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after].join(':')}/${length}`;
}

test('the tables hold what the registries hold, and nothing twice', () => {
  const ours = [...IANA_IPV4, ...IANA_IPV6, ...BEYOND_IANA, ...METADATA].map(({ prefix }) =>
    blockOf(spelledOut(prefix)),
  );
  const known = [...blocks, ...REACHABLE.map(blockOf)];
  for (const one of known) assert.equal(ours.filter((other) => sameBlock(one, other)).length, 1, one.text);
  for (const one of ours)
    assert.ok(
      known.some((other) => sameBlock(one, other)),
      one.text,
    );
  assert.deepEqual([IANA_IPV4.length, IANA_IPV6.length], [26, 23]);
});

for (const { text, width, first, last } of blocks) {
  test(`no member of ${text} is public, and its neighbours are judged by themselves`, () => {
    fc.assert(
      fc.property(fc.bigInt({ min: first, max: last }), (member) => {
        assert.notEqual(classify(spell(member, width)), 'public', spell(member, width));
        assert.equal(mayReach(spell(member, width), false), false);
      }),
      { numRuns: 512, examples: [[first], [last]] },
    );
    const neighbours = [first - 1n, last + 1n].filter((value) => value >= 0n && value < 1n << BigInt(width));
    for (const value of neighbours) {
      assert.equal(classify(spell(value, width)) === 'public', !isListed(value, width), spell(value, width));
    }
  });
}

for (const width of [32, 128] as const) {
  test(`an IPv${width === 32 ? 4 : 6} address is public exactly when no listed block holds it`, () => {
    // Half of them near the edge of some block: in 128 bits nothing would be met by chance alone.
    const edges = blocks.filter((one) => one.width === width).flatMap(({ first, last }) => [first, last]);
    const most = (1n << BigInt(width)) - 1n;
    const nearEdge = fc
      .tuple(fc.constantFrom(...edges), fc.bigInt({ min: -70_000n, max: 70_000n }))
      .map(([edge, by]) => (edge + by) & most);
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: 0n, max: most }), nearEdge), (value) => {
        const inside = width === 128 ? insideOf(value) : undefined;
        const listed = inside === undefined ? isListed(value, width) : isListed(inside, 32);
        assert.equal(classify(spell(value, width)) === 'public', !listed, spell(value, width));
      }),
      { numRuns: 20_000 },
    );
  });
}

/** The IPv4 address in an IPv6 one of the two kinds that are judged by it. */
function insideOf(value: bigint): bigint | undefined {
  const prefix = value >> 32n;
  return prefix === 0xffffn || prefix === 0x64ff9bn << 64n ? value & 0xffffffffn : undefined;
}

test('every member of a reachable row is public', () => {
  for (const { width, first, last } of REACHABLE.map(blockOf)) {
    for (const value of [first, last, (first + last) / 2n]) assert.equal(classify(spell(value, width)), 'public');
  }
});

test('the private opt-in opens private and loopback addresses', () => {
  const own = ['127.0.0.1', '::1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1', 'fe90::1'];
  for (const address of [...own, '::ffff:127.0.0.1', '169.254.1.1']) {
    assert.equal(mayReach(address, false), false, address);
    assert.equal(mayReach(address, true), true, address);
  }
});

test('metadata addresses stay closed with the private opt-in, in every family', () => {
  const metadata = ['169.254.169.254', '169.254.169.123', '169.254.170.2', '169.254.170.23', '169.254.42.42'];
  metadata.push('169.254.0.23', '100.100.100.200', '168.63.129.16', '192.0.0.192');
  const wrapped = metadata.flatMap((address) => [`::ffff:${address}`, `64:ff9b::${address}`]);
  for (const address of [
    ...metadata,
    ...wrapped,
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
    'fd00:42::42',
  ]) {
    assert.equal(classify(address), 'metadata', address);
    assert.equal(mayReach(address, true), false, address);
  }
});

test('text that is not a plain address is forbidden, opt-in or not', () => {
  const names = ['', ' ', 'localhost', 'localhost.', 'x.localhost', 'example.com', 'unknown'];
  const shorthand = ['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '1.2.3', '1.2.3.4.5', '256.0.0.1', '8.8.8.8 '];
  const ipv6 = ['[::1]', 'fe80::1%eth0', '::1%lo', ':::', '1:2', '1::2::3', '::g', '12345::', '::1/128', '8.8.8.8/32'];
  for (const text of [...names, ...shorthand, ...ipv6]) {
    assert.equal(classify(text), 'forbidden', text);
    assert.equal(mayReach(text, true), false, text);
  }
});

test('every spelling of an IPv6 address has the same bytes', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const shortest = new URL(`http://[${text}]/`).hostname.slice(1, -1);
      assert.equal(parseAddress(text)?.length, 16);
      assert.deepEqual(parseAddress(text), parseAddress(shortest), text);
    }),
    { numRuns: 2000 },
  );
});

test('a range is an address with or without a prefix length', () => {
  const holds = (range: string, address: string) => {
    const [parsed, bytes] = [parseRange(range), parseAddress(address)];
    return parsed !== undefined && bytes !== undefined && within(bytes, parsed);
  };
  assert.ok(holds('10.0.0.0/8', '10.255.0.1') && !holds('10.0.0.0/8', '11.0.0.0'));
  assert.ok(holds('10.1.2.3/8', '10.255.0.1'), 'the bits beyond the prefix say nothing');
  assert.ok(holds('192.168.4.0/22', '192.168.7.255') && !holds('192.168.4.0/22', '192.168.8.0'));
  assert.ok(holds('1.2.3.4', '1.2.3.4') && holds('1.2.3.4', '::ffff:1.2.3.4') && !holds('1.2.3.4', '1.2.3.5'));
  assert.ok(holds('::1', '::1') && !holds('::1', '::2') && !holds('::1/128', '0.0.0.1'));
  assert.ok(holds('fd00::/9', 'fd7f::1') && !holds('fd00::/9', 'fd80::'));
  assert.ok(holds('0.0.0.0/0', '255.1.2.3') && !holds('0.0.0.0/0', '2001::1'));
});

test('what is neither address nor range is no range', () => {
  const bad = ['', '/', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '10/8', '::/129', '::/1e1', 'any'];
  for (const text of [...bad, '10.0.0.0/ 8', 'localhost/8', 'fe80::1%eth0/64', '10.0.0.0/+8', '10.0.0.0/0x8']) {
    assert.equal(parseRange(text), undefined, text);
  }
});
