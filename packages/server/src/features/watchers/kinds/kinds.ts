// Every kind of watcher, by its name. One that the contract names and nobody wrote does not compile.

import type { WatcherKind } from '@countersign/contract';
import type { Kind } from './kind.ts';
import { redditSearch } from './reddit-search.ts';
import { rss } from './rss.ts';
import { urlDiff } from './url-diff.ts';

export const KINDS: Readonly<Record<WatcherKind, Kind>> = {
  rss,
  reddit_search: redditSearch,
  url_diff: urlDiff,
};
