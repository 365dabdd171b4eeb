// A reminder that falls due while someone is about to decide would tell of what is as good as done: it is left to the hold, and
// told when that ends and the action is still open.

import type { Tx } from '../../../storage/database.ts';
import type { HoldRow } from '../../../storage/schema.ts';
import { tellOfAction } from '../../channels/enqueue.ts';
import { enqueuePush } from '../../push/enqueue.ts';
import type { Place, Told } from '../../push/remind.ts';
import { statusAt } from '../action.ts';
import { findAction } from '../store.ts';
import { leaveToHolds, leaveToOthers } from './hold-store.ts';

const OWED = { push: { owes_push: 1 }, channels: { owes_channels: 1 } } as const;

/** False when nobody is about to decide it: then it is to be told now. */
export function leaveReminder(tx: Tx, { project_id, id: action_id }: Place, to: Told): Promise<boolean> {
  return leaveToHolds(tx, { project_id, action_id }, OWED[to]);
}

/** `hold` has ended, whether anything came of it or not. Others who are about to decide take over what it owed. */
export async function tellOwed(tx: Tx, { project_id, action_id, owes_push, owes_channels }: HoldRow): Promise<void> {
  if (owes_push === 0 && owes_channels === 0) return;
  const action = await findAction(tx, project_id, action_id);
  if (!action || statusAt(action, tx.now) !== 'pending') return;
  const owed = { ...(owes_push === 1 ? OWED.push : {}), ...(owes_channels === 1 ? OWED.channels : {}) };
  if (await leaveToOthers(tx, { project_id, action_id }, owed)) return;
  if (owes_push === 1) await enqueuePush(tx, 'action.expiring', project_id, action_id);
  if (owes_channels === 1) await tellOfAction(tx, 'action.expiring', action);
}
