// Which items are the same item: F08, and the ways in which real feeds change their ids.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeedItem } from './feed/feed.ts';
import { identify, linkAlias, normalTitle, type SeenItem } from './identity.ts';
import { recognise } from './recognise.ts';

const FEED = 'https://blog.example/feed.xml';
const DAY = 86_400;

const post = (n: number, changes: Partial<FeedItem> = {}): FeedItem => ({
  id: `https://blog.example/?p=${n}`,
  title: `Post number ${n}`,
  link: `https://blog.example/posts/${n}`,
  body: `Body of ${n}`,
  tags: [],
  published_at: 1_790_000_000 + n * DAY,
  ...changes,
});
const posts = (count: number, changes: (n: number) => Partial<FeedItem> = () => ({})) =>
  Array.from({ length: count }, (_, n) => post(n, changes(n)));

const seen = (items: readonly FeedItem[]) => identify(items, FEED).items;

/** What a second look makes of a feed, when the first look is all that is known. */
function secondLook(before: readonly FeedItem[], after: readonly FeedItem[]) {
  const known = seen(before);
  const titles = new Set(known.map(({ title }) => normalTitle(title)));
  return recognise(seen(after), { items: known, many: known.length >= 5, titles });
}

const newTitles = (before: readonly FeedItem[], after: readonly FeedItem[]) =>
  secondLook(before, after)
    .items.filter(({ is }) => is === 'new')
    .map(({ item }) => item.title);

const QUIET: Readonly<Record<string, (n: number) => Partial<FeedItem>>> = {
  'ids move from http to https': (n) => ({ id: `http://blog.example/?p=${n}` }),
  'ids move to another host': (n) => ({ id: `https://new.example/?p=${n}` }),
  'every id is replaced': (n) => ({ id: `tag:blog.example,2026:${n + 1000}` }),
  'ids vanish': () => ({ id: '' }),
  'links gain tracking': (n) => ({ link: `https://blog.example/posts/${n}?utm_source=feed` }),
  'links move, ids stay': (n) => ({ link: `https://new.example/${n}` }),
  'ids and links change, title and day stay': (n) => ({ id: `x${n}`, link: `https://new.example/${n}` }),
  'a typo in the title is mended': (n) => ({ title: `Post number ${n}!` }),
  'dates are touched': (n) => ({ published_at: 1_799_000_000 + n }),
};

for (const [what, change] of Object.entries(QUIET)) {
  test(`nothing is new when ${what}`, () => assert.deepEqual(newTitles(posts(8), posts(8, change)), []));
}

test('nothing is new when a feed is reordered', () => {
  assert.deepEqual(newTitles(posts(8), posts(8).toReversed()), []);
});

test('one new post among re-keyed ones is the only news', () => {
  const after = [post(100), ...posts(8, (n) => ({ id: `tag:${n}` }))];
  const look = secondLook(posts(8), after);
  assert.deepEqual(
    look.items.filter(({ is }) => is === 'new').map(({ item }) => item.title),
    ['Post number 100'],
  );
  assert.equal(look.rekeyedWhole, true, 'and even that one is not believed while no id is known');
});

test('an item that is still there under its own id is not renamed by another with the same title and day', () => {
  const twin = post(3, { id: 'other', link: 'https://blog.example/other' });
  assert.deepEqual(newTitles(posts(8), [...posts(8), twin]), ['Post number 3']);
});

test('a link that all items share tells none of them from the others', () => {
  const one = (n: number) => ({ link: 'https://blog.example/changelog', title: `Release ${n}` });
  const before = posts(6, one);
  const after = [post(50, one(50)), ...before.slice(0, 5)];
  assert.deepEqual(newTitles(before, after), ['Release 50']);
});

test('the same title every day is a new item every day', () => {
  const daily = (n: number) => ({ title: 'Daily thread', link: `https://blog.example/d/${n}` });
  assert.deepEqual(newTitles(posts(6, daily), [post(6, daily(6)), ...posts(6, daily)]), ['Daily thread']);
});

test('when every id is new and nothing else is known again, there is nothing in common', () => {
  const look = secondLook(
    posts(8),
    posts(12, (n) => ({ id: `n${n}`, title: `Other ${n}`, link: `/o/${n}` })),
  );
  assert.equal(look.nothingInCommon, true);
  assert.equal(look.rekeyedWhole, false);
});

test('ids that repeat are told apart by link, then by place, and stay apart', () => {
  const items = [post(1), post(2, { id: post(1).id ?? '' }), ...posts(60, (n) => ({ id: `ok${n}` }))];
  const first = identify(items, FEED);
  assert.equal(first.mode, 'id');
  assert.equal(new Set(first.items.map(({ key }) => key)).size, items.length);
  assert.deepEqual(identify(items, FEED).items, first.items);
});

test('one id for all makes the feed step down to link and date, then to the title too, and stay there', () => {
  const sameId = posts(6, () => ({ id: 'same' }));
  assert.equal(identify(sameId, FEED).mode, 'link+published');
  const sameLink = posts(6, () => ({ id: 'same', link: 'https://blog.example/', published_at: 1 }));
  const down = identify(sameLink, FEED);
  assert.equal(down.mode, 'link+published+title');
  assert.equal(new Set(down.items.map(({ key }) => key)).size, 6);
  assert.equal(identify(posts(6), FEED, 'link+published').mode, 'link+published');
});

test('items without id, link and date are told apart by what they say', () => {
  const bare = posts(3).map(({ title, body }) => ({ title: title ?? '', body: body ?? '', tags: [] }));
  assert.equal(new Set(seen(bare).map(({ key }) => key)).size, 3);
});

test('a Reddit post is known by its name whatever brought it', () => {
  const [atom] = seen([post(1, { id: 't3_abc12', link: 'https://www.reddit.com/r/a/comments/abc12/x/' })]);
  const [api] = seen([post(1, { id: 't3_abc12', link: 'https://reddit.com/r/a/comments/abc12/y/', title: 'z' })]);
  assert.equal(atom?.key, api?.key);
  assert.equal(atom?.reddit_id, 't3_abc12');
});

test('an unsafe link is dropped, and the item stays', () => {
  const [item] = seen([post(1, { link: 'javascript:alert(1)' })]);
  assert.equal(item?.url, undefined);
  assert.equal(item?.title, 'Post number 1');
});

test('titles are one clean line, bodies bounded, tags few', () => {
  const [item] = seen([
    post(1, { title: `a\u202eb\n${'x'.repeat(10_000)}`, body: 'y'.repeat(50_000), tags: Array(99).fill('t') }),
  ]);
  assert.equal([...(item?.title ?? '')].length, 200);
  assert.match(item?.title ?? '', /^ab x/);
  assert.equal(item?.body.length, 20_000);
  assert.equal(item?.tags.length, 20);
});

test('http and https of one page are one story', () => {
  assert.equal(linkAlias('http://a.example/x'), linkAlias('https://a.example/x'));
});

test('whatever a feed repeats, keys are unique, and a second look finds nothing new', () => {
  const text = fc.constantFrom('', 'a', 'b', 'https://blog.example/1', 'https://blog.example/2', 'Title');
  const item = fc.record(
    { id: text, title: text, link: text, body: text, published_at: fc.constantFrom(1, 2) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), (fetched) => {
      const items = fetched.map((made) => ({ ...made, tags: [] }) as FeedItem);
      const first = identify(items, FEED);
      assert.equal(new Set(first.items.map(({ key }) => key)).size, first.items.length);
      const again = recognise(identify(items, FEED, first.mode).items, known(first.items));
      assert.ok(again.items.every(({ is }) => is === 'same'));
    }),
  );
});

const known = (items: readonly SeenItem[]) => ({ items, many: items.length >= 5, titles: new Set<string>() });
