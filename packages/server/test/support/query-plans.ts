// How the engine would answer what is asked of it: for tests that something is found by an index.

import type { App } from '../../src/app.ts';
import { inTransaction, type Reader } from '../../src/storage/database.ts';
import { type Statement, withStatements } from '../simulation/statements.ts';
import { engine } from './databases.ts';

const EXPLAIN = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' };

/** Of every statement that `ask` makes. PostgreSQL, which reads a small table whole, is kept from that. */
export async function plansOf(app: App, ask: (reader: Reader) => Promise<unknown>): Promise<string> {
  const asked: Statement[] = [];
  const run = (statement: Statement) => {
    asked.push(statement);
    return app.reader.run(statement);
  };
  await ask(withStatements(app.reader, run));
  const plans = await inTransaction(app, async (tx) => {
    if (engine === 'postgres') await tx.send({ sql: 'SET LOCAL enable_seqscan = off', parameters: [] });
    const explained: unknown[] = [];
    for (const { sql, parameters } of asked) {
      explained.push(await tx.run({ sql: `${EXPLAIN[engine]} ${sql}`, parameters }));
    }
    return explained;
  });
  return JSON.stringify(plans);
}
