// What a push service's answer makes of a subscription.

import { askedWait } from '../../base/http-date.ts';
import type { Incoming } from '../../world/outgoing.ts';

export type Outcome =
  | { readonly is: 'sent' | 'refused' }
  /** The subscription is of no use any more. */
  | { readonly is: 'ended'; readonly why: 'gone' | 'refused' }
  | { readonly is: 'failed'; readonly retryInSeconds: number };

const BACK_OFF_SECONDS = [30, 60, 300, 900, 3600];
const LONGEST_SECONDS = 6 * 3600;
/** About three days. A subscription made with another key is refused for ever; a clock that is wrong is put right by then. */
const MOST_REFUSED = 76;

/** `fails`: attempts before this one that failed in a row. `chance` is from 0 to 1: those that failed together part. */
export function outcomeOf(answer: Incoming, fails: number, chance: number): Outcome {
  const status = 'status' in answer ? answer.status : 0;
  if (status >= 200 && status <= 299) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'ended', why: 'gone' };
  if ((status === 401 || status === 403) && fails + 1 >= MOST_REFUSED) return { is: 'ended', why: 'refused' };
  if (status === 400 || status === 413) return { is: 'refused' }; // this message will never do
  const delay = BACK_OFF_SECONDS[Math.min(fails, BACK_OFF_SECONDS.length - 1)] ?? LONGEST_SECONDS;
  const wanted = 'headers' in answer ? Math.min(askedWait(answer.headers) ?? 0, LONGEST_SECONDS) : 0;
  return { is: 'failed', retryInSeconds: Math.max(delay, Math.ceil(wanted)) + Math.ceil(delay * 0.1 * chance) };
}
