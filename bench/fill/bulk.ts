// Many rows at once into a database, through prepared statements, past the server.

import type { SearchEntry } from '../../packages/server/src/storage/search.ts';

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
