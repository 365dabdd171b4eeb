// Runs what is due: leases watchers, reads each source once, a few at a time, and one at a time for a host.

import type { App } from '../../../app.ts';
import { inTransaction } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { openRobots } from '../http/fetch-robots.ts';
import { openRedditTokens } from '../http/reddit-token.ts';
import { findSource } from '../stores/source-store.ts';
import { leaseDue, nextDueAt, promisedUntil, recallAhead, recallPromised, renewLeases } from '../stores/store.ts';
import { keepTurns, type Turns, turnAt } from '../take-host.ts';
import type { WatcherEvents } from '../telling/events.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { type Counts, openCounts } from './counts.ts';
import { type Group, giveBack, type Part, patienceOf, promisedAt, watchersOf } from './group.ts';
import { openHostQueues } from './host-queues.ts';
import { openUplink } from './offline.ts';
import { runGroup } from './run-group.ts';
import { openSlots } from './slots.ts';
import { groupParts, type Listed } from './together.ts';

const BATCH = 64;
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** Leased at once, those that wait for their host included. */
const MAX_HELD = 256;
const LOOK_AGAIN_MS = 30_000;
/** By more than this a clock that is only kept right does not go back. Longer than a lease. */
const SET_BACK_SECONDS = 60;
const AT_START = Number.POSITIVE_INFINITY;

export interface Runner {
  run(app: App): Promise<number>;
  readonly counts: Counts;
  /** Gives back what has not begun, ends what has, and waits for it. */
  stop(): Promise<void>;
}

/** `onFree` says that there is room again: of no concern to other instances. */
export function makeRunner(events: WatcherEvents, onFree: () => void): Runner {
  const stopping = new AbortController();
  const guest = { robots: openRobots(), tokens: openRedditTokens() };
  const counts = openCounts();
  const underWay = new Set<Promise<void>>();
  const queues = openHostQueues();
  const turns: Turns = new Map();
  const around = {
    guest,
    listed: { crowding: new Set<string>(), silent: new Map<string, number>() },
    events,
    counts,
    turns,
    onFree,
    uplink: openUplink(),
    free: openSlots(),
    signal: stopping.signal,
  };
  let held = 0;
  let isFull = false;
  let keeping = false;
  let holder = '';
  /** By the clock of all instances. While no server ran it may have been set, too. */
  let lookedAt = AT_START;

  const start = (app: App, group: Group, leasedAt: number) => {
    const { host } = group;
    const count = watchersOf(group).length;
    held += count;
    const work = queues
      .inTurn(host, () => runGroup(app, around, group, leasedAt))
      .catch((error: unknown) => {
        // Their leases run out and they are run again; nothing is lost.
        app.world.log('error', 'watchers.run_failed', { host, reason: String(error) });
      })
      .finally(() => {
        held -= count;
        underWay.delete(work);
        if (isFull) onFree();
      });
    underWay.add(work);
    if (!keeping) void keep(app);
  };

  /** Seconds until its turn can come: after those that wait here, and after those that were promised theirs before it came. */
  const waitOf = async (app: App, group: Group, now: number): Promise<number> => {
    const turn_s = await turnAt(app, group.host);
    const behind = queues.waitingFor(group.host) * turn_s;
    if (promisedAt(group, now) !== undefined) return behind;
    const last = (await promisedUntil(app.reader, group.host)) ?? 0;
    return last < now ? behind : Math.max(behind, last + turn_s - now);
  };

  /** While anything is leased, the leases are made longer, all of them at once; the turns at hosts, too. */
  const keep = async (app: App) => {
    keeping = true;
    try {
      while (held > 0 && !stopping.signal.aborted) {
        await app.world.sleep(RENEW_MS, stopping.signal);
        if (held === 0 || stopping.signal.aborted) break;
        await inTransaction(app, async (tx) => {
          await renewLeases(tx, holder, tx.now + LEASE_SECONDS);
          await keepTurns(tx, turns);
        }).catch((error: unknown) => {
          app.world.log('warn', 'watchers.leases_not_renewed', { reason: String(error) });
        });
      }
    } finally {
      keeping = false;
    }
  };

  return {
    counts,
    async run(app) {
      if (holder === '') holder = app.world.randomBytes(12).toString('base64url');
      await clearLeftovers(app);
      const room = Math.min(BATCH, MAX_HELD - held);
      isFull = room <= 0;
      if (isFull) return LOOK_AGAIN_MS;
      const { leased, now } = await inTransaction(app, async (tx) => {
        if (tx.now < lookedAt - SET_BACK_SECONDS) await recallAhead(tx, SET_BACK_SECONDS);
        if (tx.now < lookedAt - SET_BACK_SECONDS && lookedAt !== AT_START) await recallPromised(tx);
        return { now: tx.now, leased: await leaseDue(tx, { limit: room, until: tx.now + LEASE_SECONDS, holder }) };
      });
      lookedAt = now;
      for (const group of promisedFirst(await groupsOf(app, leased, around.listed), now)) {
        counts.dueLag(watchersOf(group), app.storage.nowMs());
        const wait = await waitOf(app, group, now);
        if (wait > patienceOf(group, now)) await giveBack(app, group, now + wait);
        else start(app, group, now);
      }
      if (leased.length === room) return 0;
      const due = await nextDueAt(app.reader);
      const inMs = due === undefined ? LOOK_AGAIN_MS : due * 1000 - app.storage.nowMs();
      return Math.min(LOOK_AGAIN_MS, Math.max(200, inMs));
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

function promisedFirst(groups: readonly Group[], now: number): Group[] {
  const order = (group: Group) => promisedAt(group, now) ?? now + 1;
  return groups.toSorted((a, b) => order(a) - order(b));
}

async function groupsOf(app: App, watchers: readonly WatcherRow[], listed: Listed): Promise<Group[]> {
  const parts: Part[] = [];
  for (const [key, some] of Map.groupBy(watchers, ({ source_key }) => source_key)) {
    const source = await findSource(app.reader, key);
    if (source) parts.push({ source, watchers: some });
    else app.world.log('warn', 'watchers.no_source', { source: key }); // its watchers may be gone by now, too: erased, or deleted
  }
  return groupParts(app, parts, listed);
}
