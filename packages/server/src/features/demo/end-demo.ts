// Removes the demo agent and everything it made. What is left is in the log: that there was a demo.

import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteKey } from '../keys/store.ts';
import { deleteActions, lockActions } from '../project/data-store.ts';
import { takeDemo } from './store.ts';

export async function endDemo(app: App, caller: Caller): Promise<void> {
  const { project_id } = caller;
  await inTransaction(app, async (tx) => {
    const demo = await takeDemo(tx, project_id);
    if (!demo) throw new Problem('not_found');
    const action_ids = JSON.parse(demo.action_ids) as string[];
    await removeActions(tx, project_id, action_ids);
    await deleteKey(tx, project_id, demo.key_id);
    const facts = { actions: action_ids.length };
    await recordAudit(tx, caller, { event: 'demo.removed', entity_id: project_id, facts });
  });
}

/** Whoever decides one of them just now is waited for, so that nothing of it is left. */
export async function removeActions(tx: Tx, project_id: string, action_ids: readonly string[]): Promise<void> {
  const there = await lockActions(tx, project_id, action_ids);
  if (there.length > 0) await deleteActions(tx, project_id, there);
  for (const id of action_ids) tx.announce(id);
}
