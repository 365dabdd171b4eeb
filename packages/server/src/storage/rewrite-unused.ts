// What SQLite leaves in the unused bytes of its pages. secure_delete overwrites what is deleted; but rows that were moved from
// one page to another before that, to keep the tree in balance, leave their copy in bytes that no longer belong to anything.

import type { DatabaseSync } from 'node:sqlite';

/** A file of so many pages is written anew as a whole, in a fraction of a second. */
const SMALL_FILE_PAGES = 4096;
/** Of a larger one, the tables that have no more rows and bytes than this: what was erased is most likely in those. */
const SMALL_TABLE = { rows: 1000, bytes: 4_000_000 };

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
  if (!isSmall(writer, table)) return;
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

function isSmall(writer: DatabaseSync, table: string): boolean {
  const columns = writer.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
  const size = columns.map(({ name }) => `ifnull(octet_length("${name}"), 0)`).join(' + ');
  const some = writer.prepare(
    `SELECT count(*) AS rows, total(size) AS bytes FROM (SELECT ${size} AS size FROM ${table} LIMIT ${SMALL_TABLE.rows + 1})`,
  );
  const { rows, bytes } = some.get() as { rows: number; bytes: number };
  return rows <= SMALL_TABLE.rows && bytes <= SMALL_TABLE.bytes;
}
