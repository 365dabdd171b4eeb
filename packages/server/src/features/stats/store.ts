// Figures in storage, and what they are made of.

import type { AuditEvent } from '@countersign/contract';
import { firstIdAt } from '../../base/id.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { DeliveryRow, StatsCellRow } from '../../storage/schema.ts';
import type { Bucket } from './calendar.ts';
import type { Cell, Counts, Totals } from './fold.ts';
import type { Histogram } from './histogram.ts';

const TELLING = ['event', 'entity_id', 'actor_type', 'actor_id', 'data', 'created_at'] as const;

/** Projects whose log has grown since it was counted, by their ids, those after one of them. */
export async function uncountedProjects(
  reader: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await reader.q
    .selectFrom('audit_heads')
    .leftJoin('stats_heads', 'stats_heads.project_id', 'audit_heads.project_id')
    .select('audit_heads.project_id')
    .where('audit_heads.project_id', '>', after)
    .where(({ eb, ref, fn, val }) => eb(ref('audit_heads.seq'), '>', fn.coalesce(ref('stats_heads.seq'), val(0))))
    .orderBy('audit_heads.project_id')
    .limit(limit)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** How far a project is counted. Nobody else counts until this transaction ends. */
export async function lockCounted(tx: Tx, project_id: string): Promise<number> {
  await tx.q
    .insertInto('stats_heads')
    .values({ project_id, seq: 0 })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
  const query = tx.q.selectFrom('stats_heads').select('seq').where('project_id', '=', project_id);
  return (await tx.locked(query).executeTakeFirst())?.seq ?? 0;
}

export async function saveCounted(tx: Tx, project_id: string, seq: number): Promise<void> {
  await tx.q.updateTable('stats_heads').set({ seq }).where('project_id', '=', project_id).execute();
}

export async function countedUpTo(reader: Reader, project_id: string): Promise<number> {
  const head = await reader.q
    .selectFrom('stats_heads')
    .select('seq')
    .where('project_id', '=', project_id)
    .executeTakeFirst();
  return head?.seq ?? 0;
}

/** Sealed rows after this one, in their order. */
export async function sealedAfter(reader: Reader, project_id: string, seq: number, limit: number) {
  return reader.q
    .selectFrom('audit')
    .select([...TELLING, 'id', 'seq'])
    .where('project_id', '=', project_id)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Rows that have no place yet: there are few, and not for long. */
export async function unsealed(reader: Reader, project_id: string, limit: number) {
  return reader.q
    .selectFrom('audit')
    .select([...TELLING, 'id'])
    .where('project_id', '=', project_id)
    .where('seq', 'is', null)
    .limit(limit)
    .execute();
}

export async function actionsAbout(reader: Reader, project_id: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return reader.q
    .selectFrom('actions')
    .select(['id', 'kind', 'created_by_type', 'created_by_id', 'created_at'])
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .execute();
}

/** Those of these that somebody had opened in the inbox, or begun to decide somewhere. */
export async function seenAmong(reader: Reader, project_id: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const looked = await reader.q
    .selectFrom('looks')
    .select('action_id')
    .where('project_id', '=', project_id)
    .where('action_id', 'in', ids)
    .execute();
  const begun = await reader.q
    .selectFrom('audit')
    .select('entity_id as action_id')
    .where('project_id', '=', project_id)
    .where('entity_id', 'in', ids)
    .where('event', 'in', BEGINNINGS)
    .execute();
  return new Set([...looked, ...begun].map(({ action_id }) => action_id));
}

const BEGINNINGS: readonly AuditEvent[] = ['action.held', 'action.approval_given'];

/** The agent of the demo, which is not counted. */
export async function demoKey(reader: Reader, project_id: string): Promise<string | undefined> {
  const demo = await reader.q
    .selectFrom('demos')
    .select('key_id')
    .where('project_id', '=', project_id)
    .executeTakeFirst();
  return demo?.key_id;
}

type Place = Pick<Cell, 'bucket' | 'start' | 'kind' | 'created_by' | 'decided_by'>;

const selectCell = preparedRead<Pick<StatsCellRow, 'project_id' | keyof Place>, StatsCellRow>((q, p) =>
  q
    .selectFrom('stats_cells')
    .selectAll()
    .where('project_id', '=', p.project_id)
    .where('bucket', '=', p.bucket)
    .where('start', '=', p.start)
    .where('kind', '=', p.kind)
    .where('created_by', '=', p.created_by)
    .where('decided_by', '=', p.decided_by),
);

export async function findCell(tx: Tx, project_id: string, place: Place): Promise<StatsCellRow | undefined> {
  const [found] = await selectCell(tx, { project_id, ...place });
  return found;
}

export async function countCells(reader: Reader, project_id: string, { bucket, start }: Place): Promise<number> {
  const found = await reader.q
    .selectFrom('stats_cells')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('bucket', '=', bucket)
    .where('start', '=', start)
    .executeTakeFirst();
  return found?.count ?? 0;
}

const putCell = preparedWrite<StatsCellRow, unknown>((q, p) => {
  const counted = {
    created: p.created,
    approved: p.approved,
    rejected: p.rejected,
    by_rule: p.by_rule,
    expired: p.expired,
    expired_unseen: p.expired_unseen,
    edited: p.edited,
    unread: p.unread,
    waits: p.waits,
  };
  const { project_id, bucket, start, kind, created_by, decided_by } = p;
  return q
    .insertInto('stats_cells')
    .values({ project_id, bucket, start, kind, created_by, decided_by, ...counted })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'bucket', 'start', 'kind', 'created_by', 'decided_by']).doUpdateSet(counted),
    );
});

/** In the place of what was there. */
export async function saveCell(tx: Tx, project_id: string, { counts, waits, ...place }: Cell): Promise<void> {
  await putCell(tx, { project_id, ...place, ...counts, waits: JSON.stringify(waits) });
}

export function cellOf({
  waits,
  project_id: _,
  bucket,
  start,
  kind,
  created_by,
  decided_by,
  ...counts
}: StatsCellRow): Cell {
  return {
    bucket,
    start,
    kind,
    created_by,
    decided_by,
    counts: counts as Counts,
    waits: JSON.parse(waits) as Histogram,
  };
}

export async function listCells(
  reader: Reader,
  project_id: string,
  { bucket, since }: { bucket: Bucket; since: number },
): Promise<Cell[]> {
  const cells = await reader.q
    .selectFrom('stats_cells')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('bucket', '=', bucket)
    .where('start', '>=', since)
    .execute();
  return cells.map(cellOf);
}

export async function dropCellsBefore(tx: Tx, project_id: string, bucket: Bucket, start: number): Promise<void> {
  await tx.q
    .deleteFrom('stats_cells')
    .where('project_id', '=', project_id)
    .where('bucket', '=', bucket)
    .where('start', '<', start)
    .execute();
}

export async function dropCells(tx: Tx, project_id: string): Promise<void> {
  await tx.q.deleteFrom('stats_cells').where('project_id', '=', project_id).execute();
}

export async function readTotals(reader: Reader, project_id: string): Promise<Totals> {
  const rows = await reader.q
    .selectFrom('stats_totals')
    .select(['status', 'count'])
    .where('project_id', '=', project_id)
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

interface Deliveries {
  readonly since: number;
  readonly kind?: string | undefined;
  readonly created_by?: string | undefined;
  /** So many are looked at, of whatever kind and agent, and so many of those counted. */
  readonly looked: number;
  readonly limit: number;
}

/** The newest, with how they stand, and since when that is all of them; of some kind or agent only, when that is asked for. */
export async function newestDeliveries(
  reader: Reader,
  project_id: string,
  { since, kind, created_by, looked, limit }: Deliveries,
): Promise<{ sent: Pick<DeliveryRow, 'status' | 'created_at'>[]; counted_since: number }> {
  const newest = reader.q
    .selectFrom('deliveries')
    .select(['id', 'action_id', 'status', 'created_at'])
    .where('project_id', '=', project_id)
    .where('id', '>=', firstIdAt('dlv', since))
    .orderBy('id', 'desc');
  const isAny = kind === undefined && created_by === undefined;
  const sent = await reader.q
    .selectFrom(newest.limit(isAny ? limit : looked).as('newest'))
    .select(['newest.status', 'newest.created_at'])
    .$if(!isAny, (query) =>
      query.where(({ exists, selectFrom }) => {
        let action = selectFrom('actions')
          .select('actions.id')
          .where('actions.project_id', '=', project_id)
          .whereRef('actions.id', '=', 'newest.action_id');
        if (kind !== undefined) action = action.where('actions.kind', '=', kind);
        if (created_by !== undefined) action = action.where('actions.created_by_id', '=', created_by);
        return exists(action);
      }),
    )
    .orderBy('newest.id', 'desc')
    .limit(limit)
    .execute();
  if (sent.length === limit) return { sent, counted_since: sent.at(-1)?.created_at ?? since };
  const last = isAny
    ? undefined
    : await newest
        .limit(1)
        .offset(looked - 1)
        .executeTakeFirst();
  return { sent, counted_since: last?.created_at ?? since };
}

const STATES = ['pending', 'retry', 'dlq'] as const;

/** How many of each there are, up to so many. */
export async function undelivered(reader: Reader, project_id: string, most: number) {
  const counts = { pending: 0, retry: 0, dlq: 0 };
  for (const status of STATES) {
    const some = reader.q
      .selectFrom('deliveries')
      .select('status')
      .where('project_id', '=', project_id)
      .where('status', '=', status)
      .where('status', 'in', STATES)
      .limit(most);
    const found = await reader.q
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[status] = Number(found.count);
  }
  return counts;
}

export async function watchersByStatus(reader: Reader, project_id: string) {
  const rows = await reader.q
    .selectFrom('watchers')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('project_id', '=', project_id)
    .groupBy('status')
    .execute();
  return { active: 0, degraded: 0, paused: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}

type Named = 'api_keys' | 'reviewers' | 'watchers';

/** Id → name, of those that are there. */
export async function namesIn(reader: Reader, table: Named, project_id: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await reader.q
    .selectFrom(table)
    .select(['id', 'name'])
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
