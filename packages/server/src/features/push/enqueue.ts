// What is to be told is written down with the change it tells of: one row, however many are told.

import { sweepTopic } from '../../app.ts';
import type { Tx } from '../../storage/database.ts';
import type { CauseEvent } from '../../storage/push-rows.ts';
import type { ActionRow, HoldRow } from '../../storage/schema.ts';
import { BEFORE_EXPIRY_SECONDS } from './remind.ts';
import { causeOf, hasSubscriptions, insertCause, insertNotices, listSubscriptions } from './store.ts';

/** A decision is wanted; soon, where there is less time than a reminder would leave. */
export async function pushPending(
  tx: Tx,
  { project_id, id, expires_at }: Pick<ActionRow, 'project_id' | 'id' | 'expires_at'>,
): Promise<void> {
  const isSoon = expires_at - tx.now <= BEFORE_EXPIRY_SECONDS;
  await enqueuePush(tx, isSoon ? 'action.expiring' : 'action.pending', project_id, id);
}

/** Where nobody has subscribed, nothing is written. */
export async function enqueuePush(tx: Tx, event: CauseEvent, project_id: string, action_id: string): Promise<void> {
  if (!(await hasSubscriptions(tx, project_id))) return;
  await insertCause(tx, causeOf(tx, event, project_id, action_id));
  tx.announce(sweepTopic('push'));
}

/** Whoever decided on a notification was told that it is done, and has perhaps no page open that would tell them otherwise. */
export async function pushLost(
  tx: Tx,
  { project_id, holder_id, action_id }: Pick<HoldRow, 'project_id' | 'holder_id' | 'action_id'>,
): Promise<void> {
  const browsers = await listSubscriptions(tx, { project_id, owner_id: holder_id });
  const notices = browsers.map(({ id: subscription_id }) => ({
    project_id,
    subscription_id,
    id: tx.newId('psn'),
    event: 'decision.lost' as const,
    action_id,
    created_at: tx.now,
  }));
  await insertNotices(tx, notices);
  if (notices.length > 0) tx.announce(sweepTopic('push'));
}
