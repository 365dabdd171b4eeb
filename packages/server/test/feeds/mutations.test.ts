// Whatever happens to a feed on its way, reading it ends, soon, and never throws.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseFeed } from '../../src/features/watchers/feed/parse-feed.ts';
import { atom, HERE, rss } from './cases.ts';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const TEXTS = [
  rss(
    '<title>Ünïcode &amp; <![CDATA[<b>more</b>]]></title><link>https://a.example/?a=1&amp;b=2</link><guid isPermaLink="false">1</guid><description>&lt;p&gt;x&lt;/p&gt;</description><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>',
    '<link>https://a.example/</link><ttl>60</ttl><!-- x -->',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xml:base="https://a.example/"',
  ),
  `<?xml version="1.0" encoding="windows-1251"?><!DOCTYPE rss [<!ENTITY a "b">]>${rss('<title>&a;</title>')}`,
  atom(
    '<id>1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>c</b></div></title><link rel="alternate" type="text/html" href="1"/><content type="html">&lt;p&gt;</content><updated>2005-01-01T00:00:00Z</updated><source><id>2</id></source>',
    ' xml:base="https://a.example/" xml:lang="en"',
  ),
  '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="base64">T25l</title><issued>2004</issued></entry></feed>',
  `<rdf:RDF ${RDF} xmlns="http://purl.org/rss/1.0/"><channel rdf:about="c"><items><rdf:Seq><rdf:li resource="x"/></rdf:Seq></items></channel><item rdf:about="x"><title>One</title></item></rdf:RDF>`,
  '<CHANNEL HREF="https://a.example/"><ITEM HREF="1"><TITLE>One</TITLE></ITEM></CHANNEL>',
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [{ id: 1, url: '/1', title: 'a "b" \\ c', content_html: '<p>x</p>', tags: ['x'], authors: [{ name: 'y' }] }],
  }),
];
const SAMPLES: readonly Uint8Array[] = [
  ...TEXTS.map((text) => Buffer.from(text)),
  Buffer.from(`\ufeff${TEXTS[0]}`, 'utf16le'),
  Buffer.from(TEXTS[0] ?? '', 'utf16le').swap16(),
];
/** So much no document of this size may take, on whatever machine. */
const MOST_CPU_US = 2_000_000;

function read(bytes: Uint8Array): void {
  const before = process.threadCpuUsage(); // not the clock: others may be busy
  const parsed = parseFeed(bytes, undefined, HERE);
  assert.ok(process.threadCpuUsage(before).user < MOST_CPU_US);
  if (!parsed.ok) return;
  for (const { id, title, link, tags } of parsed.feed.items) {
    assert.ok(Array.isArray(tags));
    assert.ok([id, title].every((text) => text === undefined || (text === text.trim() && text !== '')));
    assert.ok(link === undefined || !/^\s*(javascript|data):/i.test(link));
  }
}

test('cut anywhere', () => {
  for (const sample of SAMPLES) for (let end = 0; end <= sample.length; end++) read(sample.subarray(0, end));
});

test('begun anywhere', () => {
  for (const sample of SAMPLES) for (let start = 0; start <= sample.length; start++) read(sample.subarray(start));
});

const place = fc.double({ min: 0, max: 1, noNaN: true });
const change = fc.record({
  at: place,
  to: place,
  how: fc.constantFrom('set', 'flip', 'insert', 'drop', 'double', 'repeat', 'swap'),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc
      .constantFrom('<', '>', '&', '"', ']]>', '<![CDATA[', '<!--', '</item>', '<item>', '{')
      .map((text) => Buffer.from(text)),
  ),
});

function changed(
  sample: Buffer,
  { at, to, how, bytes }: { at: number; to: number; how: string; bytes: Uint8Array },
): Buffer {
  const [from = 0, end = 0] = [at, to].map((where) => Math.floor(where * sample.length)).toSorted((a, b) => a - b);
  const [before, part, after] = [sample.subarray(0, from), sample.subarray(from, end), sample.subarray(end)];
  if (how === 'set') return Buffer.concat([before, bytes, sample.subarray(from + bytes.length)]);
  if (how === 'flip')
    return Buffer.concat([before, Buffer.of((sample[from] ?? 0) ^ (1 << (end % 8))), sample.subarray(from + 1)]);
  if (how === 'insert') return Buffer.concat([before, bytes, part, after]);
  if (how === 'drop') return Buffer.concat([before, after]);
  if (how === 'double') return Buffer.concat([before, part, part, after]);
  if (how === 'repeat')
    return Buffer.concat([before, ...Array.from({ length: 20 }, () => part.subarray(0, 40)), after]);
  return Buffer.concat([after, part, before]);
}

test('changed in one place or in many', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), fc.array(change, { minLength: 1, maxLength: 6 }), (sample, changes) =>
      read(changes.reduce(changed, Buffer.from(sample))),
    ),
    { numRuns: 3000 },
  );
});

test('two feeds laid into one another', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), fc.constantFrom(...SAMPLES), place, (outer, inner, at) => {
      const where = Math.floor(at * outer.length);
      read(Buffer.concat([outer.subarray(0, where), inner, outer.subarray(where)]));
    }),
    { numRuns: 1000 },
  );
});
