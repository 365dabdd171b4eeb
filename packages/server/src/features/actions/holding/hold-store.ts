// Holds in storage. Taking one deletes it: whoever undoes it and whoever commits it cannot both succeed.

import type { Reader, Tx } from '../../../storage/database.ts';
import { inFewLengths } from '../../../storage/few-lengths.ts';
import type { HoldRow } from '../../../storage/schema.ts';

export type Hold = Omit<HoldRow, Owed>;
type Owed = 'owes_push' | 'owes_channels';

/** In the place of an earlier one by the same holder, whose debts it takes over. */
export async function saveHold(tx: Tx, row: Hold): Promise<void> {
  const { project_id, action_id, holder_id, ...held } = row;
  await tx.q
    .insertInto('holds')
    .values({ ...row, owes_push: 0, owes_channels: 0 })
    .onConflict((conflict) => conflict.columns(['project_id', 'action_id', 'holder_id']).doUpdateSet(held))
    .execute();
}

interface Which extends Pick<HoldRow, 'project_id' | 'action_id' | 'holder_id'> {
  /** That one, and no other by the same holder. */
  readonly id?: string;
  /** Only if its time has come by then. */
  readonly due_by?: number;
}

/** Undefined when there is none such. */
export async function takeHold(
  tx: Tx,
  { project_id, action_id, holder_id, id, due_by }: Which,
): Promise<HoldRow | undefined> {
  let hold = tx.q
    .deleteFrom('holds')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('holder_id', '=', holder_id);
  if (id !== undefined) hold = hold.where('id', '=', id);
  if (due_by !== undefined) hold = hold.where('commits_at', '<=', due_by);
  return hold.returningAll().executeTakeFirst();
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

/** Whoever waits longer than anyone can hold was told to by a clock that has been set back since. */
export async function recallHolds(
  tx: Tx,
  { later_than, to }: { readonly later_than: number; readonly to: number },
): Promise<void> {
  await tx.q.updateTable('holds').set({ commits_at: to }).where('commits_at', '>', later_than).execute();
}

/** Of those that are not due yet. */
export async function nextCommitAt(reader: Reader, now: number): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('holds')
    .select('commits_at')
    .where('commits_at', '>', now)
    .orderBy('commits_at')
    .limit(1)
    .executeTakeFirst();
  return next?.commits_at;
}

/** Whoever is about to decide an action owes these reminders of it from now on. False when nobody is. */
export async function leaveToHolds(
  tx: Tx,
  { project_id, action_id }: Pick<HoldRow, 'project_id' | 'action_id'>,
  owed: Partial<Record<Owed, 1>>,
): Promise<boolean> {
  const holds = await tx.q
    .updateTable('holds')
    .set(owed)
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .returning('id')
    .execute();
  return holds.length > 0;
}

/**
 * The same, of a hold that has ended, to the others. One that ends in this moment is passed over: whoever ends it is about to do the
 * same with ours, and both would wait for ever.
 */
export async function leaveToOthers(
  tx: Tx,
  { project_id, action_id }: Pick<HoldRow, 'project_id' | 'action_id'>,
  owed: Partial<Record<Owed, 1>>,
): Promise<boolean> {
  const held = tx.q
    .selectFrom('holds')
    .select('holder_id')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id);
  const others = (await tx.skipLocked(held).execute()).map(({ holder_id }) => holder_id);
  if (others.length === 0) return false;
  await tx.q
    .updateTable('holds')
    .set(owed)
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('holder_id', 'in', inFewLengths(others))
    .execute();
  return true;
}
