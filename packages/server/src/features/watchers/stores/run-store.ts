// The last runs of watchers, and the snapshots of pages, in storage.

import type { Reader, Tx } from '../../../storage/database.ts';
import { preparedWrite } from '../../../storage/prepared.ts';
import type { WatcherRunRow, WatcherSnapshotRow } from '../../../storage/watcher-rows.ts';

interface Of {
  readonly project_id: string;
  readonly watcher_id: string;
}

const KEPT_RUNS = 50;

const insert = preparedWrite<WatcherRunRow, unknown>((q, p) =>
  q.insertInto('watcher_runs').values({
    project_id: p.project_id,
    watcher_id: p.watcher_id,
    id: p.id,
    started_at: p.started_at,
    ms: p.ms,
    outcome: p.outcome,
    error_code: p.error_code,
    error: p.error,
    http_status: p.http_status,
    bytes: p.bytes,
    items: p.items,
    new_items: p.new_items,
    matched: p.matched,
    notes: p.notes,
  }),
);

/** And forgets the one that is now too old. */
export async function insertRun(tx: Tx, row: WatcherRunRow): Promise<void> {
  await insert(tx, row);
  const [oldest] = await tx.q
    .selectFrom('watcher_runs')
    .select('id')
    .where('project_id', '=', row.project_id)
    .where('watcher_id', '=', row.watcher_id)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(KEPT_RUNS)
    .execute();
  if (!oldest) return;
  await tx.q
    .deleteFrom('watcher_runs')
    .where('project_id', '=', row.project_id)
    .where('watcher_id', '=', row.watcher_id)
    .where('id', '<=', oldest.id)
    .execute();
}

/** Newest first. */
export async function listRuns(reader: Reader, { project_id, watcher_id }: Of): Promise<WatcherRunRow[]> {
  return reader.q
    .selectFrom('watcher_runs')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .orderBy('id', 'desc')
    .limit(KEPT_RUNS)
    .execute();
}

export async function deleteRuns(tx: Tx, { project_id, watcher_id }: Of): Promise<void> {
  await tx.q
    .deleteFrom('watcher_runs')
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .execute();
}

/** The last accepted, and the one before; newest first. */
export async function lastSnapshots(reader: Reader, { project_id, watcher_id }: Of): Promise<WatcherSnapshotRow[]> {
  return reader.q
    .selectFrom('watcher_snapshots')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .orderBy('number', 'desc')
    .limit(2)
    .execute();
}

/** And forgets all but the one before it. */
export async function insertSnapshot(tx: Tx, row: WatcherSnapshotRow): Promise<void> {
  await tx.q.insertInto('watcher_snapshots').values(row).execute();
  await tx.q
    .deleteFrom('watcher_snapshots')
    .where('project_id', '=', row.project_id)
    .where('watcher_id', '=', row.watcher_id)
    .where('number', '<', row.number - 1)
    .execute();
}

export async function deleteSnapshots(tx: Tx, { project_id, watcher_id }: Of): Promise<void> {
  await tx.q
    .deleteFrom('watcher_snapshots')
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .execute();
}

export async function insertLeftover(tx: Tx, of: Of): Promise<void> {
  await tx.q
    .insertInto('watcher_leftovers')
    .values({ project_id: of.project_id, watcher_id: of.watcher_id })
    .onConflict((conflict) => conflict.columns(['project_id', 'watcher_id']).doNothing())
    .execute();
}

export async function someLeftover(reader: Reader): Promise<Of | undefined> {
  return reader.q.selectFrom('watcher_leftovers').selectAll().limit(1).executeTakeFirst();
}

export async function deleteLeftover(tx: Tx, { project_id, watcher_id }: Of): Promise<void> {
  await tx.q
    .deleteFrom('watcher_leftovers')
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .execute();
}
