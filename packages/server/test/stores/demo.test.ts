// A demo that is removed leaves nothing, whatever is done with it at that moment.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App, Caller } from '../../src/app.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { endDemo } from '../../src/features/demo/end-demo.ts';
import { startDemo } from '../../src/features/demo/start-demo.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const OF_A_DEMO = ['demos', 'actions', 'decisions', 'search_pending', 'holds'] as const;

async function given(t: TestContext) {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Demo'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['admin'] };
  const assertNothingLeft = async () => {
    for (const table of OF_A_DEMO) {
      assert.deepEqual(await app.reader.q.selectFrom(table).selectAll().execute(), [], table);
    }
  };
  return { app, caller, assertNothingLeft };
}

test('not by whoever is deciding one of its actions', async (t) => {
  const { app, caller, assertNothingLeft } = await given(t);
  const [first = ''] = (await startDemo(app, caller)).action_ids;
  const [decided, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deciding = decideAction(app, caller, first, {
    verdict: 'approve',
    last: async (_tx: Tx) => {
      decided.resolve();
      await end.promise;
    },
  });
  await decided.promise;
  const ending = endDemo(app, caller);
  await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 300))]); // it has come as far as it can by now
  end.resolve();
  await Promise.all([deciding, ending]);
  await assertNothingLeft();
});

test('not by whoever is beginning it', async (t) => {
  const { app, caller, assertNothingLeft } = await given(t);
  let number = 0;
  const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (++number === 3) await endDemo(app, caller); // the first makes the agent, the next its actions
    return inTransaction(app, work);
  };
  const beginning: App = { ...app, storage: { ...app.storage, transaction } };
  assert.deepEqual((await startDemo(beginning, caller)).action_ids, []);
  await assertNothingLeft();
});
