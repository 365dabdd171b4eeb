// How a transaction ended whose COMMIT was never answered. PostgreSQL knows; it is asked on a new connection, for the old
// ones may all be dead without knowing it.

import pg from 'pg';
import { Problem } from '../base/problem.ts';
import type { World } from '../world/world.ts';

const TRIES = 4;
const PAUSE_MS = 500;
const PATIENCE_MS = 4000;

/** Undefined when nobody can say: the database cannot be reached, or the COMMIT is still on its way to it. */
export async function wasCommitted(url: string, world: World, xid: string): Promise<boolean | undefined> {
  for (let left = TRIES; left > 0; left--) {
    const status = await statusOf(url, xid).catch((error: Error) => {
      world.log('warn', 'storage.outcome_not_known', { reason: error.message });
    });
    if (status === 'committed' || status === 'aborted') return status === 'committed';
    await world.sleep(PAUSE_MS);
  }
  return undefined;
}

async function statusOf(url: string, xid: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'countersign',
  });
  client.on('error', () => undefined); // whoever asks on it hears of it
  try {
    await client.connect();
    const { rows } = await client.query<{ status: string }>('SELECT pg_xact_status($1::xid8) AS status', [xid]);
    return rows[0]?.status;
  } finally {
    void client.end().catch(() => undefined); // a dead connection is not waited for
  }
}

/** Not `unavailable`: that would promise that nothing was changed. */
export function outcomeUnknown(): Problem {
  return new Problem('internal', {
    detail:
      'The database went away during the commit, so it is not known whether this was saved. Look before you repeat it.',
  });
}
