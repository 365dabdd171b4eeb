// A clock that was ahead and is right again: what was planned by it is not waited for. And one that is not that of the database.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fakeWorld } from '../../support/fake-world.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { until } from '../../support/until.ts';
import { DAY, givenWatching, HOUR, openScene, post, posts, rss } from '../../support/watching.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const NEW = 'Post number 9 of the blog';

for (const [what, seconds] of Object.entries({ 'a day': DAY, 'a year': 365 * DAY })) {
  test(`watchers run on after the clock was ${what} ahead`, async (t) => {
    const { blog, watch, pass, read, titles } = await openScene(t, service);
    blog.says({ headers: { 'cache-control': 'max-age=7200', etag: '"a"' }, body: rss(posts(4)) });
    const watcher = await watch();
    await pass(seconds);
    blog.says(rss([post(9), ...posts(4)]));
    service.wind(-seconds);
    await until(async () => (await titles()).length > 0, 'it is read again');
    assert.deepEqual(await titles(), [NEW]);
    assert.ok((await read(watcher)).next_run_at * 1000 <= service.world.nowMs() + HOUR * 1000);
  });
}

test('a host is left alone no longer than it asked, after the clock was a year ahead', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  blog.says(rss(posts(4)));
  await watch();
  blog.says({ status: 429, headers: { 'retry-after': '100' } });
  await pass(365 * DAY);
  blog.says(rss([post(9), ...posts(4)]));
  service.wind(HOUR - 365 * DAY);
  await until(async () => (await titles()).length > 0, 'it is read again');
  assert.deepEqual(await titles(), [NEW]);
});

test('nobody waits for a turn that was promised by a clock that was a day ahead', async (t) => {
  const { site, admin, pass, settle } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  reddit.says('<feed xmlns="http://www.w3.org/2005/Atom"><title>search results</title></feed>');
  for (const query of ['one', 'two', 'three']) {
    const config = { query, subreddit: 'rust' };
    await admin.createWatcher({ name: query, kind: 'reddit_search', config, schedule: { every: '1h' } });
  }
  await settle();
  for (let n = 0; n < 3; n++) await pass(70);
  await pass(DAY);
  const asked = reddit.asked.length;
  const waiting = (await admin.listWatchers()).items.filter(({ next_run_reason }) => next_run_reason === 'host_budget');
  assert.equal(waiting.length, 2);
  service.wind(-DAY);
  await until(() => reddit.asked.length > asked, 'one of them is read');
  await settle();
  const now = service.world.nowMs() / 1000;
  for (const { name, next_run_at } of (await admin.listWatchers()).items) {
    assert.ok(next_run_at < now + HOUR + 5, `${name} in ${next_run_at - now} s`);
  }
});

test('a server whose own clock is an hour behind its database’s runs them in time, and no more often', async (t) => {
  const clock = fakeWorld();
  const world = {
    ...clock,
    nowMs: (ofDatabase?: number) => clock.nowMs() - (ofDatabase === undefined ? HOUR * 1000 : 0),
  };
  const { site, admin } = await givenWatching(t, { world });
  const blog = site();
  blog.says(rss(posts(4)));
  const watchers = await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      admin.createWatcher({
        name,
        kind: 'rss',
        config: { url: `https://blog.example/${name}.xml` },
        schedule: { every: '1h' },
      }),
    ),
  );
  const lastRun = async ({ id }: { id: string }) => (await admin.listWatcherRuns(id)).items[0];
  for (const watcher of watchers) {
    await until(async () => (await lastRun(watcher)) !== undefined, `${watcher.name} runs`);
    const { next_run_at } = await admin.getWatcher(watcher.id);
    const run = await lastRun(watcher);
    assert.ok(run && run.started_at >= watcher.created_at, 'not before it was made');
    assert.ok(next_run_at - run.started_at > HOUR / 2);
  }
  assert.equal(blog.asked.length, 3);
});
