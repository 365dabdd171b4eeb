// One approval of several: it counts once for each decider, and the last one that is needed is the decision.

import type { Decider } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import type { Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { bringUpToDate } from '../channels/enqueue.ts';
import { hasApproved, saveApproval } from './approval-store.ts';
import { isCreator } from './may-decide.ts';
import type { StoredAction } from './store.ts';
import type { Edited } from './work-out-edits.ts';

interface Approval {
  readonly channel: string;
  readonly comment: string | null;
  readonly edits: Edited;
  /** The hold that it ends. */
  readonly hold_id: string | undefined;
}

/** Throws when this one may not be counted as one of several, so far as can be told before it is given. */
export async function checkApproval(tx: Tx, action: StoredAction, decider: Decider, edits: Edited): Promise<void> {
  checkApprover(action, decider, edits);
  await checkNotGiven(tx, action, decider.id);
}

/** Throws when theirs is one of them already. */
export async function checkNotGiven(tx: Tx, action: StoredAction, decider_id: string): Promise<void> {
  if (await hasApproved(tx, action, decider_id)) throw approvedAlready(action);
}

function checkApprover(action: StoredAction, decider: Decider, edits: Edited): void {
  const { approvals_required: required } = action;
  if (isCreator(action, decider)) {
    throw new Problem('self_decision_forbidden', {
      detail: `A rule asks ${required} others: whoever proposed it is none.`,
    });
  }
  // Whoever may make keys could be as many as are asked for; so could someone with an account in every chat.
  if (decider.type !== 'reviewer') {
    throw new Problem('people_only', {
      detail: `A rule asks ${required} people to approve it: reviewers, in the inbox or where a chat knows them.`,
    });
  }
  if (edits.edited_fields.length > 0) {
    throw new Problem('not_editable', {
      detail: `This action needs ${required} approvals, all of the same content: it can be approved or rejected as it is.`,
      invalid_keys: edits.edited_fields.slice(),
      editable: [],
    });
  }
}

function approvedAlready({ approvals_given, approvals_required }: StoredAction): Problem {
  const detail = `You have approved it already; ${approvals_given} of ${approvals_required} approvals are given.`;
  return new Problem('already_decided', { detail, current_status: 'pending', decided_by_you: true });
}

/** How many there are now; undefined when the action is no longer open. */
export async function giveApproval(
  tx: Tx,
  action: StoredAction,
  decider: Decider,
  { channel, comment, edits, hold_id }: Approval,
): Promise<number | undefined> {
  const { project_id, id: action_id, approvals_required: required } = action;
  checkApprover(action, decider, edits);
  const saved = await saveApproval(tx, {
    project_id,
    action_id,
    id: tx.newId('apv'),
    decider_id: decider.id,
    decider_type: decider.type,
    decider_name: decider.name,
    channel,
    comment,
    given_at: tx.now,
  });
  if (saved === 'again') throw approvedAlready(action);
  if (saved === undefined) return undefined;
  const { given, taken_back } = saved;
  await recordAudit(tx, decider, {
    event: 'action.approval_given',
    entity_id: action_id,
    channel,
    facts: {
      given,
      required,
      ...(taken_back === 0 ? {} : { taken_back }),
      ...(hold_id === undefined ? {} : { hold_id }),
    },
    values: comment === null ? undefined : { comment },
  });
  await bringUpToDate(tx, project_id, action_id);
  return given;
}
