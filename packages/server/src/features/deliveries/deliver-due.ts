// Sends what is due: lease, send, save. No network while a transaction is open.

import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { DeliveryRow } from '../../storage/schema.ts';
import type { Incoming } from '../../world/outgoing.ts';
import { fallbackSecret } from '../project/fallback-secret.ts';
import { webhookSecrets } from '../project/project.ts';
import { findProject } from '../project/store.ts';
import { type AttemptError, afterAttempt, errorOfStatus } from './delivery.ts';
import { signatureHeaders } from './signature.ts';
import { openSlots, type Slots } from './slots.ts';
import { dueDeliveries, findDelivery, insertAttempt, nextDueAt, saveDelivery } from './store.ts';

const BATCH = 64;
const DEADLINE_MS = 15_000;
/** Twice the deadline: a worker that still believes in its lease has long stopped sending. */
const LEASE_SECONDS = 30;
const MAX_ANSWER_BYTES = 65_536;
const KEPT_ANSWER_CHARACTERS = 500;

/** The receiver wants no more: whoever owns the address forgets it, in the same transaction. */
export type OnGone = (tx: Tx, delivery: DeliveryRow) => Promise<void>;

export interface Deliverer {
  run(app: App): Promise<number>;
  /** Ends when nothing is under way any more. */
  drained(): Promise<void>;
}

export function makeDeliverer(onGone: OnGone): Deliverer {
  const slots = openSlots();
  const underWay = new Set<Promise<void>>();

  const start = (app: App, delivery: DeliveryRow) => {
    const sending = deliver(app, delivery, onGone)
      .catch((error: unknown) => {
        // Its lease runs out and it is tried again; nothing is lost.
        app.world.log('error', 'delivery.failed', { delivery_id: delivery.id, reason: String(error) });
      })
      .finally(() => {
        slots.free(delivery);
        underWay.delete(sending);
        app.wake('deliveries');
      });
    underWay.add(sending);
  };

  return {
    async run(app) {
      const leased = await inTransaction(app, (tx) => leaseDue(tx, slots));
      for (const delivery of leased) start(app, delivery);
      if (leased.length > 0 && !slots.full()) return 0;
      const due_at = await nextDueAt(app.reader);
      // Overdue and yet not leased: its host has no slot free, and whoever frees one wakes us.
      return due_at === undefined ? Number.POSITIVE_INFINITY : Math.max(1000, due_at * 1000 - app.world.nowMs());
    },
    async drained() {
      await Promise.all(underWay);
    },
  };
}

async function leaseDue(tx: Tx, slots: Slots): Promise<DeliveryRow[]> {
  const leased: DeliveryRow[] = [];
  for (const candidate of await dueDeliveries(tx, { limit: BATCH, exceptHosts: slots.busyHosts() })) {
    if (!slots.take(candidate)) continue;
    const delivery = await findDelivery(tx, candidate.project_id, candidate.id);
    const kept = delivery && (await saveDelivery(tx, delivery, leaseOf(delivery, tx.now)));
    if (kept) leased.push(kept);
    else slots.free(candidate);
  }
  return leased;
}

/** The attempt number is taken with the lease. A lease that ran out without an outcome is repeated once under it. */
export function leaseOf(delivery: DeliveryRow, now: number): Partial<DeliveryRow> {
  const again = delivery.leased === 1 && delivery.repeated === 0;
  const counts = delivery.manual === 0 && !again;
  return {
    leased: 1,
    fence: delivery.fence + 1,
    attempt: counts ? delivery.attempt + 1 : delivery.attempt,
    repeated: again ? 1 : 0,
    due_at: now + LEASE_SECONDS,
  };
}

async function deliver(app: App, delivery: DeliveryRow, onGone: OnGone): Promise<void> {
  const startedMs = app.world.nowMs();
  const answer = await send(app, delivery);
  const ms = app.world.nowMs() - startedMs;
  await inTransaction(app, (tx) => saveAttempt(tx, delivery, { answer, ms }, onGone));
}

async function send(app: App, delivery: DeliveryRow): Promise<Incoming> {
  const project = await findProject(app.reader, delivery.project_id);
  if (!project) throw new Error(`Project ${delivery.project_id} is not there.`);
  const timestamp = Math.floor(app.world.nowMs() / 1000);
  const nonce = app.world.randomBytes(16).toString('hex');
  const { id, body } = delivery;
  const secrets = webhookSecrets(project, timestamp, fallbackSecret(app));
  if (secrets.length === 0)
    throw new Error(`Project ${project.id} has no webhook secret, nor is there a WEBHOOK_SECRET.`);
  return app.world.request({
    url: delivery.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Countersign',
      ...(delivery.receipt === null ? {} : { 'x-service-receipt': delivery.receipt }),
      ...signatureHeaders({ id, timestamp, nonce, body, secrets }),
    },
    body,
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    allowPrivate: app.config.allowPrivateTargets,
  });
}

interface Made {
  readonly answer: Incoming;
  readonly ms: number;
}

async function saveAttempt(tx: Tx, delivery: DeliveryRow, { answer, ms }: Made, onGone: OnGone): Promise<void> {
  const status_code = 'status' in answer ? answer.status : undefined;
  const error: AttemptError | undefined = 'error' in answer ? answer.error : errorOfStatus(answer.status);
  const chance = tx.randomBytes(1).readUInt8() / 255;
  const outcome = afterAttempt(Math.max(1, delivery.attempt), status_code, tx.now, chance);
  const settled = outcome.status === 'delivered' || outcome.status === 'gone';
  // A manual attempt that failed leaves everything as it was scheduled.
  const next = delivery.manual === 1 && !settled ? { due_at: delivery.scheduled_at } : outcome;
  const kept = await saveDelivery(tx, delivery, {
    ...next,
    leased: 0,
    repeated: 0,
    manual: 0,
    scheduled_at: null,
    last_attempt_at: tx.now,
    last_status_code: status_code ?? null,
    last_error: error ?? null,
  });
  if (!kept) return; // another worker holds a newer fence; what we saw is its business now
  await insertAttempt(tx, {
    project_id: delivery.project_id,
    delivery_id: delivery.id,
    id: tx.newId('att'),
    attempt: delivery.attempt,
    manual: delivery.manual,
    at: tx.now,
    ms: Math.max(0, Math.round(ms)),
    status_code: status_code ?? null,
    error: error ?? null,
    answer: 'body' in answer ? printable(answer.body) : null,
  });
  if (outcome.status === 'gone') await onGone(tx, kept);
}

/** A receiver's words, for people: bounded, and without what a database refuses. */
function printable(text: string): string {
  return text.slice(0, KEPT_ANSWER_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed();
}
