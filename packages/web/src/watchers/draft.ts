// A watcher while somebody fills in its form, and the body that is made of it.

import type { Keyword, Watcher, WatcherCreate, WatcherKind } from '@countersign/contract';

export interface Draft {
  readonly name: string;
  readonly kind: WatcherKind;
  readonly url: string;
  readonly query: string;
  readonly subreddit: string;
  readonly keywords: readonly Keyword[];
  /** One a line. */
  readonly none: string;
  readonly min_score: number;
  readonly every: string;
  readonly jitter: string;
  readonly from: string;
  readonly to: string;
  readonly color: string | null;
}

export const EMPTY: Draft = {
  name: '',
  kind: 'rss',
  url: '',
  query: '',
  subreddit: '',
  keywords: [],
  none: '',
  min_score: 1,
  every: '1h',
  jitter: '',
  from: '',
  to: '',
  color: null,
};

export function draftOf(watcher: Watcher | WatcherCreate): Draft {
  const { name, kind, config, keywords = [], keywords_none = [], min_score = 1, schedule, color = null } = watcher;
  const [from = '', to = ''] = schedule.window?.split('-') ?? [];
  return {
    name,
    kind,
    url: config.url ?? '',
    query: config.query ?? '',
    subreddit: config.subreddit ?? '',
    keywords,
    none: keywords_none.join('\n'),
    min_score,
    every: schedule.every,
    jitter: schedule.jitter ?? '',
    from,
    to,
    color,
  };
}

export function bodyOf(draft: Draft): WatcherCreate {
  const { name, kind, every, jitter, from, to, min_score, color } = draft;
  return {
    name: name.trim() || defaultName(draft),
    kind,
    config: configOf(draft),
    keywords: draft.keywords.filter(({ pattern }) => pattern.trim() !== ''),
    keywords_none: linesOf(draft.none),
    min_score,
    schedule: { every, ...(jitter !== '' && { jitter }), ...(from !== '' && to !== '' && { window: `${from}-${to}` }) },
    color,
  };
}

function configOf({ kind, url, query, subreddit }: Draft): WatcherCreate['config'] {
  const words = query.trim() !== '' && { query: query.trim() };
  if (kind === 'reddit_search') return { ...words, ...(subreddit.trim() !== '' && { subreddit: subreddit.trim() }) };
  return { url: url.trim(), ...(kind === 'url_diff' && words) };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What a watcher is called when nobody said. */
export function defaultName({ kind, url, query }: Draft): string {
  const named = kind === 'reddit_search' ? query.trim() : URL.parse(url.trim())?.host.replace(/^www\./, '');
  return (named || 'Watcher').slice(0, 200);
}

/** Whether there is something to read yet. */
export function isReadable({ kind, url, query }: Draft): boolean {
  if (kind === 'reddit_search') return query.trim() !== '';
  const address = URL.parse(url.trim());
  return address !== null && /^https?:$/.test(address.protocol) && /[.:]|^localhost$/.test(address.hostname);
}
