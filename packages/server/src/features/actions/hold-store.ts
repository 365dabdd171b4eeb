// Holds in storage. Taking one deletes it: whoever undoes it and whoever commits it cannot both succeed.

import type { Reader, Tx } from '../../storage/database.ts';
import type { HoldRow } from '../../storage/schema.ts';

/** In the place of an earlier one by the same holder. */
export async function saveHold(tx: Tx, row: HoldRow): Promise<void> {
  const { project_id, action_id, holder_id, ...held } = row;
  await tx.q
    .insertInto('holds')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'action_id', 'holder_id']).doUpdateSet(held))
    .execute();
}

/** Undefined when there is none, or another one by now when an id is given. */
export async function takeHold(
  tx: Tx,
  { project_id, action_id, holder_id, id }: Pick<HoldRow, 'project_id' | 'action_id' | 'holder_id'> & { id?: string },
): Promise<HoldRow | undefined> {
  const hold = tx.q
    .deleteFrom('holds')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('holder_id', '=', holder_id);
  return (id === undefined ? hold : hold.where('id', '=', id)).returningAll().executeTakeFirst();
}

export async function dueHolds(reader: Reader, now: number, limit: number): Promise<HoldRow[]> {
  return reader.q
    .selectFrom('holds')
    .selectAll()
    .where('commits_at', '<=', now)
    .orderBy('commits_at')
    .limit(limit)
    .execute();
}

export async function nextCommitAt(reader: Reader): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('holds')
    .select('commits_at')
    .orderBy('commits_at')
    .limit(1)
    .executeTakeFirst();
  return next?.commits_at;
}

/** Someone is about to decide it. */
export async function isActionHeld(reader: Reader, project_id: string, action_id: string): Promise<boolean> {
  const held = await reader.q
    .selectFrom('holds')
    .select('id')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}
