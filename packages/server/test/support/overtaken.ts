// Somebody else's change that is under way while something begins: what is read before it and written after it must not undo it.

import pg from 'pg';
import type { App } from '../../src/app.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { engine } from './databases.ts';
import { until } from './until.ts';

/** A service; or an app of which only that runs what the test calls. */
interface Place {
  readonly running: { readonly app: Pick<App, 'storage'> };
  readonly databaseUrl: string;
}

/** `change` is made and kept open; it is committed when what was begun meanwhile waits for it. On SQLite that waits at the door. */
export async function overtakenBy<T>(
  { running, databaseUrl }: Place,
  change: (tx: Tx) => Promise<void>,
  begin: () => Promise<T>,
): Promise<T> {
  const made = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const changing = inTransaction(running.app, async (tx) => {
    await change(tx);
    made.resolve();
    await end.promise;
  });
  await Promise.race([made.promise, changing]);
  const begun = begin();
  try {
    if (engine === 'postgres') await someoneWaits(databaseUrl);
  } finally {
    end.resolve();
    await changing;
  }
  return begun;
}

async function someoneWaits(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await until(async () => (await client.query(waits)).rows.length > 0, 'someone waits for a lock').finally(() =>
    client.end(),
  );
}
