// A watcher while somebody fills in its form, and the body that is made of it.

import type { Keyword, Watcher, WatcherCreate, WatcherKind, WatcherUpdate } from '@countersign/contract';

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

/** What is to be changed: a member that is as it was is not sent. */
export function changesOf(draft: Draft, before: Draft): WatcherUpdate {
  const was: Readonly<Record<string, unknown>> = { ...bodyOf(before) };
  const { kind: _, ...body } = bodyOf(draft);
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(value, was[name])));
}

/** A watcher in its form. */
export interface Form {
  readonly draft: Draft;
  /** What it was begun from, or has followed since. */
  readonly before: Draft;
}

export interface Followed extends Form {
  /** What was changed here and there, each in another way. */
  readonly clash: readonly (keyof Draft)[];
}

export const untouched = (draft: Draft): Form => ({ draft, before: draft });

/** The watcher was changed while its form was open: what nobody touched in the form follows, what somebody wrote stays. */
export function followed({ draft, before }: Form, fresh: Draft): Followed {
  const mine = (Object.keys(draft) as (keyof Draft)[]).filter((name) => !isSame(draft[name], before[name]));
  const both = mine.filter((name) => !isSame(fresh[name], before[name]) && !isSame(fresh[name], draft[name]));
  const those = (from: Draft, names: readonly (keyof Draft)[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return {
    draft: { ...fresh, ...those(draft, mine) },
    before: { ...fresh, ...those(before, both) },
    clash: both,
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

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
