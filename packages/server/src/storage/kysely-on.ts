// Kysely over any way of running a query: it builds and compiles, we execute.

import { type CompiledQuery, type Dialect, Kysely } from 'kysely';
import type { Reader } from './database.ts';
import type { Schema } from './schema.ts';

export type Compiling = Omit<Dialect, 'createDriver'>;

/** Builds and compiles, and runs nothing. */
export function builderOn(compiling: Compiling): Kysely<Schema> {
  return kyselyOn(compiling, () => {
    throw new Error('Only a connection runs queries.');
  });
}

export function kyselyOn(compiling: Compiling, run: Reader['run']): Kysely<Schema> {
  const connection = {
    executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await run(query)) as Row[] }),
    streamQuery: () => {
      throw new Error('Long reads go page by page.');
    },
  };
  const nothing = async () => undefined; // transactions are ours, not Kysely's
  return new Kysely<Schema>({
    dialect: {
      ...compiling,
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
    },
  });
}
