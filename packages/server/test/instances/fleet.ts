// Several real servers on one PostgreSQL.

import { Countersign } from '@countersign/sdk';
import type { TestDatabase } from '../support/databases.ts';
import { keyIn, type Served, serve } from '../support/serve-process.ts';

export interface Fleet {
  readonly servers: readonly Served[];
  readonly key: string;
  /** One for each server. */
  readonly targets: readonly { readonly url: string; readonly key: string }[];
  readonly clients: readonly Countersign[];
  /** One more server on the same database. */
  join(databaseUrl?: string): Promise<Served>;
  stop(): Promise<void>;
}

const ENVIRONMENT = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_CREATE: '0',
  RATE_LIMIT_DECIDE: '0',
  RATE_LIMIT_LIST: '0',
  SERVICE_ALLOW_PRIVATE_TARGETS: '1',
};

/** All start at once. */
export async function startFleet(database: TestDatabase, databaseUrls: readonly string[]): Promise<Fleet> {
  const start = (databaseUrl: string) => serve({ databaseUrl, environment: ENVIRONMENT });
  const servers = await Promise.all(databaseUrls.map(start));
  const key = servers.map((server) => keyIn(server.stdout())).find((found) => found !== '') ?? '';
  const joined: Served[] = [];
  return {
    servers,
    key,
    targets: servers.map(({ url }) => ({ url, key })),
    clients: servers.map(({ url }) => new Countersign({ baseUrl: url, apiKey: key })),
    async join(databaseUrl = database.url) {
      const server = await start(databaseUrl);
      joined.push(server);
      return server;
    },
    async stop() {
      const all = [...servers, ...joined];
      for (const server of all) server.kill('SIGKILL');
      await Promise.all(all.map(({ exitCode }) => exitCode));
    },
  };
}
