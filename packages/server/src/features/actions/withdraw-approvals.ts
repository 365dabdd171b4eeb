// Someone may no longer decide: of what they approved with others, and that still waits for those, they are none any more. Nor
// are they when they may decide again: whoever it was that approved may have been the reason.

import type { Tx } from '../../storage/database.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { bringUpToDate } from '../channels/enqueue.ts';
import { takeApprovalsOf } from './approval-store.ts';

/** How many there were. Each action's story tells of its own, and so do the pages on which it is open. */
export async function withdrawApprovals(tx: Tx, actor: Actor, reviewer_id: string): Promise<number> {
  const { project_id } = actor;
  const actions = await takeApprovalsOf(tx, project_id, reviewer_id);
  for (const { id, given, required } of actions) {
    const facts = { reviewer_id, given, required };
    await recordAudit(tx, actor, { event: 'action.approval_withdrawn', entity_id: id, facts });
    await bringUpToDate(tx, project_id, id);
  }
  return actions.length;
}
