// Projects in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { ProjectRow } from '../../storage/schema.ts';

const selectProject = preparedRead<{ id: string }, ProjectRow>((q, p) =>
  q.selectFrom('projects').selectAll().where('id', '=', p.id),
);

export async function findProject(reader: Reader, id: string): Promise<ProjectRow | undefined> {
  const [project] = await selectProject(reader, { id });
  return project;
}

export async function insertProject(tx: Tx, row: ProjectRow): Promise<void> {
  await tx.q.insertInto('projects').values(row).execute();
}

/** For a change that depends on what is there. */
export async function lockProject(tx: Tx, id: string): Promise<ProjectRow | undefined> {
  return tx.locked(tx.q.selectFrom('projects').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function saveProject(tx: Tx, { id, ...changes }: Partial<ProjectRow> & { id: string }): Promise<void> {
  await tx.q.updateTable('projects').set(changes).where('id', '=', id).execute();
}

/** Whether WEBHOOK_SECRET is needed at all. */
export async function hasSecretlessProject(reader: Reader): Promise<boolean> {
  const query = reader.q.selectFrom('projects').select('id').where('webhook_secret', 'is', null).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function listProjects(reader: Reader): Promise<ProjectRow[]> {
  return reader.q.selectFrom('projects').selectAll().orderBy('id').execute();
}

/** True for one caller ever: the unique name makes the others wait for its commit and then lose. */
export async function claimFirstStart(tx: Tx): Promise<boolean> {
  const claimed = await tx.q
    .insertInto('server_facts')
    .values({ name: 'first_start', value: String(tx.now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}
