// Someone says yes or no. The decision, its audit row and its webhook are saved together or not at all.

import type { Preview, ReceiptClaims } from '@countersign/contract';
import type { App, Decider } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ActionRow, DecisionRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { assertOneOf, TRANSITIONS } from './action.ts';
import { digestOf } from './digest.ts';
import { applyEdits, type Edited } from './edits.ts';
import { checkOpen, decidableAction, isCreator } from './may-decide.ts';
import { findAction, insertDecision, moveAction, type StoredAction } from './store.ts';
import { decidedEvent } from './webhook-event.ts';

const DEFAULT_CHANNEL = 'api';

export interface Verdict {
  readonly verdict: 'approve' | 'reject';
  /** Source text of the map of edits. */
  readonly edited?: string | undefined;
  readonly channel?: string | undefined;
  readonly comment?: string | undefined;
  /** The digest of what the decider saw, when the caller says so. */
  readonly digest?: string | undefined;
  /** How long it was on the decider's screen, and whether its end was. */
  readonly view?: { readonly ms: number; readonly end: boolean } | undefined;
  /** The hold that it ends. */
  readonly hold_id?: string | undefined;
}

export interface Decided {
  readonly action: StoredAction;
  readonly decision: DecisionRow;
}

/** `first` is done in the same transaction, before anything else; what it throws is the outcome. */
export async function decideAction(
  app: App,
  caller: Decider,
  id: string,
  { first, ...verdict }: Verdict & { readonly first?: (tx: Tx) => Promise<void> },
): Promise<Decided> {
  assertOneOf(verdict.verdict, ['approve', 'reject']);
  const edits = await editsOf(app, caller, id, verdict);
  const decided = await inTransaction(app, async (tx) => {
    await first?.(tx);
    const action = await decidableAction(tx, caller, id, verdict.digest);
    const draft = decisionOf(tx, action, caller, { ...verdict, edits: edits() });
    if (!(await moveAction(tx, action, verdict.verdict))) throw await lostRace(tx, action);
    const audit_id = await recordAudit(tx, caller, {
      event: verdict.verdict === 'approve' ? 'action.approved' : 'action.rejected',
      entity_id: id,
      channel: draft.channel,
      facts: {
        edited_fields: (JSON.parse(draft.edited_fields) as string[]).length,
        ...(verdict.view ? { read_to_end: verdict.view.end, read_ms: verdict.view.ms } : {}),
        ...(verdict.hold_id === undefined ? {} : { hold_id: verdict.hold_id }),
      },
      values: draft.comment === null ? undefined : { comment: draft.comment },
    });
    const decision = { ...draft, receipt: app.signer.receipt(claimsOf(action, draft, audit_id)) };
    await insertDecision(tx, decision);
    const { to } = TRANSITIONS[verdict.verdict];
    const moved = { ...action, status: to, updated_at: tx.now, final_payload: decision.final_payload };
    if (action.callback_url !== null) {
      const { project_id, callback_url: url } = action;
      const { receipt } = decision;
      await enqueueDelivery(tx, { project_id, action_id: id, url, body: decidedEvent(moved, decision), receipt });
    }
    return { action: moved, decision };
  }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'expired') app.wake('expiry'); // noticed: now make it so
    throw error;
  });

  if (decided.action.callback_url !== null) app.wake('deliveries');
  return decided;
}

/** The guard found the action moved after we had read it: say what it is now. */
async function lostRace(tx: Tx, { project_id, id }: ActionRow): Promise<unknown> {
  const action = await findAction(tx, project_id, id);
  if (!action) return new Problem('not_found');
  return checkOpen(tx, action).then(
    () => new Error(`Action ${id} is pending, yet its guard refused the move.`),
    (problem: unknown) => problem,
  );
}

/**
 * Worked out before the transaction, for it may take a while and what is proposed never changes; a refusal waits until it
 * is its turn among the checks. Edits sent with a rejection are ignored: nothing will be executed.
 */
export async function editsOf(
  app: App,
  caller: Decider,
  id: string,
  { verdict, edited }: Verdict,
): Promise<() => Edited> {
  const action = await findAction(app.reader, caller.project_id, id);
  if (!action) throw new Problem('not_found');
  try {
    const edits = applyEdits(action, verdict === 'approve' ? edited : undefined);
    return () => edits;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

type Ruling = Verdict & { readonly edits: Edited };

function decisionOf(
  tx: Tx,
  action: StoredAction,
  caller: Decider,
  { edits, ...verdict }: Ruling,
): Omit<DecisionRow, 'receipt'> {
  return {
    project_id: action.project_id,
    action_id: action.id,
    id: tx.newId('dec'),
    verdict: verdict.verdict,
    decided_at: tx.now,
    channel: verdict.channel || DEFAULT_CHANNEL,
    decided_by_type: caller.type,
    decided_by_id: caller.id,
    decided_by_name: caller.name,
    self_decided: isCreator(action, caller) ? 1 : 0,
    comment: verdict.comment || null,
    edited_fields: JSON.stringify(edits.edited_fields),
    final_title: edits.title ?? null,
    final_format: edits.format ?? null,
    final_body: edits.body ?? null,
    final_target_url: edits.target_url ?? null,
    final_payload: edits.payload ?? null,
    diff: edits.diff,
  };
}

/** What the receipt says: the digest of what was proposed, and of what was approved. */
function claimsOf(action: StoredAction, decision: Omit<DecisionRow, 'receipt'>, audit_id: string): ReceiptClaims {
  return {
    action_id: action.id,
    project_id: action.project_id,
    digest: action.digest,
    final_digest: decision.edited_fields === '[]' ? action.digest : finalDigest(action, decision),
    verdict: decision.verdict,
    decided_by: { type: decision.decided_by_type, id: decision.decided_by_id, name: decision.decided_by_name },
    method: decision.decided_by_type,
    decided_at: decision.decided_at,
    audit_id,
  };
}

function finalDigest(action: StoredAction, decision: Omit<DecisionRow, 'receipt'>): string {
  const format = (decision.final_format ?? action.preview_format) as Preview['format'];
  return digestOf({
    kind: action.kind,
    title: decision.final_title ?? action.title,
    preview: { format, body: decision.final_body ?? action.preview_body },
    payload: decision.final_payload ?? action.payload ?? undefined,
    target_url: decision.final_target_url ?? action.target_url ?? undefined,
    editable: JSON.parse(action.editable) as string[],
    undo: action.undo ?? undefined,
    idempotent: action.idempotent === null ? undefined : action.idempotent === 1,
  });
}
