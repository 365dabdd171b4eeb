// Plain subreddits are read with one request: Reddit counts requests, not posts.

import { hash } from 'node:crypto';
import { type App, nowOf } from '../../../app.ts';
import { inTransaction } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { type Fetched, fetchSource, type Guest, REDDIT_PATIENCE } from '../http/fetch-source.ts';
import { newestOf, plainSubreddit } from '../sources/reddit.ts';
import { hostKey } from '../sources/source.ts';
import { saveContent, saveUnchanged } from '../stores/source-store.ts';
import { ask } from '../thread/ask.ts';
import { loadRest } from '../thread/load-result.ts';
import type { FeedResult } from '../thread/work.ts';
import type { Group, Part } from './group.ts';
import { failing, feedReading, type Reading } from './run-source.ts';

const AT_ONCE = 10;
/** Posts that a subreddit shows when it is read alone. */
const ALONE = 25;

/** How long a subreddit that shows nothing among others is believed to be only quiet. */
const QUIET_SECONDS = 86_400;

/** What is remembered of subreddits, by their names in small letters. */
export interface Listed {
  /** Those that leave the others no room in a listing: they are read alone. */
  readonly crowding: Set<string>;
  /** Those that showed nothing the last time, and when each is to be read alone. */
  readonly silent: Map<string, number>;
}

export function groupParts(app: App, parts: readonly Part[], { crowding, silent }: Listed): Group[] {
  const now = nowOf(app);
  const isPlain = (part: Part) => {
    const name = plainSubreddit(app.config, part.source.url)?.toLowerCase();
    if (name === undefined || crowding.has(name) || mayBeMissing(part)) return false;
    return (silent.get(name) ?? now + 1) > now;
  };
  const plain = parts.filter(isPlain);
  const groups = parts.filter((part) => !isPlain(part)).map((part) => ({ host: part.source.host, parts: [part] }));
  for (let at = 0; at < plain.length; at += AT_ONCE) {
    const some = plain.slice(at, at + AT_ONCE);
    groups.push({ host: hostKey(app.config, newestOf(app.config, [])), parts: some });
  }
  return groups;
}

/** Among others one that is not there shows nothing, as a quiet one does: only alone it is missed. */
function mayBeMissing({ source, watchers }: Part): boolean {
  return source.fetched_at === null || watchers.some(isMissing);
}

/** Whoever is turned away as everyone is was told so often before. */
function isMissing({ error_code, limited_count }: WatcherRow): boolean {
  return error_code === 'not_found' || (error_code === 'blocked' && limited_count < REDDIT_PATIENCE);
}

/** Given when it is read alone because it showed nothing among others, or was shown to nobody: a no is then said of it alone. */
export function doubted(app: App, { silent }: Listed, { source, watchers }: Part): string | undefined {
  const name = plainSubreddit(app.config, source.url);
  if (name === undefined) return undefined;
  return silent.has(name.toLowerCase()) || watchers.some(isMissing) ? name : undefined;
}

/** It is there after all, and quiet. */
export function foundQuiet(app: App, { silent }: Listed, name: string): void {
  silent.set(name.toLowerCase(), nowOf(app) + QUIET_SECONDS);
}

interface Around {
  readonly guest: Guest;
  readonly listed: Listed;
  readonly signal: AbortSignal;
}

/** One answer, split by the subreddit that each post names; in the order of the parts. */
export async function readTogether(
  app: App,
  { guest, listed: { crowding, silent }, signal }: Around,
  parts: readonly Part[],
): Promise<Reading[]> {
  const names = parts.map(({ source }) => plainSubreddit(app.config, source.url) ?? '');
  const url = newestOf(app.config, names);
  const nothing = { effective_url: null, etag: null, last_modified: null, validated_url: null, validated_at: null };
  const fetched = await fetchSource(app, guest, {
    source: { url, host: hostKey(app.config, url), ...nothing },
    isPage: false,
    conditional: false,
    limitedBefore: Math.max(...parts.flatMap(({ watchers }) => watchers.map(({ limited_count }) => limited_count))),
    signal,
  });
  const { outcome } = fetched;
  if (outcome.is !== 'content') {
    const { failure, why } =
      outcome.is === 'failed' ? outcome : { failure: { code: 'empty' as const }, why: 'it says nothing' };
    return parts.map(({ source }) => failing(app, source, fetched, failure, why));
  }
  const read = await ask(app, {
    do: 'subreddits',
    bytes: outcome.body,
    url: fetched.final_url,
    names,
    ...(outcome.contentType === undefined ? {} : { contentType: outcome.contentType }),
  });
  if (!read)
    return parts.map(({ source }) => failing(app, source, fetched, { code: 'too_large' }, 'it takes too long to read'));
  if ('problem' in read) {
    return parts.map(({ source }) => failing(app, source, fetched, { code: read.problem }, 'it cannot be read'));
  }
  if (isShort(parts, read.results)) crowding.add(busiest(names, read.results).toLowerCase());
  for (const [index, name] of names.map((one) => one.toLowerCase()).entries()) {
    const isSilent = read.results[index]?.result.items.length === 0;
    if (!isSilent) silent.delete(name);
    else if (!silent.has(name)) silent.set(name, nowOf(app));
  }
  const readings: Reading[] = [];
  for (const [index, part] of parts.entries()) readings.push(await keep(app, part, fetched, read.results[index]));
  return readings;
}

interface Split {
  readonly result: FeedResult;
  readonly packed: string;
}

/** It does not reach back to the last look, and may lack what was posted between: alone the quiet ones show it yet. */
function isShort(parts: readonly Part[], results: readonly Split[]): boolean {
  const items = results.flatMap(({ result }) => result.items);
  const oldest = Math.min(...items.map(({ published_at = 0 }) => published_at));
  return items.length >= ALONE && parts.some(({ source }) => source.fetched_at !== null && source.fetched_at < oldest);
}

function busiest(names: readonly string[], results: readonly Split[]): string {
  const most = Math.max(...results.map(({ result }) => result.items.length));
  return names[results.findIndex(({ result }) => result.items.length === most)] ?? '';
}

async function keep(app: App, { source }: Part, fetched: Fetched, split: Split | undefined): Promise<Reading> {
  if (!split) return failing(app, source, fetched, { code: 'parse_error' }, 'it cannot be read');
  const body_hash = hash('sha256', split.packed, 'base64url').slice(0, 22);
  const isSame = body_hash === source.body_hash;
  const fetched_at = nowOf(app);
  const load = () => loadRest(app, split.packed, split.result);
  if (isSame) {
    await inTransaction(app, (tx) => saveUnchanged(tx, source, { fetched_at }));
    return feedReading(app, { ...source, fetched_at }, fetched, 'not_modified', load);
  }
  const changes = { fetched_at, body_hash, packed: split.packed, etag: null, last_modified: null };
  const version = await inTransaction(app, (tx) => saveContent(tx, source.key, changes));
  const kept = { ...source, ...changes, version: version ?? source.version + 1 };
  return feedReading(app, kept, fetched, 'ok', load);
}
