// Watchers in storage: a queue by lease and fence, and the records that people see.

import type { WatcherKind, WatcherStatus } from '@countersign/contract';
import type { Reader, Tx } from '../../../storage/database.ts';
import { asLiteral } from '../../../storage/literal.ts';
import { preparedRead } from '../../../storage/prepared.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';

export const insertWatcher = async (tx: Tx, row: WatcherRow): Promise<void> => {
  await tx.q.insertInto('watchers').values(row).execute();
};

const selectWatcher = preparedRead<{ project_id: string; id: string }, WatcherRow>((q, p) =>
  q.selectFrom('watchers').selectAll().where('project_id', '=', p.project_id).where('id', '=', p.id),
);

export async function findWatcher(reader: Reader, project_id: string, id: string): Promise<WatcherRow | undefined> {
  const [watcher] = await selectWatcher(reader, { project_id, id });
  return watcher;
}

/** For a change that depends on what is there. */
export async function lockWatcher(tx: Tx, project_id: string, id: string): Promise<WatcherRow | undefined> {
  return tx
    .locked(tx.q.selectFrom('watchers').selectAll().where('project_id', '=', project_id).where('id', '=', id))
    .executeTakeFirst();
}

type Named = Pick<WatcherRow, 'project_id' | 'id'>;

const changed = (tx: Tx, { project_id, id }: Named, changes: Partial<WatcherRow>) =>
  tx.q.updateTable('watchers').set(changes).where('project_id', '=', project_id).where('id', '=', id).returningAll();

export async function saveWatcher(
  tx: Tx,
  watcher: Named,
  changes: Partial<WatcherRow>,
): Promise<WatcherRow | undefined> {
  return changed(tx, watcher, changes).executeTakeFirst();
}

/** Writes only under the fence it was leased with; undefined when someone paused, changed, deleted or took it since. */
export async function saveLeased(
  tx: Tx,
  watcher: Named & Pick<WatcherRow, 'fence'>,
  changes: Partial<WatcherRow>,
): Promise<WatcherRow | undefined> {
  return changed(tx, watcher, changes).where('fence', '=', watcher.fence).executeTakeFirst();
}

export async function deleteWatcher(tx: Tx, project_id: string, id: string): Promise<WatcherRow | undefined> {
  return tx.q
    .deleteFrom('watchers')
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export interface WatcherFilter {
  readonly project_id: string;
  readonly status?: WatcherStatus | undefined;
  readonly kind?: WatcherKind | undefined;
  readonly before?: string | undefined;
}

/** Newest first. */
export async function listWatcherRows(reader: Reader, filter: WatcherFilter, limit: number): Promise<WatcherRow[]> {
  let query = reader.q.selectFrom('watchers').selectAll().where('project_id', '=', filter.project_id);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function countWatchers(
  reader: Reader,
  project_id: string,
  status: WatcherStatus | undefined,
): Promise<number> {
  let query = reader.q
    .selectFrom('watchers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Those that are not paused: the ones a plan counts. */
export async function countRunning(reader: Reader, project_id: string): Promise<number> {
  const { count } = await reader.q
    .selectFrom('watchers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('status', 'in', ['active', 'degraded'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes what is due, longest first. A lease that ran out is due again. */
export async function leaseDue(
  tx: Tx,
  { limit, until, holder }: { limit: number; until: number; holder: string },
): Promise<WatcherRow[]> {
  const due = await tx
    .skipLocked(
      tx.q
        .selectFrom('watchers')
        .select(['project_id', 'id', 'fence'])
        .where('due_at', '<=', tx.now)
        .orderBy('due_at')
        .limit(limit),
    )
    .execute();
  const leased: WatcherRow[] = [];
  for (const { project_id, id, fence } of due) {
    const kept = await saveLeased(
      tx,
      { project_id, id, fence },
      { due_at: until, leased_by: holder, fence: fence + 1 },
    );
    if (kept) leased.push(kept);
  }
  return leased;
}

/** What was run, changed or leased in what is now the future was planned by a clock that has been set back since: it is due. */
export async function recallAhead(tx: Tx, toleranceSeconds: number): Promise<void> {
  const ahead = tx.now + toleranceSeconds;
  await tx.q
    .updateTable('watchers')
    .set({ due_at: tx.now, next_run_at: tx.now, next_run_reason: 'schedule' })
    .where((row) =>
      row.or([
        row('last_run_at', '>', ahead),
        row('updated_at', '>', ahead),
        row.and([row('leased_by', 'is not', null), row('due_at', '>', ahead)]),
      ]),
    )
    .where('due_at', '>', tx.now)
    .execute();
}

/** The last moment at a host that a watcher was given back for: those that come after it are behind that one. */
export async function promisedUntil(reader: Reader, host: string): Promise<number | undefined> {
  const last = await reader.q
    .selectFrom('watchers')
    .select('next_run_at')
    .where('next_run_reason', '=', asLiteral('host_budget'))
    .where('promised_host', '=', host)
    .where('due_at', 'is not', null)
    .orderBy('next_run_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.next_run_at;
}

/** The clock was set back: nobody waits for a moment that it promised. */
export async function recallPromised(tx: Tx): Promise<void> {
  await tx.q
    .updateTable('watchers')
    .set({ due_at: tx.now, next_run_at: tx.now })
    .where('next_run_reason', '=', asLiteral('host_budget'))
    .where('leased_by', 'is', null)
    .where('due_at', '>', tx.now)
    .execute();
}

/** All that this instance runs, in one stroke. What another took since is not ours any more. */
export async function renewLeases(tx: Tx, holder: string, until: number): Promise<void> {
  await tx.q
    .updateTable('watchers')
    .set({ due_at: until })
    .where('leased_by', '=', holder)
    .where('due_at', '>', tx.now)
    .execute();
}

/** When the next watcher is due, whoever's it is. */
export async function nextDueAt(reader: Reader): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('watchers')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at ?? undefined;
}

/** The newest come first: on a smaller plan they are the ones that must rest. */
export async function newestRunning(tx: Tx, project_id: string, limit: number): Promise<WatcherRow[]> {
  return tx
    .locked(
      tx.q
        .selectFrom('watchers')
        .selectAll()
        .where('project_id', '=', project_id)
        .where('status', 'in', ['active', 'degraded'])
        .orderBy('id', 'desc')
        .limit(limit),
    )
    .execute();
}

/** Whether anything of the server still reads a source. */
export async function hasSourceReader(reader: Reader, source_key: string): Promise<boolean> {
  const found = await reader.q
    .selectFrom('watchers')
    .select('id')
    .where('source_key', '=', source_key)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * When any watcher of the server last succeeded, and since when there are some that should have: their last run failed, or they
 * were to run before `overdue` and did not. Who only waits for the next run is not one of them.
 */
export async function lastSuccess(
  reader: Reader,
  overdue: number,
): Promise<{ last: number | null; since: number | null }> {
  const found = await reader.q
    .selectFrom('watchers')
    .select((row) => [
      row.fn.max('last_success_at').as('last'),
      row.fn
        .min(
          row
            .case()
            .when(row.or([row('error_code', 'is not', null), row('next_run_at', '<', overdue)]))
            .then(row.ref('created_at'))
            .end(),
        )
        .as('since'),
    ])
    .where('status', 'in', ['active', 'degraded'])
    .executeTakeFirst();
  return { last: found?.last ?? null, since: found?.since ?? null };
}
