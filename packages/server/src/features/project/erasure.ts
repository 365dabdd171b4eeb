// The list of erasures: kept in the database, and on SQLite also in a file beside it, so that what was erased does not come
// back with a backup from before.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { operatorOf } from '../audit/record.ts';
import { type Erasing, finishErasure, writeDown } from './erase-project.ts';
import { type Erasure, findErasure, insertErasure } from './erasure-store.ts';
import { findProject } from './store.ts';

/** The search index is left to the sweep of the server that starts next. */
const DONE_AGAIN = {
  actor_type: 'operator',
  actor_id: 'operator',
  counts: '{}',
  leased_until: 0,
  forgotten_at: null,
} as const;

/** One a line, as the file has them; anything else in it is passed over. */
export function readErasures(text: string): Erasure[] {
  return text.split('\n').flatMap((line) => erasureIn(line) ?? []);
}

/** The number of the first line that tells of no erasure, and is not empty. */
export function strayLine(text: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.trim() !== '' && !erasureIn(line));
  return at === -1 ? undefined : at + 1;
}

function erasureIn(line: string): Erasure | undefined {
  try {
    const { project_id, id, erased_at } = JSON.parse(line) as Erasure;
    const isOne = typeof id === 'string' && typeof project_id === 'string' && Number.isInteger(erased_at);
    return isOne ? { project_id, id, erased_at } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Erases again what the database does not know to be erased: then it is from before, and so is all that is in it. How many
 * projects that were.
 */
export async function reapply(app: App, erasures: readonly Erasure[], erasing: Erasing): Promise<number> {
  const again = new Set<string>();
  for (const erasure of erasures) {
    const { project_id } = erasure;
    if (!(await findProject(app.reader, project_id)) || (await findErasure(app.reader, erasure))) continue;
    if (!again.has(project_id)) await finishErasure(app, await writeDown(app, operatorOf(project_id)), erasing);
    again.add(project_id);
    await inTransaction(app, (tx) => insertErasure(tx, { ...erasure, ...DONE_AGAIN, finished_at: tx.now }));
  }
  return again.size;
}
