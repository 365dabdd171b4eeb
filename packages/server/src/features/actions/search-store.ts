// What the search index has not taken in yet, in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedSend } from '../../storage/prepared.ts';
import type { SearchPendingRow } from '../../storage/schema.ts';
import type { ActionText } from './list-store.ts';

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

/** The oldest of each project first; on PostgreSQL what another instance has taken is passed over. */
export async function takePending(tx: Tx, limit: number): Promise<SearchPendingRow[]> {
  const query = tx.q
    .selectFrom('search_pending')
    .selectAll()
    .where('late', '=', 0)
    .orderBy('project_id')
    .orderBy('action_id')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

const selectText = preparedRead<{ project_id: string; id: string }, ActionText>((q, p) =>
  q
    .selectFrom('actions')
    .select(['id', 'title', 'kind', 'preview_body'])
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
);

export async function findActionText(reader: Reader, project_id: string, id: string): Promise<ActionText | undefined> {
  const [text] = await selectText(reader, { project_id, id });
  return text;
}

export async function savePending(tx: Tx, { project_id, action_id, ...progress }: SearchPendingRow): Promise<void> {
  await tx.q
    .updateTable('search_pending')
    .set(progress)
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .execute();
}

export const removePending = preparedSend<{ project_id: string; action_id: string }>((q, p) =>
  q.deleteFrom('search_pending').where('project_id', '=', p.project_id).where('action_id', '=', p.action_id),
);
