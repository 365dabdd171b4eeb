// Whole tables of a project, for export and erasure: by name, as the manifest lists them.

import { sql } from 'kysely';
import type { Reader, Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import type { Manifest } from './manifest.ts';

type Row = Readonly<Record<string, unknown>>;

interface Part {
  readonly table: keyof Manifest;
  /** Unique within the project. */
  readonly key: string;
  readonly project_id: string;
  readonly after: string | number | undefined;
  readonly limit: number;
}

export async function readTable(reader: Reader, { table, key, project_id, after, limit }: Part): Promise<Row[]> {
  let query = reader.q
    .selectFrom(table)
    .selectAll()
    .where('project_id', '=', project_id)
    .orderBy(sql.ref(key))
    .limit(limit);
  if (after !== undefined) query = query.where(sql`${sql.ref(key)} > ${after}`.$castTo<boolean>());
  return query.execute() as Promise<Row[]>;
}

/** The oldest actions that were there before a moment. */
export async function oldestActions(tx: Tx, project_id: string, before: string, limit: number): Promise<string[]> {
  const rows = await tx
    .locked(
      tx.q
        .selectFrom('actions')
        .select('id')
        .where('project_id', '=', project_id)
        .where('id', '<', before)
        .orderBy('id')
        .limit(limit),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** A page of actions by age, held until this transaction ends. */
export async function oldActions(
  tx: Tx,
  project_id: string,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<Pick<ActionRow, 'id' | 'status' | 'updated_at' | 'claim_until'>[]> {
  const query = tx.q
    .selectFrom('actions')
    .select(['id', 'status', 'updated_at', 'claim_until'])
    .where('project_id', '=', project_id)
    .where('id', '>', after)
    .where('id', '<', before)
    .orderBy('id')
    .limit(limit);
  return tx.locked(query).execute();
}

/** Those of which somebody has yet to be told. Of the others nobody asks for a webhook once more until this transaction ends. */
export async function withOpenWebhook(tx: Tx, project_id: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const theirs = tx.q
    .selectFrom('deliveries')
    .select('action_id')
    .where('project_id', '=', project_id)
    .where('action_id', 'in', ids);
  await tx.locked(theirs.where('due_at', 'is', null)).execute();
  const open = await theirs.where('due_at', 'is not', null).execute();
  return new Set(open.map(({ action_id }) => action_id));
}

/** What the audit log keeps beside its rows about these; how many values that were. */
export async function deleteValuesAbout(tx: Tx, project_id: string, ids: readonly string[]): Promise<number> {
  const rows = tx.q.selectFrom('audit').select('id').where('project_id', '=', project_id).where('entity_id', 'in', ids);
  const gone = await tx.q
    .deleteFrom('audit_values')
    .where('project_id', '=', project_id)
    .where('audit_id', 'in', rows)
    .returning('audit_id')
    .execute();
  return gone.length;
}

type OfAction =
  | 'decisions'
  | 'approvals'
  | 'signatures'
  | 'results'
  | 'holds'
  | 'looks'
  | 'snoozes'
  | 'search_pending'
  | 'push_causes'
  | 'push_notices'
  | 'channel_sends';

/** Those of these that are there. Nobody decides them until this transaction ends. */
export async function lockActions(tx: Tx, project_id: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const query = tx.q.selectFrom('actions').select('id').where('project_id', '=', project_id).where('id', 'in', ids);
  return (await tx.locked(query.orderBy('id')).execute()).map(({ id }) => id);
}

/** Takes actions out, which are locked, with all that belongs to them; says how many rows of each went. */
export async function deleteActions(tx: Tx, project_id: string, ids: readonly string[]) {
  const gone = async (table: OfAction) => {
    const query = tx.q.deleteFrom(table).where('project_id', '=', project_id).where('action_id', 'in', ids);
    return (await query.returning('action_id').execute()).length;
  };
  const sent = await tx.q
    .deleteFrom('deliveries')
    .where('project_id', '=', project_id)
    .where('action_id', 'in', ids)
    .returning('id')
    .execute();
  if (sent.length > 0) {
    await tx.q
      .deleteFrom('delivery_attempts')
      .where('project_id', '=', project_id)
      .where(
        'delivery_id',
        'in',
        sent.map(({ id }) => id),
      )
      .execute();
  }
  const decisions = await gone('decisions');
  await gone('approvals');
  await gone('signatures');
  await gone('results');
  await gone('holds');
  await gone('looks');
  await gone('snoozes');
  await gone('search_pending');
  await gone('push_causes');
  await gone('push_notices');
  await gone('channel_sends');
  const left = await tx.q
    .deleteFrom('actions')
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .returning('status')
    .execute();
  const byStatus = Object.entries(Object.groupBy(left, ({ status }) => status));
  await addTotals(tx, project_id, Object.fromEntries(byStatus.map(([status, some]) => [status, -some.length])));
  await tx.search.remove(tx, project_id, ids); // last: on SQLite the next statement would have the index written out
  return { actions: ids.length, decisions, deliveries: sent.length };
}

/** Counts how many there are, by status. Always in the same order, so that two who add never wait for each other. */
export async function addTotals(tx: Tx, project_id: string, totals: Readonly<Record<string, number>>): Promise<void> {
  for (const [status, count] of Object.entries(totals).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (count === 0) continue;
    await tx.q
      .insertInto('stats_totals')
      .values({ project_id, status: status as ActionRow['status'], count })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'status'])
          .doUpdateSet(({ eb }) => ({ count: eb('stats_totals.count', '+', count) })),
      )
      .execute();
  }
}

/** The oldest values beside the audit log; how many went. */
export async function deleteAuditValues(tx: Tx, project_id: string, before: string, limit: number): Promise<number> {
  const oldest = tx.q
    .selectFrom('audit_values')
    .select('audit_id')
    .where('project_id', '=', project_id)
    .where('audit_id', '<', before)
    .orderBy('audit_id')
    .limit(limit);
  const gone = await tx.q
    .deleteFrom('audit_values')
    .where('project_id', '=', project_id)
    .where('audit_id', 'in', oldest)
    .returning('audit_id')
    .execute();
  return gone.length;
}
