// Tries a watcher without saving it: what it would read, what would match and why, and the card it would make.

import type { WatcherPreview } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../../app.ts';
import { invalid } from '../../../base/problem.ts';
import type { WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { findProject } from '../../project/store.ts';
import { errorText } from '../health/error-text.ts';
import { validatorsOf } from '../http/caching.ts';
import { openRobots } from '../http/fetch-robots.ts';
import { type Fetched, fetchSource } from '../http/fetch-source.ts';
import { openRedditTokens } from '../http/reddit-token.ts';
import type { IdentityMode } from '../identity.ts';
import { isUnreachable } from '../keywords/rules.ts';
import { KINDS } from '../kinds/kinds.ts';
import { isReddit } from '../sources/reddit.ts';
import { sourceOf } from '../sources/source.ts';
import { findHost, findSource } from '../stores/source-store.ts';
import { ask } from '../thread/ask.ts';
import { inLineOf } from '../thread/in-line.ts';
import { loadRest, loadResult } from '../thread/load-result.ts';
import { checkWatcher } from './check-watcher.ts';
import { existing } from './read-watchers.ts';
import { showFeed } from './show-feed.ts';
import { showPage, showSnapshots } from './show-page.ts';
import { problem, type Shown, type Trial, type Wish } from './trial.ts';

const guest = { robots: openRobots(), tokens: openRedditTokens() };

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

/** Without network: what the watcher last read. */
async function fromStored(app: App, trial: Trial): Promise<Shown> {
  const { like } = trial;
  if (!like) return {};
  if (trial.kind.reads === 'page') return showSnapshots(app, trial, like);
  const packed = (await findSource(app.reader, like.source_key))?.packed ?? null;
  const result = packed === null ? undefined : await loadResult(app, packed);
  return result ? showFeed(app, trial, result) : {};
}

async function fromOutside(app: App, trial: Trial, signal: AbortSignal): Promise<Shown> {
  const { source, kind } = trial;
  const stored = await storedOf(app, trial);
  const host = stored?.host ?? source.host;
  const held = await holdOf(app, host);
  if (held !== undefined) return problem('rate_limited', held);
  const startedMs = app.world.nowMs();
  const fetched = await fetchSource(app, guest, {
    source: {
      url: source.url,
      host,
      effective_url: stored?.effective_url ?? null,
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
  const fetch = viewFetch(fetched, app.world.nowMs() - startedMs);
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
    mode: (stored?.identity_mode ?? 'id') as IdentityMode,
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

/** What the watcher that it is compared with knows of this source: where it is by now, and how its items are told apart. */
async function storedOf(app: App, { like, source }: Trial): Promise<WatcherSourceRow | undefined> {
  return like?.source_key === source.key ? findSource(app.reader, source.key) : undefined;
}

/** A trial is a guest as well: where we were asked to stay away, we do. */
async function holdOf(app: App, host: string): Promise<string | undefined> {
  const row = await findHost(app.reader, host);
  const seconds = Math.max(row?.hold_until ?? 0, (row?.gap_s ?? 0) > 2 ? (row?.next_at ?? 0) : 0) - nowOf(app);
  return seconds > 0 ? `${host} may be asked again in ${seconds} s. Try again then.` : undefined;
}

function viewFetch(fetched: Fetched, ms: number): NonNullable<WatcherPreview['fetch']> {
  const { outcome, headers, http_status, final_url, redirects, bytes } = fetched;
  const { etag, last_modified } = validatorsOf(headers);
  const content_type = outcome.is === 'content' ? outcome.contentType : undefined;
  return {
    ...(http_status === undefined ? {} : { status: http_status }),
    final_url,
    redirects,
    ...(content_type === undefined ? {} : { content_type }),
    bytes,
    ms: Math.max(0, Math.round(ms)),
    validators: etag !== null || last_modified !== null,
    robots: fetched.robots ?? 'not_asked',
  };
}
