// Deletes a watcher with all that it knows. What a run under way would write finds nothing to write to.

import type { App, Caller } from '../../../app.ts';
import { firstIdAt } from '../../../base/id.ts';
import { Problem } from '../../../base/problem.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { recordAudit } from '../../audit/record.ts';
import { clearLeftovers } from '../running/clear-leftovers.ts';
import { countItems } from '../stores/item-store.ts';
import { deleteRuns, deleteSnapshots, insertLeftover } from '../stores/run-store.ts';
import { forgetUnread } from '../stores/source-store.ts';
import { deleteWatcher as deleteRow, listWatcherRows } from '../stores/store.ts';

export async function deleteWatcher(app: App, caller: Caller, id: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    if (!(await take(tx, caller.project_id, id))) throw new Problem('not_found');
    await recordAudit(tx, caller, { event: 'watcher.deleted', entity_id: id });
  });
  // There may be thousands. If this is cut short, the next sweep goes on: the watcher is gone all the same.
  await clearLeftovers(app).catch((error: unknown) => {
    app.world.log('warn', 'watchers.leftovers_kept', { watcher_id: id, reason: String(error) });
  });
}

async function take(tx: Tx, project_id: string, id: string): Promise<boolean> {
  const gone = await deleteRow(tx, project_id, id);
  if (!gone) return false;
  const of = { project_id, watcher_id: id };
  await deleteRuns(tx, of);
  await deleteSnapshots(tx, of);
  await insertLeftover(tx, of);
  await forgetUnread(tx, gone.source_key);
  return true;
}

const ERASED_A_STEP = 20;

/** For the erasure of a project: how many watchers went. */
export async function eraseWatchers(app: App, project_id: string, beforeSecond: number): Promise<number> {
  const before = firstIdAt('wat', beforeSecond);
  let erased = 0;
  for (;;) {
    const gone = await inTransaction(app, async (tx) => {
      const some = await listWatcherRows(tx, { project_id, before }, ERASED_A_STEP);
      for (const { id } of some) await take(tx, project_id, id);
      return some.length;
    });
    erased += gone;
    if (gone < ERASED_A_STEP) break;
  }
  await clearLeftovers(app);
  return erased;
}

/** Before the watchers go: how many items go with them. */
export async function countWatcherItems(app: App, project_id: string, beforeSecond: number): Promise<number> {
  let count = 0;
  for (let before: string | undefined = firstIdAt('wat', beforeSecond); ; ) {
    const some: WatcherRow[] = await listWatcherRows(app.reader, { project_id, before }, 100);
    for (const { id } of some) count += await countItems(app.reader, { project_id, watcher_id: id });
    before = some.at(-1)?.id;
    if (before === undefined) return count;
  }
}
