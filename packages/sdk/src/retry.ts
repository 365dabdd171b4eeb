// Which failures are tried again, and after how long.

import { ConnectionFailed, CountersignProblem, RateLimited, ServerFault, UnexpectedAnswer } from './errors.ts';

const FIRST_DELAY_MS = 500;
/** Whoever is told to come back later than this is told, not kept waiting. */
const LONGEST_RETRY_AFTER_S = 60;

/** The service says of these that nothing was changed, so any request may be repeated. */
const UNCHANGED = /^(unavailable|timeout)$/;

export interface Tried {
  /** Doing it twice is as doing it once. */
  readonly repeatable: boolean;
  /** Only where the service has answered before: at least so often it is tried again, where anything is. */
  readonly retries?: number | undefined;
}

/** Milliseconds to wait before the next attempt; undefined: there is none. `retry` is 0 after the first. */
export function retryDelayMs(failure: unknown, retry: number, { repeatable, retries }: Tried): number | undefined {
  // Between the half and the whole, so that clients that failed together do not come back together.
  const backoffMs = FIRST_DELAY_MS * 2 ** retry * (0.5 + Math.random() / 2);
  const { retryAfter = 0, status } = Object(failure) as { readonly retryAfter?: number; readonly status?: unknown };
  if (retryAfter > LONGEST_RETRY_AFTER_S) return undefined;
  const delayMs = retryAfter * 1000 + backoffMs;
  // One request too many, to the service or to what stands before it, was not looked at.
  const isUndone = status === 429 || (failure instanceof CountersignProblem && UNCHANGED.test(failure.code));
  return isUndone || (repeatable && isAway(failure, !!retries)) ? delayMs : undefined;
}

/**
 * Not of the request's making: the same may succeed later. Where the service has answered before, something else answers only
 * in its place: a proxy does, with a page of its own and any status, while the service is started anew.
 */
export function isAway(failure: unknown, known = true): boolean {
  if (failure instanceof UnexpectedAnswer) return known || failure.status >= 500;
  return failure instanceof ServerFault || failure instanceof ConnectionFailed || failure instanceof RateLimited;
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
    const forget = onAbort(signal, abort);
    if (signal?.aborted) abort();
  });
}

const ENDINGS = new WeakMap<EventTarget, Set<() => void>>();

/**
 * Has `end` called when the signal is aborted, until that is taken back. A signal is often that of a whole program, in which
 * many wait: it gets one listener from all of them, for of more than ten Node 20 warns. And none once nobody waits: a signal that
 * `AbortSignal.any` has made is never freed while it is listened to, and programs make one for each of their calls.
 */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
  if (!signal) return () => undefined;
  const ends = ENDINGS.get(signal) ?? new Set();
  ENDINGS.set(signal, ends.add(end));
  signal.addEventListener('abort', endAll); // the same again is not added
  return () => {
    ends.delete(end);
    if (ends.size === 0) signal.removeEventListener('abort', endAll);
  };
}

function endAll({ target }: Event): void {
  for (const end of ENDINGS.get(target as AbortSignal) ?? []) end();
}
