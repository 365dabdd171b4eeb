// Spreads what is to be told over the subscriptions of the project, in transactions of bounded size.

import type { Tx } from '../../storage/database.ts';
import type { PushCauseRow } from '../../storage/push-rows.ts';
import { MAX_PER_PROJECT } from './manage-subscriptions.ts';
import { countNotices, deleteCauses, insertNotices, oldestCauses, subscriptionsOf } from './store.ts';

const CAUSES = 32;
const MAX_NOTICES = 1000;
/** More than this need not be counted: the notification then says «or more». */
export const MAX_WAITING = 50;

/** False when there may be more to spread. */
export async function fanOut(tx: Tx): Promise<boolean> {
  const causes = await oldestCauses(tx, CAUSES);
  const [first] = causes;
  if (!first) return true;
  // One project in a transaction: with all its subscriptions it is work enough.
  const { project_id } = first;
  const subscriptions = await subscriptionsOf(tx, project_id, MAX_PER_PROJECT);
  const most = Math.max(1, Math.floor(MAX_NOTICES / Math.max(1, subscriptions.length)));
  const taken = causes.filter((cause) => cause.project_id === project_id).slice(0, most);
  for (const subscription of subscriptions) {
    const room = MAX_WAITING - (await countNotices(tx, subscription, MAX_WAITING));
    await insertNotices(
      tx,
      taken.slice(0, room).map((cause) => noticeOf(tx, cause, subscription.id)),
    );
  }
  await deleteCauses(
    tx,
    project_id,
    taken.map(({ id }) => id),
  );
  return taken.length === causes.length && causes.length < CAUSES;
}

function noticeOf(tx: Tx, { project_id, event, action_id }: PushCauseRow, subscription_id: string) {
  return { project_id, subscription_id, id: tx.newId('psn'), event, action_id, created_at: tx.now };
}
