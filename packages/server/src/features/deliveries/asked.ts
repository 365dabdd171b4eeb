// A webhook that someone asks for by hand: what that does to its schedule, and what comes of an attempt meanwhile. Pure rules.

import type { DeliveryRow } from '../../storage/schema.ts';
import type { Outcome } from './delivery.ts';

type State = Pick<DeliveryRow, 'status' | 'due_at' | 'leased' | 'manual' | 'scheduled_at' | 'url'>;
type Next = Pick<DeliveryRow, 'status' | 'due_at' | 'manual' | 'scheduled_at'>;

const isOpen = ({ status }: Pick<State, 'status'>) => status === 'pending' || status === 'retry';

/**
 * Whether the attempt that is due, or under way, is one that was asked for: the schedule of an open delivery waits for it. If
 * none waits, it was asked for during an attempt of the schedule, and comes after that.
 */
export function isManual(delivery: Omit<State, 'url'>): boolean {
  return delivery.manual === 1 && (delivery.scheduled_at !== null || !isOpen(delivery));
}

/** It is sent now. What is under way goes on, and this comes after it; to ask twice is to ask once. */
export function askedFor(delivery: Omit<State, 'url'>, now: number): Partial<Next> {
  if (delivery.leased === 1) return { manual: 1 };
  const scheduled_at = isOpen(delivery) ? delivery.due_at : null;
  return { manual: 1, due_at: now, scheduled_at: delivery.manual === 1 ? delivery.scheduled_at : scheduled_at };
}

/** `leased` is the delivery as it was when it was taken, `current` as it is when the attempt has ended. */
export function afterOutcome(leased: State, current: State, outcome: Outcome, now: number): Next {
  const settled = outcome.status === 'delivered' || outcome.status === 'gone';
  // A manual attempt that failed leaves everything as it was scheduled.
  const { status, due_at } =
    isManual(leased) && !settled ? { status: leased.status, due_at: leased.scheduled_at } : outcome;
  const isAskedAgain = isManual(leased) ? current.url !== leased.url : current.manual === 1;
  if (isAskedAgain && status !== 'gone') return { status, due_at: now, manual: 1, scheduled_at: due_at };
  return { status, due_at, manual: 0, scheduled_at: null };
}
