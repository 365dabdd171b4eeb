// Feeds that are made to be slow to read: each took seconds or minutes once. Measured in time of the processor, with a
// bound far above what they take and far below what they took.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from '../../src/features/watchers/feed/parse-feed.ts';
import { identify } from '../../src/features/watchers/identity.ts';
import { feedLinks } from '../../src/features/watchers/sources/feed-links.ts';
import { HERE, itemsOf, processorMs, rss } from './cases.ts';

const MOST_MS = 3000;

const section = (text: string) => `<![CDATA[${text}]]>`;
const prefixes = Array.from({ length: 12_000 }, (_, n) => `xmlns:a${n}=""`).join(' ');

const CASES: readonly (readonly [what: string, document: string])[] = [
  ['tags without end, and ends of others', rss(`${'<br>'.repeat(50_000)}${'</x>'.repeat(50_000)}`)],
  ['tags without end, and their ends', rss(`${'<br>'.repeat(60_000)}${'</br>'.repeat(60_000)}`)],
  ['tags that end themselves', rss(`${'<p>'.repeat(50_000)}${'</x>'.repeat(50_000)}`)],
  ['items that nobody ends', rss(`${'<item>'.repeat(20_000)}${'</x>'.repeat(200_000)}`)],
  ['a long type', rss(`<content type="text/xml ${'a'.repeat(400_000)}">${'<item/>'.repeat(40_000)}</content>`)],
  ['beginnings of feeds', `<html>${'<rss version'.repeat(20_000)}</html>`],
  ['many namespaces', `<rss ${prefixes}><channel>${'<a xmlns=""/>'.repeat(16_000)}</channel></rss>`],
  ['a base without end', `<rss xml:base="${HERE}${'a'.repeat(200_000)}">${'<a xml:base="b"/>'.repeat(20_000)}</rss>`],
  ['beginnings of tags in a title', rss(`<title>${section('<p'.repeat(150_000))}</title>`)],
  ['beginnings of attributes in a title', rss(`<title>${section('<a b='.repeat(100_000))}</title>`)],
  ['beginnings of tags in a category', rss(`<category>${section('<p'.repeat(150_000))}</category>`)],
  ['HTML without ends', rss(`<description>${section('<b>'.repeat(80_000) + '</i>'.repeat(80_000))}</description>`)],
  [
    'hidden HTML without ends',
    rss(`<description>${section(`<svg>${'<b>'.repeat(80_000)}${'</i>'.repeat(80_000)}`)}</description>`),
  ],
];

for (const [what, document] of CASES) {
  test(`${what}: read within the bound`, () => {
    const bytes = Buffer.from(document);
    assert.ok(bytes.length < 5 * 1024 * 1024);
    assert.ok(processorMs(() => parseFeed(bytes, 'application/xml', HERE)) < MOST_MS);
  });
}

test('a page without ends: its feeds are looked for within the bound', () => {
  const link = '<link rel="alternate" type="application/rss+xml" href="/feed">';
  const page = Buffer.from(`<html><head>${link}</head>${'<b>'.repeat(28_000)}${'</i>'.repeat(28_000)}`);
  let found: string[] = [];
  assert.ok(processorMs(() => (found = feedLinks(page, 'text/html', HERE))) < MOST_MS / 3);
  assert.deepEqual(found, ['https://site.example/feed']);
});

test('five thousand equal items: told apart within the bound', () => {
  const items = Array.from({ length: 5000 }, () => ({ title: 'One', tags: [] }));
  let keys = new Set<string>();
  const ms = processorMs(() => {
    keys = new Set(identify(items, HERE).items.map(({ key }) => key));
  });
  assert.equal(keys.size, 5000);
  assert.ok(ms < MOST_MS);
});

test('a text inside more tags than are kept is read to its end', () => {
  const deep = `${'<b>x '.repeat(1000)}<p>the end</p>`;
  const [item] = itemsOf(rss(`<description>${section(deep)}</description>`));
  assert.equal(item?.text, `${'x '.repeat(1000).trim()}\nthe end`);
});
