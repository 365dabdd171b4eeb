// A search through Reddit's API: a token for the operator's app, over real sockets, from the first request to the card.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LocalReddit, openLocalReddit } from '../../support/local-reddit.ts';
import { givenWatching, HOUR } from '../../support/watching.ts';

const APP = { id: 'local-app-id', secret: 'local-app-secret' };
const SEARCH = {
  kind: 'reddit_search' as const,
  config: { query: 'law', subreddit: 'law' },
  schedule: { every: '1h' },
};

async function given(t: Parameters<typeof givenWatching>[0], secret = APP.secret) {
  const reddit = await openLocalReddit(APP);
  t.after(() => reddit.close());
  const environment = {
    REDDIT_BASE_URL: reddit.url,
    REDDIT_OAUTH_URL: reddit.url,
    REDDIT_CLIENT_ID: APP.id,
    REDDIT_CLIENT_SECRET: secret,
  };
  const watching = await givenWatching(t, { allowPrivateTargets: true, environment });
  reddit.nowMs = watching.service.world.nowMs;
  return { reddit, ...watching };
}

/** Without the name of the subreddit, or of the search, before them. */
const bare = (titles: readonly string[]) => titles.map((title) => title.replace(/^[^:]+: /, '')).toSorted();

/** What was asked since the last look. */
function since(reddit: LocalReddit): string[] {
  return reddit.asked.splice(0);
}

test('with an app of their own, operators search through the API; one token serves many runs, and is told to nobody', async (t) => {
  const { reddit, service, watch, pass, titles, admin } = await given(t);
  reddit.posts = ['An old law'];
  await watch(SEARCH);
  assert.deepEqual(since(reddit), ['token 200', 'api 200']);
  reddit.posts = ['A new law', ...reddit.posts];
  await pass(HOUR / 2);
  await pass(HOUR / 2 - 30);
  await pass(60);
  assert.deepEqual(bare(await titles()), ['A new law'], 'what was there before is no news');
  assert.ok(since(reddit).every((asked) => asked === 'api 200' || asked === 'token 200'));

  // The token is good for an hour: about to expire, it is made anew, once.
  await pass(HOUR + 60);
  assert.deepEqual(since(reddit), ['token 200', 'api 200']);

  // Taken back by Reddit: the run makes a new one, and waits for no other.
  reddit.forgetTokens();
  reddit.expiresIn = 86_400;
  reddit.posts = ['A third law', ...reddit.posts];
  const [watcher] = (await admin.listWatchers()).items;
  service.wind(20 * 60);
  await admin.runWatcher(watcher?.id ?? '');
  assert.deepEqual(since(reddit), ['api 401', 'token 200', 'api 200']);
  assert.deepEqual(bare(await titles()), ['A new law', 'A third law']);

  // Nor is the new one good: as any visitor.
  reddit.forgetTokens();
  reddit.givesBadTokens = true;
  await pass(HOUR + 60);
  assert.deepEqual(since(reddit), ['api 401', 'token 200', 'api 401', 'feed 200']);
  assert.equal((await titles()).length, 2, 'the same posts by another way, told once');
  reddit.givesBadTokens = false;
  await pass(HOUR + 60);
  assert.deepEqual(since(reddit), ['token 200', 'api 200']);

  const told = [...service.world.lines, JSON.stringify(await admin.listWatchers())].join('\n');
  for (const secret of [APP.secret, 'local-token']) assert.ok(!told.includes(secret), secret);
});

test('an app that Reddit refuses is not tried again for an hour, and the search goes on as a visitor', async (t) => {
  const { reddit, watch, pass, titles } = await given(t, 'wrong');
  reddit.posts = ['One'];
  await watch(SEARCH);
  assert.deepEqual(since(reddit), ['token 401', 'feed 200']);
  reddit.posts = ['Two', 'One'];
  await pass(HOUR + 60);
  assert.deepEqual(bare(await titles()), ['Two']);
  assert.deepEqual(since(reddit), ['token 401', 'feed 200']);
});

test('where no token could be had for a moment, it is asked for again soon', async (t) => {
  const { reddit, watch, pass } = await given(t);
  reddit.posts = ['One'];
  reddit.tokenStatus = 503;
  await watch({ ...SEARCH, schedule: { every: '15m' } });
  assert.deepEqual(since(reddit), ['token 503', 'feed 200']);
  reddit.tokenStatus = undefined;
  await pass(16 * 60);
  assert.deepEqual(since(reddit), ['token 200', 'api 200']);
});

test('a search that the API takes over from the feed tells nothing of the older posts that only the API shows', async (t) => {
  const { reddit, service, watch, pass, settle, titles, admin } = await given(t);
  const now = () => Math.floor(service.world.nowMs() / 1000);
  const asFeed = () => {
    reddit.forgetTokens();
    reddit.tokenStatus = 503;
  };
  reddit.posts = ['Third', 'Second', 'First'];
  reddit.older = Array.from({ length: 40 }, (_, n) => ({ title: `Old post ${n}`, at: now() - (n + 1) * HOUR }));
  asFeed();
  const { id } = await watch(SEARCH);
  assert.deepEqual(since(reddit), ['token 503', 'feed 200']);
  reddit.tokenStatus = undefined;
  await pass(HOUR + 60);
  assert.deepEqual(since(reddit), ['token 200', 'api 200']);
  assert.deepEqual(await titles(), []);
  reddit.posts = ['Fourth', ...reddit.posts];
  await pass(HOUR + 60);
  assert.deepEqual(bare(await titles()), ['Fourth']);

  // With another search it begins anew: what was posted before is old, though the watcher is older.
  reddit.older = [{ title: 'After the watcher was made', at: now() - HOUR }];
  asFeed();
  await admin.updateWatcher(id, { config: { query: 'order', subreddit: 'law' } });
  await settle();
  reddit.tokenStatus = undefined;
  since(reddit);
  await pass(HOUR + 60);
  assert.deepEqual(since(reddit), ['token 200', 'api 200']);
  assert.deepEqual(bare(await titles()), ['Fourth']);
});
