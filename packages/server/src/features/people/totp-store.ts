// Secrets of authenticator apps, in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import type { ReviewerRow, TotpRow } from '../../storage/schema.ts';

type Who = Pick<ReviewerRow, 'project_id' | 'id'>;

export async function findTotp(reader: Reader, { project_id, id }: Who): Promise<TotpRow | undefined> {
  return reader.q
    .selectFrom('totps')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .executeTakeFirst();
}

/** The one in use, if any, stays in use until a code of this one was shown. */
export async function savePendingTotp(tx: Tx, { project_id, id }: Who, pending: string): Promise<void> {
  await tx.q
    .insertInto('totps')
    .values({ project_id, reviewer_id: id, secret: null, pending, last_step: 0, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['project_id', 'reviewer_id']).doUpdateSet({ pending }))
    .execute();
}

export async function confirmTotp(
  tx: Tx,
  { project_id, id }: Who,
  pending: string,
  last_step: number,
): Promise<boolean> {
  const confirmed = await tx.q
    .updateTable('totps')
    .set({ secret: pending, pending: null, last_step, created_at: tx.now })
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .where('pending', '=', pending)
    .returning('reviewer_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** False when that step, or a later one, was used before: of two at once one is a copy. */
export async function useTotpStep(tx: Tx, { project_id, id }: Who, step: number): Promise<boolean> {
  const used = await tx.q
    .updateTable('totps')
    .set({ last_step: step })
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .where('last_step', '<', step)
    .returning('reviewer_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteTotp(tx: Tx, { project_id, id }: Who): Promise<boolean> {
  const deleted = await tx.q
    .deleteFrom('totps')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .returning('reviewer_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
