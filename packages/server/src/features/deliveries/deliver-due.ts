// Sends what is due: lease, send, save. No network while a transaction is open.

import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { nextDueAt } from '../../storage/next-due.ts';
import type { DeliveryRow } from '../../storage/schema.ts';
import type { Incoming } from '../../world/outgoing.ts';
import { RETRY_DELAYS } from './delivery.ts';
import { makeFinder, type Take } from './find-due.ts';
import { letFinish } from './let-finish.ts';
import { type OnGone, saveAttempt } from './save-attempt.ts';
import { saveOutcome } from './save-outcome.ts';
import { DEADLINE_MS, sendDelivery } from './send-delivery.ts';
import { openSlots } from './slots.ts';
import {
  type DeliveryState,
  type DueDelivery,
  LEASES,
  leaseDeliveries,
  lockLostTwice,
  recallDeliveries,
} from './store.ts';

/** Twice the deadline of an attempt: a worker that still believes in its lease has long stopped sending. */
const LEASE_SECONDS = 30;
/** Whoever has not begun to send by then must not: the lease could be over, and another at it, before the answer comes. */
const BEGIN_WITHIN_MS = LEASE_SECONDS * 1000 - DEADLINE_MS;
/** Of an attempt that nobody has told the end of. */
const LOST: Incoming = { error: 'timeout' };
/** Longer than anyone ever has to wait for the next attempt, with room for a clock that is set by an hour. */
const NEVER_SO_LONG_SECONDS = Math.ceil(Math.max(...RETRY_DELAYS) * 1.1) + 3600;
const RECALL_EVERY_SECONDS = 60;
/** While nothing of what is due can be sent: the next page of a long line after so long, all of a short one after so long. */
const LOOK_ON_MS = 30;
const LOOK_AGAIN_MS = 1000;

export interface Deliverer {
  run(app: App): Promise<number>;
  /** Lets what is under way finish for so long; what has no answer by then has failed, and is tried again in its time. */
  stop(app: App, graceMs?: number): Promise<void>;
}

/** `onFree`: something that could not be sent before may be now. */
export function makeDeliverer({ onGone, onFree }: { onGone: OnGone; onFree: () => void }): Deliverer {
  const slots = openSlots();
  const finder = makeFinder();
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let waiting = false;
  let recalledAt = 0;

  /** What we have under way is not due, however late its lease looks after the clock was set. */
  const mayTake: Take = (due) => !underWay.has(due.id) && slots.take(due);

  const leaseDue = async (tx: Tx, take: Take) => {
    const recalls = Math.abs(tx.now - recalledAt) >= RECALL_EVERY_SECONDS;
    if (recalls) await recallDeliveries(tx, { later_than: tx.now + NEVER_SO_LONG_SECONDS, limit: LEASES });
    const { due, more, waiting } = await finder.find(tx, take);
    const givenUp: DeliveryState[] = [];
    for (const lost of await lockLostTwice(tx, due)) {
      const next = await saveAttempt(tx, lost, { answer: LOST, ms: LEASE_SECONDS * 1000 }, onGone);
      if (next?.status === 'dlq') givenUp.push(lost);
    }
    const leased = await leaseDeliveries(tx, due, LEASE_SECONDS);
    const next = (await nextDueAt(tx, 'deliveries', tx.now)) ?? Number.POSITIVE_INFINITY;
    return { leased, givenUp, more, waiting, next, now: tx.now, recalls };
  };

  const start = (app: App, delivery: DeliveryRow, due: DueDelivery, lease: Lease) => {
    const sending = deliver(app, delivery, { ...lease, onGone, stopping: stopping.signal })
      .catch((error: unknown) => {
        // Its lease runs out and it is tried again; nothing is lost.
        app.world.log('error', 'delivery.failed', { delivery_id: delivery.id, reason: String(error) });
        return null;
      })
      .then((dueAgain) => {
        slots.free(due);
        underWay.delete(delivery.id);
        if (waiting || dueAgain !== null) onFree();
      });
    underWay.set(delivery.id, sending);
  };

  return {
    async run(app) {
      waiting = true; // what comes free while we look may be what we passed over
      const taken = new Map<string, DueDelivery>();
      const giveBack = () => {
        for (const due of taken.values()) slots.free(due);
        taken.clear();
      };
      const take: Take = (due) => {
        if (!mayTake(due)) return false;
        taken.set(due.id, due);
        return true;
      };
      const takenMs = app.world.nowMs();
      try {
        const round = await inTransaction(app, async (tx) => {
          giveBack(); // a transaction may be run again
          return leaseDue(tx, take);
        });
        if (round.recalls) recalledAt = round.now;
        for (const lost of round.givenUp) tellGivenUp(app, lost, LOST);
        for (const delivery of round.leased) {
          const due = taken.get(delivery.id);
          if (due) start(app, delivery, due, { now: round.now, takenMs });
          taken.delete(delivery.id);
        }
        waiting = round.waiting;
        if (round.more) return round.leased.length > 0 ? 0 : LOOK_ON_MS;
        const nextInMs = round.next * 1000 - app.storage.nowMs();
        return round.waiting ? Math.min(LOOK_AGAIN_MS, nextInMs) : nextInMs;
      } finally {
        giveBack(); // another instance was first
      }
    },
    stop: (app, graceMs) => letFinish(app, underWay, stopping, graceMs),
  };
}

interface Lease {
  /** The moment of the lease. */
  readonly now: number;
  /** The same by our own clock, or a little earlier. */
  readonly takenMs: number;
}

interface Attempt extends Lease {
  readonly onGone: OnGone;
  readonly stopping: AbortSignal;
}

/** Returns when it is due again, if ever. */
async function deliver(app: App, delivery: DeliveryRow, attempt: Attempt): Promise<number | null> {
  const { now, takenMs, onGone, stopping } = attempt;
  const startedMs = app.world.nowMs();
  if (startedMs - takenMs > BEGIN_WITHIN_MS) return null; // we stood still; whoever takes it next sends it
  const answer = await sendDelivery(app, delivery, { now, signal: stopping });
  // A clock that was set meanwhile must not make it look longer than the lease.
  const ms = Math.round(Math.min(LEASE_SECONDS * 1000, Math.max(0, app.world.nowMs() - startedMs)));
  const saving = { name: 'delivery', id: delivery.id, signal: stopping };
  const next = await saveOutcome(app, saving, (tx) => saveAttempt(tx, delivery, { answer, ms }, onGone));
  if (next?.status === 'dlq') tellGivenUp(app, delivery, answer);
  return next?.due_at ?? null;
}

/** For whoever runs the server: the agent waits for nothing now, and whose receiver it is may not look. */
function tellGivenUp(app: App, { id, project_id, action_id }: DeliveryState, answer: Incoming): void {
  const why = 'status' in answer ? { status_code: answer.status } : { error: answer.error };
  app.world.log('warn', 'delivery.gave_up', { delivery_id: id, project_id, action_id, ...why });
}
