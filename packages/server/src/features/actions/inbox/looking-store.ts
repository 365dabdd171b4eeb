// Who looks at what, and who does not want to see it yet, in storage.

import type { Reader, Tx } from '../../../storage/database.ts';
import type { LookRow, SnoozeRow } from '../../../storage/schema.ts';

/** Adds to what there is of the same person. */
export async function saveLook(tx: Tx, row: LookRow): Promise<void> {
  await tx.q
    .insertInto('looks')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'action_id', 'reviewer_id']).doUpdateSet(({ eb, ref }) => ({
        reviewer_name: row.reviewer_name,
        ms: eb(ref('looks.ms'), '+', row.ms),
        read_end: row.read_end === 1 ? 1 : ref('looks.read_end'),
        looking_until: row.looking_until,
      })),
    )
    .execute();
}

export async function hasLooked(
  reader: Reader,
  { project_id, action_id, reviewer_id }: Pick<LookRow, 'project_id' | 'action_id' | 'reviewer_id'>,
): Promise<boolean> {
  const found = await reader.q
    .selectFrom('looks')
    .select('first_at')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('reviewer_id', '=', reviewer_id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Everyone who ever has, in the order they came. */
export async function listLooks(reader: Reader, project_id: string, action_id: string): Promise<LookRow[]> {
  return reader.q
    .selectFrom('looks')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .orderBy('first_at')
    .orderBy('reviewer_id')
    .execute();
}

/** Those who look now, by action. */
export async function findLooking(
  reader: Reader,
  project_id: string,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<ReadonlyMap<string, LookRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.q
    .selectFrom('looks')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('action_id', 'in', ids)
    .where('looking_until', '>', now)
    .orderBy('first_at')
    .execute();
  return Map.groupBy(rows, ({ action_id }) => action_id);
}

export async function saveSnooze(tx: Tx, row: SnoozeRow): Promise<void> {
  await tx.q
    .insertInto('snoozes')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'action_id', 'reviewer_id']).doUpdateSet({ until: row.until }),
    )
    .execute();
}

/** False when there was none. */
export async function deleteSnooze(
  tx: Tx,
  { project_id, action_id, reviewer_id }: Omit<SnoozeRow, 'until'>,
): Promise<boolean> {
  const gone = await tx.q
    .deleteFrom('snoozes')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('reviewer_id', '=', reviewer_id)
    .returning('action_id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Of one person, those that still hold, by action. */
export async function findSnoozes(
  reader: Reader,
  { project_id, reviewer_id }: Pick<SnoozeRow, 'project_id' | 'reviewer_id'>,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.q
    .selectFrom('snoozes')
    .select(['action_id', 'until'])
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('action_id', 'in', ids)
    .where('until', '>', now)
    .execute();
  return new Map(rows.map(({ action_id, until }) => [action_id, until]));
}
