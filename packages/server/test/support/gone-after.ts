// Storage that goes away once something was saved: whoever asked for it must not hear that nothing was changed.

import assert from 'node:assert/strict';
import { Problem } from '../../src/base/problem.ts';
import type { Storage } from '../../src/storage/database.ts';
import { withStatements } from '../simulation/statements.ts';
import type { Service } from './start-service.ts';

/** From the commit of a transaction with such a statement on, until `begin` has its answer, nothing is read or written. */
export async function goneAfter<T>(
  { running: { app } }: Pick<Service, 'running'>,
  saving: RegExp,
  begin: () => Promise<T>,
): Promise<T> {
  const { storage, reader } = app;
  let isGone = false;
  const refuse = () => {
    if (isGone) throw new Problem('unavailable');
  };
  const transaction: Storage['transaction'] = async (work, manner) => {
    refuse();
    let saves = false;
    const value = await storage.transaction((tx) => {
      const watched = withStatements(tx, (statement) => {
        saves ||= saving.test(statement.sql);
        return tx.run(statement);
      });
      return work(watched);
    }, manner);
    isGone ||= saves;
    return value;
  };
  const read = withStatements(reader, async (statement) => {
    refuse();
    return reader.run(statement);
  });
  Object.assign(app, { storage: { ...storage, transaction }, reader: read });
  try {
    const answer = await begin();
    assert.ok(isGone, `nothing was saved by ${saving}`);
    return answer;
  } finally {
    Object.assign(app, { storage, reader });
  }
}
