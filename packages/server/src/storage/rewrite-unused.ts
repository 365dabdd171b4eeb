// What SQLite leaves in the unused bytes of its pages. secure_delete overwrites what is deleted; but rows that were moved from
// one page to another before that, to keep the tree in balance, leave their copy in bytes that no longer belong to anything.

import type { DatabaseSync } from 'node:sqlite';

/** A file of so many pages is written anew as a whole, in a fraction of a second. */
const SMALL_FILE_PAGES = 4096;
/** Of a larger one, the tables that have no more rows than this: what was erased is most likely in those. */
const SMALL_TABLE_ROWS = 1000;

/** `between` does something between two transactions. */
export async function rewriteUnused(
  writer: DatabaseSync,
  tables: readonly string[],
  between: (work: () => void) => Promise<void>,
  smallFilePages = SMALL_FILE_PAGES,
): Promise<void> {
  const { page_count } = writer.prepare('PRAGMA page_count').get() as { page_count: number };
  if (page_count <= smallFilePages) return between(() => writer.exec('VACUUM'));
  for (const table of tables) await between(() => rewriteTable(writer, table));
}

/** Without a WHERE and without foreign keys a DELETE clears the tree, and with secure_delete all of its pages. */
function rewriteTable(writer: DatabaseSync, table: string): void {
  const some = writer.prepare(`SELECT count(*) AS rows FROM (SELECT 1 FROM ${table} LIMIT ${SMALL_TABLE_ROWS + 1})`);
  if ((some.get() as { rows: number }).rows > SMALL_TABLE_ROWS) return;
  writer.exec('PRAGMA foreign_keys = OFF');
  try {
    writer.exec(`BEGIN IMMEDIATE;
      CREATE TEMP TABLE kept AS SELECT * FROM ${table};
      DELETE FROM ${table};
      INSERT INTO ${table} SELECT * FROM kept;
      DROP TABLE kept;
      COMMIT`);
  } finally {
    if (writer.isTransaction) writer.exec('ROLLBACK');
    writer.exec('PRAGMA foreign_keys = ON');
  }
}
