// Many rows at once into SQLite.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Writing } from '../../packages/server/src/storage/search.ts';
import { sqliteSearch } from '../../packages/server/src/storage/search-sqlite.ts';
import type { Bulk } from './bulk.ts';

type Query = Parameters<Writing['run']>[0];

export function bulkSqlite(file: string): Bulk {
  const db = new DatabaseSync(file, { timeout: 5000 });
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const connection: Writing = {
    run: async <Row>({ sql, parameters }: Query) => prepared(sql).all(...(parameters as SQLInputValue[])) as Row[],
    send: async (query) => void (await connection.run(query)),
    letOthersIn: async () => undefined,
  };
  return {
    all: async <Row>(sql: string) => prepared(sql).all() as Row[],
    async prepare() {
      db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144'); // of this connection only
    },
    async transaction(work) {
      db.exec('BEGIN IMMEDIATE');
      await work();
      db.exec('COMMIT');
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return;
      const columns = Object.keys(first);
      const statement = prepared(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]));
    },
    async index(entries) {
      await sqliteSearch.add(connection, entries);
    },
    async settle() {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: async () => db.close(),
  };
}
