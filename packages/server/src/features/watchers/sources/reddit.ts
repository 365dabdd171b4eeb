// Reddit as it is: feeds at about a request a minute for everyone behind an address, more with credentials.

import type { WatcherConfig } from '@countersign/contract';
import type { Config } from '../../../config.ts';
import { VERSION } from '../../../version.ts';

type Settings = Pick<
  Config,
  'redditBaseUrl' | 'redditOauthUrl' | 'redditUsername' | 'redditFeedToken' | 'redditClientId' | 'redditClientSecret'
>;

/** A leading `r/` is habit, not a name. */
export function subredditsOf({ subreddit = 'all' }: WatcherConfig): string {
  return subreddit.replace(/^\/?r\//i, '');
}

/** As a part of a path: whatever it holds, it leads nowhere else. Names are joined by `+`. */
function inPath(subreddits: string): string {
  return subreddits.split('+').map(encodeURIComponent).join('+');
}

/** What an unknown visitor may read. */
export function searchFeedUrl({ redditBaseUrl }: Settings, config: WatcherConfig): string {
  const q = encodeURIComponent(config.query ?? '');
  const subreddits = subredditsOf(config);
  if (subreddits.toLowerCase() === 'all') return `${redditBaseUrl}/search.rss?q=${q}&sort=new`;
  return `${redditBaseUrl}/r/${inPath(subreddits)}/search.rss?q=${q}&restrict_sr=on&sort=new&t=week&limit=25&include_over_18=off`;
}

/** Of the same days as the feed: what only one of the two shows would be news when the way changes. */
export function searchApiUrl({ redditOauthUrl }: Settings, config: WatcherConfig): string {
  const q = encodeURIComponent(config.query ?? '');
  const subreddits = subredditsOf(config);
  const rest = 'sort=new&limit=50&raw_json=1&type=link';
  if (subreddits.toLowerCase() === 'all') return `${redditOauthUrl}/search?q=${q}&${rest}`;
  return `${redditOauthUrl}/r/${inPath(subreddits)}/search?q=${q}&restrict_sr=1&t=week&${rest}`;
}

/** The personal token of a feed reader, which lifts the limit. It is added where the request is made, and kept nowhere. */
export function withFeedToken({ redditFeedToken, redditUsername, redditBaseUrl }: Settings, url: string): string {
  const { origin, pathname } = new URL(url);
  // Only what anyone may read: with the token the operator's own feeds would open, too.
  const isPublic = /^\/(r\/[^/]+\/(new|search)|search)\/?\.rss$/.test(pathname);
  if (redditFeedToken === '' || redditUsername === '' || !isPublic || origin !== new URL(redditBaseUrl).origin)
    return url;
  const token = `feed=${encodeURIComponent(redditFeedToken)}&user=${encodeURIComponent(redditUsername)}`;
  return `${url}${url.includes('?') ? '&' : '?'}${token}`;
}

/** As it is kept, and written anywhere: other feeds have a `feed` in their address, too, and keep it. */
export function withoutFeedToken({ redditFeedToken, redditUsername }: Settings, url: string): string {
  const [feed, user] = [encodeURIComponent(redditFeedToken), encodeURIComponent(redditUsername)];
  const [place = '', search] = url.split(/\?(.*)/s);
  if (redditFeedToken === '' || !search?.split('&').includes(`feed=${feed}`)) return url;
  const kept = search.split('&').filter((pair) => pair !== `feed=${feed}` && pair !== `user=${user}`);
  return kept.length === 0 ? place : `${place}?${kept.join('&')}`;
}

export function hasApiKey({ redditClientId, redditClientSecret }: Settings): boolean {
  return redditClientId !== '' && redditClientSecret !== '';
}

export function redditUserAgent({ redditUsername }: Settings, otherwise: string): string {
  if (redditUsername === '') return otherwise;
  return `server:countersign-watcher:${VERSION} (by /u/${redditUsername})`;
}

export function isReddit({ redditBaseUrl, redditOauthUrl }: Settings, url: string): boolean {
  const { hostname, host } = new URL(url);
  if (/(^|\.)reddit\.com$/i.test(hostname)) return true;
  return [redditBaseUrl, redditOauthUrl].some((base) => new URL(base).host === host);
}

/** `…/r/a/new.rss`: such sources are read together. Undefined for any other. */
export function plainSubreddit(settings: Settings, url: string): string | undefined {
  if (!isReddit(settings, url)) return undefined;
  return /^https?:\/\/[^/]+\/r\/([A-Za-z0-9_]{2,21})\/new\/?\.rss$/.exec(url)?.[1];
}

export function newestOf({ redditBaseUrl }: Settings, subreddits: readonly string[]): string {
  return `${redditBaseUrl}/r/${subreddits.join('+')}/new.rss?limit=100`;
}
