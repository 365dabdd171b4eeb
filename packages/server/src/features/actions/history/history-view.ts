// What is settled → a row of the history.

import type { HistoryRow } from '@countersign/contract';
import { viewDelivery } from '../../deliveries/view.ts';
import { viewCreator, viewDecider, viewResult } from '../view.ts';
import type { Settled } from './history-store.ts';

export function viewHistoryRow({ action, decision, delivery, result, signed }: Settled): HistoryRow {
  return {
    id: action.id,
    kind: action.kind,
    title: action.title,
    status: action.status as HistoryRow['status'],
    created_by: viewCreator(action),
    untrusted: action.untrusted === 1,
    settled_at: action.settled_at,
    ...(decision ? viewDecision(decision) : {}),
    edited: decision !== undefined && decision.edited_fields !== '[]',
    signed,
    ...(delivery ? { webhook_delivery: viewDelivery(delivery) } : {}),
    ...(result ? { result: viewResult(result) } : {}),
    expires_at: action.expires_at,
  };
}

function viewDecision(decision: NonNullable<Settled['decision']>): Partial<HistoryRow> {
  return {
    decided_at: decision.decided_at,
    verdict: decision.verdict,
    decided_by: viewDecider(decision),
    channel: decision.channel,
    self_decided: decision.self_decided === 1,
    ...(decision.comment === null ? {} : { comment: decision.comment }),
  };
}
