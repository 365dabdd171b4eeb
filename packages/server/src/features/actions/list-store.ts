// Pages of actions in storage: every filter is a range of an index.

import type { ActionStatus } from '@countersign/contract';
import type { Reader } from '../../storage/database.ts';
import { inFewLengths } from '../../storage/few-lengths.ts';
import { inOneLook } from '../../storage/in-one-look.ts';
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
  const rows = await inOneLook(
    reader,
    filtered(reader, filter, now).map((query) =>
      query.selectAll('actions').select('decisions.final_payload').orderBy('actions.id', 'desc').limit(limit),
    ),
  );
  return newestFirst(rows).slice(0, limit);
}

/** Those of the ids that pass the filter, newest first. */
export async function findActionRows(
  reader: Reader,
  filter: ActionFilter,
  { now, ids }: { now: number; ids: readonly string[] },
): Promise<StoredAction[]> {
  if (ids.length === 0) return [];
  const rows = await inOneLook(
    reader,
    filtered(reader, filter, now).map((query) =>
      query.selectAll('actions').select('decisions.final_payload').where('actions.id', 'in', inFewLengths(ids)),
    ),
  );
  return newestFirst(rows);
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
  const rows = await inOneLook(
    reader,
    filtered(reader, filter, now).map((query) => {
      const slim = query
        .select('actions.id')
        .select(({ fn }) => [
          fn<number>('octet_length', ['actions.preview_body']).as('text'),
          fn<number | null>('octet_length', ['actions.payload']).as('payload'),
          fn<number | null>('octet_length', ['decisions.final_payload']).as('final'),
        ]);
      const chosen = ids === undefined ? slim : slim.where('actions.id', 'in', inFewLengths(ids));
      return chosen.orderBy('actions.id', 'desc').limit(limit);
    }),
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
    .where('id', '>=', since)
    .where('created_by_type', '=', 'watcher')
    .limit(most)
    .execute();
  return rows.length;
}

function filtered(reader: Reader, { project_id, status, kind, since, before }: ActionFilter, now: number) {
  let query = withDecision(reader.q).where('actions.project_id', '=', project_id);
  if (kind !== undefined) query = query.where('actions.kind', '=', kind);
  if (since !== undefined) {
    query = query.where('actions.created_at', '>=', since.seconds).where('actions.id', '>=', since.id);
  }
  if (before !== undefined) query = query.where('actions.id', '<', before);

  // One query for each range of the index on status: an expired action may not have been noticed yet.
  if (status === undefined) return [query];
  if (status === 'pending') return [query.where('actions.status', '=', status).where('actions.expires_at', '>', now)];
  const moved = query.where('actions.status', '=', status);
  const unnoticed = query.where('actions.status', '=', 'pending').where('actions.expires_at', '<=', now);
  return status === 'expired' ? [moved, unnoticed] : [moved];
}

function newestFirst<T extends { readonly id: string }>(rows: T[]): T[] {
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1));
}
