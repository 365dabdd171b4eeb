// Removes the demo agent and everything it made. What is left is in the log: that there was a demo.

import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteKey } from '../keys/store.ts';
import { deleteActions } from '../project/data-store.ts';
import { takeDemo } from './store.ts';

export async function endDemo(app: App, caller: Caller): Promise<void> {
  const { project_id } = caller;
  await inTransaction(app, async (tx) => {
    const demo = await takeDemo(tx, project_id);
    if (!demo) throw new Problem('not_found');
    const action_ids = JSON.parse(demo.action_ids) as string[];
    if (action_ids.length > 0) await deleteActions(tx, project_id, action_ids);
    for (const id of action_ids) tx.announce(id);
    await deleteKey(tx, project_id, demo.key_id);
    const facts = { actions: action_ids.length };
    await recordAudit(tx, caller, { event: 'demo.removed', entity_id: project_id, facts });
  });
}
