// One statement on a test's database, past the server: to see what is stored, or to let time pass.

import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TestDatabase } from './databases.ts';

const BUSY_MS = 5000;

export async function runSql<Row>({ url, file }: Pick<TestDatabase, 'url' | 'file'>, sql: string): Promise<Row[]> {
  if (file !== '') {
    const db = new DatabaseSync(file, { timeout: BUSY_MS });
    const rows = db.prepare(sql).all() as Row[];
    db.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as Row[];
}

/** What would be due in so many seconds is so much nearer. Whoever sleeps until then does not notice. */
export async function elapse(database: Pick<TestDatabase, 'url' | 'file'>, seconds: number): Promise<void> {
  await runSql(database, `UPDATE deliveries SET due_at = due_at - ${seconds} WHERE due_at IS NOT NULL`);
  await runSql(database, `UPDATE actions SET expires_at = expires_at - ${seconds} WHERE status = 'pending'`);
}
