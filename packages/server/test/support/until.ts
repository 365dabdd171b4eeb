// Waits for the thing itself, for as long as a busy machine may need: a test that passes costs nothing by that.

import { setTimeout as rest } from 'node:timers/promises';

export const PATIENCE_MS = 60_000;
const PAUSE_MS = 10;

type Found<T> = Exclude<T, false | 0 | '' | null | undefined>;

/** What `look` finds, as soon as it finds something; `what` says what was waited for in vain. */
export async function until<T>(look: () => T | Promise<T>, what: string | (() => string)): Promise<Found<T>> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found as Found<T>;
    if (performance.now() > endMs) {
      throw new Error(`Waited ${PATIENCE_MS / 1000} s in vain: ${typeof what === 'string' ? what : what()}`);
    }
    await rest(PAUSE_MS);
  }
}
