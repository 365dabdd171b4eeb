// A server and its database often start together, and a machine that has just been switched on is in no order: whoever
// serves waits for PostgreSQL a while before it calls it unreachable.

import type { World } from '../world/world.ts';

/** Longer than a supervisor takes to lose its patience with a server that ends at once, again and again. */
const PATIENCE_MS = 60_000;
const WAITS_MS = [500, 1000, 2000, 5000];

/** Not there yet, starting, full, or a standby that is being promoted. A wrong name or password stays wrong. */
const PASSING =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08...|53...|57P0[123]|25006)$/;
/** What the driver says without a code. */
const PASSING_WORDS = /timeout|terminated/i;

/** Opens as soon as it can be opened; `patient` is for who serves, an operator at a terminal is told at once. */
export async function withPatience<T>(world: World, patient: boolean, open: () => Promise<T>): Promise<T> {
  for (let tries = 0, waitedMs = 0; ; tries++) {
    const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0;
    try {
      return await open();
    } catch (error) {
      if (!patient || waitedMs >= PATIENCE_MS || !mayPass(error as Error)) throw error;
      world.log('warn', 'storage.not_reached', { reason: (error as Error).message, wait_ms: waitMs });
    }
    await world.sleep(waitMs);
    waitedMs += waitMs;
  }
}

/** By what the engine said, which the words for an operator have as their cause. */
function mayPass(error: Error): boolean {
  const { code, message } = (error.cause ?? error) as { readonly code?: unknown; readonly message?: string };
  return typeof code === 'string' ? PASSING.test(code) : PASSING_WORDS.test(message ?? '');
}
