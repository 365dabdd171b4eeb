// Stored actions → the shapes of the contract.

import type { Action, ActionRead, Decision, DecisionRecorded, Preview } from '@countersign/contract';
import type { App } from '../../app.ts';
import { JsonText } from '../../base/json-text.ts';
import type { ActionRow, DecisionRow, DeliveryRow, ResultRow } from '../../storage/schema.ts';
import { viewDelivery } from '../deliveries/view.ts';
import { statusAt } from './action.ts';
import type { StoredAction } from './store.ts';

export function viewAction(app: App, action: StoredAction, now: number): Action {
  const status = statusAt(action, now);
  const approved = status === 'approved' || status === 'executed' || status === 'execute_failed';
  return {
    id: action.id,
    kind: action.kind,
    title: action.title,
    preview: { format: action.preview_format as Preview['format'], body: action.preview_body },
    ...payloads(action),
    ...(action.target_url === null ? {} : { target_url: action.target_url }),
    ...(action.callback_url === null ? {} : { callback_url: action.callback_url }),
    expires_in: action.expires_at - action.created_at,
    expires_at: action.expires_at,
    ...(action.idempotency_key === null ? {} : { idempotency_key: action.idempotency_key }),
    editable: JSON.parse(action.editable) as string[],
    ...(action.idempotent === null ? {} : { idempotent: action.idempotent === 1 }),
    ...(action.undo === null ? {} : { undo: action.undo }),
    status,
    created_at: action.created_at,
    updated_at: status === action.status ? action.updated_at : action.expires_at,
    color: action.color,
    inbox_url: inboxUrlOf(app, action.id),
    digest: action.digest,
    untrusted: action.untrusted === 1,
    created_by: viewCreator(action),
    approvals: {
      required: action.approvals_required,
      given: approved ? action.approvals_required : action.approvals_given,
    },
    ...(action.rule_id === null ? {} : { rule_id: action.rule_id }),
  };
}

type CreatedBy = Pick<ActionRow, 'created_by_type' | 'created_by_id' | 'created_by_name'>;

export function viewCreator({ created_by_type, created_by_id: id, created_by_name: name }: CreatedBy) {
  return { type: created_by_type as Action['created_by']['type'], id, name };
}

/** Where a person sees it. */
export function inboxUrlOf(app: App, id: string): string {
  return `${app.publicUrl()}/a/${id}`;
}

function payloads({ payload, final_payload }: StoredAction): { payload?: unknown; original_payload?: unknown } {
  if (payload === null) return {};
  if (final_payload === null) return { payload: new JsonText(payload) };
  return { payload: new JsonText(final_payload), original_payload: new JsonText(payload) };
}

/** As someone sees it whose project keeps payloads from people. */
export function withoutPayload<T extends Pick<Action, 'payload' | 'original_payload'>>(view: T): T {
  const { payload, original_payload, ...rest } = view;
  return rest as T;
}

export interface Outcome {
  readonly decision: DecisionRow | undefined;
  readonly result: ResultRow | undefined;
  readonly delivery: DeliveryRow | undefined;
}

export function viewActionRead(
  app: App,
  action: StoredAction,
  { decision, result, delivery }: Outcome,
  now: number,
): ActionRead {
  return {
    ...viewAction(app, action, now),
    decision: decision ? viewDecision(action, decision) : null,
    webhook_delivery: delivery ? viewDelivery(delivery) : null,
    result: result ? viewResult(result) : null,
    ...(result?.payload ? { result_payload: new JsonText(result.payload) } : {}),
  };
}

export function viewResult({ status, detail, reported_at }: Pick<ResultRow, 'status' | 'detail' | 'reported_at'>) {
  return { status, ...(detail === null ? {} : { detail }), reported_at };
}

export function viewDecision(action: StoredAction, decision: DecisionRow): Decision {
  return {
    verdict: decision.verdict,
    decided_at: decision.decided_at,
    channel: decision.channel,
    decided_by: viewDecider(decision),
    self_decided: decision.self_decided === 1,
    ...(decision.comment === null ? {} : { comment: decision.comment }),
    ...(decision.verdict === 'approve' ? viewFinal(action, decision) : {}),
    edited_fields: JSON.parse(decision.edited_fields) as string[],
    receipt: decision.receipt,
  };
}

type DecidedBy = Pick<DecisionRow, 'decided_by_type' | 'decided_by_id' | 'decided_by_name'>;

export function viewDecider({ decided_by_type, decided_by_id: id, decided_by_name: name }: DecidedBy) {
  return { type: decided_by_type as Decision['decided_by']['type'], id, name };
}

interface Ruled {
  readonly action: StoredAction;
  /** Undefined while others are needed too. */
  readonly decision: DecisionRow | undefined;
}

/** What whoever decides is answered. */
export function viewDecided({ action, decision }: Ruled): DecisionRecorded {
  const { id, status, approvals_required: required, approvals_given: given } = action;
  if (!decision) {
    return { id, status, verdict: 'approve', decided_at: action.updated_at, approvals: { required, given } };
  }
  const view = viewDecision(action, decision);
  const { verdict, decided_at, final_preview, diff } = view;
  return {
    id,
    status,
    verdict,
    decided_at,
    ...(final_preview === undefined ? {} : { final_preview }),
    ...(diff === undefined ? {} : { diff }),
    decision: view,
  };
}

function viewFinal(action: StoredAction, decision: DecisionRow) {
  return {
    final_preview: {
      format: (decision.final_format ?? action.preview_format) as Preview['format'],
      body: decision.final_body ?? action.preview_body,
    },
    ...(decision.final_title === null ? {} : { final_title: decision.final_title }),
    ...(decision.final_target_url === null ? {} : { final_target_url: decision.final_target_url }),
    diff: decision.diff,
  };
}
