// Limits of what only reads, over a time in which one of several servers could not write down what it gave.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App, Caller } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { makeLeases } from '../../src/features/limits/lease-tokens.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const CALLER: Caller = { type: 'key', id: 'key_1', name: 'one', project_id: 'prj_1', scopes: ['actions'] };
const ALL = { wanted: 60, spent: 0, perMinute: 60 };

/** `broken` takes tokens while nothing can be saved, until it is mended. */
async function givenServers(t: TestContext) {
  const { app, world } = await givenApp(t);
  let isAway = true;
  const transaction: App['storage']['transaction'] = async (work) => {
    if (isAway) throw new Problem('unavailable');
    return inTransaction(app, work);
  };
  const mend = () => {
    isAway = false;
  };
  return {
    broken: makeLeases({ ...app, storage: { ...app.storage, transaction } }),
    mend,
    other: makeLeases(app),
    world,
  };
}

test('a server that could not save what it gave does not undo what another has given since', async (t) => {
  const { broken, mend, other, world } = await givenServers(t);
  assert.equal((await broken(CALLER, 'list', ALL)).taken, 60);
  mend();
  world.wind(3600);
  assert.equal((await other(CALLER, 'list', ALL)).taken, 60);
  assert.equal((await broken(CALLER, 'list', ALL)).taken, 0);
});

test('what was given while it could not be saved counts once it can be', async (t) => {
  const { broken, mend, other } = await givenServers(t);
  assert.equal((await broken(CALLER, 'list', { ...ALL, wanted: 50 })).taken, 50);
  mend();
  assert.equal((await broken(CALLER, 'list', ALL)).taken, 10);
  assert.equal((await other(CALLER, 'list', ALL)).taken, 0);
});
