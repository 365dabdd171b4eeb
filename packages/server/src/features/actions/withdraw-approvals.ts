// Someone may no longer decide: of what they approved with others, and that still waits for those, they are none any more. Nor
// are they when they may decide again: whoever it was that approved may have been the reason.

import type { Tx } from '../../storage/database.ts';
import { bringUpToDate } from '../channels/enqueue.ts';
import { takeApprovalsOf } from './approval-store.ts';

/** How many there were. */
export async function withdrawApprovals(tx: Tx, project_id: string, reviewer_id: string): Promise<number> {
  const actions = await takeApprovalsOf(tx, project_id, reviewer_id);
  for (const id of actions) await bringUpToDate(tx, project_id, id);
  return actions.length;
}
