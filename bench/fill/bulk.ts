// Many rows at once into either engine, through prepared statements.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

export interface Bulk {
  all<Row>(sql: string): Promise<Row[]>;
  transaction(work: () => Promise<void>): Promise<void>;
  /** All rows have the same members. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Leaves the database as it would be after a quiet while: log folded in, statistics up to date. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openBulk(databaseUrl: string): Promise<Bulk> {
  return databaseUrl.startsWith('file:') ? bulkSqlite(databaseUrl.slice('file:'.length)) : bulkPostgres(databaseUrl);
}

function bulkSqlite(file: string): Bulk {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144'); // of this connection only
  return {
    all: async <Row>(sql: string) => db.prepare(sql).all() as Row[],
    async transaction(work) {
      db.exec('BEGIN IMMEDIATE');
      await work();
      db.exec('COMMIT');
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return;
      const columns = Object.keys(first);
      const statement = db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]));
    },
    async settle() {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: async () => db.close(),
  };
}

async function bulkPostgres(url: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  const texts = new Map<string, string>();
  const textOf = async (table: string, columns: readonly string[]) => {
    const known = texts.get(table);
    if (known) return known;
    const types = await columnTypes(client, table);
    const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`);
    const made = `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
    texts.set(table, made);
    return made;
  };
  return {
    all: async (sql) => (await client.query(sql)).rows,
    async transaction(work) {
      await client.query('BEGIN');
      await work();
      await client.query('COMMIT');
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return;
      const columns = Object.keys(first);
      const text = await textOf(table, columns);
      const values = columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column]));
      await client.query({ name: `fill_${table}`, text, values });
    },
    async settle() {
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
    },
    close: () => client.end(),
  };
}

async function columnTypes(client: pg.Client, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ column_name: string; data_type: string }>(
    'SELECT column_name, data_type FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  return new Map(rows.map(({ column_name, data_type }) => [column_name, data_type]));
}
