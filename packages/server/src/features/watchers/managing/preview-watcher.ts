// Tries a watcher without saving it: what it would read, what would match and why, and the card it would make.

import type { WatcherPreview, watcherOperations } from '@countersign/contract';
import type { Static } from 'typebox';
import { type App, type Caller, nowOf } from '../../../app.ts';
import { invalid } from '../../../base/problem.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { findProject } from '../../project/store.ts';
import { breatherOf } from '../breathe.ts';
import { errorText } from '../health/error-text.ts';
import { validatorsOf } from '../http/caching.ts';
import { openRobots } from '../http/fetch-robots.ts';
import { type Fetched, fetchSource } from '../http/fetch-source.ts';
import { openRedditTokens } from '../http/reddit-token.ts';
import type { SeenItem } from '../identity.ts';
import { isUnreachable, type Rules, type Score } from '../keywords/rules.ts';
import type { Kind } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';
import { isReddit } from '../sources/reddit.ts';
import { type Source, sourceOf } from '../sources/source.ts';
import { findKnown } from '../stores/item-store.ts';
import { lastSnapshots } from '../stores/run-store.ts';
import { findHost, findSource } from '../stores/source-store.ts';
import { type About, cardOf } from '../telling/card.ts';
import { type Found, inOrder } from '../telling/match.ts';
import { ask } from '../thread/ask.ts';
import { inLineOf } from '../thread/in-line.ts';
import { loadRest, loadResult } from '../thread/load-result.ts';
import { scoreItems } from '../thread/score-items.ts';
import type { FeedResult } from '../thread/work.ts';
import { checkWatcher } from './check-watcher.ts';
import { existing } from './read-watchers.ts';

type Wish = Static<(typeof watcherOperations)['previewWatcher']['body']>;

const SHOWN_ITEMS = 25;

const guest = { robots: openRobots(), tokens: openRedditTokens() };

interface Trial {
  readonly wish: Wish;
  readonly rules: Rules;
  readonly source: Source;
  readonly kind: Kind;
  readonly query: string | undefined;
  /** The watcher whose knowledge it is compared with. */
  readonly like: WatcherRow | undefined;
  readonly zone: string;
}

export async function previewWatcher(
  whole: App,
  caller: Caller,
  wish: Wish,
  { cached, signal }: { cached: boolean; signal: AbortSignal },
): Promise<WatcherPreview> {
  const app = inLineOf(whole, caller.project_id, { hasty: true });
  const { keywords = [], keywords_none = [], min_score = 1 } = wish;
  if (cached && wish.watcher_id === undefined) throw invalid('watcher_id', 'is required with cached=1');
  const like = wish.watcher_id === undefined ? undefined : await existing(app, caller, wish.watcher_id);
  const { config } = await checkWatcher(app, { ...wish, keywords, keywords_none });
  const project = await findProject(app.reader, caller.project_id);
  const trial: Trial = {
    wish,
    rules: { kind: wish.kind, keywords, keywords_none, min_score },
    source: sourceOf(app.config, wish.kind, config),
    kind: KINDS[wish.kind],
    query: KINDS[wish.kind].partOf?.(config),
    like,
    zone: project?.timezone ?? 'UTC',
  };
  const warnings: WatcherPreview['warnings'] = isUnreachable(trial.rules) ? ['min_score_unreachable'] : [];
  const shown = cached ? await fromStored(app, trial) : await fromOutside(app, trial, signal);
  return { ...EMPTY, warnings, ...shown };
}

const EMPTY = { candidates: [], items: [], excluded: 0, below_threshold: 0 };

type Shown = Omit<Partial<WatcherPreview>, 'warnings'>;

/** Without network: what the watcher last read. */
async function fromStored(app: App, trial: Trial): Promise<Shown> {
  const { like } = trial;
  if (!like) return {};
  if (trial.kind.reads === 'page') return fromSnapshots(app, trial, like);
  const packed = (await findSource(app.reader, like.source_key))?.packed ?? null;
  const result = packed === null ? undefined : await loadResult(app, packed);
  return result ? showFeed(app, trial, result) : {};
}

async function fromOutside(app: App, trial: Trial, signal: AbortSignal): Promise<Shown> {
  const { source, kind } = trial;
  const held = await holdOf(app, source);
  if (held !== undefined) return problem('rate_limited', held);
  const startedMs = app.world.nowMs();
  const fetched = await fetchSource(app, guest, {
    source: {
      url: source.url,
      effective_url: null,
      etag: null,
      last_modified: null,
      validated_url: null,
      validated_at: null,
    },
    isPage: kind.reads === 'page',
    api_url: kind.apiUrlOf?.(app.config, trial.wish.config),
    conditional: false,
    limitedBefore: 0,
    signal,
  });
  const fetch = viewFetch(fetched, app.world.nowMs() - startedMs, kind);
  const { outcome } = fetched;
  if (outcome.is !== 'content') {
    const failed =
      outcome.is === 'failed' ? outcome : { failure: { code: 'empty' as const }, why: 'it answers with nothing' };
    const text = errorText(failed.failure.code, source.url, failed.why, isReddit(app.config, source.url));
    return { fetch, ...problem(failed.failure.code, text) };
  }
  const given = {
    bytes: outcome.body,
    url: fetched.final_url,
    ...(outcome.contentType === undefined ? {} : { contentType: outcome.contentType }),
  };
  if (kind.reads === 'page') return { fetch, ...(await showPage(app, trial, given)) };
  const read = await ask(app, {
    do: 'feed',
    ...given,
    mode: 'id',
    ...(outcome.listing ? { listing: true as const } : {}),
  });
  if (!read) return { fetch, ...problem('too_large', 'It takes too long to read.') };
  if ('problem' in read) {
    const why = read.problem === 'not_a_feed' ? 'it is a page, not a feed' : 'it is broken';
    return {
      fetch,
      ...problem(read.problem, errorText(read.problem, source.url, why, false)),
      candidates: [...read.candidates],
    };
  }
  const whole = await loadRest(app, read.packed, read.result);
  if (!whole) return { fetch, ...problem('too_large', 'It takes too long to read.') };
  return { fetch, ...(await showFeed(app, trial, whole)) };
}

/** A trial is a guest as well: where we were asked to stay away, we do. */
async function holdOf(app: App, source: Source): Promise<string | undefined> {
  const host = await findHost(app.reader, source.host);
  const seconds = Math.max(host?.hold_until ?? 0, (host?.gap_s ?? 0) > 2 ? (host?.next_at ?? 0) : 0) - nowOf(app);
  return seconds > 0 ? `${source.host} may be asked again in ${seconds} s. Try again then.` : undefined;
}

function problem(error_code: NonNullable<WatcherPreview['error_code']>, error: string): Shown {
  return { error_code, error };
}

function viewFetch(fetched: Fetched, ms: number, { reads }: Kind): NonNullable<WatcherPreview['fetch']> {
  const { outcome, headers, http_status, final_url, redirects, bytes } = fetched;
  const { etag, last_modified } = validatorsOf(headers);
  const content_type = outcome.is === 'content' ? outcome.contentType : undefined;
  const refused = outcome.is === 'failed' && outcome.failure.code === 'robots_disallowed';
  return {
    ...(http_status === undefined ? {} : { status: http_status }),
    final_url,
    redirects,
    ...(content_type === undefined ? {} : { content_type }),
    bytes,
    ms: Math.max(0, Math.round(ms)),
    validators: etag !== null || last_modified !== null,
    robots: reads === 'page' ? (refused ? 'disallowed' : 'allowed') : 'not_asked',
  };
}

async function showFeed(app: App, trial: Trial, result: FeedResult): Promise<Shown> {
  const scores = await scoreItems(app, trial.rules, result.items);
  if (!scores) return problem('too_large', 'The keywords take too long on this source. Make them simpler, or fewer.');
  const known = await knownKeys(app, trial, result.items);
  const all = result.items.map((item, index) => ({
    item,
    score: scores[index] as Score,
    isKnown: known.has(item.key),
  }));
  const best = all.toSorted(
    (a, b) => Number(b.score.matched) - Number(a.score.matched) || b.score.score - a.score.score,
  );
  const found = inOrder(all.filter(({ score }) => score.matched).map(({ item, score }) => foundOf(item, score)));
  const [first] = found;
  return {
    source: {
      format: result.format,
      ...(result.title === '' ? {} : { title: result.title }),
      items: result.items.length,
    },
    items: best.slice(0, SHOWN_ITEMS).map(({ item, score, isKnown }) => ({
      key: item.key,
      ...(item.title === '' ? {} : { title: item.title }),
      ...(item.url === undefined ? {} : { url: item.url }),
      ...(item.published_at === undefined ? {} : { published_at: item.published_at }),
      score: score.score,
      ...(score.excluded_by === undefined ? {} : { excluded_by: score.excluded_by }),
      matches: [...score.matches],
      would_alert: score.matched && !isKnown,
    })),
    excluded: scores.filter(({ excluded_by }) => excluded_by !== undefined).length,
    below_threshold: scores.filter(({ excluded_by, matched }) => excluded_by === undefined && !matched).length,
    ...(first ? { sample_action: sampleOf(first, aboutOf(trial, result.title)) } : {}),
  };
}

async function knownKeys(app: App, { like }: Trial, items: readonly SeenItem[]): Promise<Set<string>> {
  if (!like) return new Set();
  const of = { project_id: like.project_id, watcher_id: like.id };
  const rows = await findKnown(
    app.reader,
    of,
    'key',
    items.map(({ key }) => key),
    breatherOf(app, 1),
  );
  return new Set(rows.map(({ key }) => key));
}

function foundOf(item: SeenItem, { score, matches }: Score): Found {
  const { aliases: _, content_hash: __, ...rest } = item;
  return { ...rest, score, matches, updated: false };
}

function aboutOf({ wish, like, source, rules, zone }: Trial, feedTitle: string): About {
  const watcher = { id: like?.id ?? 'wat_preview', name: wish.name, kind: rules.kind, min_score: rules.min_score };
  return { watcher, feedTitle, sourceUrl: source.url, zone, run_id: 'run_preview' };
}

function sampleOf(found: Found, about: About): NonNullable<WatcherPreview['sample_action']> {
  const { kind, title, preview, target_url, payload } = cardOf(found, about);
  return {
    kind,
    title,
    preview,
    ...(target_url === undefined ? {} : { target_url }),
    payload: JSON.parse(payload ?? 'null'),
  };
}

async function showPage(
  app: App,
  trial: Trial,
  given: { bytes: Uint8Array; url: string; contentType?: string },
): Promise<Shown> {
  const query = trial.query === undefined ? {} : { query: trial.query };
  const taken = await ask(app, { do: 'page', ...given, ...query });
  if (!taken) return problem('too_large', 'It takes too long to read.');
  if ('problem' in taken) {
    const why =
      taken.problem === 'selector_missing' ? 'what config.query asks for is not on the page' : 'it shows nothing';
    return problem(taken.problem, errorText(taken.problem, trial.source.url, why, false));
  }
  if (taken.blocked) return problem('blocked', errorText('blocked', trial.source.url, 'it shows a challenge', false));
  const source = { format: taken.page.type, ...(taken.page.title === '' ? {} : { title: taken.page.title }), items: 1 };
  const [last] = trial.like
    ? await lastSnapshots(app.reader, { project_id: trial.like.project_id, watcher_id: trial.like.id })
    : [];
  if (!last) return { source };
  const compared = await ask(app, {
    do: 'compare',
    before: last.packed,
    page: taken.page,
    rules: trial.rules,
    ...query,
  });
  return { source, ...(compared?.is === 'changed' ? showChange(trial, taken.page, compared, last.number + 1) : {}) };
}

/** The last change that was accepted, looked at with other eyes. */
async function fromSnapshots(app: App, trial: Trial, like: WatcherRow): Promise<Shown> {
  const [last, before] = await lastSnapshots(app.reader, { project_id: like.project_id, watcher_id: like.id });
  if (!last || !before) return {};
  const query = trial.query === undefined ? {} : { query: trial.query };
  const page = {
    type: 'text' as const,
    title: last.title,
    text: '',
    hash: last.hash,
    masked_hash: last.hash,
    notes: [],
  };
  const compared = await ask(app, {
    do: 'compare',
    before: before.packed,
    page,
    packed: last.packed,
    rules: trial.rules,
    ...query,
  });
  return compared?.is === 'changed' ? showChange(trial, page, compared, last.number) : {};
}

type PageLike = { readonly title: string; readonly type: string };

function showChange(
  trial: Trial,
  page: PageLike,
  {
    score,
    diff,
    added,
    removed,
    rewritten,
  }: { score: Score; diff: string; added: number; removed: number; rewritten: boolean },
  number: number,
): Shown {
  const key = String(number);
  const change = { diff, added, removed, snapshot: number, flapping: false, rewritten, binary: page.type === 'binary' };
  const found: Found = {
    key,
    title: page.title,
    author: '',
    tags: [],
    body: '',
    score: score.score,
    matches: score.matches,
    updated: false,
    page: change,
  };
  return {
    items: [
      {
        key,
        ...(page.title === '' ? {} : { title: page.title }),
        score: score.score,
        ...(score.excluded_by === undefined ? {} : { excluded_by: score.excluded_by }),
        matches: [...score.matches],
        would_alert: score.matched,
      },
    ],
    excluded: score.excluded_by === undefined ? 0 : 1,
    below_threshold: score.excluded_by === undefined && !score.matched ? 1 : 0,
    ...(score.matched ? { sample_action: sampleOf(found, aboutOf(trial, '')) } : {}),
  };
}
