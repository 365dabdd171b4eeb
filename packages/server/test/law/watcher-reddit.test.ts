// Covers a watcher of a Reddit search (1, 2.5 reddit_search): what it asks for, its baseline and what it finds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { text, unhurried } from './client.ts';
import { type Item, itemAbout, mentions, nextRun, type Site, watched, watchSite } from './watcher-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

const hosts = ['www.reddit.com', 'reddit.com', 'old.reddit.com', 'api.reddit.com', 'oauth.reddit.com'];

function link(item: Item): string {
  return `https://www.reddit.com/r/law/comments/${item.slug}/post/`;
}

/** Posts in the feed that Reddit gives under .rss. */
function feed(items: readonly Item[]): string {
  const entries = items.map(
    (item) =>
      `<entry><author><name>/u/someone</name></author><category term="law" label="r/law"/><content type="html">${item.title}</content><id>t3_${item.slug}</id><link href="${link(item)}"/><updated>2026-01-01T00:00:00+00:00</updated><published>2026-01-01T00:00:00+00:00</published><title>${item.title}</title></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>/search</id><title>search results</title><updated>2026-01-01T00:00:00+00:00</updated>${entries.join('')}</feed>`;
}

/** The same posts in the listing that Reddit gives under .json. */
function listing(items: readonly Item[]): string {
  const children = items.map((item) => ({
    kind: 't3',
    data: {
      id: item.slug,
      name: `t3_${item.slug}`,
      title: item.title,
      selftext: item.title,
      author: 'someone',
      subreddit: 'law',
      permalink: new URL(link(item)).pathname,
      url: link(item),
      created_utc: 1_767_225_600,
    },
  }));
  return JSON.stringify({ kind: 'Listing', data: { after: null, before: null, children } });
}

interface Reddit extends Site {
  items: readonly Item[];
  readonly asked: readonly string[];
}

/** Reddit with these posts, whatever is searched for. */
function openReddit(items: readonly Item[]): Reddit {
  const asked: string[] = [];
  let unseen = true;
  let posts = items;
  for (const host of hosts) {
    service.world.site(host, ({ url }) => {
      asked.push(String(url));
      unseen = false;
      const json = String(url).includes('.json') || host.startsWith('oauth');
      const type = json ? 'application/json' : 'application/atom+xml; charset=UTF-8';
      return { headers: { 'content-type': type }, body: json ? listing(posts) : feed(posts) };
    });
  }
  return {
    url: 'https://www.reddit.com/',
    status: 200,
    body: '',
    asked,
    get hits() {
      return asked.length;
    },
    get unseen() {
      return unseen;
    },
    get items() {
      return posts;
    },
    set items(next) {
      posts = next;
      unseen = true;
    },
    close: async () => undefined,
  };
}

test('1, 2.5: it asks Reddit for the query in the subreddit, takes a baseline and finds what is new, once', async () => {
  const word = text(16);
  const known = itemAbout(`Known ${word} ${text(24)}`);
  const reddit = openReddit([known]);
  const watch = await watchSite(service, reddit, {
    kind: 'reddit_search',
    config: { query: `lawquery${word}`, subreddit: 'lawsub' },
    keywords: [{ pattern: word, points: 1 }],
  });
  await watched(service, watch);
  assert.ok(reddit.asked.some((url) => url.includes(`lawquery${word}`) && url.includes('lawsub')));
  assert.equal(await mentions(service, known.title), 0, 'the baseline gives no alert');
  const fresh = itemAbout(`Fresh ${word} ${text(24)}`);
  reddit.items = [fresh, known];
  await nextRun(service, watch);
  assert.ok(
    await comesTrue(async () => (await mentions(service, fresh.title)) === 1),
    'the new post reaches the inbox',
  );
  await watched(service, watch);
  assert.equal(await mentions(service, fresh.title), 1);
  assert.equal(await mentions(service, known.title), 0);
});
