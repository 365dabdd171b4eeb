// The inbox in storage: what is pending, in the light form of a row. Every order is a range of an index on pending actions.

import type { Reader } from '../../../storage/database.ts';
import { NONE, PENDING, YES } from '../../../storage/literal.ts';
import type { ActionRow, Bit, HoldRow } from '../../../storage/schema.ts';

const LIGHT = [
  'id',
  'kind',
  'title',
  'snippet',
  'created_at',
  'expires_at',
  'created_by_type',
  'created_by_id',
  'created_by_name',
  'digest',
  'editable',
  'untrusted',
  'flags',
  'calm',
  'approvals_required',
  'approvals_given',
  'step_up',
  'payload_bytes',
  'color',
] as const satisfies readonly (keyof ActionRow)[];

export type LightRow = Pick<ActionRow, (typeof LIGHT)[number]> & { readonly more: boolean | Bit };

export interface InboxFilter {
  readonly project_id: string;
  /** Whatever has expired by then is not in the inbox. */
  readonly now: number;
  readonly kind?: string | undefined;
  readonly external?: boolean | undefined;
  readonly calm?: Bit | undefined;
  /** Expires after this, and not after that. */
  readonly after?: number | undefined;
  readonly until?: number | undefined;
  /** Without what this reviewer snoozed. */
  readonly awakeFor?: string | undefined;
}

function pending(reader: Reader, { project_id, now, kind, external, calm, after, until, awakeFor }: InboxFilter) {
  let query = reader.q
    .selectFrom('actions')
    .where('project_id', '=', project_id)
    .where('status', '=', PENDING)
    .where('expires_at', '>', Math.max(now, after ?? 0));
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (external) query = query.where('untrusted', '=', YES);
  if (calm !== undefined) query = query.where('calm', '=', calm);
  if (until !== undefined) query = query.where('expires_at', '<=', until);
  if (awakeFor === undefined) return query;
  const asleep = reader.q
    .selectFrom('snoozes')
    .select('action_id')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', awakeFor)
    .where('until', '>', now);
  return query.where('id', 'not in', asleep);
}

function lightly(reader: Reader, filter: InboxFilter) {
  return pending(reader, filter)
    .select(LIGHT)
    .select(({ eb, or }) =>
      or([eb('target_url', 'is not', null), eb('undo', 'is not', null), eb('idempotent', '=', NONE)]).as('more'),
    );
}

export interface Spot {
  readonly kind: string;
  readonly calm: Bit;
  readonly expires_at: number;
  readonly id: string;
}

/** Soonest first, within what the filter says about warnings. */
export async function listByExpiry(
  reader: Reader,
  filter: InboxFilter & { readonly calm: Bit },
  { beyond, limit }: { beyond: Pick<Spot, 'expires_at' | 'id'> | undefined; limit: number },
): Promise<LightRow[]> {
  let query = lightly(reader, filter).orderBy('expires_at').orderBy('id').limit(limit);
  if (beyond) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('expires_at', 'id'), '>', tuple(beyond.expires_at, beyond.id)),
    );
  }
  return query.execute();
}

/** By kind; within one, warnings first, then soonest. */
export async function listByKind(
  reader: Reader,
  filter: InboxFilter,
  { beyond, limit }: { beyond: Spot | undefined; limit: number },
): Promise<LightRow[]> {
  let query = lightly(reader, filter).orderBy('kind').orderBy('calm').orderBy('expires_at').orderBy('id').limit(limit);
  if (beyond) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('kind', 'calm', 'expires_at', 'id'),
        '>',
        tuple(beyond.kind, beyond.calm, beyond.expires_at, beyond.id),
      ),
    );
  }
  return query.execute();
}

export async function listById(
  reader: Reader,
  filter: InboxFilter,
  { beyond, limit, order }: { beyond: string | undefined; limit: number; order: 'asc' | 'desc' },
): Promise<LightRow[]> {
  let query = lightly(reader, filter).orderBy('id', order).limit(limit);
  if (beyond !== undefined) query = query.where('id', order === 'asc' ? '>' : '<', beyond);
  return query.execute();
}

export async function findLightRows(reader: Reader, filter: InboxFilter, ids: readonly string[]): Promise<LightRow[]> {
  if (ids.length === 0) return [];
  return lightly(reader, filter).where('id', 'in', ids).execute();
}

export async function countPending(reader: Reader, filter: InboxFilter, flag?: string): Promise<number> {
  let query = pending(reader, filter).select(({ fn }) => fn.countAll<number>().as('count'));
  if (flag !== undefined) query = query.where('flags', 'like', `%"${flag}"%`);
  return (await query.executeTakeFirst())?.count ?? 0;
}

export interface KindCount {
  readonly kind: string;
  readonly calm: Bit;
  readonly count: number;
  readonly urgent: number;
}

/** One pass over the index on kinds tells all but what came from outside. */
export async function countByKind(reader: Reader, filter: InboxFilter, urgentUntil: number): Promise<KindCount[]> {
  return pending(reader, filter)
    .select(({ fn, eb }) => [
      'kind' as const,
      'calm' as const,
      fn.countAll<number>().as('count'),
      fn.count<number>(eb.case().when('expires_at', '<=', urgentUntil).then(1).end()).as('urgent'),
    ])
    .groupBy(['kind', 'calm'])
    .execute();
}

/** Of each action the hold of whoever asks, or else the one that ends first. */
export async function findHolds(
  reader: Reader,
  { project_id, id: reviewer_id }: { readonly project_id: string; readonly id: string },
  action_ids: readonly string[],
): Promise<ReadonlyMap<string, HoldRow>> {
  if (action_ids.length === 0) return new Map();
  const rows = await reader.q
    .selectFrom('holds')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('action_id', 'in', action_ids)
    .orderBy('commits_at', 'desc')
    .execute();
  const { mine = [], others = [] } = Object.groupBy(rows, (row) => (row.holder_id === reviewer_id ? 'mine' : 'others'));
  return new Map([...others, ...mine].map((row) => [row.action_id, row]));
}
