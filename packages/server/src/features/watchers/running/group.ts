// Watchers that are run together, and how they are given back unrun.

import type { App } from '../../../app.ts';
import { inTransaction } from '../../../storage/database.ts';
import type { WatcherRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { saveLeased } from '../stores/store.ts';

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
export const PATIENCE_SECONDS = 60;

/** Not now, for the sake of the host: due again when its turn can come. */
export async function giveBack(app: App, watchers: readonly WatcherRow[], at: number): Promise<void> {
  await inTransaction(app, async (tx) => {
    for (const watcher of watchers) {
      await saveLeased(tx, watcher, {
        due_at: at,
        leased_by: null,
        next_run_at: at,
        next_run_reason: 'host_budget',
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
