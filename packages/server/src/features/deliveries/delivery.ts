// What an answer makes of a delivery. Spec 3.4, 6.3.

import type { AttemptError } from '@countersign/contract';

/** Seconds after the previous attempt. Jitter is only ever added. */
export const RETRY_DELAYS = [60, 300, 1500, 7200, 43_200] as const;
export const MAX_ATTEMPTS = 6;

export type Outcome =
  | { readonly status: 'delivered' | 'gone' | 'dlq'; readonly due_at: null }
  | { readonly status: 'retry'; readonly due_at: number };

/**
 * `attempt` counts the one just made; `answer` is its HTTP status, or undefined when none came. `chance` is from 0 to 1:
 * receivers that failed together are not asked again together.
 */
export function afterAttempt(attempt: number, answer: number | undefined, now: number, chance: number): Outcome {
  if (answer !== undefined && answer >= 200 && answer <= 299) return { status: 'delivered', due_at: null };
  if (answer === 410) return { status: 'gone', due_at: null };
  const delay = RETRY_DELAYS[attempt - 1];
  if (delay === undefined) return { status: 'dlq', due_at: null };
  return { status: 'retry', due_at: now + delay + Math.ceil(delay * 0.1 * chance) };
}

export function errorOfStatus(status: number): AttemptError | undefined {
  if (status >= 300 && status <= 399) return 'http_3xx';
  if (status >= 400 && status <= 499) return 'http_4xx';
  return status >= 200 && status <= 299 ? undefined : 'http_5xx';
}
