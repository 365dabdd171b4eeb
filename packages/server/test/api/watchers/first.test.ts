// F01: the first good run is the baseline, and says nothing; what is new after it becomes a card.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenWatching, HOUR, post, posts, rss } from '../../support/watching.ts';

test('the first run is silent; a new post is a card that explains itself', async (t) => {
  const { site, watch, pass, cards, read } = await givenWatching(t);
  const blog = site();
  blog.says(rss(posts(5)));
  const watcher = await watch({
    keywords: [
      { pattern: 'number', points: 10 },
      { pattern: 'says', points: 5 },
    ],
    min_score: 10,
    color: '#112233',
  });
  assert.partialDeepStrictEqual(watcher, {
    status: 'active',
    first_run_done: true,
    last_outcome: 'baseline',
    item_count: 5,
  });
  assert.deepEqual(await cards(), []);

  blog.says(rss([post(7), ...posts(5)]));
  await pass(HOUR);
  const [card, ...others] = await cards();
  assert.equal(others.length, 0);
  assert.partialDeepStrictEqual(card, {
    kind: 'watcher.triage',
    title: 'Post number 7 of the blog',
    target_url: 'https://blog.example/posts/7',
    color: '#112233',
    untrusted: true,
    status: 'pending',
    created_by: { type: 'watcher', id: watcher.id, name: 'Blog' },
    editable: [],
  });
  assert.equal(card?.preview.format, 'plain');
  assert.equal(
    card?.preview.body,
    'What post 7 «says».\n\nSource: The Blog · 2026-06-04 20:26 UTC\nWhy: "number" +10 (title), "says" +5 (body) = 15 ≥ 10\nLink: https://blog.example/posts/7\nWatcher: Blog',
  );
  assert.equal((await read(watcher)).last_outcome, 'ok');
});
