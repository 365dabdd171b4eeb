// What the plan of a project says about its watchers.

import type { Schedule } from '@countersign/contract';
import type { App } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import type { Reader, Tx } from '../../../storage/database.ts';
import { isBillingOn, planOf } from '../../billing/quota.ts';
import { lockProject } from '../../project/store.ts';
import { spanSeconds } from '../schedule/schedule.ts';
import { countRunning } from '../stores/store.ts';

export async function checkInterval(app: App, reader: Reader, project_id: string, { every }: Schedule): Promise<void> {
  const { tier, allows } = await planOf(reader, app.config, project_id);
  const { min_interval_sec } = allows;
  if (spanSeconds(every) >= min_interval_sec) return;
  throw new Problem('schedule_too_frequent', {
    detail: `The plan ${tier} runs a watcher every ${min_interval_sec} s at most.`,
    min_interval_sec,
    tier,
  });
}

/** In the transaction that adds one, and with the project locked: concurrent creates never pass the limit together. */
export async function checkRoom(tx: Tx, app: App, project_id: string): Promise<void> {
  if (!isBillingOn(app.config)) return;
  await lockProject(tx, project_id); // first: a smaller plan that comes in this moment counts
  const { tier, allows } = await planOf(tx, app.config, project_id);
  const limit = allows.watchers;
  if (limit === null) return;
  if ((await countRunning(tx, project_id)) < limit) return;
  throw new Problem('quota_exceeded', { detail: `The plan ${tier} has ${limit} watchers.`, limit, tier });
}
