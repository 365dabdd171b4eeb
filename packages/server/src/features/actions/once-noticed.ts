// The time of an action is over, and nobody has noticed: someone may be deciding it, since before. An agent that is told that it
// expired proposes it anew, and must not hear of an approval afterwards. So it is noticed first, or the decision is waited for.

import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { noticeExpiry } from './expire-actions.ts';
import { findAction, type StoredAction } from './store.ts';

/** As it is then; undefined when it is gone. */
export async function onceNoticed(app: App, action: StoredAction): Promise<StoredAction | undefined> {
  try {
    const noticed = await inTransaction(app, (tx) => noticeExpiry(tx, action));
    if (noticed && action.callback_url !== null) app.wake('deliveries');
  } catch {
    return action; // nothing can be written down, nor decided: the fact stands
  }
  return findAction(app.reader, action.project_id, action.id);
}

/** What is refused because the action expired is asked once more when that was noticed: it may have been decided in time. */
export async function againOnceNoticed<T>(
  app: App,
  { project_id }: Caller,
  id: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Problem) || error.facts.current_status !== 'expired') throw error;
    const action = await findAction(app.reader, project_id, id);
    if (action?.status === 'expired') throw error; // somebody had noticed: so it stays
    if (action?.status === 'pending') await onceNoticed(app, action);
    return ask();
  }
}
