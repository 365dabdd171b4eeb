// The server, through the same client that agents use; the session's cookie stands in for a key.

import { Countersign } from '@countersign/sdk';
import { signal } from '@preact/signals';

/** The session ended while the page was open: the person signs in again, over the page as it is. */
export const signedOut = signal(false);

const DOOR = /\/v1\/session(\/|$)/;

export const api = new Countersign({
  baseUrl: location.origin,
  credentials: 'same-origin',
  async fetch(input, init) {
    const answer = await fetch(input, init);
    const path = new URL(String(input instanceof Request ? input.url : input), location.origin).pathname;
    if (answer.status === 401 && !DOOR.test(path)) signedOut.value = true;
    return answer;
  },
});
