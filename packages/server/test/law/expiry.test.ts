// Covers the expiry of pending actions (3.1, 2.1 expires_in): when it happens, and that it is final.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, decide, idsIn, listActions, report, type Status, statusOf } from './action-steps.ts';
import { assertRefused, assertStatus, type JsonObject, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

for (const [label, seconds, fields] of [
  ['the minimum of 300', 300, { expires_in: 300 }],
  ['3600', 3600, { expires_in: 3600 }],
  ['the default of 259200', 259_200, {}],
  ['the maximum of 2592000', 2_592_000, { expires_in: 2_592_000 }],
] as const satisfies readonly (readonly [string, number, JsonObject])[]) {
  test(`3.1, 2.1 expires_in: with ${label} an action is pending a minute before and expired after`, async () => {
    const id = await createAction(service, fields);
    service.wind(seconds - 60);
    assert.equal(await statusOf(service, id), 'pending');
    service.wind(61);
    assert.equal(await statusOf(service, id), 'expired');
  });
}

test('3.1: an action can be decided up to a minute before it expires', async () => {
  const id = await createAction(service, { expires_in: 300 });
  service.wind(240);
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
});

for (const decision of ['approve', 'reject']) {
  test(`3.1: after expiry ${decision} is refused and the action stays expired`, async () => {
    const id = await actionIn(service, 'expired');
    assertRefused(await decide(service, id, { decision }));
    assert.equal(await statusOf(service, id), 'expired');
  });

  test(`3.1: after expiry ${decision} is refused even when nobody has read the action since`, async () => {
    const id = await createAction(service, { expires_in: 300 });
    service.wind(301);
    assertRefused(await decide(service, id, { decision }));
    assert.equal(await statusOf(service, id), 'expired');
  });
}

test('3.1 rule 2: a result on an action that expired unread returns 409', async () => {
  const id = await createAction(service, { expires_in: 300 });
  service.wind(301);
  assertStatus(await report(service, id, { status: 'executed' }), 409);
  assert.equal(await statusOf(service, id), 'expired');
});

test('3.1, 4 GET /actions: an action that expired unread is listed as expired and not as pending', async () => {
  const kind = text(32);
  const id = await createAction(service, { kind, expires_in: 300 });
  service.wind(301);
  assert.deepEqual(idsIn(await listActions(service, { kind, status: 'pending' })), []);
  assert.deepEqual(idsIn(await listActions(service, { kind, status: 'expired' })), [id]);
});

const settled: readonly Status[] = ['rejected', 'executed', 'execute_failed'];

for (const status of settled) {
  test(`3.1: an action that is ${status} does not expire`, async () => {
    const id = await actionIn(service, status, { expires_in: 300 });
    service.wind(100_000);
    assert.equal(await statusOf(service, id), status);
  });
}

test('3.1: an expired action stays expired', async () => {
  const id = await actionIn(service, 'expired');
  service.wind(3_000_000);
  assert.equal(await statusOf(service, id), 'expired');
});

test('3.1: the expiry of one action leaves those with time left pending', async () => {
  const longer = await createAction(service, { expires_in: 3600 });
  await actionIn(service, 'expired');
  assert.equal(await statusOf(service, longer), 'pending');
});
