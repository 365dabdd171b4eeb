// What the other side was told is written down, also when the database is away for a moment: to forget it would mean to tell it
// again.

import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';

/** While it cannot be written down; together less than what any lease leaves after the deadline. */
const SAVE_AGAIN_MS = [500, 2000, 5000];

interface Saving {
  /** For the log. */
  readonly name: string;
  readonly id: string;
  /** Given when there is no time to wait any more. */
  readonly signal: AbortSignal;
}

export async function saveOutcome<T>(app: App, { name, id, signal }: Saving, save: (tx: Tx) => Promise<T>): Promise<T> {
  for (const waitMs of SAVE_AGAIN_MS) {
    try {
      return await inTransaction(app, save);
    } catch (error) {
      app.world.log('warn', `${name}.not_saved`, { id, reason: String(error), wait_ms: waitMs });
      await app.world.sleep(waitMs, signal);
    }
  }
  return inTransaction(app, save);
}
