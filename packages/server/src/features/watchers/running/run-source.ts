// One source, fetched once, for all of its watchers that are due.

import { type App, nowOf } from '../../../app.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { WatcherRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { errorText } from '../health/error-text.ts';
import type { Failure } from '../health/health.ts';
import { freshUntil, validatorsOf } from '../http/caching.ts';
import { type Fetched, fetchSource, type Guest } from '../http/fetch-source.ts';
import type { IdentityMode } from '../identity.ts';
import { KINDS } from '../kinds/kinds.ts';
import { hasApiKey, isReddit, plainSubreddit } from '../sources/reddit.ts';
import { hostKey } from '../sources/source.ts';
import { forgetHost, saveContent, saveUnchanged } from '../stores/source-store.ts';
import { ask } from '../thread/ask.ts';
import { inLineOf } from '../thread/in-line.ts';
import { loadRest, loadResult } from '../thread/load-result.ts';
import type { FeedResult } from '../thread/work.ts';
import { configOf } from '../watcher.ts';
import { evaluateFeed, REMEMBERED_SECONDS, TOO_SLOW } from './evaluate-feed.ts';
import { evaluatePage } from './evaluate-page.ts';
import { type Findings, NOTHING } from './findings.ts';
import type { Part } from './group.ts';
import { afterMove, afterStay, movedAtOnce, movedBack } from './moved.ts';

/** What the fetch gave, for each watcher to look at. */
export interface Reading {
  readonly source: WatcherSourceRow;
  readonly fetched: Fetched;
  /** The findings of one watcher. Feeds are read once; pages once for each expression. */
  findingsFor(watcher: WatcherRow): Promise<Findings>;
}

interface Asking {
  readonly guest: Guest;
  /** The subreddit of which a no is said, and not of us. */
  readonly doubted?: string | undefined;
  readonly signal: AbortSignal;
}

/** Fetches, reads what came, and remembers it. */
export async function readSource(
  app: App,
  { guest, doubted, signal }: Asking,
  { source, watchers }: Part,
): Promise<Reading> {
  const [first] = watchers;
  const kind = KINDS[first?.kind ?? 'rss'];
  const isPage = kind.reads === 'page';
  const wanted = {
    isPage,
    api_url: first && kind.apiUrlOf?.(app.config, configOf(first)),
    limitedBefore: Math.max(...watchers.map(({ limited_count }) => limited_count)),
    doubted,
    conditional: isPage ? watchers.every((one) => one.evaluated_version === source.version) : source.packed !== null,
    signal,
  };
  let known = source;
  let fetched = await fetchSource(app, guest, { ...wanted, source });
  const moved = movedAtOnce(source, fetched);
  if (moved) {
    known = { ...source, ...moved };
    fetched = await fetchSource(app, guest, { ...wanted, source: known });
  }
  const back = movedBack(source, fetched);
  if (back) {
    const atHome = await fetchSource(app, guest, { ...wanted, source: { ...source, ...back } });
    if (atHome.outcome.is === 'content') [known, fetched] = [{ ...source, ...back }, atHome];
  }
  return isPage ? readPages(app, known, fetched) : readFeed(app, known, fetched);
}

async function readFeed(app: App, source: WatcherSourceRow, fetched: Fetched): Promise<Reading> {
  const { outcome } = fetched;
  if (outcome.is === 'failed') return failing(app, source, fetched, outcome.failure, outcome.why);
  if (outcome.is === 'not_modified' || outcome.body_hash === source.body_hash) {
    const fresh_until = freshUntil(fetched.headers, source.ttl_s ?? undefined, nowOf(app)); // what it said is as it was
    const kept = await remember(app, source, fetched, { fresh_until });
    return feedReading(app, kept, fetched, 'not_modified', () => storedResult(app, kept));
  }
  const read = await ask(app, {
    do: 'feed',
    bytes: outcome.body,
    ...(outcome.contentType === undefined ? {} : { contentType: outcome.contentType }),
    url: fetched.final_url,
    mode: source.identity_mode as IdentityMode,
    ...(outcome.listing ? { listing: true as const } : {}),
  });
  if (!read) return failing(app, source, fetched, { code: 'too_large' }, 'it takes too long to read');
  if ('problem' in read)
    return failing(app, source, fetched, { code: read.problem }, PROBLEMS[read.problem] ?? 'it cannot be read');
  const kept = await remember(app, source, fetched, {
    body_hash: outcome.body_hash,
    packed: read.packed,
    identity_mode: read.mode,
    fresh_until: freshUntil(fetched.headers, read.ttl_s, nowOf(app)),
    ttl_s: read.ttl_s ?? null,
  });
  const reading = feedReading(app, kept, fetched, 'ok', () => loadRest(app, read.packed, read.result));
  return {
    ...reading,
    findingsFor: async (watcher) => {
      const findings = await reading.findingsFor(watcher);
      return { ...findings, notes: [...read.notes, ...findings.notes] };
    },
  };
}

const PROBLEMS: Readonly<Record<string, string>> = {
  empty: 'it answers with nothing',
  not_a_feed: 'it is a page, not a feed',
  parse_error: 'it is broken: it cannot be read to its end',
};

/** A source that is fresh, or was read a moment ago for others: nothing is asked. */
export function storedReading(app: App, source: WatcherSourceRow, good: 'fresh' | 'not_modified'): Reading {
  const fetched: Fetched = {
    final_url: source.url,
    redirects: 0,
    bytes: 0,
    headers: {},
    outcome: { is: 'not_modified' },
  };
  return feedReading(app, source, fetched, good, () => storedResult(app, source));
}

async function storedResult(app: App, { packed }: WatcherSourceRow): Promise<FeedResult | undefined> {
  return packed === null ? undefined : loadResult(app, packed);
}

export function feedReading(
  app: App,
  source: WatcherSourceRow,
  fetched: Fetched,
  good: 'ok' | 'not_modified' | 'fresh',
  load: () => Promise<FeedResult | undefined>,
): Reading {
  let loaded: Promise<FeedResult | undefined> | undefined;
  return {
    source,
    fetched,
    async findingsFor(watcher) {
      // A 304 that another watcher's fetch has earned must not hide an item: what this one has not seen is looked at.
      const upToDate = watcher.evaluated_version === source.version && watcher.scored_rules === watcher.rules_version;
      if (good !== 'ok' && upToDate && watcher.first_run_done === 1) return { ...told(fetched), ending: { good } };
      loaded ??= load();
      const result = await loaded;
      if (!result) return { ...NOTHING, ending: { code: 'too_large' }, error: TOO_SLOW };
      const isNewToIt = watcher.evaluated_version !== source.version;
      const findings = await evaluateFeed(inLineOf(app, watcher.project_id), watcher, result, {
        version: source.version,
        good: isNewToIt ? 'ok' : good,
        readAt: source.fetched_at ?? nowOf(app),
        notBefore: newsSince(app, source, watcher),
      });
      return { ...findings, ...http(fetched) };
    },
  };
}

/**
 * Read together with others, a subreddit shows fewer posts than alone, and a search fewer as a feed than through the API, which may
 * have been asked for the first time since. What was posted before the baseline, or is older than what is remembered, is then in
 * sight for the first time, and old. A search that is only ever a feed tells whatever comes into it.
 */
function newsSince(app: App, { url }: WatcherSourceRow, { kind, baseline_at }: WatcherRow): number | undefined {
  const isAskedOfApi = KINDS[kind].apiUrlOf !== undefined && hasApiKey(app.config);
  const showsMoreOrLess = isAskedOfApi || plainSubreddit(app.config, url) !== undefined;
  return showsMoreOrLess ? Math.max(baseline_at ?? 0, nowOf(app) - REMEMBERED_SECONDS) : undefined;
}

async function readPages(app: App, source: WatcherSourceRow, fetched: Fetched): Promise<Reading> {
  const { outcome } = fetched;
  if (outcome.is === 'failed') return failing(app, source, fetched, outcome.failure, outcome.why);
  const isNew = outcome.is === 'content' && outcome.body_hash !== source.body_hash;
  let kept = await remember(
    app,
    source,
    fetched,
    isNew ? { body_hash: outcome.body_hash } : {},
    afterStay(source, fetched),
  );
  let isGood = false;
  return {
    get source() {
      return kept;
    },
    fetched,
    async findingsFor(watcher) {
      const findings = await look(watcher);
      // Where it leads to is another page, unless what is watched is there as well.
      if ('good' in findings.ending && !isGood) {
        isGood = true;
        const place = afterMove(kept, fetched, nowOf(app));
        if (Object.keys(place).length > 0) kept = await remember(app, kept, fetched, {}, place);
      }
      return findings;
    },
  };

  async function look(watcher: WatcherRow): Promise<Findings> {
    if (outcome.is !== 'content' || (watcher.evaluated_version === kept.version && watcher.first_run_done === 1)) {
      return { ...told(fetched), ending: { good: 'not_modified' } };
    }
    const query = KINDS[watcher.kind].partOf?.(configOf(watcher));
    const mine = inLineOf(app, watcher.project_id);
    const taken = await ask(mine, {
      do: 'page',
      bytes: outcome.body,
      url: fetched.final_url,
      ...(outcome.contentType === undefined ? {} : { contentType: outcome.contentType }),
      ...(query === undefined ? {} : { query }),
    });
    if (!taken) return { ...NOTHING, ...http(fetched), ending: { code: 'too_large' }, error: TOO_SLOW };
    if ('problem' in taken) {
      const why =
        taken.problem === 'selector_missing' ? 'what config.query asks for is not on the page' : 'it shows nothing';
      return {
        ...NOTHING,
        ...http(fetched),
        ending: { code: taken.problem },
        error: errorText(taken.problem, source.url, why, false),
      };
    }
    const seen = { version: kept.version, url: source.url };
    return { ...(await evaluatePage(mine, watcher, taken, seen)), ...http(fetched) };
  }
}

function http({ http_status, bytes }: Fetched): Pick<Findings, 'bytes' | 'http_status'> {
  return { bytes, ...(http_status === undefined ? {} : { http_status }) };
}

function told(fetched: Fetched): Omit<Findings, 'ending'> {
  return { ...NOTHING, ...http(fetched) };
}

export function failing(app: App, source: WatcherSourceRow, fetched: Fetched, failure: Failure, why: string): Reading {
  const isTurnedAway = isReddit(app.config, source.url) && !failure.hidden;
  const error = errorText(failure.code, source.effective_url ?? source.url, why, isTurnedAway);
  return { source, fetched, findingsFor: async () => ({ ...told(fetched), ending: failure, error }) };
}

/** What a good answer says about asking again, and about where the source is; with a body's hash, that it is another. */
async function remember(
  app: App,
  source: WatcherSourceRow,
  fetched: Fetched,
  changes: Omit<Partial<WatcherSourceRow>, 'version'>,
  moved: Partial<WatcherSourceRow> = afterMove(source, fetched, nowOf(app)),
): Promise<WatcherSourceRow> {
  const now = nowOf(app);
  const { etag, last_modified } = validatorsOf(fetched.headers);
  const isSame = fetched.outcome.is === 'not_modified';
  const validators = isSame
    ? { last_modified: last_modified ?? source.last_modified }
    : { etag, last_modified, validated_url: fetched.final_url, validated_at: now };
  const place = {
    effective_url: source.effective_url,
    moved_to: source.moved_to,
    moved_since: source.moved_since,
    moved_runs: source.moved_runs,
    ...moved,
  };
  const host = hostKey(app.config, place.effective_url ?? source.url); // whoever has moved has another one's patience
  const saved = { ...place, host, ...validators, fetched_at: now, ...changes };
  const save = <T>(write: (tx: Tx) => Promise<T>) =>
    inTransaction(app, async (tx) => {
      const written = await write(tx);
      if (host !== source.host) await forgetHost(tx, source.host);
      return written;
    });
  if (changes.body_hash === undefined) {
    await save((tx) => saveUnchanged(tx, source, saved));
    return { ...source, ...saved };
  }
  const version = await save((tx) => saveContent(tx, source.key, saved));
  return { ...source, ...saved, version: version ?? source.version + 1 };
}
