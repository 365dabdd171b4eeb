// Reviewers in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import type { ReviewerRow } from '../../storage/schema.ts';

type Who = Pick<ReviewerRow, 'project_id' | 'id'>;

export async function findReviewer(reader: Reader, project_id: string, id: string): Promise<ReviewerRow | undefined> {
  return reader.q
    .selectFrom('reviewers')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('status', '!=', 'removed')
    .executeTakeFirst();
}

/** For a change that depends on what is there. */
export async function lockReviewer(tx: Tx, { project_id, id }: Who): Promise<ReviewerRow | undefined> {
  const query = tx.q.selectFrom('reviewers').selectAll().where('project_id', '=', project_id).where('id', '=', id);
  return tx.locked(query).executeTakeFirst();
}

/** Those of a project who say that this is their address; a few tell as much as all. */
export async function listByEmailIn(reader: Reader, project_id: string, email: string): Promise<ReviewerRow[]> {
  return reader.q
    .selectFrom('reviewers')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('email', '=', email)
    .where('status', '!=', 'removed')
    .orderBy('id')
    .limit(10)
    .execute();
}

export async function findByLogin(reader: Reader, login: string): Promise<ReviewerRow | undefined> {
  return reader.q
    .selectFrom('logins')
    .innerJoin('reviewers', (join) =>
      join.onRef('reviewers.project_id', '=', 'logins.project_id').onRef('reviewers.id', '=', 'logins.reviewer_id'),
    )
    .selectAll('reviewers')
    .where('logins.login', '=', login)
    .where('reviewers.status', '=', 'active')
    .executeTakeFirst();
}

/**
 * Everyone on this server, joined or invited, who has the address. The first of every project come before the second of any:
 * whoever writes it into many records of theirs crowds out nobody elsewhere.
 */
export async function listByEmail(reader: Reader, email: string, most: number): Promise<ReviewerRow[]> {
  const ranked = reader.q
    .selectFrom('reviewers')
    .selectAll()
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('project_id').orderBy('id'))
        .as('place'),
    )
    .where('email', '=', email)
    .where('status', '!=', 'removed');
  const rows = await reader.q
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .orderBy('place')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ place: _, ...row }) => row);
}

export async function loginOf(reader: Reader, { project_id, id }: Who): Promise<string | undefined> {
  const row = await reader.q
    .selectFrom('logins')
    .select('login')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .executeTakeFirst();
  return row?.login;
}

/** False when someone has it. */
export async function claimLogin(tx: Tx, { project_id, id }: Who, login: string): Promise<boolean> {
  const claimed = await tx.q
    .insertInto('logins')
    .values({ login, project_id, reviewer_id: id })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('login')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function freeLogin(tx: Tx, { project_id, id }: Who): Promise<void> {
  await tx.q.deleteFrom('logins').where('project_id', '=', project_id).where('reviewer_id', '=', id).execute();
}

export async function listReviewerRows(reader: Reader, project_id: string): Promise<ReviewerRow[]> {
  return reader.q
    .selectFrom('reviewers')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('status', '!=', 'removed')
    .orderBy('id')
    .execute();
}

export async function listAdmins(reader: Reader, project_id: string): Promise<ReviewerRow[]> {
  return reader.q
    .selectFrom('reviewers')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
}

/** Whether anyone at all has joined, in any project. */
export async function hasReviewers(reader: Reader): Promise<boolean> {
  const someone = await reader.q
    .selectFrom('reviewers')
    .select('id')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return someone !== undefined;
}

export async function insertReviewer(tx: Tx, row: ReviewerRow): Promise<void> {
  await tx.q.insertInto('reviewers').values(row).execute();
}

export async function saveReviewer(tx: Tx, { project_id, id }: Who, changes: Partial<ReviewerRow>): Promise<void> {
  await tx.q.updateTable('reviewers').set(changes).where('project_id', '=', project_id).where('id', '=', id).execute();
}

export async function clearNamesOfRemoved(tx: Tx, project_id: string): Promise<void> {
  await tx.q
    .updateTable('reviewers')
    .set({ name: '' })
    .where('project_id', '=', project_id)
    .where('status', '=', 'removed')
    .where('name', '!=', '')
    .execute();
}
