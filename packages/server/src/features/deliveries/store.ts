// Deliveries in storage: a queue by lease and fence.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { AttemptRow, DeliveryRow } from '../../storage/schema.ts';

export const insertDelivery = preparedWrite<
  Pick<DeliveryRow, 'project_id' | 'id' | 'action_id' | 'url' | 'host' | 'due_at' | 'created_at' | 'body' | 'receipt'>,
  unknown
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

type Candidate = Pick<DeliveryRow, 'project_id' | 'id' | 'host'>;

/** What is due, longest first, but not for these hosts: they have as many open as they may. */
export async function dueDeliveries(
  tx: Tx,
  { limit, exceptHosts }: { limit: number; exceptHosts: readonly string[] },
): Promise<Candidate[]> {
  let query = tx.q
    .selectFrom('deliveries')
    .select(['project_id', 'id', 'host'])
    .where('due_at', '<=', tx.now)
    .orderBy('due_at')
    .limit(limit);
  if (exceptHosts.length > 0) query = query.where('host', 'not in', exceptHosts);
  return tx.skipLocked(query).execute();
}

export async function findDelivery(reader: Reader, project_id: string, id: string): Promise<DeliveryRow | undefined> {
  return reader.q
    .selectFrom('deliveries')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Writes only under the fence it was read with; undefined when another worker has a newer one. */
export async function saveDelivery(
  tx: Tx,
  { project_id, id, fence }: Pick<DeliveryRow, 'project_id' | 'id' | 'fence'>,
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

export async function listAttempts(reader: Reader, project_id: string, delivery_id: string): Promise<AttemptRow[]> {
  return reader.q
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('delivery_id', '=', delivery_id)
    .orderBy('id')
    .execute();
}

/** When the next delivery is due, whoever's it is. */
export async function nextDueAt(reader: Reader): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('deliveries')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at ?? undefined;
}
