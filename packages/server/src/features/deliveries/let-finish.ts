// Told to end: what is under way has some seconds to be answered. Cut off at once, it may have arrived, and would be sent again.

import type { App } from '../../app.ts';

/** Less than the ten seconds after which Docker kills. */
const GRACE_MS = 8000;

/** `stopping` is given when they are over, and what is still under way then ends without an answer. */
export async function letFinish(
  app: App,
  underWay: ReadonlyMap<string, Promise<void>>,
  stopping: AbortController,
  graceMs = GRACE_MS,
): Promise<void> {
  const over = new AbortController();
  await Promise.race([Promise.all(underWay.values()), app.world.sleep(graceMs, over.signal)]);
  over.abort();
  stopping.abort();
  await Promise.all(underWay.values());
}
