// What a watcher reads. Watchers that read the same share one source, which is fetched once for all of them.

import { hash } from 'node:crypto';
import type { WatcherConfig, WatcherKind } from '@countersign/contract';
import type { Config } from '../../../config.ts';
import { KINDS } from '../kinds/kinds.ts';
import { hasApiKey, isReddit } from './reddit.ts';

export interface Source {
  readonly key: string;
  readonly url: string;
  /** Whose patience it uses up. */
  readonly host: string;
}

export function sourceOf(config: Config, kind: WatcherKind, given: WatcherConfig): Source {
  const { reads, urlOf } = KINDS[kind];
  const url = urlOf(config, given);
  // A page and a feed at one address are asked for differently, and robots.txt speaks only of one.
  const key = hash('sha256', `${reads}\0${url}`, 'base64url').slice(0, 22);
  return { key, url, host: hostKey(config, url) };
}

/** Whose patience a request uses up. All of Reddit is one host: it counts by visitor, not by name. */
export function hostKey(config: Config, url: string): string {
  return isReddit(config, url) ? 'reddit.com' : new URL(url).host;
}

const GAPS: readonly { readonly host: RegExp; readonly seconds: number }[] = [
  { host: /(^|\.)hnrss\.org$/, seconds: 10 },
  { host: /(^|\.)arxiv\.org$/, seconds: 3 },
];
const REDDIT_SECONDS = 65;
const USUAL_SECONDS = 1;
/** Each feed of YouTube at most so often. */
const YOUTUBE_SECONDS = 3600;

/** How far apart requests to a host are, in seconds. With credentials Reddit counts 90 a minute. */
export function hostGap(config: Config, host: string): number {
  if (host === 'reddit.com') return hasApiKey(config) ? USUAL_SECONDS : REDDIT_SECONDS;
  return GAPS.find((gap) => gap.host.test(host))?.seconds ?? USUAL_SECONDS;
}

/** Some sites want a feed to be asked for no more often than this, whatever the watcher says. */
export function leastInterval(url: string): number {
  const { hostname, pathname } = new URL(url);
  return /(^|\.)youtube\.com$/.test(hostname) && pathname.startsWith('/feeds/') ? YOUTUBE_SECONDS : 0;
}
