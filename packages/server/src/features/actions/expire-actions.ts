// Notices what has expired: the move, its audit row and its webhook are saved together.

import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { tellOfAction } from '../channels/enqueue.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { type ExpiredAction, expireAction, nextExpiryAt, takeExpired } from './store.ts';
import { expiredEvent } from './webhook-event.ts';

/** So few at a time that nobody waits for them. */
const BATCH = 64;
/** What expired longer ago did so while nobody was there to notice: after days of downtime there may be many. */
const OVERDUE_SECONDS = 60;
/** Their pace; what expires now goes first, and as fast as it can. */
const OVERDUE_BATCH = 32;
const OVERDUE_EVERY_MS = 200;

/**
 * In how many milliseconds the next one expires, by the clock that the instances share. A new action wakes nobody here: the
 * shortest time that one may be given is ten times as long as a sweep ever rests.
 */
export async function expireActions(app: App): Promise<number> {
  const { moved, more, overdue, next } = await inTransaction(app, async (tx) => {
    const edge = tx.now - OVERDUE_SECONDS;
    const now = await takeExpired(tx, { after: edge, until: tx.now, limit: BATCH });
    const late = await takeExpired(tx, { after: 0, until: edge, limit: OVERDUE_BATCH });
    const moved = await expireAll(tx, [...now, ...late]);
    const next = (await nextExpiryAt(tx, tx.now)) ?? Number.POSITIVE_INFINITY;
    return { moved, more: now.length === BATCH, overdue: late.length > 0, next };
  });
  if (moved > 0) app.wake('deliveries');
  if (more) return 0;
  const nextInMs = next * 1000 - app.storage.nowMs();
  return overdue ? Math.min(OVERDUE_EVERY_MS, nextInMs) : nextInMs;
}

async function expireAll(tx: Tx, actions: readonly ExpiredAction[]): Promise<number> {
  let moved = 0;
  for (const action of actions) {
    if (await noticeExpiry(tx, action)) moved++;
  }
  return moved;
}

/** Makes it so, if its time is over. False when it is not, was decided, or was noticed by another. */
export async function noticeExpiry(tx: Tx, action: ExpiredAction): Promise<boolean> {
  if (!(await expireAction(tx, action))) return false;
  const { project_id, id: action_id, callback_url: url } = action;
  const clock = { project_id, type: 'system', id: 'clock' };
  await recordAudit(tx, clock, { event: 'action.expired', entity_id: action_id });
  if (url !== null) await enqueueDelivery(tx, { project_id, action_id, url, body: expiredEvent(action) });
  await tellOfAction(tx, 'action.decided', action);
  return true;
}
