// A backup in the place of a SQLite database begins another life of it: its numbers come again, and one that somebody has of the
// life before means something else. PostgreSQL knows of its lives by itself (commit-outcome.ts).

import type { Tx } from './database.ts';

export const LIFE_FACT = 'life';
const LIFE_BYTES = 8;

export async function beginLife(tx: Tx): Promise<void> {
  const value = tx.randomBytes(LIFE_BYTES).toString('hex');
  await tx.q
    .insertInto('server_facts')
    .values({ name: LIFE_FACT, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
