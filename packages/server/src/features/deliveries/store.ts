// Deliveries in storage: a queue by lease and fence.

import { type SqlBool, sql } from 'kysely';
import type { Reader, Tx } from '../../storage/database.ts';
import { IN_TROUBLE } from '../../storage/literal.ts';
import { preparedRead, preparedSend } from '../../storage/prepared.ts';
import type { AttemptRow, Bit, DeliveryRow } from '../../storage/schema.ts';

export const insertDelivery = preparedSend<
  Pick<DeliveryRow, 'project_id' | 'id' | 'action_id' | 'url' | 'host' | 'due_at' | 'created_at' | 'body' | 'receipt'>
>((q, p) =>
  q.insertInto('deliveries').values({
    project_id: p.project_id,
    id: p.id,
    action_id: p.action_id,
    url: p.url,
    host: p.host,
    status: 'pending',
    attempt: 0,
    due_at: p.due_at,
    leased: 0,
    repeated: 0,
    fence: 0,
    manual: 0,
    scheduled_at: null,
    created_at: p.created_at,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
    body: p.body,
    receipt: p.receipt,
  }),
);
/** The delivery of an action, held until this transaction ends. */
export async function lockDelivery(tx: Tx, project_id: string, action_id: string): Promise<DeliveryRow | undefined> {
  const query = tx.q
    .selectFrom('deliveries')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .orderBy('id', 'desc')
    .limit(1);
  return tx.locked(query).executeTakeFirst();
}

export async function listDeliveries(reader: Reader, project_id: string, action_id: string): Promise<DeliveryRow[]> {
  return reader.q
    .selectFrom('deliveries')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .orderBy('id')
    .execute();
}

const selectNewest = preparedRead<{ project_id: string; action_id: string }, DeliveryRow>((q, p) =>
  q
    .selectFrom('deliveries')
    .selectAll()
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.action_id)
    .orderBy('id', 'desc')
    .limit(1),
);

export async function newestDelivery(
  reader: Reader,
  project_id: string,
  action_id: string,
): Promise<DeliveryRow | undefined> {
  const [delivery] = await selectNewest(reader, { project_id, action_id });
  return delivery;
}

/** What is due, in the order in which it came to be so. */
export interface DueDelivery extends Pick<DeliveryRow, 'project_id' | 'id' | 'host' | 'leased' | 'repeated'> {
  readonly due_at: number;
  /** Of the body, which is not read. */
  readonly bytes: number;
}

export type Place = Pick<DueDelivery, 'due_at' | 'project_id' | 'id'>;

export const PAGE = 256;

const selectDue = preparedRead<Place & { until: number }, DueDelivery>((q, p) =>
  q
    .selectFrom('deliveries')
    .select(['project_id', 'id', 'host', 'leased', 'repeated'])
    .select((select) => [
      select.ref('due_at').$notNull().as('due_at'),
      select.fn<number>('octet_length', ['body']).as('bytes'), // known without reading it
    ])
    .where(sql<SqlBool>`(due_at, project_id, id) > (${p.due_at}, ${p.project_id}, ${p.id})`)
    .where('due_at', '<=', p.until)
    .orderBy('due_at')
    .orderBy('project_id')
    .orderBy('id')
    .limit(PAGE),
);

/** A page and nothing but the page: how much lies before or after it does not matter. */
export function dueAfter(tx: Tx, place: Place, until: number): Promise<DueDelivery[]> {
  return selectDue(tx, { ...place, until });
}

/**
 * Takes what is still due among these, and passes over what another instance has in hand. The attempt number is taken with
 * the lease; a lease that ran out without an outcome is repeated once under its number.
 */
export async function leaseDeliveries(
  tx: Tx,
  due: readonly Pick<DeliveryRow, 'project_id' | 'id'>[],
  leaseSeconds: number,
): Promise<DeliveryRow[]> {
  if (due.length === 0) return [];
  const free = await tx
    .skipLocked(
      tx.q
        .selectFrom('deliveries')
        .select(['project_id', 'id'])
        .where('project_id', 'in', padded(due, 'project_id'))
        .where('id', 'in', padded(due, 'id'))
        .where('due_at', '<=', tx.now)
        .where((where) => where.or([where('leased', '=', 0), where('repeated', '=', 0)])),
    )
    .execute();
  if (free.length === 0) return [];
  return tx.q
    .updateTable('deliveries')
    .set({
      leased: 1,
      repeated: sql<Bit>`leased`,
      attempt: sql<number>`attempt + (1 - leased) * (1 - manual)`, // neither a repetition nor a manual one has a new number
      fence: sql<number>`fence + 1`,
      due_at: tx.now + leaseSeconds,
    })
    .where('project_id', 'in', padded(free, 'project_id'))
    .where('id', 'in', padded(free, 'id'))
    .returningAll()
    .execute();
}

/** Always as many, so that the text of the query is always the same; to repeat one changes nothing. */
function padded<K extends 'project_id' | 'id'>(rows: readonly Record<K, string>[], key: K): string[] {
  const values = rows.map((row) => row[key]);
  return [...values, ...Array<string>(Math.max(0, LEASES - values.length)).fill(values[0] ?? '')];
}

export const LEASES = 64;

/** A delivery without what is sent, which may be large. */
export type DeliveryState = Omit<DeliveryRow, 'body' | 'receipt'>;

const STATE = [
  'project_id',
  'id',
  'action_id',
  'url',
  'host',
  'status',
  'attempt',
  'due_at',
  'leased',
  'repeated',
  'fence',
  'manual',
  'scheduled_at',
  'created_at',
  'last_attempt_at',
  'last_status_code',
  'last_error',
] as const satisfies readonly (keyof DeliveryState)[];

/** Of each action the newest, without what is sent. */
export async function newestDeliveries(
  reader: Reader,
  project_id: string,
  action_ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryState>> {
  const rows = await reader.q
    .selectFrom('deliveries')
    .select(STATE)
    .where('project_id', '=', project_id)
    .where('action_id', 'in', action_ids)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.action_id, row]));
}

/** The actions whose webhooks gave up, the newest first, unless one was tried since, or is about to be. */
export async function listGivenUp(
  reader: Reader,
  { project_id, tried_before, limit }: { project_id: string; tried_before: number; limit: number },
): Promise<string[]> {
  const rows = await reader.q
    .selectFrom('deliveries')
    .select('action_id')
    .where('project_id', '=', project_id)
    .where('status', 'in', IN_TROUBLE)
    .where('status', '=', sql.lit('dlq' as const))
    .where('due_at', 'is', null)
    .where('last_attempt_at', '<=', tried_before)
    .orderBy('created_at', 'desc')
    .orderBy('action_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ action_id }) => action_id);
}

type Lease = Pick<DeliveryRow, 'project_id' | 'id' | 'fence'>;

/** As it is now, held until this transaction ends; undefined when another worker has a newer fence. */
export async function lockLeased(tx: Tx, { project_id, id, fence }: Lease): Promise<DeliveryState | undefined> {
  const query = tx.q
    .selectFrom('deliveries')
    .select(STATE)
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('fence', '=', fence);
  return tx.locked(query).executeTakeFirst();
}

/** Those of these whose attempt was begun twice and never told how it ended. */
export async function lockLostTwice(tx: Tx, due: readonly DueDelivery[]): Promise<DeliveryState[]> {
  if (!due.some(isLostTwice)) return [];
  const query = tx.q
    .selectFrom('deliveries')
    .select(STATE)
    .where('project_id', 'in', padded(due, 'project_id'))
    .where('id', 'in', padded(due, 'id'))
    .where('due_at', '<=', tx.now)
    .where('leased', '=', 1)
    .where('repeated', '=', 1);
  return tx.skipLocked(query).execute();
}

function isLostTwice({ leased, repeated }: DueDelivery): boolean {
  return leased === 1 && repeated === 1;
}

/** Writes only under the fence it was read with; undefined when another worker has a newer one. */
export async function saveDelivery(
  tx: Tx,
  { project_id, id, fence }: Lease,
  changes: Partial<DeliveryRow>,
): Promise<DeliveryRow | undefined> {
  return tx.q
    .updateTable('deliveries')
    .set(changes)
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .returningAll()
    .executeTakeFirst();
}

export async function insertAttempt(tx: Tx, row: AttemptRow): Promise<void> {
  await tx.q.insertInto('delivery_attempts').values(row).execute();
}

/** Six come by themselves, and any number by hand: a receiver that answers at once can be asked for a hundred a second. */
const MOST_ATTEMPTS = 200;

/** The newest of them, in their order. */
export async function listAttempts(reader: Reader, project_id: string, delivery_id: string): Promise<AttemptRow[]> {
  const newest = await reader.q
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('delivery_id', '=', delivery_id)
    .orderBy('id', 'desc')
    .limit(MOST_ATTEMPTS)
    .execute();
  return newest.toReversed();
}

/** Whoever waits longer than anyone ever has to was told to by a clock that was wrong. */
export async function recallDeliveries(
  tx: Tx,
  { later_than, limit }: { later_than: number; limit: number },
): Promise<void> {
  const stray = tx.q
    .selectFrom('deliveries')
    .select(['project_id', 'id'])
    .where('due_at', '>', later_than)
    .orderBy('due_at', 'desc')
    .limit(limit);
  for (const { project_id, id } of await tx.skipLocked(stray).execute()) {
    await tx.q
      .updateTable('deliveries')
      .set({ due_at: tx.now })
      .where('project_id', '=', project_id)
      .where('id', '=', id)
      .execute();
  }
}

/** The receiver of one wants no more: nor of the others of this action that go to the same address. */
export async function endOthers(tx: Tx, { project_id, action_id, id, url }: DeliveryState): Promise<void> {
  await tx.q
    .updateTable('deliveries')
    .set({ status: 'gone', due_at: null, leased: 0, manual: 0, scheduled_at: null, fence: sql<number>`fence + 1` })
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('id', '<>', id)
    .where('url', '=', url)
    .where('due_at', 'is not', null)
    .execute();
}
