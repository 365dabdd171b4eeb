// Keeps the word of those who decided and did not take it back: when its time has come, a hold becomes the decision. In
// one transaction with taking the hold, so that a crash at any point leaves either the hold or the decision.

import { HOLD_MAX_SECONDS } from '@countersign/contract';
import type { App } from '../../../app.ts';
import { isRefusal } from '../../../base/problem.ts';
import { inTransaction, type Reader, type Tx } from '../../../storage/database.ts';
import type { HoldRow } from '../../../storage/schema.ts';
import { decideAction } from '../decide-action.ts';
import { type FindDecider, stillDecider } from '../may-decide.ts';
import { dueHolds, nextCommitAt, recallHolds, takeHold } from './hold-store.ts';
import { loseHold } from './lose-hold.ts';
import { tellOwed } from './owed-reminders.ts';

const BATCH = 64;
const AGAIN_MS = 1000;
/** With room for transactions that began in another order. */
const NEVER_SO_LONG_SECONDS = HOLD_MAX_SECONDS + 60;

/** Undone, replaced, or committed by another instance; or the clock was set back since. */
class HoldGone extends Error {}

export function makeHoldSweep(findDecider: FindDecider): (app: App) => Promise<number> {
  return async (app) => {
    // By the clock that all instances share: one that is ahead of it would cut short the time to think better of it.
    const { due, next } = await inTransaction(app, async (tx) => {
      await recallHolds(tx, { later_than: tx.now + NEVER_SO_LONG_SECONDS, to: tx.now + HOLD_MAX_SECONDS });
      const all = await dueHolds(tx, tx.now, BATCH);
      return { due: all, next: await nextCommitAt(tx, tx.now) };
    });
    let failed = false;
    for (const hold of due) {
      try {
        await commit(app, hold, findDecider);
      } catch (error) {
        failed = true; // it stays due; one that cannot be kept must not hold up the others
        app.world.log('error', 'hold.failed', { hold_id: hold.id, reason: String(error) });
      }
    }
    if (failed) return AGAIN_MS;
    if (due.length === BATCH) return 0;
    if (next === undefined) return Number.POSITIVE_INFINITY;
    // Where our own clock says sooner, it is ahead, or one of them was set meanwhile: then we look more often.
    const [sharedMs, ownMs] = [next * 1000 - app.storage.nowMs(), next * 1000 - app.world.nowMs()];
    return Math.max(0, Math.min(sharedMs, Math.max(ownMs, AGAIN_MS)));
  };
}

async function commit(app: App, hold: HoldRow, findDecider: FindDecider): Promise<void> {
  const { project_id, holder_type: type, holder_id: id } = hold;
  const holder = (reader: Reader) => stillDecider(reader, { type, project_id, id }, findDecider);
  let taken = hold;
  const take = async (tx: Tx) => {
    const found = await takeHold(tx, { ...hold, due_by: tx.now });
    if (!found) throw new HoldGone();
    taken = found;
    await holder(tx); // in the moment that counts: they may have been removed since
  };
  try {
    await decideAction(app, await holder(app.reader), hold.action_id, {
      verdict: hold.verdict,
      edited: hold.edited ?? undefined,
      channel: hold.channel,
      comment: hold.comment ?? undefined,
      digest: hold.digest ?? undefined,
      view: hold.view_ms === null ? undefined : { ms: hold.view_ms, end: hold.view_end === 1 },
      hold_id: hold.id,
      first: take,
      last: (tx) => tellOwed(tx, taken), // an approval may be one of several
    });
  } catch (error) {
    if (error instanceof HoldGone) return;
    if (!isRefusal(error)) throw error; // the hold knows whether it was kept: it is gone then
    await inTransaction(app, (tx) => loseHold(tx, hold, error.code)); // someone else, or the clock, was first
  }
}
