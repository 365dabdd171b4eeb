// A personal feed token of the operator: it goes to Reddit with every request, and nowhere else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenWatching, HOUR, posts, rss } from '../../support/watching.ts';

const TOKEN = 'c0ffee0123456789';

test('the feed token goes along, conditions too, and is in no record', async (t) => {
  const environment = { REDDIT_FEED_TOKEN: TOKEN, REDDIT_USERNAME: 'someone' };
  const { service, site, watch, pass, read, admin } = await givenWatching(t, { environment });
  const reddit = site('www.reddit.com');
  reddit.says(({ headers }) =>
    headers?.['if-none-match'] === '"one"' ? { status: 304 } : { headers: { etag: '"one"' }, body: rss(posts(4)) },
  );
  const watcher = await watch({ kind: 'reddit_search', config: { query: 'law', subreddit: 'law' } });
  await pass(2 * HOUR);
  assert.equal((await read(watcher)).last_outcome, 'not_modified');
  assert.equal(reddit.asked.length, 2);
  for (const { url } of reddit.asked) assert.match(url, new RegExp(`&feed=${TOKEN}&user=someone$`));
  assert.deepEqual(
    reddit.asked.map(({ headers }) => headers['if-none-match']),
    [undefined, '"one"'],
  );

  const sources = await service.running.app.reader.q.selectFrom('watcher_sources').selectAll().execute();
  const told = [sources, service.world.lines, await read(watcher), await admin.listWatcherRuns(watcher.id)];
  assert.doesNotMatch(JSON.stringify(told), new RegExp(TOKEN));
});
