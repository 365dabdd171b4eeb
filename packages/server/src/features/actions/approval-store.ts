// Approvals of actions that need several. Each decider has one, and the action counts them: whoever comes at the same time
// waits for its row, and finds the true number. Those of people who may no longer decide are taken back when that comes to be, and
// one that was given in that very moment when the next is.

import type { Reader, Tx } from '../../storage/database.ts';
import { inFewLengths } from '../../storage/few-lengths.ts';
import { NONE, PENDING } from '../../storage/literal.ts';
import type { ActionRow, ApprovalRow } from '../../storage/schema.ts';

/** A query takes only so many values, and someone may have approved more. */
const AT_ONCE = 512;

export interface Approvals {
  /** How many there are with it. */
  readonly given: number;
  /** Of how many who gave one before and may no longer decide. */
  readonly taken_back: number;
}

/** 'again' when this decider has given one before, undefined when the action is not open. */
export async function saveApproval(tx: Tx, approval: ApprovalRow): Promise<Approvals | 'again' | undefined> {
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
  if (!saved) return 'again';
  const taken_back = await takeBack(tx, approval);
  return { given: counted.approvals_given - taken_back, taken_back };
}

/** Whoever was removed since, or made a viewer, is none of those who are asked for. The row of the action is ours by now. */
async function takeBack(tx: Tx, { project_id, action_id }: ApprovalRow): Promise<number> {
  const gone = await tx.q
    .deleteFrom('approvals')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reviewers')
          .select('reviewers.id')
          .where('reviewers.project_id', '=', project_id)
          .whereRef('reviewers.id', '=', 'approvals.decider_id')
          .where(({ eb, or }) => or([eb('reviewers.status', '!=', 'active'), eb('reviewers.role', '=', 'viewer')])),
      ),
    )
    .returning('id')
    .execute();
  if (gone.length > 0) await countDown(tx, project_id, [action_id], gone.length);
  return gone.length;
}

/** What is left of an action's approvals. */
export type Left = Pick<ActionRow, 'id'> & { readonly given: number; readonly required: number };

/** The actions that someone has approved and others have yet to: they are no longer approved by them. */
export async function takeApprovalsOf(tx: Tx, project_id: string, decider_id: string): Promise<Left[]> {
  const gathering = tx.q
    .selectFrom('actions')
    .select(['actions.id', 'actions.approvals_given', 'actions.approvals_required'])
    .where('actions.project_id', '=', project_id)
    .where('actions.status', '=', PENDING)
    .where('actions.approvals_given', '>', NONE)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('approvals')
          .select('approvals.id')
          .where('approvals.project_id', '=', project_id)
          .whereRef('approvals.action_id', '=', 'actions.id')
          .where('approvals.decider_id', '=', decider_id),
      ),
    )
    .orderBy('actions.id');
  const actions = await tx.locked(gathering).execute();
  const ids = actions.map(({ id }) => id);
  const taken = new Set<string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    // Who waited for an action's row may find that the next approver has taken this one back already.
    const gone = await tx.q
      .deleteFrom('approvals')
      .where('project_id', '=', project_id)
      .where('action_id', 'in', inFewLengths(ids.slice(from, from + AT_ONCE)))
      .where('decider_id', '=', decider_id)
      .returning('action_id')
      .execute();
    const some = gone.map(({ action_id }) => action_id);
    if (some.length > 0) await countDown(tx, project_id, some, 1);
    for (const id of some) taken.add(id);
  }
  return actions
    .filter(({ id }) => taken.has(id))
    .map(({ id, approvals_given, approvals_required: required }) => ({ id, given: approvals_given - 1, required }));
}

async function countDown(tx: Tx, project_id: string, ids: readonly string[], by: number): Promise<void> {
  await tx.q
    .updateTable('actions')
    .set((column) => ({ approvals_given: column('approvals_given', '-', by) }))
    .where('project_id', '=', project_id)
    .where('id', 'in', inFewLengths(ids))
    .execute();
}

/** And it still counts. */
export async function hasApproved(reader: Reader, { project_id, id }: ActionRow, decider_id: string): Promise<boolean> {
  const found = await reader.q
    .selectFrom('approvals')
    .select('id')
    .where('project_id', '=', project_id)
    .where('action_id', '=', id)
    .where('decider_id', '=', decider_id)
    .executeTakeFirst();
  return found !== undefined;
}
