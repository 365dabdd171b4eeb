// Erasures in storage: the wish, how far it has come, and who works on it.

import { secondOf } from '../../base/id.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import type { ErasureRow } from '../../storage/schema.ts';

/** What tells one erasure from another; the list beside the database has no more. */
export type Erasure = Pick<ErasureRow, 'project_id' | 'id' | 'erased_at'>;

export async function insertErasure(tx: Tx, row: ErasureRow): Promise<void> {
  await tx.q.insertInto('erasures').values(row).execute();
}

/** By the log of a project, in which every change is: the latest second that anything of it says it is of. */
export async function newestMoment(tx: Tx, project_id: string): Promise<number> {
  const newest = await tx.q
    .selectFrom('audit')
    .select('id')
    .where('project_id', '=', project_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? secondOf(newest.id) : 0;
}

export async function findErasure(reader: Reader, { project_id, id }: Erasure): Promise<ErasureRow | undefined> {
  const query = reader.q.selectFrom('erasures').selectAll().where('project_id', '=', project_id).where('id', '=', id);
  return query.executeTakeFirst();
}

export async function listErasures(reader: Reader): Promise<Erasure[]> {
  return reader.q.selectFrom('erasures').select(['project_id', 'id', 'erased_at']).orderBy('id').execute();
}

/** No lease ends so much later than it is taken, though transactions may have begun in another order. */
const ROOM_SECONDS = 60;

/** The first that nobody works on, finished or not, and from now on someone does. One leased for longer was by a clock that was wrong. */
export async function leaseErasure(tx: Tx, seconds: number): Promise<ErasureRow | undefined> {
  const open = tx.q
    .selectFrom('erasures')
    .selectAll()
    .where('forgotten_at', 'is', null)
    .where((where) =>
      where.or([where('leased_until', '<=', tx.now), where('leased_until', '>', tx.now + seconds + ROOM_SECONDS)]),
    )
    .orderBy('leased_until')
    .orderBy('id')
    .limit(1);
  const row = await tx.skipLocked(open).executeTakeFirst();
  if (row) await keepLease(tx, row, seconds);
  return row;
}

export async function keepLease(tx: Tx, { project_id, id }: Erasure, seconds: number): Promise<void> {
  await tx.q
    .updateTable('erasures')
    .set({ leased_until: tx.now + seconds })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

/** When somebody's lease on one runs out. */
export async function nextErasureAt(reader: Reader): Promise<number | undefined> {
  const open = reader.q
    .selectFrom('erasures')
    .select('leased_until')
    .where('forgotten_at', 'is', null)
    .orderBy('leased_until')
    .limit(1);
  return (await open.executeTakeFirst())?.leased_until;
}

/** The last second of which anything is still to be erased. */
export async function lastOpenWish(reader: Reader): Promise<number | undefined> {
  const open = reader.q
    .selectFrom('erasures')
    .select('erased_at')
    .where('forgotten_at', 'is', null)
    .where('finished_at', 'is', null)
    .orderBy('erased_at', 'desc')
    .limit(1);
  return (await open.executeTakeFirst())?.erased_at;
}

/** Adds to what went, and keeps the lease. */
export async function addCounts(
  tx: Tx,
  { project_id, id }: Erasure,
  { gone, leaseSeconds }: { gone: Readonly<Record<string, number>>; leaseSeconds: number },
): Promise<void> {
  const query = tx.q.selectFrom('erasures').select('counts').where('project_id', '=', project_id).where('id', '=', id);
  const row = await tx.locked(query).executeTakeFirstOrThrow();
  const counts = JSON.parse(row.counts) as Record<string, number>;
  for (const [name, count] of Object.entries(gone)) counts[name] = (counts[name] ?? 0) + count;
  await tx.q
    .updateTable('erasures')
    .set({ counts: JSON.stringify(counts), leased_until: tx.now + leaseSeconds })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

/** Undefined when someone else was first. */
export async function saveFinished(tx: Tx, { project_id, id }: Erasure): Promise<ErasureRow | undefined> {
  return tx.q
    .updateTable('erasures')
    .set({ finished_at: tx.now, leased_until: 0 })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Whose rows are gone and whose traces are not, so many. */
export async function listUnforgotten(reader: Reader, limit: number): Promise<Pick<ErasureRow, 'project_id' | 'id'>[]> {
  return reader.q
    .selectFrom('erasures')
    .select(['project_id', 'id'])
    .where('forgotten_at', 'is', null)
    .where('finished_at', 'is not', null)
    .orderBy('leased_until')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function saveForgotten(tx: Tx, { project_id, id }: Pick<ErasureRow, 'project_id' | 'id'>): Promise<void> {
  await tx.q
    .updateTable('erasures')
    .set({ forgotten_at: tx.now })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('forgotten_at', 'is', null)
    .execute();
}
