// A stored delivery → the shape of the contract.

import type { ActionRead, DeliveryLog } from '@countersign/contract';
import type { AttemptRow, DeliveryRow } from '../../storage/schema.ts';
import { MAX_ATTEMPTS } from './delivery.ts';

/** While an attempt is under way the next one is not known: it depends on the answer. */
export function viewDelivery(
  delivery: Omit<DeliveryRow, 'body' | 'receipt'>,
): NonNullable<ActionRead['webhook_delivery']> {
  const next = delivery.leased === 1 ? null : delivery.due_at;
  return {
    id: delivery.id,
    status: delivery.status,
    attempt: delivery.attempt,
    max_attempts: MAX_ATTEMPTS,
    ...(next === null ? {} : { next_attempt_at: next }),
    ...(delivery.last_attempt_at === null ? {} : { last_attempt_at: delivery.last_attempt_at }),
    ...(delivery.last_status_code === null ? {} : { last_status_code: delivery.last_status_code }),
    ...(delivery.last_error === null ? {} : { last_error: delivery.last_error }),
  };
}

export function viewAttempt(row: AttemptRow): DeliveryLog['items'][number]['attempts'][number] {
  return {
    attempt: row.attempt,
    manual: row.manual === 1,
    at: row.at,
    ms: row.ms,
    ...(row.status_code === null ? {} : { status_code: row.status_code }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.answer === null ? {} : { answer: row.answer }),
  };
}
