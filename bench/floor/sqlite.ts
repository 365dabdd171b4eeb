// The floor's SQLite: one connection, prepared statements, and whoever waits shares the next commit.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FloorStorage, Statement } from './storage.ts';

interface Job {
  readonly statements: readonly [Statement, ...Statement[]];
  resolve(row: unknown): void;
  reject(error: unknown): void;
}

export function openFloorSqlite(file: string): FloorStorage {
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const prepared = new Map<string, StatementSync>();
  let waiting: Job[] = [];

  const all = ({ sql, values }: Statement): unknown[] => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...values);
  };

  const runJob = ({ statements: [guard, ...others] }: Job): unknown => {
    const [row] = all(guard);
    if (row !== undefined) for (const statement of others) all(statement);
    return row;
  };

  const commitWaiting = () => {
    const batch = waiting;
    waiting = [];
    try {
      db.exec('BEGIN IMMEDIATE');
      const rows = batch.map(runJob);
      db.exec('COMMIT');
      for (const [index, job] of batch.entries()) job.resolve(rows[index]);
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      for (const job of batch) job.reject(error);
    }
  };

  return {
    read: async <Row>(statement: Statement) => all(statement) as Row[],
    write: <Row>(...statements: [Statement, ...Statement[]]) =>
      new Promise<Row | undefined>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commitWaiting);
        waiting.push({ statements, resolve: (row) => resolve(row as Row | undefined), reject });
      }),
  };
}
