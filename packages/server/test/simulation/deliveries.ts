// What holds of every webhook in the committed state, and of every move it makes. Spec 3.4, 6.3.

import { MAX_ATTEMPTS, RETRY_DELAYS } from '../../src/features/deliveries/delivery.ts';
import type { DeliveryRow } from '../../src/storage/schema.ts';
import type { Committed } from './committed.ts';
import { mayBeErased } from './erasures.ts';
import { mayBeGone } from './gone.ts';
import { type Model, statusOf } from './model.ts';
import type { Post } from './receivers.ts';
import { promise } from './violation.ts';

const LEASE_SECONDS = 30;
const NEVER_CHANGES = ['project_id', 'action_id', 'body', 'receipt', 'created_at'] as const;

export type Posts = ReadonlyMap<string, readonly Post[]>;

export const isOpen = ({ status }: Pick<DeliveryRow, 'status'>) => status === 'pending' || status === 'retry';

/** Takes what is committed into the model, and checks it on the way. */
export function takeInDeliveries(model: Model, committed: Committed, posts: Posts): void {
  const rows = committed.deliveries();
  for (const row of rows) {
    const before = model.deliveries.get(row.id);
    if (before && isSame(before, row)) continue;
    if (before) checkMove(before, row);
    else checkNew(model, row);
    checkState(row, posts.get(row.id) ?? []);
    if (row.status === 'gone' && before?.status !== 'gone') checkForgotten(committed, row);
    checkSchedule(committed, row);
    checkLadder(committed, row);
    model.deliveries.set(row.id, row);
  }
  if (rows.length === model.deliveries.size) return;
  const kept = new Set(rows.map(({ id }) => id));
  for (const row of model.deliveries.values()) {
    if (kept.has(row.id)) continue;
    promise(mayBeGone(model, committed, row.project_id, row.action_id), `${row.id} is gone`);
    model.deliveries.delete(row.id);
    model.gone.set(row.id, row);
  }
}

function isSame(before: DeliveryRow, now: DeliveryRow): boolean {
  for (const column in now) {
    if (before[column as keyof DeliveryRow] !== now[column as keyof DeliveryRow]) return false;
  }
  return true;
}

/** It was written with the change that it announces, once. */
function checkNew(model: Model, { id, action_id, body }: DeliveryRow): void {
  const action = model.actions.get(action_id);
  promise(action !== undefined, `${id} announces ${action_id}, which is not there`);
  const event = JSON.parse(body) as { action_id: string; status: string };
  const decided = statusOf(action);
  const agrees = event.status === decided || (event.status === 'approved' && /^execute/.test(decided));
  promise(event.action_id === action_id && agrees, `${id} says ${event.status} of ${action_id}, which is ${decided}`);
}

function checkMove(before: DeliveryRow, now: DeliveryRow): void {
  const { id } = now;
  const changed = NEVER_CHANGES.find((column) => before[column] !== now[column]);
  promise(changed === undefined, `${changed} of ${id} has changed`);
  promise(now.fence >= before.fence && now.attempt >= before.attempt, `${id} went back: ${story(before, now)}`);
  promise(isOpen(before) || !isOpen(now), `${id} was ${before.status} and is ${now.status} again`);
  const onlyLeased = now.fence === before.fence + 1 && now.last_attempt_at === before.last_attempt_at;
  if (!onlyLeased || now.leased === 0 || now.manual === 1) return;
  const leasedAt = (now.due_at ?? 0) - LEASE_SECONDS;
  promise(before.due_at !== null && leasedAt >= before.due_at, `${id} was taken too early: ${story(before, now)}`);
  const isRepeated = now.attempt === before.attempt;
  promise(!isRepeated || before.repeated === 0, `${id} repeats one attempt for ever: ${story(before, now)}`);
}

/** Each attempt but the first comes after the outcome of the one before it, and so much later as the ladder says. */
function checkLadder(committed: Committed, row: DeliveryRow): void {
  const { id, attempt, leased, due_at } = row;
  if (leased === 0 || row.manual === 1 || due_at === null || attempt < 2) return;
  const before = committed.attempts(id).find((made) => made.manual === 0 && made.attempt === attempt - 1);
  promise(before !== undefined, `${id} is at attempt ${attempt} without an outcome of the one before`);
  const waited = due_at - LEASE_SECONDS - before.at;
  promise(
    waited >= (RETRY_DELAYS[attempt - 2] ?? 0),
    `attempt ${attempt} of ${id} came ${waited} s after the one before`,
  );
}

function checkState(row: DeliveryRow, posts: readonly Post[]): void {
  const { id, status, attempt, due_at, leased, manual } = row;
  promise(attempt <= MAX_ATTEMPTS, `${id} is at attempt ${attempt}`);
  promise(!isOpen(row) || due_at !== null, `${id} is ${status} and will never be sent`);
  promise(isOpen(row) || manual !== 0 || (due_at === null && leased === 0), `${id} is ${status} and still due`);
  promise(status !== 'delivered' || posts.some(({ said }) => said === 200), `${id} is delivered, and nobody has it`);
  promise(status !== 'gone' || posts.some(({ said }) => said === 410), `${id} is gone, and nobody said so`);
  promise(status !== 'dlq' || attempt === MAX_ATTEMPTS, `${id} was given up after ${attempt} attempts`);
}

/** Where a receiver is gone, nothing goes any more; unless someone has named another since. */
function checkForgotten(committed: Committed, { id, action_id, manual }: DeliveryRow): void {
  const callback = committed.action(action_id)?.callback_url ?? null;
  promise(callback === null || manual === 1, `${id} is gone, and its action still has ${callback}`);
}

/** After a failed attempt of its own the next is due by the ladder; an attempt has one outcome. */
function checkSchedule(committed: Committed, { id, status, attempt, due_at, leased, manual }: DeliveryRow): void {
  const attempts = committed.attempts(id);
  const numbers = attempts.filter((made) => made.manual === 0).map((made) => made.attempt);
  promise(new Set(numbers).size === numbers.length, `${id} has two outcomes of one attempt: ${numbers}`);
  const last = attempts.at(-1);
  const waits = status === 'retry' && leased === 0 && manual === 0 && last?.manual === 0;
  if (!waits || due_at === null || last.attempt !== attempt) return;
  const [wait, delay] = [due_at - last.at, RETRY_DELAYS[attempt - 1] ?? Number.NaN];
  promise(wait >= delay && wait <= Math.ceil(delay * 1.1), `${id} is due ${wait} s after attempt ${attempt}`);
}

/** At the moment a POST reaches its receiver. */
export function checkPost(model: Model, committed: Committed, posts: Posts, delivery_id: string): void {
  const row = committed.delivery(delivery_id) ?? checkLate(model, committed, delivery_id);
  const all = posts.get(delivery_id) ?? [];
  promise(
    all.every(({ body }) => body === row.body),
    `${delivery_id} was posted with other bytes`,
  );
  if (model.gone.has(delivery_id)) return;
  const leases = row.fence - committed.attempts(delivery_id).length; // it grows with every lease and every outcome
  promise(all.length <= leases, `${delivery_id} was posted ${all.length} times under ${leases} leases`);
}

/** Gone while it was on its way: then whoever had taken it could not know, and nobody takes it any more. */
function checkLate(model: Model, committed: Committed, delivery_id: string): DeliveryRow {
  const last = model.gone.get(delivery_id) ?? model.deliveries.get(delivery_id);
  promise(last !== undefined, `${delivery_id} was posted and is in no database`);
  const late = (model.late.get(delivery_id) ?? 0) + 1;
  model.late.set(delivery_id, late);
  // What waited may have been taken in the very commit in which it went.
  const takenAtLast = last.leased === 0 && last.due_at !== null ? 1 : 0;
  const isErased = mayBeErased(model, last.project_id, last.action_id);
  const isAllowed = isErased
    ? last.leased + takenAtLast > 0
    : mayBeGone(model, committed, last.project_id, last.action_id);
  const begun = last.attempt + last.manual + (isErased ? takenAtLast : 0); // one that somebody asked for has no number
  promise(isAllowed && late <= begun, `${delivery_id} was posted after it was gone`);
  return last;
}

const story = (before: DeliveryRow, now: DeliveryRow) => JSON.stringify([short(before), short(now)]);

const short = ({ status, attempt, fence, due_at, leased, manual, repeated }: DeliveryRow) => ({
  status,
  attempt,
  fence,
  due_at,
  leased,
  manual,
  repeated,
});
