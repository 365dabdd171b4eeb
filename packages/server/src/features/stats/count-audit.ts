// Counts the audit log beside the requests that write it: from row to row, each once, in small transactions.

import { OTHER } from '@countersign/contract/shown/other';
import type { App } from '../../app.ts';
import { inTransaction, type Reader, type Tx } from '../../storage/database.ts';
import { addTotals } from '../project/data-store.ts';
import { findProject } from '../project/store.ts';
import { type About, type Cell, COUNTED, fold, sum, type TellingRow } from './fold.ts';
import {
  actionsAbout,
  cellOf,
  countCells,
  demoKey,
  dropCells,
  dropCellsBefore,
  findCell,
  lockCounted,
  saveCell,
  saveCounted,
  sealedAfter,
  seenAmong,
  uncountedProjects,
} from './store.ts';

const BATCH = 500;
const PROJECTS = 20;
const LOOK_EVERY_MS = 2000;
const KEPT_SECONDS = { day: 93 * 86_400, hour: 8 * 86_400 };
/** What does not fit is counted under no name: an agent that makes up kinds must not make the figures grow. */
const MAX_CELLS = { day: 60, hour: 30 };

/** Every project gets its turn before one that has more gets its next. */
export async function countAudit(app: App, stopping?: AbortSignal): Promise<number> {
  let isMore = false;
  for (let after: string | undefined = ''; after !== undefined && !stopping?.aborted; ) {
    const projects = await uncountedProjects(app.reader, { after, limit: PROJECTS });
    for (const project_id of projects) {
      isMore = (await inTransaction(app, (tx) => countSome(tx, project_id))) || isMore;
    }
    after = projects.length === PROJECTS ? projects.at(-1) : undefined;
  }
  return isMore ? 0 : LOOK_EVERY_MS;
}

/** True when there is more. */
async function countSome(tx: Tx, project_id: string): Promise<boolean> {
  const counted = await lockCounted(tx, project_id);
  const rows = await sealedAfter(tx, project_id, counted, BATCH);
  const last = rows.at(-1);
  const project = await findProject(tx, project_id);
  if (!last || last.seq === null || !project) return false;
  const { cells, totals } = fold(rows, await aboutOf(tx, project_id, rows), project.timezone);
  for (const cell of cells) await addCell(tx, project_id, cell);
  await addTotals(tx, project_id, totals);
  await saveCounted(tx, project_id, last.seq);
  for (const bucket of ['day', 'hour'] as const) {
    await dropCellsBefore(tx, project_id, bucket, tx.now - KEPT_SECONDS[bucket]);
  }
  return rows.length === BATCH;
}

async function addCell(tx: Tx, project_id: string, cell: Cell): Promise<void> {
  const known = await findCell(tx, project_id, cell);
  if (known) return saveCell(tx, project_id, { ...cell, ...sum(cellOf(known), cell) });
  if ((await countCells(tx, project_id, cell)) < MAX_CELLS[cell.bucket]) return saveCell(tx, project_id, cell);
  const other = { ...cell, kind: OTHER, created_by: OTHER, decided_by: cell.decided_by === '' ? '' : OTHER };
  const before = await findCell(tx, project_id, other);
  return saveCell(tx, project_id, before ? { ...other, ...sum(cellOf(before), other) } : other);
}

/** What the rows are about; of what is gone, and of the demo, nothing. */
export async function aboutOf(
  reader: Reader,
  project_id: string,
  rows: readonly TellingRow[],
): Promise<ReadonlyMap<string, About>> {
  const telling = rows.filter(({ event }) => COUNTED.includes(event));
  const idsOf = (some: readonly TellingRow[]) => [...new Set(some.map(({ entity_id }) => entity_id))];
  const actions = await actionsAbout(reader, project_id, idsOf(telling));
  const expired = idsOf(telling.filter(({ event }) => event === 'action.expired'));
  const seen = await seenAmong(reader, project_id, expired);
  const demo = actions.length > 0 ? await demoKey(reader, project_id) : undefined;
  return new Map(
    actions
      .filter(({ created_by_id }) => created_by_id !== demo)
      .map(({ id, kind, created_by_type, created_by_id, created_at }) => [
        id,
        { kind, created_by: `${created_by_type}:${created_by_id}`, created_at, seen: seen.has(id) },
      ]),
  );
}

/** With the project's data: kinds are words of its own. Whoever is counting finishes first. */
export async function eraseCells(app: App, project_id: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    await lockCounted(tx, project_id);
    await dropCells(tx, project_id);
  });
}
