// Everything that gave up is sent once more: each by itself, so that one that cannot be holds up no other.

import { REDELIVERED_AT_ONCE } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../../app.ts';
import { isRefusal } from '../../../base/problem.ts';
import { listGivenUp } from '../../deliveries/store.ts';
import { redeliverAction } from '../redeliver-action.ts';

/** What was tried this recently is passed over: whoever asks again and again does not flood a receiver. */
const PAUSE_SECONDS = 60;

/** How many were asked for. */
export async function redeliverAll(app: App, caller: Caller, limit = REDELIVERED_AT_ONCE): Promise<number> {
  const tried_before = nowOf(app) - PAUSE_SECONDS;
  const action_ids = await listGivenUp(app.reader, { project_id: caller.project_id, tried_before, limit });
  let queued = 0;
  for (const id of action_ids) {
    try {
      await redeliverAction(app, caller, id);
      queued++;
    } catch (error) {
      if (isRefusal(error)) continue; // erased, or gone, since
      if (queued === 0) throw error;
      app.world.log('warn', 'deliveries.not_all_asked_for', { queued, reason: String(error) });
      break; // those that were asked for are sent, and the others are found again
    }
  }
  return queued;
}
