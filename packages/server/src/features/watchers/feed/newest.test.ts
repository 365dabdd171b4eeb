// A feed with more items than are read: whichever end it begins at, what is new in it is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedRead, FeedResult } from '../thread/work.ts';
import { work } from '../thread/work.ts';
import type { FeedItem } from './feed.ts';
import { newestOf } from './newest.ts';

const item = (id: number, published_at?: number): FeedItem => ({
  id: String(id),
  tags: [],
  ...(published_at === undefined ? {} : { published_at }),
});
const idsOf = (items: readonly FeedItem[]) => items.map(({ id }) => Number(id));

test('a feed that begins with its first item loses the oldest, not the newest', () => {
  const oldestFirst = [1, 2, 3, 4, 5].map((n) => item(n, n));
  assert.deepEqual(idsOf(newestOf(oldestFirst, 3)), [3, 4, 5]);
  assert.deepEqual(idsOf(newestOf(oldestFirst.toReversed(), 3)), [5, 4, 3]);
  assert.deepEqual(idsOf(newestOf(oldestFirst, 5)), [1, 2, 3, 4, 5]);
});

test('without dates it is the beginning; one item without a date among others stays', () => {
  assert.deepEqual(idsOf(newestOf([item(1), item(2), item(3)], 2)), [1, 2]);
  assert.deepEqual(idsOf(newestOf([item(1, 1), item(2), item(3, 3)], 2)), [2, 3]);
});

test('the newest of more than five thousand is read where it comes last', () => {
  const entries = Array.from(
    { length: 5001 },
    (_, n) =>
      `<item><guid>g${n}</guid><title>Post ${n}</title><pubDate>${new Date(n * 86_400_000).toUTCString()}</pubDate></item>`,
  );
  const bytes = Buffer.from(`<rss version="2.0"><channel><title>x</title>${entries.join('')}</channel></rss>`);
  const job = { do: 'feed', bytes, url: 'https://blog.example/feed', mode: 'id' } as const;
  const read = work(job) as Extract<FeedRead, { result: unknown }>;
  const { items } = work({ do: 'result', packed: read.packed, from: 4900 }) as FeedResult;
  assert.equal(items.at(-1)?.title, 'Post 5000');
  assert.deepEqual(read.notes, ['cut']);
});
