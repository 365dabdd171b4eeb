// One place through which every statement of a handle goes, built or prepared.

import type { CompiledQuery } from 'kysely';
import type { Reader, Tx } from '../../src/storage/database.ts';
import { kyselyOn } from '../../src/storage/kysely-on.ts';
import { FOR_POSTGRES } from '../../src/storage/postgres.ts';
import { sqliteSearch } from '../../src/storage/search-sqlite.ts';
import { FOR_SQLITE } from '../../src/storage/sqlite-handle.ts';

export type Statement = Pick<CompiledQuery<unknown>, 'sql' | 'parameters'>;

type Rows = Promise<unknown[]>;

/** The same handle, but `around` runs its statements. */
export function withStatements<H extends Reader>(handle: H, around: (statement: Statement) => Rows): H {
  const run = around as Reader['run'];
  const send: Tx['send'] = async (statement) => void (await around(statement));
  return {
    ...handle,
    run,
    ...('send' in handle ? { send } : {}),
    q: kyselyOn(handle.search === sqliteSearch ? FOR_SQLITE : FOR_POSTGRES, run),
  };
}

export function isWrite({ sql }: Statement): boolean {
  return !/^\s*select/i.test(sql);
}
