// What is to be told is written down with the change it tells of: one row, however many are told.

import { sweepTopic } from '../../app.ts';
import type { Tx } from '../../storage/database.ts';
import type { CauseEvent } from '../../storage/push-rows.ts';
import { causeOf, hasSubscriptions, insertCause } from './store.ts';

/** Where nobody has subscribed, nothing is written. */
export async function enqueuePush(tx: Tx, event: CauseEvent, project_id: string, action_id: string): Promise<void> {
  if (!(await hasSubscriptions(tx, project_id))) return;
  await insertCause(tx, causeOf(tx, event, project_id, action_id));
  tx.announce(sweepTopic('push'));
}
