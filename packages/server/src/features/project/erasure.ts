// The list of erasures: kept in the database, and on SQLite also in a file beside it, so that what was erased does not come
// back with a backup from before.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import type { ErasureRow } from '../../storage/schema.ts';
import { operatorOf } from '../audit/record.ts';
import { hasErasure, insertErasure } from './data-store.ts';
import { type Erasing, eraseProject } from './erase-project.ts';
import { findProject } from './store.ts';

/** One a line, as the file has them; anything else in it is passed over. */
export function readErasures(text: string): ErasureRow[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { project_id, id, erased_at } = JSON.parse(line) as ErasureRow;
      return typeof id === 'string' && typeof project_id === 'string' && Number.isInteger(erased_at)
        ? [{ project_id, id, erased_at }]
        : [];
    } catch {
      return [];
    }
  });
}

/**
 * Erases again what the database does not know to be erased: then it is from before, and so is all that is in it. How many
 * projects that were.
 */
export async function reapply(app: App, erasures: readonly ErasureRow[], erasing: Erasing): Promise<number> {
  const again = new Set<string>();
  for (const erasure of erasures) {
    const { project_id } = erasure;
    if (!(await findProject(app.reader, project_id)) || (await hasErasure(app.reader, erasure))) continue;
    if (!again.has(project_id)) await eraseProject(app, operatorOf(project_id), erasing);
    again.add(project_id);
    await inTransaction(app, (tx) => insertErasure(tx, erasure));
  }
  return again.size;
}
