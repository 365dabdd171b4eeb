// Many rows at once into PostgreSQL. The trigram index is taken away first and built anew at the end: row by row it would
// take most of an hour for a million.

import { hash } from 'node:crypto';
import pg from 'pg';
import type { Writing } from '../../packages/server/src/storage/search.ts';
import { postgresSearch } from '../../packages/server/src/storage/search-postgres.ts';
import type { Bulk } from './bulk.ts';

export async function bulkPostgres(url: string): Promise<Bulk> {
  // In a pipeline the next statement does not wait for the answer to the last.
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  const texts = new Map<string, string>();
  let dropped: readonly string[] = [];
  const connection: Writing = {
    run: async ({ sql, parameters }) =>
      (await client.query({ name: `run_${hash('sha1', sql)}`, text: sql, values: [...parameters] })).rows,
    send: async (query) => void (await connection.run(query)),
    letOthersIn: async () => undefined,
  };
  return {
    all: async (sql) => (await client.query(sql)).rows,
    async prepare() {
      await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '1GB'");
      dropped = await dropTrigrams(client);
    },
    async transaction(work) {
      await client.query('BEGIN');
      await work();
      await client.query('COMMIT');
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return;
      const columns = Object.keys(first);
      const text = texts.get(table) ?? (await insertText(client, table, columns));
      texts.set(table, text);
      const values = columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column]));
      await client.query({ name: `fill_${table}`, text, values });
    },
    async index(entries) {
      await postgresSearch.add(connection, entries);
    },
    async settle() {
      for (const definition of dropped) await client.query(definition);
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
    },
    close: () => client.end(),
  };
}

/** The statements that make them again. */
async function dropTrigrams(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '%gin_trgm_ops%'",
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

/** One array per column. */
async function insertText(client: pg.Client, table: string, columns: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ column_name: string; data_type: string }>(
    'SELECT column_name, data_type FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  const types = new Map(rows.map(({ column_name, data_type }) => [column_name, data_type]));
  const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`);
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
}
