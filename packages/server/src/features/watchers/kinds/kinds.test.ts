import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WATCHER_KINDS, type WatcherConfig, type WatcherKind } from '@countersign/contract';
import { Problem } from '../../../base/problem.ts';
import { readConfig } from '../../../config.ts';
import { sourceOf } from '../sources/source.ts';
import { KINDS } from './kinds.ts';

const settings = readConfig({});
/** A config of each kind that is right, where it is read, and one that is wrong in each way. */
const EXAMPLES: Readonly<
  Record<WatcherKind, { right: WatcherConfig; url: string; wrong: readonly (readonly [WatcherConfig, RegExp])[] }>
> = {
  rss: {
    right: { url: 'HTTPS://Blog.example:443/feed.xml#top' },
    url: 'https://blog.example/feed.xml',
    wrong: [
      [{}, /config\.url: is required for rss/],
      [{ query: 'x' }, /config\.url/],
      [{ url: 'ftp://blog.example/' }, /http or https/],
      [{ url: 'https://me:secret@blog.example/' }, /user or password/],
      [{ url: 'https://blog.example\\@other.example/' }, /backslash/],
    ],
  },
  url_diff: {
    right: { url: 'https://shop.example/', query: 'css:.price' },
    url: 'https://shop.example/',
    wrong: [
      [{ query: 'css:.price' }, /config\.url: is required for url_diff/],
      [{ url: 'file:///etc/passwd' }, /http or https/],
    ],
  },
  reddit_search: {
    right: { query: 'rust & go', subreddit: 'r/a+b' },
    url: 'https://www.reddit.com/r/a+b/search.rss?q=rust%20%26%20go&restrict_sr=on&sort=new&t=week&limit=25&include_over_18=off',
    wrong: [
      [{}, /config\.query: is required for reddit_search/],
      [{ query: 'a\nb' }, /one line/],
      [{ query: '  ' }, /nothing to search for/],
      [{ query: 'a', subreddit: '..' }, /must name subreddits/],
    ],
  },
};

for (const kind of WATCHER_KINDS) {
  const { right, url, wrong } = EXAMPLES[kind];

  test(`${kind}: a right config says where to read, a wrong one what is wrong with it`, () => {
    const config = KINDS[kind].checkConfig(right);
    assert.equal(KINDS[kind].urlOf(settings, config), url);
    assert.equal(sourceOf(settings, kind, config).url, url);
    assert.deepEqual(KINDS[kind].checkConfig(config), config, 'what was checked passes again');
    for (const [bad, why] of wrong)
      assert.throws(
        () => KINDS[kind].checkConfig(bad),
        (error) => error instanceof Problem && why.test(JSON.stringify(error.facts)),
        JSON.stringify(bad),
      );
  });
}

test('a page and a feed at one address are two sources, two feeds are one', () => {
  const config = { url: 'https://a.example/x' };
  assert.notEqual(sourceOf(settings, 'rss', config).key, sourceOf(settings, 'url_diff', config).key);
  const search = KINDS.reddit_search.checkConfig({ query: 'x' });
  const asFeed = { url: KINDS.reddit_search.urlOf(settings, search) };
  assert.equal(sourceOf(settings, 'reddit_search', search).key, sourceOf(settings, 'rss', asFeed).key);
});
