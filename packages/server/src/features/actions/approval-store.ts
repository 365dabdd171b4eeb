// Approvals of actions that need several. Each decider has one, and the action counts them: whoever comes at the same time
// waits for its row, and finds the true number.

import type { Tx } from '../../storage/database.ts';
import type { ActionRow, ApprovalRow } from '../../storage/schema.ts';

/** How many there are with it; 'again' when this decider has given one before, undefined when the action is not open. */
export async function saveApproval(tx: Tx, approval: ApprovalRow): Promise<number | 'again' | undefined> {
  const counted = await tx.q
    .updateTable('actions')
    .set((column) => ({ approvals_given: column('approvals_given', '+', 1), updated_at: tx.now }))
    .where('project_id', '=', approval.project_id)
    .where('id', '=', approval.action_id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', tx.now)
    .returning('approvals_given')
    .executeTakeFirst();
  if (!counted) return undefined;
  const saved = await tx.q
    .insertInto('approvals')
    .values(approval)
    .onConflict((conflict) => conflict.columns(['project_id', 'action_id', 'decider_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved ? counted.approvals_given : 'again';
}

export async function hasApproved(tx: Tx, { project_id, id }: ActionRow, decider_id: string): Promise<boolean> {
  const found = await tx.q
    .selectFrom('approvals')
    .select('id')
    .where('project_id', '=', project_id)
    .where('action_id', '=', id)
    .where('decider_id', '=', decider_id)
    .executeTakeFirst();
  return found !== undefined;
}
