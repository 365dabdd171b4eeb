// Notices what has expired: the move, its audit row and its webhook are saved together.

import { type App, nowOf } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { expireAction, nextExpiryAt, takeExpired } from './store.ts';
import { expiredEvent } from './webhook-event.ts';

/** After days of downtime there may be many: so few at a time that nobody waits for them. */
const BATCH = 64;

/** In how many milliseconds the next one expires. */
export async function expireActions(app: App): Promise<number> {
  const expired = await inTransaction(app, async (tx) => {
    const moved = [];
    for (const action of await takeExpired(tx, BATCH)) {
      if (!(await expireAction(tx, action))) continue; // decided, or noticed by another instance
      const clock = { project_id: action.project_id, type: 'system', id: 'clock' };
      await recordAudit(tx, clock, { event: 'action.expired', entity_id: action.id });
      if (action.callback_url !== null) {
        const { project_id, id: action_id, callback_url: url } = action;
        await enqueueDelivery(tx, { project_id, action_id, url, body: expiredEvent(action) });
      }
      moved.push(action);
    }
    return moved;
  });
  if (expired.length > 0) app.wake('deliveries');
  if (expired.length === BATCH) return 0;

  const next = await nextExpiryAt(app.reader);
  if (next === undefined) return Number.POSITIVE_INFINITY;
  return next <= nowOf(app) ? 1000 : next * 1000 - app.world.nowMs();
}
