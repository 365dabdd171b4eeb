// Many at once: one winner, and everyone else learns who won.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountersignProblem } from '@countersign/sdk';
import { clientOf, givenService, proposal } from '../support/given.ts';

const range = (length: number) => Array.from({ length }, (_, index) => index);

async function outcomeOf<T>(promise: Promise<T>): Promise<T | CountersignProblem> {
  return promise.catch((error: unknown) => {
    if (error instanceof CountersignProblem) return error;
    throw error;
  });
}

test('of 50 decisions at once exactly one wins, with one audit row, and the others are told its status', async (t) => {
  const { admin } = await givenService(t);
  for (const _ of range(20)) {
    const { id } = await admin.createAction(proposal());
    const outcomes = await Promise.all(
      range(50).map((n) => outcomeOf(admin.decideAction(id, { decision: n % 2 ? 'approve' : 'reject' }))),
    );
    const losers = outcomes.filter((outcome) => outcome instanceof CountersignProblem);
    assert.equal(losers.length, 49);
    const { status } = await admin.getAction(id);
    for (const { code, problem } of losers)
      assert.deepEqual([code, problem.current_status], ['already_decided', status]);
    const rows = (await admin.listAudit({ entity_id: id })).items.filter(({ event }) => event !== 'action.created');
    assert.deepEqual(
      rows.map(({ event }) => event),
      [`action.${status}`],
    );
  }
});

test('of 100 creates with one idempotency key one is new and 99 are replays of it', async (t) => {
  const { admin } = await givenService(t);
  const body = proposal({ idempotency_key: 'only-one' });
  const created = await Promise.all(range(100).map(() => admin.createAction(body)));
  assert.equal(new Set(created.map(({ id }) => id)).size, 1);
  assert.equal(created.filter(({ replayed }) => replayed !== true).length, 1);
  assert.equal((await admin.listAudit({ type: 'action.created' })).items.length, 1);
});

test('of 100 equal creates without a key one is new and 99 are duplicates of it', async (t) => {
  const { admin } = await givenService(t);
  const body = proposal();
  const created = await Promise.all(range(100).map(() => admin.createAction(body)));
  assert.equal(created.filter(({ duplicate_of }) => duplicate_of === undefined).length, 1);
  assert.equal((await admin.listActions()).items.length, 1);
});

test('executed and execute_failed at once: one is recorded, the other gets 409', async (t) => {
  const { admin } = await givenService(t);
  for (const _ of range(20)) {
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'approve' });
    const outcomes = await Promise.all(
      (['executed', 'execute_failed'] as const).map((status) => outcomeOf(admin.reportResult(id, { status }))),
    );
    const [loser] = outcomes.filter((outcome) => outcome instanceof CountersignProblem);
    assert.equal(loser?.code, 'not_approved');
    assert.equal(loser?.problem.current_status, (await admin.getAction(id)).status);
  }
});

test('of 50 claims at once one is given', async (t) => {
  const { admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  await admin.decideAction(id, { decision: 'approve' });
  const outcomes = await Promise.all(range(50).map(() => outcomeOf(admin.claimAction(id))));
  assert.equal(outcomes.filter((outcome) => !(outcome instanceof CountersignProblem)).length, 1);
});

test('an approval and reports and claims at once: nobody is told that what is approved is not', async (t) => {
  const { admin } = await givenService(t);
  for (const _ of range(20)) {
    const { id } = await admin.createAction(proposal());
    const outcomes = await Promise.all([
      ...range(4).map(() => outcomeOf(admin.claimAction(id))),
      ...range(4).map(() => outcomeOf(admin.reportResult(id, { status: 'executed' }))),
      outcomeOf(admin.decideAction(id, { decision: 'approve' })),
      ...range(4).map(() => outcomeOf(admin.reportResult(id, { status: 'executed' }))),
      ...range(4).map(() => outcomeOf(admin.claimAction(id))),
    ]);
    const refused = outcomes.filter((outcome) => outcome instanceof CountersignProblem);
    const falsely = refused.filter(
      ({ code, problem }) => code === 'not_approved' && problem.current_status === 'approved',
    );
    assert.deepEqual(falsely, []);
    const claims = outcomes.filter((outcome) => 'claim_id' in outcome);
    assert.ok(claims.length > 0 || !refused.some(({ code }) => code === 'already_claimed'), 'claimed by nobody');
  }
});

test('overlapping bulk decisions decide each action once', async (t) => {
  const { admin } = await givenService(t);
  const actions = await Promise.all(range(60).map(() => admin.createAction(proposal())));
  const ids = actions.map(({ id }) => id);
  const outcomes = await Promise.all([
    admin.bulkDecide({ ids: ids.slice(0, 40), verdict: 'approve' }),
    admin.bulkDecide({ ids: ids.slice(20), verdict: 'reject' }),
  ]);
  assert.equal(
    outcomes.reduce((sum, { succeeded }) => sum + succeeded, 0),
    60,
  );
  for (const { id, ok, status, current_status } of outcomes.flatMap(({ results }) => results)) {
    assert.equal((await admin.getAction(id)).status, ok ? status : current_status);
  }
});

test('a key revoked in mid-flight: each request is wholly done or 401', async (t) => {
  const { service, admin } = await givenService(t);
  const { id: keyId, key } = await admin.createKey({ name: 'doomed', scopes: ['actions'] });
  const client = clientOf(service, key);
  const creates = range(100).map(() => outcomeOf(client.createAction(proposal())));
  await admin.revokeKey(keyId);
  const outcomes = await Promise.all(creates);
  const done = outcomes.filter((outcome) => !(outcome instanceof CountersignProblem));
  for (const outcome of outcomes) {
    if (outcome instanceof CountersignProblem) assert.equal(outcome.code, 'unauthenticated');
  }
  const listed = await Array.fromAsync(admin.listActions());
  assert.equal(listed.length, done.length);
  await assert.rejects(client.listActions(), { code: 'unauthenticated' });
});
