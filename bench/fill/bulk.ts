// Many rows at once into either engine, through prepared statements, past the server.

import type { SearchEntry } from '../../packages/server/src/storage/search.ts';
import { bulkPostgres } from './bulk-postgres.ts';
import { bulkSqlite } from './bulk-sqlite.ts';

export interface Bulk {
  all<Row>(sql: string): Promise<Row[]>;
  /** Makes ready for very many rows. */
  prepare(): Promise<void>;
  transaction(work: () => Promise<void>): Promise<void>;
  /** All rows have the same members. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Into the search index, by the server's own code. In the order of their ids. */
  index(entries: readonly SearchEntry[]): Promise<void>;
  /** Leaves the database as it would be after a quiet while: log folded in, indexes whole, statistics up to date. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openBulk(databaseUrl: string): Promise<Bulk> {
  return databaseUrl.startsWith('file:') ? bulkSqlite(databaseUrl.slice('file:'.length)) : bulkPostgres(databaseUrl);
}
