// Bulk writing into whichever engine an address names.

import type { Bulk } from './bulk.ts';
import { bulkPostgres } from './bulk-postgres.ts';
import { bulkSqlite } from './bulk-sqlite.ts';

export async function openBulk(databaseUrl: string): Promise<Bulk> {
  return databaseUrl.startsWith('file:') ? bulkSqlite(databaseUrl.slice('file:'.length)) : bulkPostgres(databaseUrl);
}
