import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { searchApiUrl, searchFeedUrl } from './reddit.ts';

const config = readConfig({});

test('names of subreddits stay a part of the path, whatever they hold', () => {
  const pathOf = (subreddit: string) => new URL(searchFeedUrl(config, { query: 'x', subreddit })).pathname;
  assert.equal(pathOf('rust+golang'), '/r/rust+golang/search.rss');
  assert.equal(pathOf('r/rust'), '/r/rust/search.rss');
  assert.equal(pathOf('a/../../b?q=1#x'), '/r/a%2F..%2F..%2Fb%3Fq%3D1%23x/search.rss');
  const api = new URL(searchApiUrl(config, { query: 'x', subreddit: '@evil.example/' }));
  assert.deepEqual([api.host, api.pathname], [new URL(config.redditOauthUrl).host, '/r/%40evil.example%2F/search']);
});

test('a search asks the API for the same days as the feed', () => {
  for (const subreddit of ['rust', 'all']) {
    const [feed, api] = [searchFeedUrl, searchApiUrl].map((urlOf) => new URL(urlOf(config, { query: 'x', subreddit })));
    assert.equal(api?.searchParams.get('t'), feed?.searchParams.get('t'), subreddit);
  }
});
