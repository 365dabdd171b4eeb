// Whether a watcher can be as it is asked for. Everything that needs no storage is checked here, in one order.

import type { Keyword, Schedule, WatcherConfig, WatcherKind } from '@countersign/contract';
import type { App } from '../../../app.ts';
import { invalid, Problem } from '../../../base/problem.ts';
import { mayReach, parseAddress } from '../../../world/address-guard.ts';
import { hostOf } from '../../../world/target.ts';
import { checkSchedule } from '../schedule/schedule.ts';
import { subredditsOf } from '../sources/reddit.ts';
import { ask } from '../thread/ask.ts';

export interface Wish {
  readonly kind: WatcherKind;
  readonly config: WatcherConfig;
  readonly keywords: readonly Keyword[];
  readonly keywords_none: readonly string[];
  readonly schedule: Schedule;
}

export interface Checked {
  readonly config: WatcherConfig;
  readonly keyword_modes: readonly ('phrase' | 'regex')[];
}

export async function checkWatcher(app: App, wish: Wish): Promise<Checked> {
  const config = checkConfig(wish.kind, wish.config);
  checkSchedule(wish.schedule);
  const keyword_modes = await checkPatterns(app, wish);
  if (config.url !== undefined && wish.kind !== 'reddit_search') checkTarget(app, config.url);
  return { config, keyword_modes };
}

function checkConfig(kind: WatcherKind, config: WatcherConfig): WatcherConfig {
  if (kind === 'reddit_search') return checkSearch(config);
  if (config.url === undefined) throw invalid('config.url', `is required for ${kind}`);
  checkUrl(config.url);
  return config;
}

function checkUrl(text: string): void {
  // The URL parser forgives backslashes; two readers of one address must not disagree about its host.
  if (text.includes('\\')) throw invalid('config.url', 'must not contain a backslash');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('config.url', 'must be http or https');
  if (url.username !== '' || url.password !== '') throw invalid('config.url', 'must not carry a user or password');
}

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

/** Regular expressions and selectors are tried where they can hold up nobody. */
async function checkPatterns(
  app: App,
  { kind, config, keywords, keywords_none }: Wish,
): Promise<Checked['keyword_modes']> {
  if (keywords.length + keywords_none.length === 0 && (kind !== 'url_diff' || config.query === undefined)) return [];
  const checked = await ask(app, {
    do: 'check',
    kind,
    keywords,
    keywords_none,
    ...(config.query === undefined ? {} : { query: config.query }),
  });
  if (!checked) throw invalid('keywords', 'take too long to read: make the patterns simpler');
  const { issues, keyword_modes } = checked;
  if (issues.length > 0) {
    const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new Problem('validation_failed', { detail, issues: issues.slice(0, 20) });
  }
  return keyword_modes;
}

/** What can be seen to be private without asking anyone. A name is judged whenever it is connected to. */
function checkTarget(app: App, text: string): void {
  const host = hostOf(new URL(text));
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const address = isLocal ? '127.0.0.1' : host;
  if (!parseAddress(address) || mayReach(address, app.config.allowPrivateTargets)) return;
  throw new Problem('private_target', {
    detail:
      'Watchers read what everyone can reach. SERVICE_ALLOW_PRIVATE_TARGETS=1 on the server lets them read inside, too.',
    issues: [{ path: 'config.url', message: 'leads to an address that is not public' }],
  });
}
