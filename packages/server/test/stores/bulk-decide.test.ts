// Many decided at once: what is answered is true of each, also when one of them fails in a way that nobody thought of.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App, Caller, Person } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { findDecider } from '../../src/boot/handed-down.ts';
import { bulkDecide } from '../../src/features/actions/bulk-decide.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { holdBulk, undoBulk } from '../../src/features/actions/inbox/hold-bulk.ts';
import { findAction } from '../../src/features/actions/store.ts';
import { createKey, withdrawKey } from '../../src/features/keys/manage-keys.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

interface Scene {
  readonly app: App;
  readonly caller: Caller;
  readonly items: readonly { readonly id: string; readonly digest: string }[];
  /** The app whose so-manieth transaction fails, and all later ones if it is `away` from then on. */
  failing(at: number, error: Error, away?: 'away'): App;
}

async function givenThree(t: TestContext): Promise<Scene> {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Many'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const made = await Promise.all(
    ['One', 'Two', 'Three'].map((title) =>
      createAction(app, caller, { kind: 'k', title, preview: { body: 'x' }, payload: undefined }),
    ),
  );
  const failing: Scene['failing'] = (at, error, away) => {
    let number = 0;
    const transaction: App['storage']['transaction'] = (work) => {
      number++;
      return number === at || (away && number > at) ? Promise.reject(error) : inTransaction(app, work);
    };
    return { ...app, storage: { ...app.storage, transaction } };
  };
  return { app, caller, items: made.map(({ action: { id, digest } }) => ({ id, digest })), failing };
}

test('one that fails keeps no other from being decided, nor its answer from being told', async (t) => {
  const { app, caller, items, failing } = await givenThree(t);
  const ids = items.map(({ id }) => id);
  const fault = new Error('planted: a fault of ours');
  const answer = await bulkDecide(failing(2, fault), caller, { ids, verdict: 'approve' }, async () => caller);
  const statusOf = async (id: string) => (await findAction(app.reader, caller.project_id, id))?.status;
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['approved', 'pending', 'approved']);
  assert.deepEqual(answer, {
    results: [
      { id: ids[0], ok: true, status: 'approved' },
      { id: ids[1], ok: false, error: 'internal' },
      { id: ids[2], ok: true, status: 'approved' },
    ],
    succeeded: 2,
    failed: 1,
  });
});

test('whoever is put out meanwhile decides no more of them', async (t) => {
  const { app, caller, items } = await givenThree(t);
  const { project_id } = caller;
  const ids = items.map(({ id }) => id);
  const key = await inTransaction(app, (tx) => createKey(tx, caller, { name: 'two', scopes: ['actions'] }));
  const second: Caller = { ...caller, id: key.id };
  let number = 0;
  const transaction: App['storage']['transaction'] = async (work) => {
    if (++number === 2) assert.ok(await inTransaction(app, (tx) => withdrawKey(tx, caller, key.id)));
    return inTransaction(app, work);
  };
  const meanwhile = { ...app, storage: { ...app.storage, transaction } };
  const answer = await bulkDecide(meanwhile, second, { ids, verdict: 'approve' }, findDecider);
  assert.deepEqual(answer, {
    results: [
      { id: ids[0], ok: true, status: 'approved' },
      { id: ids[1], ok: false, error: 'insufficient_scope' },
      { id: ids[2], ok: false, error: 'insufficient_scope' },
    ],
    succeeded: 1,
    failed: 2,
  });
  const statusOf = async (id: string) => (await findAction(app.reader, project_id, id))?.status;
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['approved', 'pending', 'pending']);
});

test('whoever is put out meanwhile decides no more of those that are held for no time', async (t) => {
  const { app, caller, items } = await givenThree(t);
  const person: Person = { ...caller, type: 'reviewer', role: 'reviewer', session_id: 'ses_1', fresh_until: 0 };
  let asked = 0;
  const onlyAtFirst = async () => (++asked === 1 ? person : undefined);
  const many = { items, decision: 'reject' as const, seconds: 0 };
  await assert.rejects(holdBulk(app, person, many, onlyAtFirst), new Problem('insufficient_scope'));
  const statusOf = async ({ id }: { id: string }) => (await findAction(app.reader, caller.project_id, id))?.status;
  assert.deepEqual(await Promise.all(items.map(statusOf)), ['rejected', 'pending', 'pending']);
});

test('what was held, or taken back, until the database went away is told', async (t) => {
  const { app, caller, items, failing } = await givenThree(t);
  const person: Person = { ...caller, type: 'reviewer', role: 'reviewer', session_id: 'ses_1', fresh_until: 0 };
  const [one, two, three] = items.map(({ id }) => id) as [string, string, string];
  const reject = { items, decision: 'reject' as const };
  const gone = new Problem('unavailable');
  const mayDecide = async () => person;
  await assert.rejects(holdBulk(failing(1, gone, 'away'), person, reject, mayDecide), gone, 'nothing was done yet');
  assert.partialDeepStrictEqual(await holdBulk(failing(2, gone, 'away'), person, reject, mayDecide), {
    held: [one],
    left_out: [
      { id: two, why: 'unavailable' },
      { id: three, why: 'unavailable' },
    ],
  });
  assert.deepEqual((await holdBulk(app, person, reject, mayDecide)).held, [one, two, three]);
  await assert.rejects(undoBulk(failing(1, gone, 'away'), person, [one, two]), gone);
  assert.deepEqual(await undoBulk(failing(2, gone, 'away'), person, [one, two, three]), {
    undone: [one],
    too_late: [],
    failed: [two, three],
  });
  assert.deepEqual((await undoBulk(app, person, [two, three])).undone, [two, three]);
});
