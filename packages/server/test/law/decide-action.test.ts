// Covers the decision body (2.2, 8) and POST /actions/{id}/decision (4, 7).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide, statusOf } from './action-steps.ts';
import { assertRefused, assertStatus, call, type Json, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function assertRecorded(body: Json, status: string): Promise<void> {
  const id = await createAction(service);
  assertStatus(await decide(service, id, body), 200);
  assert.equal(await statusOf(service, id), status);
}

async function assertInvalid(body: Json): Promise<void> {
  const id = await createAction(service);
  assertRefused(await decide(service, id, body));
  assert.equal(await statusOf(service, id), 'pending', 'a refused decision leaves the action pending');
}

test('2.2 decision: approve returns 200 and is recorded', async () => {
  await assertRecorded({ decision: 'approve' }, 'approved');
});

test('2.2 decision: reject returns 200 and is recorded', async () => {
  await assertRecorded({ decision: 'reject' }, 'rejected');
});

test('2.2 decision: a body without it is refused and the action stays pending', async () => {
  await assertInvalid({ channel: 'web' });
});

for (const decision of ['approved', 'Approve', 'maybe', '', true, null, ['approve']] as const) {
  test(`2.2 decision: ${JSON.stringify(decision)} is refused and the action stays pending`, async () => {
    await assertInvalid({ decision });
  });
}

test('2.2 edited: an empty map is accepted', async () => {
  await assertRecorded({ decision: 'approve', edited: {} }, 'approved');
});

for (const edited of ['text', 5, true, null, [], ['text']] as const) {
  test(`2.2 edited: ${JSON.stringify(edited)}, no object, is refused and the action stays pending`, async () => {
    await assertInvalid({ decision: 'approve', edited });
  });
}

for (const [label, channel] of [
  ['no characters', ''],
  ['one character', 'w'],
  ['letters, digits, underscore and hyphen', 'aZ09_-'],
  ['64 characters (8)', text(64)],
] as const) {
  test(`2.2 channel: ${label} is accepted`, async () => {
    await assertRecorded({ decision: 'approve', channel }, 'approved');
  });
}

for (const [label, channel] of [
  ['65 characters (8)', text(65)],
  ['a space', 'my channel'],
  ['a dot', 'web.app'],
  ['a slash', 'web/app'],
  ['a letter with an accent', 'é'],
  ['a line feed at the end', 'web\n'],
  ['a number', 5],
  ['null', null],
] as const) {
  test(`2.2 channel: ${label} is refused and the action stays pending`, async () => {
    await assertInvalid({ decision: 'approve', channel });
  });
}

test('2.2: an extra property is refused and the action stays pending', async () => {
  await assertInvalid({ decision: 'approve', reason: 'fine' });
});

for (const body of [{}, [], 'approve', null] as const) {
  test(`2.2: the body ${JSON.stringify(body)} is refused and the action stays pending`, async () => {
    await assertInvalid(body);
  });
}

test('2.2: a request without a body is refused and the action stays pending', async () => {
  const id = await createAction(service);
  assertRefused(await call(service, 'POST', `/actions/${id}/decision`));
  assert.equal(await statusOf(service, id), 'pending');
});

test('2.2: a refused decision can be repeated in a valid form', async () => {
  const id = await createAction(service);
  assertRefused(await decide(service, id, { decision: 'maybe' }));
  assertStatus(await decide(service, id, { decision: 'reject' }), 200);
  assert.equal(await statusOf(service, id), 'rejected');
});

test('7: a decision on an action that does not exist returns 404', async () => {
  assertStatus(await decide(service, 'act_doesnotexist', { decision: 'approve' }), 404);
});

test('4: a decision touches no other action', async () => {
  const decided = await createAction(service);
  const other = await createAction(service);
  assertStatus(await decide(service, decided, { decision: 'approve' }), 200);
  assert.equal(await statusOf(service, other), 'pending');
});
