// How a transaction ended whose COMMIT was never answered. PostgreSQL knows; it is asked on a new connection, for the old
// ones may all be dead without knowing it.

import pg from 'pg';
import { Problem } from '../base/problem.ts';
import type { World } from '../world/world.ts';

const TRIES = 4;
const PAUSE_MS = 500;
const PATIENCE_MS = 4000;

/**
 * Which life of which server it is: one that crashed begins another, and so does a standby that takes its place. Both give numbers
 * away again that had not come to their disk. What a server counts of itself begins anew with each life, and goes on when it ended in
 * order. (The timeline would tell of a standby, too; but Aurora lets nobody ask for it.)
 */
export const LIFE = 'to_hex((extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) * 1000000)::bigint)';

export interface Begun {
  readonly xid: string;
  /** As the connection that it ran on knew it; undefined when that could not be asked. */
  readonly life: string | undefined;
}

export async function lifeOf(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ life: string }>(`SELECT ${LIFE} AS life`);
  return rows[0]?.life;
}

/** Undefined when nobody can say: the database cannot be reached, has crashed, or the COMMIT is still on its way to it. */
export async function wasCommitted(url: string, world: World, { xid, life }: Begun): Promise<boolean | undefined> {
  for (let left = TRIES; left > 0; left--) {
    const found = await statusOf(url, xid).catch((error: Error) => {
      world.log('warn', 'storage.outcome_not_known', { reason: error.message });
    });
    if (found?.status === 'aborted') return false; // what came to the disk has its number for itself
    if (found?.status === 'committed') return found.life === life || undefined; // in another life it may be another's
    await world.sleep(PAUSE_MS);
  }
  return undefined;
}

interface Found {
  readonly status: string;
  readonly life: string;
}

async function statusOf(url: string, xid: string): Promise<Found | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'countersign',
  });
  client.on('error', () => undefined); // whoever asks on it hears of it
  try {
    await client.connect();
    const { rows } = await client.query<Found>(`SELECT pg_xact_status($1::xid8) AS status, ${LIFE} AS life`, [xid]);
    return rows[0];
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
