// How far reminders have come: everyone who is to be reminded is, once, whatever the clock did.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Caller } from '../../src/app.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { takeExpiring } from '../../src/features/actions/store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { BEFORE_EXPIRY_SECONDS, type Expiring, remind } from '../../src/features/push/remind.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenApp } from '../support/open-app.ts';

const YEAR = 365 * 86_400;

async function given(t: TestContext) {
  // A clock that stands still: what is made at once expires at once.
  const { app, world } = await givenApp(t, fakeWorld({ frozenAtMs: Date.now() }));
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Soon'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  /** The titles of whatever was told, until there is no more to tell. */
  const look = async () => {
    const told: string[] = [];
    const tell = async (tx: Tx, { id }: Expiring) => {
      const found = await tx.q.selectFrom('actions').select('title').where('id', '=', id).executeTakeFirstOrThrow();
      told.push(found.title);
    };
    const above = { expiring: takeExpiring, leaveToHolds: async () => false };
    for (let isWhole = false; !isWhole; )
      isWhole = await inTransaction(app, (tx) => remind(tx, above, { to: 'push', tell }));
    return told;
  };
  const make = (title: string, expires_in: number) =>
    createAction(app, caller, { kind: 'k', title, preview: { body: 'x' }, payload: undefined, expires_in });
  return { world, look, make };
}

test('each is reminded of once, and what is too far ahead not yet', async (t) => {
  const { world, look, make } = await given(t);
  await make('far', BEFORE_EXPIRY_SECONDS + 60);
  assert.deepEqual(await look(), []);
  world.wind(90);
  assert.deepEqual(await look(), ['far']);
  assert.deepEqual(await look(), []);
});

for (const [what, seconds] of [
  ['a year', YEAR],
  ['an hour', 3600],
] as const) {
  test(`after a clock that was ${what} ahead is right again, reminders go on`, async (t) => {
    const { world, look, make } = await given(t);
    world.wind(seconds);
    await make('then', 400);
    await look();
    world.wind(-seconds);
    await make('now', 400);
    assert.deepEqual(await look(), ['now']);
    assert.deepEqual(await look(), []);
  });
}

test('however many expire in one second, each is reminded of, and those around it', async (t) => {
  const { world, look, make } = await given(t);
  const many = Array.from({ length: 250 }, (_, n) => `many ${n}`);
  await make('before', 899);
  for (let at = 0; at < many.length; at += 25)
    await Promise.all(many.slice(at, at + 25).map((title) => make(title, 900)));
  await make('after', 901);
  world.wind(310);
  assert.deepEqual((await look()).toSorted(), ['after', 'before', ...many].toSorted());
  assert.deepEqual(await look(), []);
});
