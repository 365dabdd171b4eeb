// Watchers run inside their window only: what became due outside of it is put off until it opens.

import { type App, nowOf } from '../../../app.ts';
import { inTransaction } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { findProject } from '../../project/store.ts';
import { mayRunAt, type Plan, planOf, whenOpen } from '../schedule/schedule.ts';
import { lockWatcher, saveLeased } from '../stores/store.ts';
import { scheduleOf } from '../watcher.ts';

/** Gives those whose window is open now. Who asked for a run gets it. */
export async function skipClosed(app: App, watchers: readonly WatcherRow[]): Promise<WatcherRow[]> {
  const open: WatcherRow[] = [];
  for (const watcher of watchers) {
    const schedule = scheduleOf(watcher);
    if (schedule.window === undefined || watcher.asked === 1) {
      open.push(watcher);
      continue;
    }
    const project = await findProject(app.reader, watcher.project_id);
    const plan = planOf(schedule, project?.timezone ?? 'UTC');
    const asked = mayRunAt(plan, nowOf(app)) ? watcher : await skip(app, watcher, plan);
    if (asked) open.push(asked);
  }
  return open;
}

/** Unless someone has asked for a run while it waited for this one. */
async function skip(app: App, watcher: WatcherRow, plan: Plan): Promise<WatcherRow | undefined> {
  return inTransaction(app, async (tx) => {
    const current = await lockWatcher(tx, watcher.project_id, watcher.id);
    if (current?.fence === watcher.fence && current.asked === 1) return current;
    const { at } = whenOpen(plan, tx.now, tx.randomBytes(2).readUInt16BE() / 65_535);
    await saveLeased(tx, watcher, {
      due_at: at,
      leased_by: null,
      next_run_at: at,
      next_run_reason: 'window',
      last_outcome: 'skipped_window',
      fence: watcher.fence + 1,
    });
    return undefined;
  });
}
