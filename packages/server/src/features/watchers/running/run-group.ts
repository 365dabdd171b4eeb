// The run of one source from its turn at the host to what is saved of it.

import { type App, nowOf } from '../../../app.ts';
import type { WatcherRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { afterEnding } from '../health/health.ts';
import { isFresh } from '../http/caching.ts';
import type { FetchOutcome, Guest } from '../http/fetch-source.ts';
import { KINDS } from '../kinds/kinds.ts';
import { hostKey } from '../sources/source.ts';
import { findSource } from '../stores/source-store.ts';
import { holdHost, releaseHost, type Turns, takeHost } from '../take-host.ts';
import type { WatcherEvents } from '../telling/events.ts';
import { inLineOf } from '../thread/in-line.ts';
import type { Counts } from './counts.ts';
import { failRuns } from './fail-run.ts';
import { type Findings, NOTHING } from './findings.ts';
import { finishRun } from './finish-run.ts';
import { type Group, giveBack, giveBackUnrun, type Part, patienceOf, watchersOf } from './group.ts';
import type { Uplink } from './offline.ts';
import { type Reading, readSource, storedReading } from './run-source.ts';
import { skipClosed } from './skip-closed.ts';
import type { FreeSlots } from './slots.ts';
import { doubted, foundQuiet, type Listed, readTogether } from './together.ts';

export interface Surroundings {
  readonly guest: Guest;
  readonly listed: Listed;
  readonly uplink: Uplink;
  readonly events: WatcherEvents;
  readonly counts: Counts;
  readonly free: FreeSlots;
  readonly turns: Turns;
  /** There may be something due sooner than was thought. */
  readonly onFree: () => void;
  readonly signal: AbortSignal;
}

/** Read so lately for others that it need not be asked again. */
const JUST_NOW_SECONDS = 30;

export async function runGroup(app: App, around: Surroundings, group: Group, leasedAt: number): Promise<void> {
  const { signal, uplink } = around;
  if (signal.aborted) return giveBackUnrun(app, watchersOf(group));
  const now = nowOf(app);
  const parts: Part[] = [];
  for (const part of group.parts) {
    const watchers = await skipClosed(app, part.watchers);
    // Read again: it may have been fetched for others while this waited.
    const source = watchers.length === 0 ? undefined : await findSource(app.reader, part.source.key);
    if (!source) continue; // nobody is left, or its last watcher was deleted
    const stored = storedIfGood(inLineOf(app, projectOf(watchers)), source, watchers);
    if (stored) await finishAll(app, around, watchers, stored, app.storage.nowMs());
    else parts.push({ source, watchers });
  }
  if (parts.length === 0) return;
  const host = hostNow(group, parts);
  const wasRead = parts.some(({ source }) => source.fetched_at !== null);
  if (uplink.isDown() && !uplink.mayProbe(host, wasRead, now)) return stayOffline(app, around, parts);
  return askHost(app, around, { host, parts }, leasedAt + patienceOf(group, leasedAt));
}

/** While it waited its turn, a source may have moved to another host; those that are read together have theirs in common. */
function hostNow({ host }: Group, [only, another]: readonly Part[]): string {
  return only && !another ? only.source.host : host;
}

/** In turn, and only when the host may be asked; what would have to wait too long is given back. */
async function askHost(app: App, around: Surroundings, group: Group, giveUpAt: number): Promise<void> {
  for (;;) {
    const release = await around.free.take(app);
    const at = await runIfItsTurn(app, around, group).finally(release);
    if (at === undefined) return;
    if (at > giveUpAt) return giveBack(app, group, at);
    await app.world.sleep(Math.max(100, at * 1000 - app.storage.nowMs()), around.signal);
  }
}

/** Gives the moment at which it may run, if that is not now. */
async function runIfItsTurn(app: App, around: Surroundings, group: Group): Promise<number | undefined> {
  const { signal, counts, turns } = around;
  if (signal.aborted) return void (await giveBackUnrun(app, watchersOf(group)));
  const sources = group.parts.map(({ source }) => source.key);
  const turn = await takeHost(app, group.host, sources);
  if (!turn) return undefined; // deleted while it waited, or sent elsewhere
  if ('at' in turn) return turn.at;
  counts.inFlight(1);
  turns.set(group.host, turn.fence);
  try {
    await runWithTurn(app, around, turn.fence, group);
  } finally {
    turns.delete(group.host);
    counts.inFlight(-1);
  }
  return undefined;
}

async function runWithTurn(app: App, around: Surroundings, fence: number, { host, parts }: Group): Promise<void> {
  const { uplink, signal, counts } = around;
  const watchers = watchersOf({ parts });
  const startedMs = app.storage.nowMs();
  let readings: readonly Reading[];
  try {
    readings = await read(app, around, parts);
  } catch (error) {
    await releaseHost(app, host, fence, {});
    for (const part of parts) await failRuns(app, around, { ...part, startedMs, error });
    return;
  }
  const {
    outcome,
    final_url,
    crawl_delay_s,
    budget_s,
    unreached: isUnreached = false,
  } = (readings[0] as Reading).fetched;
  if (signal.aborted && outcome.is === 'failed') {
    await releaseHost(app, host, fence, {});
    return giveBackUnrun(app, watchers);
  }
  uplink.saw(host, !isUnreached, nowOf(app));
  if (outcome.is === 'not_modified') counts.add('not_modified_bytes_saved', parts[0]?.source.packed?.length ?? 0);
  const hold_s = holdOf(app, watchers, outcome);
  const took_s = Math.max(0, Math.round((app.storage.nowMs() - startedMs) / 1000));
  const answering = hostKey(app.config, final_url);
  // What another host says, to which this one led, is said of itself.
  await releaseHost(
    app,
    host,
    fence,
    answering === host ? { took_s, hold_s, crawl_delay_s, budget_s } : { took_s, crawl_delay_s },
  );
  if (answering !== host && hold_s !== undefined) await holdHost(app, answering, hold_s);
  if (isUnreached && uplink.isDown()) return stayOffline(app, around, parts);
  for (const [index, part] of parts.entries()) {
    await finishAll(app, around, part.watchers, readings[index] as Reading, startedMs);
  }
}

async function read(app: App, around: Surroundings, parts: readonly Part[]): Promise<readonly Reading[]> {
  const [only, another] = parts;
  if (!only) return [];
  const mine = inLineOf(app, projectOf(only.watchers));
  if (another) return readTogether(mine, around, parts);
  const doubtful = doubted(app, around.listed, only);
  const reading = await readSource(mine, { guest: around.guest, signal: around.signal, doubted: doubtful }, only);
  if (doubtful !== undefined && reading.fetched.outcome.is !== 'failed') foundQuiet(app, around.listed, doubtful);
  return [reading];
}

/** For whom a source is read: for the first of those who want it. */
function projectOf([first]: readonly WatcherRow[]): string {
  return first?.project_id ?? '';
}

/** For everything of the host, not only for those that were told. */
function holdOf(app: App, watchers: readonly WatcherRow[], outcome: FetchOutcome): number | undefined {
  if (outcome.is !== 'failed' || outcome.failure.code !== 'rate_limited') return undefined;
  const { failure } = outcome;
  if (failure.http_status === undefined) return undefined; // nobody was asked
  return Math.max(...watchers.map((watcher) => afterEnding(watcher, failure, nowOf(app), 0).hold_host_s ?? 0));
}

async function finishAll(
  app: App,
  around: Surroundings,
  watchers: readonly WatcherRow[],
  reading: Reading,
  startedMs: number,
): Promise<void> {
  for (const watcher of watchers) {
    await finish(app, around, watcher, reading, startedMs).catch((error: unknown) =>
      failRuns(app, around, { watchers: [watcher], source: reading.source, startedMs, error }),
    );
  }
}

async function finish(
  app: App,
  { events, counts, onFree }: Surroundings,
  watcher: WatcherRow,
  reading: Reading,
  startedMs: number,
): Promise<void> {
  const findings = await reading.findingsFor(watcher);
  const run = { watcher, source: reading.source, startedMs, endedMs: app.storage.nowMs(), findings };
  const finished = await finishRun(app, events, run);
  if (!finished) return counts.add('lost_leases');
  counts.ran(watcher.kind, finished.watcher.last_outcome ?? 'none');
  counts.add('matches', finished.matched);
  counts.add('digests', finished.digests);
  if ('good' in findings.ending) counts.succeeded(nowOf(app));
  if (finished.watcher.due_at !== null && finished.watcher.due_at <= nowOf(app) + 30) onFree();
}

/** A feed that is fresh, or that was read a moment ago for another watcher. */
function storedIfGood(app: App, source: WatcherSourceRow, watchers: readonly WatcherRow[]): Reading | undefined {
  if (source.packed === null || watchers.some(({ kind }) => KINDS[kind].reads === 'page')) return undefined;
  const now = nowOf(app);
  if (isFresh(source.fresh_until, now)) return storedReading(app, source, 'fresh');
  const justNow = source.fetched_at !== null && now >= source.fetched_at && now - source.fetched_at < JUST_NOW_SECONDS;
  return justNow && watchers.every(({ asked }) => asked === 0) ? storedReading(app, source, 'not_modified') : undefined;
}

async function stayOffline(app: App, around: Surroundings, parts: readonly Part[]): Promise<void> {
  const error = 'This server cannot reach anything outside. Check its network; it is tried again every minute.';
  const findings: Findings = { ...NOTHING, ending: { code: 'offline' }, error };
  const nowMs = app.storage.nowMs();
  for (const { source, watchers } of parts) {
    for (const watcher of watchers) {
      const run = { watcher, source, startedMs: nowMs, endedMs: nowMs, findings };
      if (await finishRun(app, around.events, run)) around.counts.ran(watcher.kind, 'transient');
    }
  }
}
