// The server, through the same client that agents use; the session's cookie stands in for a key.

import { OperationsClient } from '@countersign/sdk/operations-client';
import { signal } from '@preact/signals';

/** The session ended while the page was open: the person signs in again, over the page as it is. */
export const signedOut = signal(false);

/** For whom the page was made: the cookie may be another's by now, who has signed in in a tab beside it. */
export const madeFor: { id?: string | undefined } = {};

/** Longer than this, a person is told how long it takes, not kept waiting. */
const PATIENCE_MS = 3000;

const DOOR = /\/v1\/session(\/|$)/;

export const api = new OperationsClient({
  baseUrl: location.origin,
  credentials: 'same-origin',
  onRetry(failure, delayMs) {
    if (delayMs > PATIENCE_MS) throw failure;
  },
  async fetch(input, init) {
    const headers = new Headers(init?.headers);
    if (madeFor.id !== undefined) headers.set('x-service-reviewer', madeFor.id);
    const answer = await fetch(input, { ...init, headers });
    const path = new URL(String(input instanceof Request ? input.url : input), location.origin).pathname;
    if (answer.status === 401 && !DOOR.test(path)) signedOut.value = true;
    return answer;
  },
});
