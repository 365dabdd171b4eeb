// Someone wants to see a run now. A run that is under way counts as theirs.

import { type App, type Caller, nowOf } from '../../../app.ts';
import { butSaved, Problem } from '../../../base/problem.ts';
import { inTransaction } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { recordAudit } from '../../audit/record.ts';
import { findWatcher, lockWatcher, saveWatcher } from '../stores/store.ts';
import { existing } from './read-watchers.ts';

/** Before a client that waits for half a minute gives up. */
const WAIT_SECONDS = 25;

export async function runWatcher(app: App, caller: Caller, id: string, signal: AbortSignal): Promise<WatcherRow> {
  const { project_id } = caller;
  await inTransaction(app, async (tx) => {
    const watcher = await lockWatcher(tx, project_id, id);
    if (!watcher) throw new Problem('not_found');
    const isUnderWay = watcher.leased_by !== null && watcher.due_at !== null && watcher.due_at > tx.now;
    await saveWatcher(tx, watcher, { asked: 1, ...(isUnderWay ? {} : { due_at: tx.now }) });
    await recordAudit(tx, caller, { event: 'watcher.run', entity_id: id });
  });
  app.wake('watchers');
  return onceOver(app, caller, id, signal).catch(butSaved('It runs, or will soon; how that ends could not be read.'));
}

async function onceOver(app: App, caller: Caller, id: string, signal: AbortSignal): Promise<WatcherRow> {
  const { project_id } = caller;
  await app.waits.until(
    {
      key: `watcher run ${project_id} ${id}`,
      topic: id,
      // Over when the run has ended, or when the host makes it wait; by itself it never is.
      settlesAtMs: async () =>
        isOver(app, await findWatcher(app.reader, project_id, id)) ? 0 : Number.MAX_SAFE_INTEGER,
      read: async () => true,
    },
    { seconds: WAIT_SECONDS, signal },
  );
  return existing(app, caller, id);
}

function isOver(app: App, watcher: WatcherRow | undefined): boolean {
  if (!watcher || watcher.asked === 0) return true;
  return watcher.next_run_reason === 'host_budget' && (watcher.due_at ?? 0) > nowOf(app) && watcher.leased_by === null;
}
