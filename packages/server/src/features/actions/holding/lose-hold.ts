// A hold that comes to nothing. Its holder is told through the log.

import type { App } from '../../../app.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { HoldRow } from '../../../storage/schema.ts';
import { recordAudit } from '../../audit/record.ts';
import { pushLost } from '../../push/enqueue.ts';
import { dueHolds, takeHold } from './hold-store.ts';
import { tellOwed } from './owed-reminders.ts';

const BATCH = 64;

/** False when it was undone, replaced or kept meanwhile. */
export async function loseHold(tx: Tx, hold: HoldRow, why: string): Promise<boolean> {
  const lost = await takeHold(tx, hold);
  if (!lost) return false;
  const holder = { project_id: hold.project_id, type: hold.holder_type, id: hold.holder_id };
  await recordAudit(tx, holder, {
    event: 'action.hold_lost',
    entity_id: hold.action_id,
    channel: hold.channel,
    facts: { hold_id: hold.id, verdict: hold.verdict, why },
  });
  await tellOwed(tx, lost);
  if (hold.channel === 'push') await pushLost(tx, hold);
  return true;
}

/** All there are, due or not; how many. For when nobody can say which of them were taken back. */
export async function loseAllHolds(app: Pick<App, 'storage'>, why: string): Promise<number> {
  for (let lost = 0; ; ) {
    const some = await inTransaction(app, async (tx) => {
      const holds = await dueHolds(tx, Number.MAX_SAFE_INTEGER, BATCH);
      for (const hold of holds) await loseHold(tx, hold, why);
      return holds.length;
    });
    if (some === 0) return lost;
    lost += some;
  }
}
