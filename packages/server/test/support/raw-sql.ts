// Someone with a shell and the database: statements that go past everything the service would check.

import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TestDatabase } from './databases.ts';

export async function rawSql(database: Pick<TestDatabase, 'file' | 'url'>, ...statements: string[]): Promise<void> {
  if (database.file !== '') {
    const db = new DatabaseSync(database.file, { timeout: 5000, enableForeignKeyConstraints: false });
    for (const statement of statements) db.exec(statement);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
