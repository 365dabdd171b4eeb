// Spreads what is to be told over the subscriptions of the project, in transactions of bounded size.

import type { Tx } from '../../storage/database.ts';
import type { PushCauseRow, PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { Above } from './above.ts';
import { MAX_PER_PROJECT } from './manage-subscriptions.ts';
import {
  causesAfter,
  countNotices,
  deleteCauses,
  deleteNotices,
  insertNotices,
  listNotices,
  subscriptionsOf,
} from './store.ts';

const CAUSES = 32;
const MAX_NOTICES = 1000;
/** More than this need not be counted: the notification then says «or more». */
export const MAX_WAITING = 50;

interface Spread {
  /** There may be more. */
  readonly isMore: boolean;
  /** The project that had its turn; empty when all had. */
  readonly after: string;
}

/** One project in a transaction, the next one after `after`: with all its subscriptions it is work enough. */
export async function fanOut(tx: Tx, above: Pick<Above, 'pendingAmong'>, after: string): Promise<Spread> {
  const causes = await causesAfter(tx, after, CAUSES);
  const [first] = causes;
  if (!first) return { isMore: after !== '', after: '' };
  const { project_id } = first;
  const subscriptions = await subscriptionsOf(tx, project_id, MAX_PER_PROJECT);
  const most = Math.max(1, Math.floor(MAX_NOTICES / Math.max(1, subscriptions.length)));
  const taken = causes.filter((cause) => cause.project_id === project_id).slice(0, most);
  const dropMoot = makeRoom(tx, above);
  for (const subscription of subscriptions) {
    const count = await countNotices(tx, subscription, MAX_WAITING);
    const room = MAX_WAITING - (count + taken.length > MAX_WAITING ? await dropMoot(subscription) : count);
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
  const isLast = taken.length === causes.length && causes.length < CAUSES;
  return isLast ? { isMore: after !== '', after: '' } : { isMore: true, after: project_id };
}

type Waiting = Pick<PushSubscriptionRow, 'project_id' | 'id'>;

/**
 * Where many wait for a quiet hour to end, most may be decided by then: they must not keep out what is not. How many are left.
 * Most subscriptions of a project wait for the same, which is asked about once.
 */
function makeRoom(tx: Tx, { pendingAmong }: Pick<Above, 'pendingAmong'>) {
  const known = new Map<string, boolean>();
  return async (subscription: Waiting): Promise<number> => {
    const waiting = await listNotices(tx, subscription, MAX_WAITING);
    const asked = [...new Set(waiting.flatMap(({ action_id }) => action_id ?? []))].filter((id) => !known.has(id));
    const pending = await pendingAmong(tx, subscription.project_id, asked);
    for (const id of asked) known.set(id, pending.has(id));
    const moot = waiting.filter(
      ({ event, action_id }) => event !== 'decision.lost' && action_id !== null && !known.get(action_id),
    );
    await deleteNotices(
      tx,
      subscription,
      moot.map(({ id }) => id),
    );
    return waiting.length - moot.length;
  };
}

function noticeOf(tx: Tx, { project_id, event, action_id }: PushCauseRow, subscription_id: string) {
  return { project_id, subscription_id, id: tx.newId('psn'), event, action_id, created_at: tx.now };
}
