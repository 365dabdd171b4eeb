// Watchers that are run together, and how they are given back unrun.

import type { App } from '../../../app.ts';
import { inTransaction } from '../../../storage/database.ts';
import type { WatcherRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { lockWatcher, saveLeased } from '../stores/store.ts';
import { promiseTurn } from '../take-host.ts';

/** Watchers of one source. */
export interface Part {
  readonly source: WatcherSourceRow;
  readonly watchers: readonly WatcherRow[];
}

/** What one request serves: mostly one source; plain subreddits are read together. */
export interface Group {
  readonly host: string;
  readonly parts: readonly Part[];
}

export function watchersOf({ parts }: Pick<Group, 'parts'>): WatcherRow[] {
  return parts.flatMap(({ watchers }) => watchers);
}

/** What cannot begin within this time is given back, with the moment at which it can. */
const PATIENCE_SECONDS = 60;
/** Someone who asked for a run is told that it must wait, rather than kept waiting. */
const PATIENCE_WHEN_ASKED_SECONDS = 20;

/** For so many seconds it may stay leased until it begins. */
export function patienceOf(group: Group, now: number): number {
  const isAsked = watchersOf(group).some(({ asked }) => asked === 1);
  return isAsked && promisedAt(group, now) === undefined ? PATIENCE_WHEN_ASKED_SECONDS : PATIENCE_SECONDS;
}

/** The moment for which it was given back, if that has come: then nobody who came later goes before it. */
export function promisedAt(group: Group, now: number): number | undefined {
  const promised = watchersOf(group)
    .filter(isPromised)
    .map(({ next_run_at }) => next_run_at);
  const first = Math.min(...promised);
  return first <= now ? first : undefined;
}

function isPromised({ next_run_reason }: WatcherRow): boolean {
  return next_run_reason === 'host_budget';
}

/** Not now, for the sake of the host: due again when its turn can come, behind all that were given back before. */
export async function giveBack(app: App, { host, parts }: Group, from: number): Promise<void> {
  await inTransaction(app, async (tx) => {
    const mine: WatcherRow[] = [];
    for (const { project_id, id, fence } of watchersOf({ parts })) {
      const watcher = await lockWatcher(tx, project_id, id);
      if (watcher?.fence === fence) mine.push(watcher);
    }
    // Who was asked to run before the promised moment keeps that one.
    const kept = mine.find((watcher) => isPromised(watcher) && watcher.next_run_at > tx.now)?.next_run_at;
    const sources = parts.map(({ source }) => source.key);
    const at = kept ?? (await promiseTurn(tx, app.config, { host, sources, from }));
    for (const watcher of mine) {
      await saveLeased(tx, watcher, {
        due_at: at,
        leased_by: null,
        next_run_at: at,
        next_run_reason: 'host_budget',
        promised_host: host,
        fence: watcher.fence + 1,
      });
      tx.announce(watcher.id);
    }
  });
}

/** The server is closing: whoever comes next finds them due. */
export async function giveBackUnrun(app: App, watchers: readonly WatcherRow[]): Promise<void> {
  await inTransaction(app, async (tx) => {
    for (const watcher of watchers) {
      await saveLeased(tx, watcher, { due_at: tx.now, leased_by: null, fence: watcher.fence + 1 });
    }
  });
}
