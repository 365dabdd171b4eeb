// A clock that was ahead and is right again: what was planned by it is not waited for.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../support/start-service.ts';
import { until } from '../../support/until.ts';
import { DAY, HOUR, openScene, post, posts, rss } from '../../support/watching.ts';

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
