// When a hold becomes the decision: by whose clock, and what becomes of it when nobody knows whether it was saved.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KeyCreate } from '@countersign/contract';
import type { App, Caller } from '../../src/app.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { makeHoldSweep } from '../../src/features/actions/holding/commit-holds.ts';
import { holdDecision, undoDecision } from '../../src/features/actions/holding/hold-decision.ts';
import { leaveToHolds, takeHold } from '../../src/features/actions/holding/hold-store.ts';
import { findAction } from '../../src/features/actions/store.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { decidingKey } from '../../src/features/keys/deciding-key.ts';
import { createKey, withdrawKey } from '../../src/features/keys/manage-keys.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { outcomeUnknown } from '../../src/storage/commit-outcome.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { engine } from '../support/databases.ts';
import { givenApp } from '../support/open-app.ts';

async function givenHold(t: TestContext) {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Held'));
  const wanted: KeyCreate = { name: 'one', scopes: ['actions'] };
  const { id } = await inTransaction(app, (tx) => createKey(tx, operatorOf(project_id), wanted));
  const caller: Caller = { type: 'key', id, project_id, ...wanted };
  const proposal = { kind: 'k', title: 'Held', preview: { body: 'x' }, payload: undefined };
  const { action } = await createAction(app, caller, proposal);
  await holdDecision(app, caller, action.id, { verdict: 'approve', channel: 'api', seconds: 20 });
  const statusAfter = async (sweep: Promise<number>) => {
    const restMs = await sweep;
    return { restMs, status: (await findAction(app.reader, project_id, action.id))?.status };
  };
  return { app, world, action, caller, commitHolds: makeHoldSweep(async () => caller), statusAfter };
}

test('an instance whose clock is ahead leaves everyone the seconds they were promised', async (t) => {
  const { app, world, commitHolds, statusAfter } = await givenHold(t);
  const ahead: App = { ...app, world: { ...app.world, nowMs: () => app.world.nowMs() + 30_000 } };
  const early = await statusAfter(commitHolds(ahead));
  assert.equal(early.status, 'pending');
  assert.ok(early.restMs > 0 && early.restMs <= 21_000, `it looks again in ${early.restMs} ms`);
  world.wind(22);
  const later = await statusAfter(commitHolds(app));
  assert.deepEqual(later, { status: 'approved', restMs: Number.POSITIVE_INFINITY });
});

test('a clock that is set back keeps nobody waiting for longer than anyone may hold a decision', async (t) => {
  const { app, world, commitHolds, statusAfter } = await givenHold(t);
  world.wind(-3600);
  const { status, restMs } = await statusAfter(commitHolds(app));
  assert.equal(status, 'pending');
  assert.ok(restMs > 20_000 && restMs <= 32_000, `it looks again in ${restMs} ms`);
  world.wind(32);
  assert.equal((await statusAfter(commitHolds(app))).status, 'approved');
});

test('whoever is put out while their hold is being kept decides nothing any more', async (t) => {
  const { app, world, action, statusAfter } = await givenHold(t);
  const { project_id, created_by_id } = action;
  world.wind(22);
  const commitHolds = makeHoldSweep((reader, { id }) => decidingKey(reader, project_id, id));
  let number = 0;
  const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    // The first looks what is due; by the second, their key has been looked at.
    if (++number === 2) await inTransaction(app, (tx) => withdrawKey(tx, operatorOf(project_id), created_by_id));
    return inTransaction(app, work);
  };
  const { status } = await statusAfter(commitHolds({ ...app, storage: { ...app.storage, transaction } }));
  assert.equal(status, 'pending');
});

const UNKNOWN = {
  'and was not': async (app: App, work: (tx: Tx) => Promise<unknown>) =>
    inTransaction(app, async (tx) => {
      await work(tx);
      throw outcomeUnknown();
    }),
  'and was': async (app: App, work: (tx: Tx) => Promise<unknown>) => {
    await inTransaction(app, work);
    throw outcomeUnknown();
  },
};

for (const [saved, ends] of Object.entries(UNKNOWN)) {
  test(`a decision of which nobody can say whether it was saved, ${saved}, is kept once and not lost`, async (t) => {
    const { app, world, action, commitHolds, statusAfter } = await givenHold(t);
    world.wind(22);
    let number = 0;
    const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      ++number === 2 ? (ends(app, work) as Promise<T>) : inTransaction(app, work); // the first looks what is due
    await commitHolds({ ...app, storage: { ...app.storage, transaction } });
    const { status } = await statusAfter(commitHolds(app));
    assert.equal(status, 'approved');
    const rows = await app.reader.q.selectFrom('audit').select('event').where('entity_id', '=', action.id).execute();
    assert.deepEqual(rows.map(({ event }) => event).toSorted(), ['action.approved', 'action.created', 'action.held']);
  });
}

test('two who end their holds at once do not wait for one another, though both owe a reminder', async (t) => {
  const { app, action, caller } = await givenHold(t);
  const { project_id, id: action_id } = action;
  const other = { type: 'key', id: 'key_other', project_id, name: 'other', scopes: ['actions'] } as const;
  await holdDecision(app, other, action_id, { verdict: 'approve', channel: 'api', seconds: 20 });
  await inTransaction(app, (tx) => leaveToHolds(tx, { project_id, action_id }, { owes_push: 1 }));
  const taken = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const ending = inTransaction(app, async (tx) => {
    await takeHold(tx, { project_id, action_id, holder_id: other.id });
    taken.resolve();
    await end.promise;
  });
  await taken.promise;
  if (engine === 'sqlite') end.resolve(); // one after the other
  try {
    await undoDecision(app, caller, action_id);
  } finally {
    end.resolve();
    await ending;
  }
  assert.deepEqual(await app.reader.q.selectFrom('holds').select('id').execute(), []);
});
