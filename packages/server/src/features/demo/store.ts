// The demo of a project in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import type { DemoRow } from '../../storage/schema.ts';

export async function findDemo(reader: Reader, project_id: string): Promise<DemoRow | undefined> {
  return reader.q.selectFrom('demos').selectAll().where('project_id', '=', project_id).executeTakeFirst();
}

export async function listDemos(reader: Reader): Promise<DemoRow[]> {
  return reader.q.selectFrom('demos').selectAll().execute();
}

/** False when the project has one. */
export async function insertDemo(tx: Tx, row: DemoRow): Promise<boolean> {
  const saved = await tx.q
    .insertInto('demos')
    .values(row)
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .returning('project_id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** False when it was removed meanwhile. */
export async function saveDemoActions(
  tx: Tx,
  { project_id, key_id }: DemoRow,
  action_ids: readonly string[],
): Promise<boolean> {
  const saved = await tx.q
    .updateTable('demos')
    .set({ action_ids: JSON.stringify(action_ids) })
    .where('project_id', '=', project_id)
    .where('key_id', '=', key_id)
    .returning('project_id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function takeDemo(tx: Tx, project_id: string): Promise<DemoRow | undefined> {
  return tx.q.deleteFrom('demos').where('project_id', '=', project_id).returningAll().executeTakeFirst();
}
