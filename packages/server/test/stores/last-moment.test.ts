// The last moment of an action: whoever is told that it expired is not told of a decision afterwards.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App, Caller } from '../../src/app.ts';
import { isRefusal, type Problem } from '../../src/base/problem.ts';
import { statusAt } from '../../src/features/actions/action.ts';
import { claimAction } from '../../src/features/actions/claim-action.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { readAction } from '../../src/features/actions/read-actions.ts';
import { reportResult } from '../../src/features/actions/report-result.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

async function givenPending(t: TestContext) {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Late'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const idempotency_key = 'once';
  const preview = { body: 'x' };
  const proposal = { kind: 'k', title: 'Late', preview, payload: undefined, expires_in: 300, idempotency_key };
  const { action } = await createAction(app, caller, proposal);
  const read = async (of: App = app) => {
    const { status } = await readAction(of, caller, action.id, { seconds: 0, signal: () => t.signal });
    return status;
  };
  const repeat = async () => {
    const again = await createAction(app, caller, proposal);
    assert.deepEqual([again.is, again.action.id], ['replay', action.id]);
    return statusAt(again.action, again.at);
  };
  return { app, world, caller, action, read, repeat };
}

/** What is told to who asks just after the expiry, while a decision that was begun before is saved. */
async function toldMeanwhile<T>(
  { app, world, caller, action }: Awaited<ReturnType<typeof givenPending>>,
  ask: () => Promise<T>,
): Promise<T> {
  const [begun, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deciding = decideAction(app, caller, action.id, {
    verdict: 'approve',
    first: async (_tx: Tx) => {
      begun.resolve();
      await late.promise;
    },
  }).catch((error: unknown) => assert.ok(isRefusal(error), String(error)));
  await begun.promise;
  world.wind(301);
  const told = ask();
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 300))]); // whoever does not wait has been told by now
  late.resolve();
  await deciding;
  return told;
}

for (const how of ['read', 'repeat'] as const) {
  test(`a decision that was begun in time and is saved late is made or refused, as whoever asked meanwhile was told (${how})`, async (t) => {
    const given = await givenPending(t);
    assert.equal(await toldMeanwhile(given, given[how]), await given.read());
  });
}

for (const how of ['claim', 'result'] as const) {
  test(`nor does a worker hear that it expired of what is approved in that moment (${how})`, async (t) => {
    const given = await givenPending(t);
    const { app, caller, action, read } = given;
    const ask = () =>
      how === 'claim'
        ? claimAction(app, caller, action.id, {})
        : reportResult(app, caller, action.id, { status: 'executed', payload: undefined });
    const told = await toldMeanwhile(given, () =>
      ask().then(
        () => (how === 'claim' ? 'approved' : 'executed'),
        (error: Problem) => error.facts.current_status,
      ),
    );
    assert.equal(told, await read());
  });
}

test('what was open when it was looked at is told so, though its time is over when it is told', async (t) => {
  const { app, action, read } = await givenPending(t);
  let looked = false;
  const nowMs = () => {
    const before = looked ? 0 : 1;
    looked = true;
    return action.expires_at * 1000 - before;
  };
  assert.equal(await read({ ...app, storage: { ...app.storage, nowMs } }), 'pending');
});

test('what a repeated request was told to have expired stays so when the clock is set back', async (t) => {
  const { app, world, caller, action, read, repeat } = await givenPending(t);
  world.wind(301);
  assert.equal(await repeat(), 'expired');
  world.wind(-200);
  await assert.rejects(decideAction(app, caller, action.id, { verdict: 'approve' }), isRefusal);
  assert.equal(await read(), 'expired');
});

test('what cannot be written down is told all the same: expiry is a fact', async (t) => {
  const { app, world, read } = await givenPending(t);
  world.wind(301);
  const transaction = () => Promise.reject(new Error('planted: no room'));
  assert.equal(await read({ ...app, storage: { ...app.storage, transaction } }), 'expired');
});
