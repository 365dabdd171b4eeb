// Writes a decision down: the move, its audit row, the receipt, the row and the webhook, all in the transaction of whoever
// decides. Nobody else moves an action out of pending but the clock.

import type { Preview, ReceiptClaims } from '@countersign/contract';
import type { App, Decider } from '../../app.ts';
import { isUnread, type View } from '../../base/reading.ts';
import type { Tx } from '../../storage/database.ts';
import type { DecisionRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { tellOfAction } from '../channels/enqueue.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { TRANSITIONS } from './action.ts';
import { digestOf } from './digest.ts';
import { isCreator } from './may-decide.ts';
import { insertDecision, moveAction, type StoredAction } from './store.ts';
import { decidedEvent } from './webhook-event.ts';
import type { Edited } from './work-out-edits.ts';

export interface Ruling {
  readonly verdict: 'approve' | 'reject';
  readonly channel: string;
  readonly comment: string | null;
  readonly edits: Edited;
  /** How many approvals there are, where several are needed; a rejection needs none. */
  readonly approvals: number;
  /** Whether there are channels that may want to hear of it. */
  readonly channels: boolean;
  /** The thumbprint of the passkey that signed it. */
  readonly passkey?: string | undefined;
  /** How it was looked at, where that is known. */
  readonly view?: View | undefined;
  /** What else the log keeps of it. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** A decider, or a rule. */
type Author = Omit<Decider, 'type'> & { readonly type: Decider['type'] | 'rule' };

export interface Decided {
  readonly action: StoredAction;
  readonly decision: DecisionRow;
}

export interface Saved {
  readonly action: StoredAction;
  /** With the receipt, which is signed beside the event loop: by the end of the transaction. */
  readonly decision: Promise<DecisionRow>;
}

/** Undefined when someone, or the clock, was first. */
export async function saveDecision(
  tx: Tx,
  { signer }: Pick<App, 'signer'>,
  action: StoredAction,
  { by, ...ruling }: Ruling & { readonly by: Author },
): Promise<Saved | undefined> {
  const { verdict } = ruling;
  if (!(await moveAction(tx, action, verdict, ruling.approvals))) return undefined;
  const draft = decisionOf(tx, action, by, ruling);
  const audit_id = await recordAudit(tx, by, {
    event: verdict === 'approve' ? 'action.approved' : 'action.rejected',
    entity_id: action.id,
    channel: draft.channel,
    facts: {
      edited_fields: ruling.edits.edited_fields.length,
      ...(ruling.passkey === undefined ? {} : { signed_with: 'passkey' }),
      ...(ruling.view ? { read_to_end: ruling.view.end, read_ms: ruling.view.ms } : {}),
      ...ruling.facts,
    },
    values: draft.comment === null ? undefined : { comment: draft.comment },
  });
  const { to } = TRANSITIONS[verdict];
  const moved = { ...action, status: to, updated_at: tx.now, final_payload: draft.final_payload };
  const decision = signer.receipt(claimsOf(action, draft, ruling, audit_id)).then((receipt) => ({ ...draft, receipt }));
  decision.catch(() => undefined); // nobody asks, when the transaction fails before
  tx.atLast(async () => keep(tx, moved, await decision));
  if (ruling.channels) await tellOfAction(tx, 'action.decided', action);
  return { action: moved, decision };
}

async function keep(tx: Tx, action: StoredAction, decision: DecisionRow): Promise<void> {
  await insertDecision(tx, decision);
  const { project_id, id: action_id, callback_url: url } = action;
  if (url === null) return;
  const { receipt } = decision;
  await enqueueDelivery(tx, { project_id, action_id, url, body: decidedEvent(action, decision), receipt });
}

function decisionOf(
  tx: Tx,
  action: StoredAction,
  by: Author,
  { edits, ...ruling }: Ruling,
): Omit<DecisionRow, 'receipt'> {
  return {
    project_id: action.project_id,
    action_id: action.id,
    id: tx.newId('dec'),
    verdict: ruling.verdict,
    decided_at: tx.now,
    channel: ruling.channel,
    decided_by_type: by.type,
    decided_by_id: by.id,
    decided_by_name: by.name,
    self_decided: isCreator(action, by) ? 1 : 0,
    unread: ruling.verdict === 'approve' && ruling.view && isUnread(ruling.view) ? 1 : 0,
    comment: ruling.comment,
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
function claimsOf(
  action: StoredAction,
  decision: Omit<DecisionRow, 'receipt'>,
  { edits, passkey }: Ruling,
  audit_id: string,
): ReceiptClaims {
  return {
    action_id: action.id,
    project_id: action.project_id,
    digest: action.digest,
    final_digest: finalDigest(action, edits),
    verdict: decision.verdict,
    decided_by: { type: decision.decided_by_type, id: decision.decided_by_id, name: decision.decided_by_name },
    method: passkey === undefined ? decision.decided_by_type : 'passkey',
    ...(passkey === undefined ? {} : { passkey }),
    decided_at: decision.decided_at,
    audit_id,
  };
}

/** Of what will be executed. */
export function finalDigest(action: StoredAction, edits: Edited): string {
  if (edits.edited_fields.length === 0) return action.digest;
  const format = edits.format ?? (action.preview_format as Preview['format']);
  return digestOf({
    kind: action.kind,
    title: edits.title ?? action.title,
    preview: { format, body: edits.body ?? action.preview_body },
    payload: edits.payload ?? action.payload ?? undefined,
    target_url: edits.target_url ?? action.target_url ?? undefined,
    editable: JSON.parse(action.editable) as string[],
    undo: action.undo ?? undefined,
    idempotent: action.idempotent === null ? undefined : action.idempotent === 1,
  });
}
