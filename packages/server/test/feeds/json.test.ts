// JSON Feed 1.0 and 1.1, and what calls itself that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from '../../src/features/watchers/feed/parse-feed.ts';
import { type Case, HERE, readsAll } from './cases.ts';

const A = 'https://a.example/1';
const json = (items: unknown, members: object = {}) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', ...members, items });
const item = (members: object) => json([members]);

// biome-ignore format: one line for each
const cases: readonly Case[] = [
  ['1.0', json( [{ id: '1', url: A, title: 'One', content_html: '<p>text</p>', date_published: '2010-02-07T14:04:00-05:00' }], { version: 'https://jsonfeed.org/version/1' }), { id: '1', title: 'One', link: A, text: 'text', at: '2010-02-07T19:04:00Z' }],
  ['1.1', item({ id: '1', url: A, title: 'One', content_text: 'a <b> c', authors: [{ name: 'x' }], language: 'en' }), { id: '1', title: 'One', link: A, text: 'a <b> c' }],
  ['a number as id', item({ id: 7 }), { id: '7' }],
  ['zero as id', item({ id: 0 }), { id: '0' }],
  ['a long number as id', '{"version":"https://jsonfeed.org/version/1","items":[{"id":12345678901234567890}]}', { id: '12345678901234567890' }],
  ['an id of the wrong kind', item({ id: { a: 1 }, title: 'One' }), { title: 'One' }],
  ['no id', item({ url: A, title: 'One' }), { title: 'One', link: A }],
  ['external_url alone', item({ id: '1', external_url: A }), { id: '1', link: A }],
  ['url before external_url', item({ id: '1', external_url: 'https://b.example/', url: A }), { id: '1', link: A }],
  ['an id that is an address, and no url', item({ id: A, content_text: 'x' }), { id: A, link: A, text: 'x' }],
  ['a relative url', item({ id: '1', url: '/1' }), { id: '1', link: 'https://site.example/1' }],
  ['a relative url beside a home page', json([{ id: '1', url: '/1' }], { home_page_url: 'https://a.example/' }), { id: '1', link: 'https://site.example/1' }],
  ['javascript', item({ id: '1', url: 'javascript:x()' }), { id: '1' }],
  ['no title', item({ id: '1', content_text: 'x' }), { id: '1', text: 'x' }],
  ['null for everything', item({ id: '1', url: null, title: null, content_html: null, tags: null, authors: null, date_published: null }), { id: '1' }],
  ['summary alone', item({ id: '1', summary: 'x' }), { id: '1', text: 'x' }],
  ['text before markup', item({ id: '1', content_html: '<p>h</p>', content_text: 't' }), { id: '1', text: 't' }],
  ['date_modified alone', item({ id: '1', date_modified: '2010-01-01T00:00:00Z' }), { id: '1', at: '2010-01-01T00:00:00Z' }],
  ['no items', '{"version":"https://jsonfeed.org/version/1.1","title":"T"}'],
  ['empty items', json([])],
  ['what is no item', json([null, 1, 'x', [], { id: '1' }]), { id: '1' }],
  ['an empty item counts', json([{}]), {}],
  ['a byte order mark', `\ufeff${item({ id: '1' })}`, { id: '1' }],
  ['blanks before it', `\n\n ${item({ id: '1' })}`, { id: '1' }],
  ['something after it', `${item({ id: '1' })}\n<!-- cached -->`, { id: '1' }],
  ['something with a brace after it', `${item({ id: '1', title: 'a } "b' })};{}`, { id: '1', title: 'a } "b' }],
  ['no version but a title', '{"title":"T","items":[{"id":"1"}]}', { id: '1' }],
  ['a version of its own', json([{ id: '1' }], { version: 'https://JSONFeed.org/version/2' }), { id: '1' }],
  ['UTF-16', Buffer.from(item({ id: 'ü' }), 'utf16le'), { id: 'ü' }],
  ['escapes', '{"version":"https://jsonfeed.org/version/1","items":[{"id":"\\u00fc","title":"\\ud83e\\udd80"}]}', { id: 'ü', title: '🦀' }],
  ['__proto__ is a member as any', '{"version":"https://jsonfeed.org/version/1","items":[{"__proto__":{"id":"no"},"title":"One"}]}', { title: 'One' }],
  ['control characters in a text', '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"a\tb\nc"}]}', { id: '1', title: 'a b c' }],
];
readsAll('JSON Feed', cases);

test('JSON Feed: what is none is called so', () => {
  const problem = (text: string) => parseFeed(Buffer.from(text), 'application/json', HERE);
  for (const [text = '', what] of [
    ['[]', 'not_a_feed'],
    ['{}', 'not_a_feed'],
    ['{"items":[]}', 'not_a_feed'],
    ['{"version":"https://jsonfeed.org/version/1","items":{}}', 'not_a_feed'],
    ['{"version":"https://jsonfeed.org/version/1","items":[', 'parse_error'],
    ['{', 'parse_error'],
    ['[1', 'parse_error'],
  ])
    assert.deepEqual(problem(text), { ok: false, problem: what }, text);
});
