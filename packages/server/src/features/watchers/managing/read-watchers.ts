// Reads watchers, their runs, and what they have seen.

import type { Watcher, WatcherItem, WatcherKind, WatcherPage, WatcherRun, WatcherStatus } from '@countersign/contract';
import type { App, Caller } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import { type Page, pageOf, readCursor } from '../../../storage/page.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { countItems, listItemRows } from '../stores/item-store.ts';
import { listRuns } from '../stores/run-store.ts';
import { countWatchers, findWatcher, listWatcherRows } from '../stores/store.ts';
import { viewItem, viewRun, viewWatcher } from '../view.ts';

export interface WatcherQuestion {
  readonly status?: WatcherStatus | undefined;
  readonly kind?: WatcherKind | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function listWatchers(app: App, caller: Caller, question: WatcherQuestion): Promise<WatcherPage> {
  const { status, kind, limit = 50, cursor } = question;
  const { project_id } = caller;
  const list = `watchers ${project_id}`;
  const rows = await listWatcherRows(
    app.reader,
    { project_id, status, kind, before: readCursor(cursor, list) },
    limit + 1,
  );
  return pageOf(rows.map(viewWatcher), limit, list);
}

/** The true number, and as many of the newest as that. */
export async function newestWatchers(
  app: App,
  { project_id }: Caller,
  status: WatcherStatus | undefined,
  most: number,
): Promise<{ count: number; newest: WatcherRow[] }> {
  return {
    count: await countWatchers(app.reader, project_id, status),
    newest: await listWatcherRows(app.reader, { project_id, status }, most),
  };
}

export async function readWatcher(app: App, caller: Caller, id: string): Promise<Watcher> {
  const watcher = await existing(app, caller, id);
  const item_count = await countItems(app.reader, { project_id: caller.project_id, watcher_id: id });
  return { ...viewWatcher(watcher), item_count };
}

export async function readRuns(app: App, caller: Caller, id: string): Promise<WatcherRun[]> {
  await existing(app, caller, id);
  return (await listRuns(app.reader, { project_id: caller.project_id, watcher_id: id })).map(viewRun);
}

export async function readItems(
  app: App,
  caller: Caller,
  id: string,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<WatcherItem>> {
  await existing(app, caller, id);
  const list = `watcher items ${caller.project_id} ${id}`;
  const of = { project_id: caller.project_id, watcher_id: id };
  const rows = await listItemRows(app.reader, of, { before: readCursor(cursor, list), limit: limit + 1 });
  return pageOf(rows.map(viewItem), limit, list);
}

export async function existing(app: App, caller: Caller, id: string): Promise<WatcherRow> {
  const watcher = await findWatcher(app.reader, caller.project_id, id);
  if (!watcher) throw new Problem('not_found');
  return watcher;
}
