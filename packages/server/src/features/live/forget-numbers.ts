// Rows that came here as a dump of another PostgreSQL have numbers that this one has yet to give away. Once it had, they would be
// told as news. So they lose them before anyone follows: what has none is told to nobody.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { forgetNumbers, highestNumbers, newestRowid } from '../audit/store.ts';

/** Rows in one transaction. */
const STEP = 1000;

/** Looks at rows first and at the mark then: a number of our own that was to be seen is passed by it. */
export async function forgetNumbersToCome(app: App): Promise<void> {
  const highest = await highestNumbers(app.reader);
  const { next } = await app.reader.mark();
  for (const { id, number } of highest) if ((number ?? 0) >= next) await forgetIn(app, id);
}

async function forgetIn(app: App, project_id: string): Promise<void> {
  // Whoever writes meanwhile, on another instance, has a lower number or writes behind the newest row.
  const newest = await newestRowid(app.reader, project_id);
  const from = await inTransaction(app, async (tx) => tx.number);
  const stretch = { from, newest, limit: STEP };
  while ((await inTransaction(app, (tx) => forgetNumbers(tx, project_id, stretch))) === STEP);
  app.world.log('info', 'live.numbers_forgotten', { project_id });
}
