// What is written down when an attempt has ended: its outcome, its line in the log, and what comes next.

import type { AttemptError } from '@countersign/contract';
import type { Tx } from '../../storage/database.ts';
import type { Incoming } from '../../world/outgoing.ts';
import { afterOutcome, isManual } from './asked.ts';
import { afterAttempt, errorOfStatus } from './delivery.ts';
import { type DeliveryState, endOthers, insertAttempt, lockLeased, saveDelivery } from './store.ts';
import { deliveryTopic } from './topic.ts';

const KEPT_ANSWER_CHARACTERS = 500;

/** The receiver wants no more: whoever owns the address forgets it, in the same transaction. */
export type OnGone = (tx: Tx, delivery: Pick<DeliveryState, 'project_id' | 'action_id'>) => Promise<void>;

export interface Made {
  readonly answer: Incoming;
  readonly ms: number;
}

type Next = ReturnType<typeof afterOutcome>;

/**
 * `leased` is the delivery as it was when it was taken. Writes nothing when another worker has taken it since. Returns what it
 * is then, and when it is due again, if ever.
 */
export async function saveAttempt(
  tx: Tx,
  leased: DeliveryState,
  made: Made,
  onGone: OnGone,
): Promise<Pick<Next, 'status' | 'due_at'> | null> {
  const current = await lockLeased(tx, leased);
  if (!current) return null; // what we saw is someone else's business now
  const { answer, ms } = made;
  const status_code = 'status' in answer ? answer.status : undefined;
  const error: AttemptError | undefined = 'error' in answer ? answer.error : errorOfStatus(answer.status);
  const chance = tx.randomBytes(1).readUInt8() / 255;
  // An address that is no longer the one to use may be gone; that says nothing of the new one.
  const answered = status_code === 410 && current.url !== leased.url ? undefined : status_code;
  const outcome = afterAttempt(Math.max(1, leased.attempt), answered, tx.now, chance);
  const next = afterOutcome(leased, current, outcome, tx.now);
  await saveDelivery(tx, current, {
    ...next,
    fence: current.fence + 1,
    leased: 0,
    repeated: 0,
    last_attempt_at: tx.now,
    last_status_code: status_code ?? null,
    last_error: error ?? null,
  });
  tx.announce(deliveryTopic(current));
  await insertAttempt(tx, {
    project_id: leased.project_id,
    delivery_id: leased.id,
    id: tx.newId('att'),
    attempt: leased.attempt,
    manual: isManual(leased) ? 1 : 0,
    at: tx.now,
    ms,
    status_code: status_code ?? null,
    error: error ?? null,
    answer: 'body' in answer ? printable(answer.body) : null,
  });
  if (outcome.status === 'gone') {
    await endOthers(tx, leased);
    await onGone(tx, current);
  }
  return next;
}

/** A receiver's words, for people: bounded, and without what a database refuses. */
function printable(text: string): string {
  return text.slice(0, KEPT_ANSWER_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed();
}
