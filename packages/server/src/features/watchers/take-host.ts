// One request at a time for a host, far enough apart, and none while it asked us to stay away. All instances share it.

import { type App, nowOf } from '../../app.ts';
import type { Config } from '../../config.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { WatcherHostRow } from '../../storage/watcher-rows.ts';
import { hostGap, hostKey } from './sources/source.ts';
import { findHost, lockHost, lockSources, saveHold, saveTurn } from './stores/source-store.ts';
import { promisedUntil } from './stores/store.ts';

/** Made longer while the request goes on: the turn of an instance that died is soon free again. */
const BUSY_SECONDS = 30;
/** Longer than that a request only seems to take, to a server that stood still. */
const TOOK_MOST_SECONDS = 60;
/** A host that wants to be left alone is left so for a week at most. */
const HOLD_MOST_SECONDS = 7 * 86_400;

/** Its turn, or the moment before which it has none. */
export type HostTurn = { readonly fence: number } | { readonly at: number };

/** To read these sources. Undefined when nobody wants any of them by now: then nothing is asked, nor kept of the host. */
export async function takeHost(app: App, host: string, sources: readonly string[]): Promise<HostTurn | undefined> {
  return inTransaction(app, async (tx) => {
    if ((await lockSources(tx, sources)).length === 0) return undefined;
    const row = await lockHost(tx, host);
    // While a request of another instance is under way nobody knows when it ends: a moment later we look again.
    const isBusy = within(row.busy_until, tx.now, BUSY_SECONDS) > tx.now;
    const at = Math.max(mayBeAskedAt(row, tx.now), isBusy ? tx.now + 1 : 0);
    if (at > tx.now) return { at };
    const fence = row.fence + 1;
    await saveTurn(tx, host, row.fence, { fence, busy_until: tx.now + BUSY_SECONDS });
    return { fence };
  });
}

/** The first turn from then on that nobody was promised; whoever is given this moment has it when it comes. */
export async function promiseTurn(
  tx: Tx,
  config: Config,
  { host, sources, from }: { host: string; sources: readonly string[]; from: number },
): Promise<number> {
  if ((await lockSources(tx, sources)).length === 0) return from;
  const row = await lockHost(tx, host);
  const last = (await promisedUntil(tx, host)) ?? 0;
  return Math.max(from, mayBeAskedAt(row, tx.now), last + turnOf(config, host, row));
}

/** Seconds from one request to the next, as the last one had it. */
export async function turnAt(app: App, host: string): Promise<number> {
  return turnOf(app.config, host, await findHost(app.reader, host));
}

function turnOf(config: Config, host: string, row: WatcherHostRow | undefined): number {
  return row === undefined || row.turn_s === 0 ? hostGap(config, host) : row.turn_s;
}

function mayBeAskedAt({ next_at, gap_s, hold_until }: WatcherHostRow, now: number): number {
  return Math.max(within(next_at, now, gap_s), within(hold_until, now, HOLD_MOST_SECONDS));
}

/** Transactions that wait for one another may have begun in another order. */
const SKEW_SECONDS = 60;

/** What lies further ahead than it ever can was written by a clock that has been set back since. */
function within(at: number, now: number, most: number): number {
  return at > now + most + SKEW_SECONDS ? 0 : at;
}

/** Turns that are under way in this process: host and fence. */
export type Turns = Map<string, number>;

export async function keepTurns(tx: Tx, turns: Turns): Promise<void> {
  for (const [host, fence] of turns) await saveTurn(tx, host, fence, { busy_until: tx.now + BUSY_SECONDS });
}

export interface AfterRequest {
  readonly took_s?: number | undefined;
  /** Seconds for which nothing may leave for this host. */
  readonly hold_s?: number | undefined;
  /** What its robots.txt asks between two requests. */
  readonly crawl_delay_s?: number | undefined;
  /** What it says itself, by counting aloud. */
  readonly budget_s?: number | undefined;
}

/** The fence is raised: who is still about to make this turn longer comes too late. */
export async function releaseHost(app: App, host: string, fence: number, after: AfterRequest): Promise<void> {
  const gap = gapOf(app, host, after);
  await inTransaction(app, (tx) =>
    saveTurn(tx, host, fence, {
      fence: fence + 1,
      busy_until: 0,
      next_at: tx.now + gap,
      gap_s: gap,
      turn_s: gap + Math.min(after.took_s ?? 0, TOOK_MOST_SECONDS),
      ...(after.hold_s === undefined ? {} : { hold_until: tx.now + after.hold_s }),
    }),
  );
}

/**
 * Seconds for which another host than ours wants to be left alone: a redirect leads anywhere. It is followed without a turn
 * there, for two hosts that lead to each other would wait for each other's.
 */
export async function heldElsewhere(app: App, ours: string, url: string): Promise<number> {
  const host = hostKey(app.config, url);
  const row = host === ours ? undefined : await findHost(app.reader, host);
  const now = nowOf(app);
  return row ? Math.max(0, within(row.hold_until, now, HOLD_MOST_SECONDS) - now) : 0;
}

/** Of one that a redirect led to. Nothing is kept of a host that nobody reads. */
export async function holdHost(app: App, host: string, seconds: number): Promise<void> {
  await inTransaction(app, (tx) => saveHold(tx, host, tx.now + seconds));
}

function gapOf(app: App, host: string, { crawl_delay_s = 0, budget_s }: AfterRequest): number {
  const usual = hostGap(app.config, host);
  // Who counts aloud is believed instead of what is usual there, but never to come more than once a second.
  return Math.max(budget_s === undefined ? usual : Math.max(1, budget_s), crawl_delay_s);
}
