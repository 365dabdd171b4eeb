// What is written down after a browser was told, or was not: under the fence, so that a worker whose lease ran out writes
// nothing.

import type { Tx } from '../../storage/database.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { Incoming } from '../../world/outgoing.ts';
import { recordAudit } from '../audit/record.ts';
import { outcomeOf } from './outcome.ts';
import { countNotices, deleteNotices, deleteSubscriptions, lockLeased, saveSubscription } from './store.ts';

export type Result =
  /** The browser, or whoever it belongs to, is not to be told any more. */
  | { readonly is: 'ended'; readonly why: 'expired' | 'owner' }
  | { readonly is: 'nothing'; readonly moot: readonly string[] }
  | { readonly is: 'wait'; readonly until: number; readonly moot: readonly string[] }
  | {
      readonly is: 'answered';
      readonly answer: Incoming;
      readonly told: readonly string[];
      readonly moot: readonly string[];
    };

export async function saveResult(tx: Tx, leased: PushSubscriptionRow, result: Result): Promise<void> {
  const current = await lockLeased(tx, leased);
  if (!current) return; // unsubscribed, or someone else's business now
  if (result.is === 'ended') return end(tx, current, result.why);
  await deleteNotices(tx, current, result.moot);
  const free = { leased: 0, fence: current.fence + 1 } as const;
  if (result.is === 'wait') return saveSubscription(tx, current, { ...free, due_at: result.until });
  if (result.is === 'nothing') return saveSubscription(tx, current, { ...free, due_at: await dueAgain(tx, current) });

  const outcome = outcomeOf(result.answer, current.fails, tx.randomBytes(1).readUInt8() / 255);
  if (outcome.is === 'ended') return end(tx, current, outcome.why);
  if (outcome.is === 'failed') {
    const due_at = tx.now + outcome.retryInSeconds;
    return saveSubscription(tx, current, { ...free, fails: current.fails + 1, due_at });
  }
  await deleteNotices(tx, current, result.told);
  const sent = outcome.is === 'sent' ? { last_sent_at: tx.now, fails: 0 } : {};
  return saveSubscription(tx, current, { ...free, ...sent, due_at: await dueAgain(tx, current) });
}

/** At once while something waits. */
async function dueAgain(tx: Tx, subscription: PushSubscriptionRow): Promise<number | null> {
  return (await countNotices(tx, subscription, 1)) > 0 ? tx.now : null;
}

async function end(tx: Tx, { project_id, id }: PushSubscriptionRow, why: string): Promise<void> {
  await deleteSubscriptions(tx, project_id, [id]);
  const actor = { project_id, type: 'system', id: 'push' };
  await recordAudit(tx, actor, { event: 'push.unsubscribed', entity_id: id, facts: { why } });
}
