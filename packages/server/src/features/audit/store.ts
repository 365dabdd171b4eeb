// The audit log in storage: append only.

import type { AuditEvent } from '@countersign/contract';
import { kindOf } from '@countersign/contract/audit-file';
import { firstIdAt } from '../../base/id.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedSend } from '../../storage/prepared.ts';
import type { AuditTableRow, AuditValueRow } from '../../storage/schema.ts';

const DAY_SECONDS = 86_400;
const COLUMNS = [
  'audit.project_id',
  'audit.id',
  'audit.seq',
  'audit.event',
  'audit.entity_id',
  'audit.actor_type',
  'audit.actor_id',
  'audit.channel',
  'audit.data',
  'audit.commitment',
  'audit.created_at',
  'audit.hash',
  'audit_values.salt',
  'audit_values.value',
  'api_keys.name as key_name',
  'reviewers.name as reviewer_name',
  'rules.name as rule_name',
] as const;

type NewAuditRow = Omit<AuditTableRow, 'seq' | 'hash'>;

export const insertAudit = preparedSend<NewAuditRow>((q, p) =>
  q.insertInto('audit').values({
    project_id: p.project_id,
    id: p.id,
    event: p.event,
    entity_id: p.entity_id,
    actor_type: p.actor_type,
    actor_id: p.actor_id,
    channel: p.channel,
    data: p.data,
    commitment: p.commitment,
    created_at: p.created_at,
    seq: null,
    hash: null,
    txid: p.txid,
  }),
);

export const insertAuditValue = preparedSend<AuditValueRow>((q, p) =>
  q.insertInto('audit_values').values({
    project_id: p.project_id,
    audit_id: p.audit_id,
    salt: p.salt,
    value: p.value,
    named_actor: p.named_actor,
  }),
);

/** What a follower of the log needs of a row. */
const FOLLOWED = ['id', 'event', 'entity_id', 'created_at', 'txid'] as const;

export type FollowedRow = Pick<AuditTableRow, (typeof FOLLOWED)[number]>;

/** Those of a few transactions. */
export async function readRowsOf(
  reader: Reader,
  project_id: string,
  numbers: readonly number[],
): Promise<FollowedRow[]> {
  return reader.q
    .selectFrom('audit')
    .select(FOLLOWED)
    .where('project_id', '=', project_id)
    .where('txid', 'in', numbers)
    .orderBy('txid')
    .orderBy('id')
    .execute();
}

/** Those after a row, by the number of their transaction. */
export async function readRowsFrom(
  reader: Reader,
  project_id: string,
  after: { readonly txid: number; readonly id: string },
  { until, limit }: { until: number; limit: number },
): Promise<FollowedRow[]> {
  return reader.q
    .selectFrom('audit')
    .select(FOLLOWED)
    .where('project_id', '=', project_id)
    .where('txid', '>=', after.txid)
    .where('txid', '<', until)
    .where((where) => where.or([where('txid', '>', after.txid), where('id', '>', after.id)]))
    .orderBy('txid')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Of every project the highest number that a row of its has; null where there is none. */
export async function highestNumbers(reader: Reader): Promise<{ id: string; number: number | null }[]> {
  return reader.q
    .selectFrom('projects')
    .select((select) => [
      'id',
      select
        .selectFrom('audit')
        .select((of) => of.fn.max('txid').as('highest'))
        .whereRef('audit.project_id', '=', 'projects.id')
        .as('number'),
    ])
    .execute();
}

export async function newestRowid(reader: Reader, project_id: string): Promise<number> {
  const { newest } = await reader.q
    .selectFrom('audit')
    .select((select) => select.fn.max('rowid').as('newest'))
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow();
  return newest;
}

/** How many they were. */
export async function forgetNumbers(
  tx: Tx,
  project_id: string,
  { from, newest, limit }: { from: number; newest: number; limit: number },
): Promise<number> {
  const ahead = tx.q
    .selectFrom('audit')
    .select('id')
    .where('project_id', '=', project_id)
    .where('txid', '>=', from)
    .where('rowid', '<=', newest)
    .limit(limit);
  const forgotten = await tx.q
    .updateTable('audit')
    .set({ txid: 0 })
    .where('project_id', '=', project_id)
    .where('id', 'in', ahead)
    .returning('id')
    .execute();
  return forgotten.length;
}

export interface AuditFilter {
  readonly project_id: string;
  /** Undefined: all. */
  readonly events?: readonly AuditEvent[] | undefined;
  readonly actor?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export type FoundAuditRow = Awaited<ReturnType<typeof readOneEvent>>[number];

/** Rows after `after` in the given direction. Each event is its own index range, so a rare one is found as fast. */
export async function readAudit(
  reader: Reader,
  filter: AuditFilter,
  { order, after, limit }: { order: 'asc' | 'desc'; after: string | undefined; limit: number },
): Promise<FoundAuditRow[]> {
  const events = filter.events ?? [undefined];
  const found = await Promise.all(events.map((event) => readOneEvent(reader, filter, event, { order, after, limit })));
  const sign = order === 'asc' ? 1 : -1;
  return found
    .flat()
    .toSorted((a, b) => (a.id < b.id ? -sign : sign))
    .slice(0, limit);
}

async function readOneEvent(
  reader: Reader,
  { project_id, actor, entity_id, since, until }: AuditFilter,
  event: AuditEvent | undefined,
  { order, after, limit }: { order: 'asc' | 'desc'; after: string | undefined; limit: number },
) {
  let query = rowsOf(reader, project_id);
  if (event !== undefined) query = query.where('audit.event', '=', event);
  if (actor !== undefined) query = byActor(query, actor);
  if (entity_id !== undefined) query = query.where('audit.entity_id', '=', entity_id);
  if (since !== undefined) {
    query = query.where('audit.created_at', '>=', since).where('audit.id', '>=', firstIdAt('evt', since));
  }
  if (until !== undefined) {
    // Ids run ahead of the clock after it was set back, so the bound on them leaves a day of room.
    const bound = firstIdAt('evt', until + DAY_SECONDS);
    query = query.where('audit.created_at', '<=', until).where('audit.id', '<', bound);
  }
  // By that of the two which has the index: the other would be sorted, all that there is of it.
  const place = actor !== undefined && kindOf(actor) !== actor ? 'audit_values.audit_id' : 'audit.id';
  if (after !== undefined) query = query.where(place, order === 'asc' ? '>' : '<', after);
  return query.orderBy(place, order).limit(limit).execute();
}

/** Who is outside is among the values, and of that the row has no more than the platform: see `record.ts`. */
function byActor(query: ReturnType<typeof rowsOf>, actor: string) {
  const kind = kindOf(actor);
  if (kind === actor) return query.where('audit.actor_id', '=', actor);
  return query.where('audit_values.named_actor', '=', actor);
}

/** Rows with what is known about them elsewhere: their values, the names of who did it. */
function rowsOf(reader: Reader, project_id: string) {
  return reader.q
    .selectFrom('audit')
    .leftJoin('audit_values', (join) =>
      join.onRef('audit_values.project_id', '=', 'audit.project_id').onRef('audit_values.audit_id', '=', 'audit.id'),
    )
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.project_id', '=', 'audit.project_id').onRef('api_keys.id', '=', 'audit.actor_id'),
    )
    .leftJoin('reviewers', (join) =>
      join.onRef('reviewers.project_id', '=', 'audit.project_id').onRef('reviewers.id', '=', 'audit.actor_id'),
    )
    .leftJoin('rules', (join) =>
      join.onRef('rules.project_id', '=', 'audit.project_id').onRef('rules.id', '=', 'audit.actor_id'),
    )
    .select(COLUMNS)
    .where('audit.project_id', '=', project_id);
}

export async function readRows(reader: Reader, project_id: string, ids: readonly string[]): Promise<FoundAuditRow[]> {
  return rowsOf(reader, project_id).where('audit.id', 'in', ids).execute();
}

/** Sealed rows after a place, in their order. */
export async function readChain(
  reader: Reader,
  project_id: string,
  after: number,
  limit: number,
): Promise<FoundAuditRow[]> {
  return rowsOf(reader, project_id).where('audit.seq', '>', after).orderBy('audit.seq').limit(limit).execute();
}

/** The same, and behind them the rows without a place, all as of one moment. */
export async function readRest(
  reader: Reader,
  project_id: string,
  after: number,
  limit: number,
): Promise<FoundAuditRow[]> {
  return rowsOf(reader, project_id)
    .where((where) => where.or([where('audit.seq', '>', after), where('audit.seq', 'is', null)]))
    .orderBy((order) => order('audit.seq', 'is', null))
    .orderBy('audit.seq')
    .orderBy('audit.rowid')
    .limit(limit)
    .execute();
}
