// What an attempt makes of a message and of its channel. Pure.

import { afterAttempt } from '../deliveries/delivery.ts';
import type { Sent } from './senders/sender.ts';

export type Outcome =
  | { readonly is: 'sent' }
  | { readonly is: 'again'; readonly due_at: number; readonly error: string }
  /** The platform asked us to wait: that is no failure, and holds for all that waits for the channel. */
  | { readonly is: 'wait'; readonly due_at: number; readonly error: string }
  /** `off`: the channel is to turn itself off. */
  | { readonly is: 'given_up'; readonly error: string; readonly off: boolean };

/** What is refused will hardly be accepted later: so many attempts, where others have six. */
const ATTEMPTS_WHEN_REFUSED = 3;

export interface Attempt {
  /** Counts the one just made. */
  readonly attempt: number;
  readonly now: number;
  /** From 0 to 1. */
  readonly chance: number;
  /** Whether anything got through to the channel since the message was written down. */
  readonly worksOtherwise: boolean;
}

export function outcomeOf(sent: Sent, { attempt, now, chance, worksOtherwise }: Attempt): Outcome {
  if (sent.is === 'sent') return { is: 'sent' };
  const { error } = sent;
  if (sent.is === 'gone') return { is: 'given_up', error, off: true };
  if (sent.is === 'later') return { is: 'wait', due_at: now + sent.seconds, error };
  const next = afterAttempt(attempt, undefined, now, chance);
  const isLast = next.status !== 'retry' || (sent.is === 'refused' && attempt >= ATTEMPTS_WHEN_REFUSED);
  if (!isLast) return { is: 'again', due_at: next.due_at, error };
  // Or whoever writes what we tell of could turn off whatever it is told to.
  const isOfWords = sent.is === 'refused' && sent.ofWords === true;
  return { is: 'given_up', error, off: !worksOtherwise && !isOfWords };
}
