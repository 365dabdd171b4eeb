// Pages of actions in storage: every filter is a range of an index.

import { ACTION_STATUSES, type ActionStatus } from '@countersign/contract';
import type { Reader } from '../../storage/database.ts';
import { inFewLengths } from '../../storage/few-lengths.ts';
import { allOf, inOneLook } from '../../storage/in-one-look.ts';
import { PENDING } from '../../storage/literal.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { type StoredAction, withDecision } from './store.ts';

export interface ActionFilter {
  readonly project_id: string;
  readonly status?: ActionStatus | undefined;
  readonly kind?: string | undefined;
  readonly since?: { readonly seconds: number; readonly id: string } | undefined;
  /** Only actions older than this id. */
  readonly before?: string | undefined;
}

/** Newest first. `pending` and `expired` mean the fact at `now`, not the column. */
export async function listActionRows(
  reader: Reader,
  filter: ActionFilter,
  { now, limit }: { now: number; limit: number },
): Promise<StoredAction[]> {
  const ranges = filtered(reader, filter, now).map((range) => range.orderBy('actions.id', 'desc').limit(limit));
  const [only] = ranges.length === 1 ? ranges : [];
  const rows = only ?? newestOf(reader, filter, { ranges, limit });
  return newestFirst(await rows.selectAll('actions').select('decisions.final_payload').execute());
}

/** Of several ranges only the ids are read before it is known which are the newest: each may be large. */
function newestOf(
  { q }: Reader,
  { project_id }: ActionFilter,
  { ranges, limit }: { ranges: ReturnType<typeof filtered>; limit: number },
) {
  const ids = allOf(
    q,
    ranges.map((range) => range.select('actions.id')),
  );
  const newest = q.selectFrom(ids.as('ids')).select('id').orderBy('id', 'desc').limit(limit);
  return withDecision(q).where('actions.project_id', '=', project_id).where('actions.id', 'in', newest);
}

/** Those of the ids that pass the filter, newest first. */
export async function findActionRows(
  reader: Reader,
  filter: ActionFilter,
  { now, ids }: { now: number; ids: readonly string[] },
): Promise<StoredAction[]> {
  if (ids.length === 0) return [];
  const rows = among(reader, filter, { now, ids }).selectAll('actions').select('decisions.final_payload');
  return newestFirst(await rows.execute());
}

/** What is told of an action in a line. */
export async function listSummaries(reader: Reader, project_id: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return reader.q
    .selectFrom('actions')
    .select(['id', 'kind', 'title', 'created_at', 'expires_at', 'untrusted'])
    .select(['created_by_type', 'created_by_id', 'created_by_name'])
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .execute();
}

/** What a search looks at. */
export type ActionText = Pick<ActionRow, 'id' | 'title' | 'kind' | 'preview_body'>;

/** In bytes: what a search looks at, and all that a page would hold of it. */
export interface ActionSize {
  readonly id: string;
  readonly text: number;
  readonly whole: number;
}

/** How large the newest are, or those of these ids that pass the filter: known without reading what they hold. */
export async function listActionSizes(
  reader: Reader,
  filter: ActionFilter,
  { now, limit, ids }: { now: number; limit: number; ids?: readonly string[] },
): Promise<ActionSize[]> {
  if (ids?.length === 0) return [];
  const queries = ids === undefined ? filtered(reader, filter, now) : [among(reader, filter, { now, ids })];
  const rows = await inOneLook(
    reader,
    queries.map((query) =>
      query
        .select('actions.id')
        .select(({ fn }) => [
          fn<number>('octet_length', ['actions.preview_body']).as('text'),
          fn<number | null>('octet_length', ['actions.payload']).as('payload'),
          fn<number | null>('octet_length', ['decisions.final_payload']).as('final'),
        ])
        .orderBy('actions.id', 'desc')
        .limit(limit),
    ),
  );
  return newestFirst(rows)
    .slice(0, limit)
    .map(({ id, text, payload, final }) => ({ id, text, whole: text + (payload ?? 0) + (final ?? 0) }));
}

/** As many of them, from the first on, as come to no more than this; one at least. */
export function fitting(sizes: readonly ActionSize[], by: 'text' | 'whole', most: number): readonly ActionSize[] {
  let sum = 0;
  const over = sizes.findIndex((size) => {
    sum += size[by];
    return sum > most;
  });
  return over === -1 ? sizes : sizes.slice(0, Math.max(1, over));
}

/** How many of a kind the service itself has made since an id, counted no further than `most`. */
export async function countOfKindSince(
  reader: Reader,
  { project_id, kind, since, most }: { project_id: string; kind: string; since: string; most: number },
): Promise<number> {
  const rows = await reader.q
    .selectFrom('actions')
    .select('id')
    .where('project_id', '=', project_id)
    .where('kind', '=', kind)
    .where('status', 'in', ACTION_STATUSES) // as the index has it
    .where('id', '>=', since)
    .where('created_by_type', '=', 'watcher')
    .limit(most)
    .execute();
  return rows.length;
}

/**
 * One query for each range of an index: by the status, or the kind and the status. An expired action may not have been noticed yet;
 * those few are found by when they expire, and not among all that waits.
 */
function filtered(reader: Reader, filter: ActionFilter, now: number) {
  const query = unfiltered(reader, filter);
  const { project_id, status, kind } = filter;
  const as = (one: ActionStatus) => query.where('actions.status', '=', one);
  if (status === undefined) return kind === undefined ? [query] : ACTION_STATUSES.map(as);
  if (status !== 'expired') return [standing(query, status, now)];
  const unnoticed = reader.q
    .selectFrom('actions')
    .select('id')
    .where('project_id', '=', project_id)
    .where('status', '=', PENDING)
    .where('calm', 'in', [0, 1])
    .where('expires_at', '<=', now);
  return [as(status), query.where('actions.id', 'in', unnoticed)];
}

/** Found by their ids, so that nothing else needs to be a range. */
function among(reader: Reader, filter: ActionFilter, { now, ids }: { now: number; ids: readonly string[] }) {
  const query = unfiltered(reader, filter).where('actions.id', 'in', inFewLengths(ids));
  const { status } = filter;
  if (status === undefined) return query;
  if (status !== 'expired') return standing(query, status, now);
  return query.where(({ eb, or, and }) =>
    or([
      eb('actions.status', '=', status),
      and([eb('actions.status', '=', 'pending'), eb('actions.expires_at', '<=', now)]),
    ]),
  );
}

/** What is stored with this status, and still has it. */
function standing(query: ReturnType<typeof unfiltered>, status: Exclude<ActionStatus, 'expired'>, now: number) {
  const stored = query.where('actions.status', '=', status);
  return status === 'pending' ? stored.where('actions.expires_at', '>', now) : stored;
}

/** By all but the status. */
function unfiltered(reader: Reader, { project_id, kind, since, before }: ActionFilter) {
  let query = withDecision(reader.q).where('actions.project_id', '=', project_id);
  if (kind !== undefined) query = query.where('actions.kind', '=', kind);
  if (since !== undefined) {
    query = query.where('actions.created_at', '>=', since.seconds).where('actions.id', '>=', since.id);
  }
  return before === undefined ? query : query.where('actions.id', '<', before);
}

function newestFirst<T extends { readonly id: string }>(rows: T[]): T[] {
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1));
}
