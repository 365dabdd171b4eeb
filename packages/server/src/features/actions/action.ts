// What an action is and how it may move. No other file says what status follows which.

import type { ActionStatus } from '@countersign/contract';
import type { ActionRow } from '../../storage/schema.ts';

/** Spec 3.1. */
export const TRANSITIONS = {
  approve: { from: 'pending', to: 'approved' },
  reject: { from: 'pending', to: 'rejected' },
  expire: { from: 'pending', to: 'expired' },
  executed: { from: 'approved', to: 'executed' },
  execute_failed: { from: 'approved', to: 'execute_failed' },
} as const satisfies Record<string, { from: ActionStatus; to: ActionStatus }>;

export type Transition = keyof typeof TRANSITIONS;

/** An invariant, kept on in production: a status word from outside must never stand for another kind of move. */
export function assertOneOf<T extends Transition>(transition: string, allowed: readonly T[]): asserts transition is T {
  if (!allowed.some((known) => known === transition)) throw new Error(`${transition} is not one of ${allowed}.`);
}

/** A key is remembered this long, or for as long as its action is pending. */
export const IDEMPOTENCY_SECONDS = 86_400;

export const DEFAULT_EXPIRY_SECONDS = 259_200;
export const DEFAULT_LEASE_SECONDS = 300;
/** Longer than any lease, with room for a clock that is set by an hour: what is claimed for longer, a clock that was wrong has dated. */
export const NEVER_CLAIMED_SO_LONG_SECONDS = 3600 + 3600;

/** Expiry is a fact, not a job: past its time a pending action is expired, whether or not anything has noticed. */
export function statusAt({ status, expires_at }: Pick<ActionRow, 'status' | 'expires_at'>, now: number): ActionStatus {
  return status === 'pending' && expires_at <= now ? 'expired' : status;
}

/** Someone, or a rule, has said yes or no to it: there is a decision to read, whatever came of it since. */
export function isDecided({ status }: Pick<ActionRow, 'status'>): boolean {
  return status !== 'pending' && status !== 'expired';
}

/** Whether there is something to it that neither a row of the inbox nor a notification says. */
export function hasMore({
  target_url,
  undo,
  idempotent,
}: Pick<ActionRow, 'target_url' | 'undo' | 'idempotent'>): boolean {
  return target_url !== null || undo !== null || idempotent === 0;
}

/** What makes a later create the same as this one: its idempotency key, or else its creator and whole content. */
export function slotOf(creator_id: string, idempotency_key: string | undefined, create_hash: string): string {
  return idempotency_key === undefined ? `same ${creator_id} ${create_hash}` : `key ${idempotency_key}`;
}

/** Whether the action that has the slot still keeps others out of it. */
export function holdsSlot(action: ActionRow, now: number): boolean {
  if (statusAt(action, now) === 'pending') return true;
  return action.idempotency_key !== null && action.created_at + IDEMPOTENCY_SECONDS > now;
}
