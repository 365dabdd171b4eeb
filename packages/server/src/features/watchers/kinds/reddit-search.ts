// `reddit_search`: what Reddit finds for some words, in a few subreddits or in all.

import type { WatcherConfig } from '@countersign/contract';
import { invalid } from '../../../base/problem.ts';
import { searchApiUrl, searchFeedUrl, subredditsOf } from '../sources/reddit.ts';
import { ITEM_FIELDS, type Kind } from './kind.ts';

export const redditSearch: Kind = {
  reads: 'feed',
  fields: ITEM_FIELDS,
  checkConfig: checkSearch,
  urlOf: searchFeedUrl,
  isAddressGiven: false,
  apiUrlOf: searchApiUrl,
  placeOf: ({ tags: [subreddit] }) => subreddit && `r/${subreddit}`,
  factsOf: ({ tags: [subreddit], reddit_id }) => ({ subreddit, reddit_id }),
};

const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

function checkSearch(config: WatcherConfig): WatcherConfig {
  if (config.query === undefined) throw invalid('config.query', 'is required for reddit_search');
  if (!isOneLine(config.query)) throw invalid('config.query', 'must be one line');
  if (config.query.trim() === '') throw invalid('config.query', 'has nothing to search for');
  const subreddit = subredditsOf(config);
  if (!isOneLine(subreddit)) throw invalid('config.subreddit', 'must be one line');
  if (subreddit.split('+').some((name) => /^\.*$/.test(name)))
    throw invalid('config.subreddit', 'must name subreddits');
  return { ...config, subreddit };
}
