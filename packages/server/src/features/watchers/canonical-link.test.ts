// Which spellings of a link are the same page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalLink, comparedLink } from './canonical-link.ts';

const FEED = 'https://blog.example/feed.xml';

const CASES: readonly (readonly [string, string | undefined])[] = [
  ['/post', 'https://blog.example/post'],
  ['HTTP://Blog.Example:80/Post', 'http://blog.example/Post'],
  ['https://a.example:443/x#part', 'https://a.example/x'],
  ['https://a.example/x#!/route', 'https://a.example/x#!/route'],
  ['https://a.example/x?', 'https://a.example/x'],
  ['https://a.example/x?#', 'https://a.example/x'],
  ['https://a.example/?utm_source=rss&id=7&UTM_medium=x', 'https://a.example/?id=7'],
  ['https://a.example/?mtm_c=1&fbclid=1&gclid=2&mc_eid=3&_hsmi=4&srsltid=5', 'https://a.example/'],
  ['https://a.example/?b=2&a=1&b=3', 'https://a.example/?b=2&a=1&b=3'],
  ['https://a.example/?q=a%20b+c', 'https://a.example/?q=a%20b+c'],
  ['https://a.example/?ref=blog.example', 'https://a.example/'],
  ['https://a.example/?ref=www.blog.example', 'https://a.example/'],
  ['https://a.example/?ref=main', 'https://a.example/?ref=main'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://user:secret@a.example/', undefined],
  ['http://[', undefined],
  ['mailto:x@a.example', undefined],
];

for (const [given, wanted] of CASES) {
  test(`${given} is ${wanted ?? 'no link'}`, () => assert.equal(canonicalLink(given, FEED), wanted));
}

test('http and https are equal for comparing, not for display', () => {
  const [plain, secure] = ['http://a.example/x', 'https://a.example/x'].map((link) => canonicalLink(link, FEED) ?? '');
  assert.notEqual(plain, secure);
  assert.equal(comparedLink(plain ?? ''), comparedLink(secure ?? ''));
});

test('a canonical link stays as it is', () => {
  for (const [given] of CASES) {
    const once = canonicalLink(given, FEED);
    if (once !== undefined) assert.equal(canonicalLink(once, FEED), once);
  }
});
