// What the search index has not taken in yet, in storage.

import type { Reader, Tx } from '../../../storage/database.ts';
import { inFewLengths } from '../../../storage/few-lengths.ts';
import type { SearchPendingRow } from '../../../storage/schema.ts';
import type { ActionText } from '../list-store.ts';

/** Ids the search index has not taken in, newest first. */
export async function listPendingIds(
  reader: Reader,
  project_id: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<string[]> {
  let query = reader.q.selectFrom('search_pending').select('action_id').where('project_id', '=', project_id);
  if (before !== undefined) query = query.where('action_id', '<', before);
  const rows = await query.orderBy('action_id', 'desc').limit(limit).execute();
  return rows.map(({ action_id }) => action_id);
}

/** Of the projects after one, up to another; the oldest of each first. On PostgreSQL what another instance has taken is passed over. */
export async function takePending(
  tx: Tx,
  { after, upTo, limit }: { after: string; upTo?: string; limit: number },
): Promise<SearchPendingRow[]> {
  const query = tx.q
    .selectFrom('search_pending')
    .selectAll()
    .where('late', '=', 0)
    .where('project_id', '>', after)
    .orderBy('project_id')
    .orderBy('action_id')
    .limit(limit);
  return tx.skipLocked(upTo === undefined ? query : query.where('project_id', '<=', upTo)).execute();
}

export function findActionTexts(reader: Reader, project_id: string, ids: readonly string[]): Promise<ActionText[]> {
  return reader.q
    .selectFrom('actions')
    .select(['id', 'title', 'kind', 'preview_body'])
    .where('project_id', '=', project_id)
    .where('id', 'in', inFewLengths(ids))
    .execute();
}

export async function savePending(tx: Tx, { project_id, action_id, ...progress }: SearchPendingRow): Promise<void> {
  await tx.q
    .updateTable('search_pending')
    .set(progress)
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .execute();
}

export async function removePending(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('search_pending').where('project_id', '=', project_id).where('action_id', 'in', ids).execute();
}
