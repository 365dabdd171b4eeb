// Push in storage: keys, subscriptions (each with its lease and fence), and what waits to be told to them.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedSend } from '../../storage/prepared.ts';
import type { CauseEvent, PushCauseRow, PushNoticeRow, PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { VapidKeys } from './vapid.ts';

const KEYS = 'vapid_keys';

type Which = Pick<PushSubscriptionRow, 'project_id' | 'id'>;
type Owner = Pick<PushSubscriptionRow, 'project_id' | 'owner_id'>;

/** Of several instances that start at once, the first to commit makes them and the others read them. */
export async function keepVapidKeys(tx: Tx, keys: VapidKeys): Promise<VapidKeys> {
  await tx.q
    .insertInto('server_facts')
    .values({ name: KEYS, value: JSON.stringify(keys) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const kept = await tx.q.selectFrom('server_facts').select('value').where('name', '=', KEYS).executeTakeFirstOrThrow();
  return JSON.parse(kept.value) as VapidKeys;
}

const selectAny = preparedRead<{ project_id: string }, { id: string }>((q, p) =>
  q.selectFrom('push_subscriptions').select('id').where('project_id', '=', p.project_id).limit(1),
);

export async function hasSubscriptions(reader: Reader, project_id: string): Promise<boolean> {
  return (await selectAny(reader, { project_id })).length > 0;
}

export async function hasAnySubscription(reader: Reader): Promise<boolean> {
  return (await reader.q.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Nobody changes it until this transaction ends. */
export async function lockByEndpoint(tx: Tx, endpoint_hash: string): Promise<PushSubscriptionRow | undefined> {
  const query = tx.q.selectFrom('push_subscriptions').selectAll().where('endpoint_hash', '=', endpoint_hash);
  return tx.locked(query).executeTakeFirst();
}

/** False when the endpoint was registered meanwhile. */
export async function insertSubscription(tx: Tx, row: PushSubscriptionRow): Promise<boolean> {
  const saved = await tx.q
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function saveSubscription(
  tx: Tx,
  { project_id, id }: Which,
  changes: Partial<PushSubscriptionRow>,
): Promise<void> {
  await tx.q
    .updateTable('push_subscriptions')
    .set(changes)
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

export async function findSubscription(reader: Reader, project_id: string, id: string) {
  return reader.q
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Nobody changes it until this transaction ends. */
export async function lockSubscription(tx: Tx, { project_id, id }: Which): Promise<PushSubscriptionRow | undefined> {
  const query = tx.q.selectFrom('push_subscriptions').selectAll().where('project_id', '=', project_id);
  return tx.locked(query.where('id', '=', id)).executeTakeFirst();
}

export async function listSubscriptions(reader: Reader, { project_id, owner_id }: Owner) {
  return reader.q
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('owner_id', '=', owner_id)
    .orderBy('id')
    .execute();
}

export async function countSubscriptions(reader: Reader, project_id: string): Promise<number> {
  const found = await reader.q
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .executeTakeFirst();
  return found?.count ?? 0;
}

/** With what waits for them. */
export async function deleteSubscriptions(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q
    .deleteFrom('push_notices')
    .where('project_id', '=', project_id)
    .where('subscription_id', 'in', ids)
    .execute();
  await tx.q.deleteFrom('push_subscriptions').where('project_id', '=', project_id).where('id', 'in', ids).execute();
}

/** Of someone who is gone, or signed out: all of theirs, those made in one session, or in any but one. */
export async function dropSubscriptions(
  tx: Tx,
  { project_id, owner_id }: Owner,
  { only, except }: { readonly only?: string | undefined; readonly except?: string | undefined } = {},
): Promise<void> {
  const theirs = await listSubscriptions(tx, { project_id, owner_id });
  const gone = theirs.filter(({ session_id }) => (only ?? session_id) === session_id && session_id !== except);
  await deleteSubscriptions(
    tx,
    project_id,
    gone.map(({ id }) => id),
  );
}

/** Of those made in one session: from now on they are of another. */
export async function moveSubscriptions(
  tx: Tx,
  { project_id, owner_id }: Owner,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const { id, session_id } of await listSubscriptions(tx, { project_id, owner_id })) {
    if (session_id === from) await saveSubscription(tx, { project_id, id }, { session_id: to });
  }
}

/** Some of a project's; how many went. */
export async function takeSubscriptions(tx: Tx, project_id: string, before: number, limit: number): Promise<number> {
  const rows = await tx.q
    .selectFrom('push_subscriptions')
    .select('id')
    .where('project_id', '=', project_id)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute();
  await deleteSubscriptions(
    tx,
    project_id,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Their wishes have changed: whatever waits is looked at anew. */
export async function lookAgain(tx: Tx, { project_id, owner_id }: Owner): Promise<void> {
  await tx.q
    .updateTable('push_subscriptions')
    .set({ due_at: tx.now })
    .where('project_id', '=', project_id)
    .where('owner_id', '=', owner_id)
    .where('due_at', '>', tx.now)
    .where('leased', '=', 0)
    .where('fails', '=', 0)
    .execute();
}

export const insertCause = preparedSend<PushCauseRow>((q, p) =>
  q.insertInto('push_causes').values({
    project_id: p.project_id,
    id: p.id,
    event: p.event,
    action_id: p.action_id,
    created_at: p.created_at,
  }),
);

/** Of the projects after this one, one after another; what another instance has in hand is passed over. */
export async function causesAfter(tx: Tx, project_id: string, limit: number): Promise<PushCauseRow[]> {
  const causes = tx.q.selectFrom('push_causes').selectAll().where('project_id', '>', project_id);
  return tx.skipLocked(causes.orderBy('project_id').orderBy('id').limit(limit)).execute();
}

export async function deleteCauses(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('push_causes').where('project_id', '=', project_id).where('id', 'in', ids).execute();
}

/** After this one, by id. */
export async function subscriptionsOf(reader: Reader, project_id: string, limit: number) {
  return reader.q
    .selectFrom('push_subscriptions')
    .select(['project_id', 'id'])
    .where('project_id', '=', project_id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * The row is touched whether it is leased or not: whoever is about to save it sees the notice, or is seen. A lease keeps
 * its end; so does a pause after a failure, and what gathers, unless this cannot wait.
 */
export async function insertNotices(tx: Tx, rows: readonly PushNoticeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.q
    .insertInto('push_notices')
    .values([...rows])
    .execute();
  const [{ project_id } = { project_id: '' }] = rows;
  const ids = [...new Set(rows.map(({ subscription_id }) => subscription_id))];
  const waitsFrom = rows.some(({ event }) => event === 'action.expiring' || event === 'decision.lost') ? 1 : 0;
  await tx.q
    .updateTable('push_subscriptions')
    .set(({ eb, ref, val }) => ({
      due_at: eb
        .case()
        .when(eb.or([eb('leased', '=', 1), eb.and([eb('due_at', 'is not', null), eb('fails', '>=', waitsFrom)])]))
        .then(ref('due_at'))
        .else(val(tx.now))
        .end(),
    }))
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .execute();
}

export async function countNotices(reader: Reader, { project_id, id }: Which, most: number): Promise<number> {
  const rows = await reader.q
    .selectFrom('push_notices')
    .select('id')
    .where('project_id', '=', project_id)
    .where('subscription_id', '=', id)
    .limit(most)
    .execute();
  return rows.length;
}

export async function listNotices(reader: Reader, { project_id, id }: Which, limit: number): Promise<PushNoticeRow[]> {
  return reader.q
    .selectFrom('push_notices')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('subscription_id', '=', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteNotices(tx: Tx, { project_id, id }: Which, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q
    .deleteFrom('push_notices')
    .where('project_id', '=', project_id)
    .where('subscription_id', '=', id)
    .where('id', 'in', ids)
    .execute();
}

/** What is due, the longest first; what another instance has in hand is passed over. */
export async function lockDue(tx: Tx, limit: number): Promise<PushSubscriptionRow[]> {
  const query = tx.q
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('due_at', '<=', tx.now)
    .orderBy('due_at')
    .orderBy('project_id')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

/** As it is now, held until this transaction ends; undefined when it is gone or another worker has a newer fence. */
export async function lockLeased(
  tx: Tx,
  { project_id, id, fence }: Pick<PushSubscriptionRow, 'project_id' | 'id' | 'fence'>,
): Promise<PushSubscriptionRow | undefined> {
  const query = tx.q
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('fence', '=', fence);
  return tx.locked(query).executeTakeFirst();
}

/** Every action that expires up to there has been looked at; one instance at a time goes on from there. */
export async function lockReminded(tx: Tx, name: string): Promise<string> {
  await tx.q
    .insertInto('server_facts')
    .values({ name, value: '0' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const query = tx.q.selectFrom('server_facts').select('value').where('name', '=', name);
  return (await tx.locked(query).executeTakeFirst())?.value ?? '0';
}

export async function saveReminded(tx: Tx, name: string, value: string): Promise<void> {
  await tx.q.updateTable('server_facts').set({ value }).where('name', '=', name).execute();
}

export function causeOf(tx: Tx, event: CauseEvent, project_id: string, action_id: string): PushCauseRow {
  return { project_id, id: tx.newId('psn'), event, action_id, created_at: tx.now };
}
