// Replays: a feed that changes its ids, links, titles or order tells no news; what is new is told once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../support/start-service.ts';
import { DAY, type Entry, HOUR, openScene, post, posts, rss } from '../../support/watching.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const NEW = 'Post number 9 of the blog';

/** From what the feed said to what it says now; after it, a post that is really new. */
const CHANGES: Readonly<Record<string, readonly [(n: number) => Entry, (n: number) => Entry]>> = {
  'guids move from http to https': [
    (n) => ({ id: `http://blog.example/?p=${n}` }),
    (n) => ({ id: `https://blog.example/?p=${n}` }),
  ],
  'the slug in guid and link changes': [
    (n) => ({ id: `https://blog.example/old-${n}`, link: `https://blog.example/old-${n}` }),
    (n) => ({ id: `https://blog.example/new-${n}`, link: `https://blog.example/new-${n}` }),
  ],
  'all guids are replaced': [() => ({}), (n) => ({ id: `urn:uuid:0000-${n}` })],
  'all guids and links are replaced': [
    () => ({}),
    (n) => ({ id: `urn:uuid:0000-${n}`, link: `https://new.example/${n}` }),
  ],
  'guids, links and dates are replaced': [
    () => ({}),
    (n) => ({ id: `urn:uuid:0000-${n}`, link: `https://new.example/${n}`, at: 1_790_000_000 + n * DAY }),
  ],
  'guids vanish': [() => ({}), () => ({ id: undefined })],
  'links get tracking parameters and guids are the links': [
    (n) => ({ id: undefined, link: `https://blog.example/posts/${n}` }),
    (n) => ({
      id: undefined,
      link: `https://blog.example/posts/${n}?utm_source=rss&utm_medium=feed#top`,
    }),
  ],
  'every title is mended': [() => ({}), (n) => ({ title: `The post number ${n} of the blog` })],
  'every text changes': [() => ({}), (n) => ({ body: `Other words for ${n}` })],
};

for (const [what, [before, now]] of Object.entries(CHANGES)) {
  test(`${what}: no card, and the next post is one`, async (t) => {
    const { blog, watch, pass, titles } = await openScene(t, service);
    blog.says(rss(posts(8, before)));
    await watch();
    blog.says(rss(posts(8, now)));
    await pass(HOUR);
    assert.deepEqual(await titles(), []);
    blog.says(rss([post(9, now(9)), ...posts(8, now)]));
    await pass(HOUR);
    assert.deepEqual(await titles(), [now(9).title ?? NEW]);
    await pass(HOUR);
    assert.equal((await titles()).length, 1);
  });
}

const VISITED: Readonly<Record<string, (n: number) => Entry>> = {
  'with dates': () => ({}),
  'without dates': () => ({ at: undefined }),
};

for (const [what, so] of Object.entries(VISITED)) {
  test(`links with the id of a visit, other ones every time, ${what}: what is new is told, and told once`, async (t) => {
    const { blog, watch, pass, titles, runs } = await openScene(t, service);
    let visit = 0;
    let newest = 8;
    blog.says(() => {
      visit++;
      const link = (n: number) => `https://blog.example/posts/${n}?sid=${visit}`;
      const all = Array.from({ length: newest }, (_, n) => newest - n);
      return rss(all.map((n) => post(n, { ...so(n), id: link(n), link: link(n) })));
    });
    const watcher = await watch();
    await pass(HOUR);
    await pass(HOUR);
    assert.deepEqual(await titles(), []);
    for (newest = 9; newest <= 11; newest++) await pass(HOUR);
    newest = 11;
    await pass(HOUR);
    const told = [9, 10, 11].map((n) => `Post number ${n} of the blog`);
    assert.deepEqual(await titles(), told);
    assert.deepEqual((await runs(watcher))[0]?.notes, ['rekeyed']);
  });
}

test('one guid for all items: they are told apart by link and date', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  const same = () => ({ id: 'https://blog.example/' });
  blog.says(rss(posts(6, same)));
  assert.equal((await watch()).item_count, 6);
  await pass(HOUR);
  blog.says(rss([post(9, same()), ...posts(6, same)]));
  await pass(HOUR);
  blog.says(rss([post(9, same()), ...posts(6, same)].toReversed()));
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
});

for (const [size, what] of [
  [6, 'few'],
  [30, 'many'],
] as const) {
  test(`what a feed lists twice is one item, among ${what}`, async (t) => {
    const { blog, watch, pass, titles } = await openScene(t, service);
    blog.says(rss(posts(size)));
    await watch();
    blog.says(rss([post(3), ...posts(size)])); // known, and now twice
    await pass(HOUR);
    assert.deepEqual(await titles(), []);
    blog.says(rss([post(99), post(3), post(99), ...posts(size)]));
    await pass(HOUR);
    blog.says(rss([post(99), ...posts(size)]));
    await pass(HOUR);
    assert.deepEqual(await titles(), ['Post number 99 of the blog']);
  });
}

test('a post with the guid of another is news, and the other is not', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  const borrowed = post(99, { id: post(3).id });
  blog.says(rss(posts(30)));
  await watch();
  const feeds = [[borrowed, ...posts(30)], [...posts(30), borrowed], posts(30), [borrowed, ...posts(30)]];
  for (const feed of feeds) {
    blog.says(rss(feed));
    await pass(HOUR);
    assert.deepEqual(await titles(), ['Post number 99 of the blog']);
  }
});

test('a feed without ids, links or dates is read by what it says', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  const bare = (n: number): Entry => ({ title: `Bare ${n} of the blog`, body: `Text ${n}` });
  blog.says(rss([3, 2, 1].map(bare)));
  await watch();
  blog.says(rss([4, 3, 2, 1].map(bare)));
  await pass(HOUR);
  await pass(HOUR);
  assert.deepEqual(await titles(), ['Bare 4 of the blog']);
});

test('a feed in another order is no news', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  blog.says(rss(posts(8)));
  await watch();
  blog.says(rss(posts(8).toReversed()));
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
});

test('a new guid beside the old item with the same title is a second item', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  blog.says(rss(posts(6)));
  await watch();
  blog.says(rss([post(5, { id: 'another', link: 'https://blog.example/again' }), ...posts(6)]));
  await pass(HOUR);
  assert.deepEqual(await titles(), ['Post number 5 of the blog']);
});

test('a page that all items share is no sign that they are one', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  const status = (n: number): Entry => ({ link: 'https://blog.example/status', title: `Incident number ${n}` });
  blog.says(rss(posts(6, status).slice(0, 4)));
  await watch();
  blog.says(rss([post(9, status(9)), ...posts(6, status).slice(0, 3)]));
  await pass(HOUR);
  assert.deepEqual(await titles(), ['Incident number 9']);
});

test('an item that comes to match by a change is told once, as changed', async (t) => {
  const { blog, watch, pass, cards } = await openScene(t, service);
  const keywords = [{ pattern: 'release', points: 5 }];
  blog.says(rss(posts(5)));
  await watch({ keywords });
  for (const title of ['A release is near', 'A release is here', 'No more', 'The release is back']) {
    blog.says(rss([post(4, { title }), ...posts(4)]));
    await pass(HOUR);
  }
  const told = await cards();
  assert.deepEqual(
    told.map(({ title }) => title),
    ['A release is near'],
  );
  assert.partialDeepStrictEqual(told[0]?.payload, { item: { updated: true } });
});

test('with a threshold of 0, what was excluded and fits by a change is told, and what was there before is not', async (t) => {
  const { blog, watch, pass, titles, cards, admin } = await openScene(t, service);
  const keywords = [{ pattern: 'nothing of the kind', points: 1 }];
  const said = (n: number, body: string) => post(n, { body });
  blog.says(rss([said(1, 'A job'), said(0, 'Something')]));
  const { id } = await watch({ keywords, keywords_none: ['job'], min_score: 0 });
  blog.says(rss([said(2, 'Another job'), said(1, 'A job'), said(0, 'Something')]));
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
  assert.deepEqual(
    (await admin.listWatcherItems(id)).items.map(({ score }) => score),
    [0, 0, 0],
  );
  blog.says(rss([said(2, 'Another thing'), said(1, 'A thing'), said(0, 'Something else')]));
  await pass(HOUR);
  assert.deepEqual((await titles()).toSorted(), ['Post number 1 of the blog', 'Post number 2 of the blog']);
  const why = (await cards()).map(({ preview }) => /^Why: .*$/m.exec(preview.body)?.[0]);
  assert.equal(why[0], 'Why: every new item (the threshold is 0); changed since it was first seen');
  blog.says(rss([said(2, 'Another'), said(1, 'Yet another'), said(0, 'Something')]));
  await pass(HOUR);
  assert.equal((await titles()).length, 2);
});

test('what left the feed and comes back after 50 days is known; after 100 days it is new', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  blog.says(rss(posts(5)));
  await watch();
  blog.says(rss(posts(5).slice(0, 4))); // the first post is gone
  await pass(HOUR);
  blog.says(rss(posts(5)));
  await pass(50 * DAY);
  assert.deepEqual(await titles(), []);
  blog.says(rss(posts(5).slice(0, 4)));
  await pass(HOUR);
  await pass(HOUR);
  blog.says(rss(posts(5)));
  await pass(100 * DAY);
  assert.deepEqual(await titles(), ['Post number 0 of the blog']);
});

test('a whole new feed at an old address is one digest, and loses nothing', async (t) => {
  const { blog, watch, pass, cards, admin } = await openScene(t, service);
  blog.says(rss(posts(6)));
  const watcher = await watch();
  const other = (n: number): Entry => ({
    id: `other-${n}`,
    title: `Quite another thing, the ${n}th`,
    link: `https://other.example/${n}`,
    at: 1_790_000_000 + n * DAY,
  });
  blog.says(rss(posts(20, other)));
  await pass(HOUR);
  const told = await cards();
  assert.deepEqual(
    told.map(({ title }) => title),
    ['Blog: 20 more matches'],
  );
  const { items } = await admin.listWatcherItems(watcher.id, { limit: 20 });
  assert.ok(items.every(({ action_id }) => action_id === told[0]?.id));
});
