// What a change above means for watchers: another time zone, a smaller plan.

import type { App } from '../../../app.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { planOf as billingPlan } from '../../billing/quota.ts';
import { findProject } from '../../project/store.ts';
import { planOf } from '../schedule/schedule.ts';
import { leastInterval, sourceOf } from '../sources/source.ts';
import { countRunning, listWatcherRows, lockWatcher, newestRunning, saveWatcher } from '../stores/store.ts';
import { healthEvent, type WatcherEvents } from '../telling/events.ts';
import { configOf, scheduleOf } from '../watcher.ts';
import { countedAnew, heldTo, isPutOff } from './plan-anew.ts';

const STEP = 50;

/** Windows are hours of the project's wall clock: when that changes, so does what is planned by it. */
export async function replanWindows(app: App, project_id: string): Promise<void> {
  for (let before: string | undefined; ; ) {
    const rows = await inTransaction(app, async (tx) => {
      const some = await listWatcherRows(tx, { project_id, before }, STEP);
      const zone = (await findProject(tx, project_id))?.timezone ?? 'UTC';
      const { allows } = await billingPlan(tx, app.config, project_id);
      for (const listed of some) {
        if (scheduleOf(listed).window === undefined) continue;
        const row = await lockWatcher(tx, project_id, listed.id); // as it is now: it may have been paused, or leased
        const schedule = row && scheduleOf(row);
        if (schedule?.window === undefined || row?.leased_by !== null || row.asked === 1) continue; // the run plans anew
        const { url } = sourceOf(app.config, row.kind, configOf(row));
        const plan = planOf(schedule, zone, Math.max(allows.min_interval_sec, leastInterval(url)));
        const isOfWindow = row.next_run_reason === 'window' && !isPutOff(row);
        const planned = isOfWindow ? countedAnew(plan, row, tx) : heldTo(plan, row, tx);
        await saveWatcher(tx, row, { ...planned, ...(row.due_at === null ? {} : { due_at: planned.next_run_at }) });
      }
      return some;
    });
    before = rows.at(-1)?.id;
    if (rows.length < STEP) break;
  }
  app.wake('watchers');
}

/** On a smaller plan the newest watchers beyond its number rest, and it is said. */
export async function restBeyondPlan(tx: Tx, app: App, events: WatcherEvents, project_id: string): Promise<void> {
  const { tier, allows } = await billingPlan(tx, app.config, project_id);
  if (allows.watchers === null) return;
  const beyond = (await countRunning(tx, project_id)) - allows.watchers;
  if (beyond <= 0) return;
  for (const row of await newestRunning(tx, project_id, beyond)) {
    const saved = await saveWatcher(tx, row, {
      status: 'paused',
      idle_since: row.idle_since ?? tx.now,
      due_at: null,
      leased_by: null,
      asked: 0,
      fence: row.fence + 1,
    });
    const actor = { project_id, type: 'billing', id: 'plan' };
    await recordAudit(tx, actor, { event: 'watcher.paused', entity_id: row.id, facts: { tier } });
    if (saved) await events.health(tx, project_id, healthEvent('watcher.paused', saved));
  }
}
