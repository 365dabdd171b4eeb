// Covers the states of an action and the two rules of 3.1: each transition, and 409 for every other one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, decide, report, type Status, statusOf } from './action-steps.ts';
import { assertStatus, call, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function read(id: string): Promise<unknown> {
  const answer = await call(service, 'GET', `/actions/${id}`);
  assertStatus(answer, 200);
  return answer.body;
}

test('3.1: a created action is pending', async () => {
  assert.equal(await statusOf(service, await createAction(service)), 'pending');
});

test('3.1: approve moves a pending action to approved', async () => {
  const id = await actionIn(service, 'pending');
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  assert.equal(await statusOf(service, id), 'approved');
});

test('3.1: reject moves a pending action to rejected', async () => {
  const id = await actionIn(service, 'pending');
  assertStatus(await decide(service, id, { decision: 'reject' }), 200);
  assert.equal(await statusOf(service, id), 'rejected');
});

for (const status of ['executed', 'execute_failed']) {
  test(`3.1: the result ${status} moves an approved action to ${status}`, async () => {
    const id = await actionIn(service, 'approved');
    assertStatus(await report(service, id, { status }), 200);
    assert.equal(await statusOf(service, id), status);
  });
}

const decided: readonly Status[] = ['approved', 'rejected', 'executed', 'execute_failed'];

for (const status of decided) {
  for (const decision of ['approve', 'reject']) {
    test(`3.1 rule 1: ${decision} on an already decided action (${status}) returns 409, changes nothing`, async () => {
      const id = await actionIn(service, status);
      const earlier = await read(id);
      assertStatus(await decide(service, id, { decision }), 409);
      assert.deepEqual(await read(id), earlier);
    });
  }
}

test('3.1 rule 1: an edit in a decision on an already decided action returns 409 and changes nothing', async () => {
  const id = await actionIn(service, 'approved', { editable: ['preview.body'] });
  const earlier = await read(id);
  assertStatus(await decide(service, id, { decision: 'approve', edited: { 'preview.body': 'Late' } }), 409);
  assert.deepEqual(await read(id), earlier);
});

test('3.1 rule 1: of decisions racing for one action exactly one is recorded', async () => {
  const id = await createAction(service);
  const decisions = ['approve', 'reject', 'approve', 'reject', 'approve', 'reject'];
  const answers = await Promise.all(decisions.map(async (decision) => decide(service, id, { decision })));
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409, 409, 409, 409]);
  const winner = decisions[answers.findIndex((answer) => answer.status === 200)];
  assert.equal(await statusOf(service, id), winner === 'approve' ? 'approved' : 'rejected');
});

const notApproved: readonly Status[] = ['pending', 'rejected', 'expired', 'executed', 'execute_failed'];

for (const status of notApproved) {
  for (const result of ['executed', 'execute_failed']) {
    test(`3.1 rule 2: the result ${result} on an action that is ${status} returns 409, changes nothing`, async () => {
      const id = await actionIn(service, status);
      const earlier = await read(id);
      assertStatus(await report(service, id, { status: result }), 409);
      assert.deepEqual(await read(id), earlier);
    });
  }
}

test('3.1 rule 2: of results racing for one action exactly one is recorded', async () => {
  const id = await actionIn(service, 'approved');
  const results = ['executed', 'execute_failed', 'executed', 'execute_failed'];
  const answers = await Promise.all(results.map(async (status) => report(service, id, { status })));
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409, 409]);
  assert.equal(await statusOf(service, id), results[answers.findIndex((answer) => answer.status === 200)]);
});
