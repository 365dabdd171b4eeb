// Covers the result body (2.3) and POST /actions/{id}/result (4, 7).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, report, statusOf } from './action-steps.ts';
import { assertRefused, assertStatus, call, type Json, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function assertRecorded(body: Json, status: string): Promise<void> {
  const id = await actionIn(service, 'approved');
  assertStatus(await report(service, id, body), 200);
  assert.equal(await statusOf(service, id), status);
}

async function assertInvalid(body: Json): Promise<void> {
  const id = await actionIn(service, 'approved');
  assertRefused(await report(service, id, body));
  assert.equal(await statusOf(service, id), 'approved', 'a refused result leaves the action approved');
}

for (const status of ['executed', 'execute_failed']) {
  test(`2.3 status: ${status} returns 200 and is recorded`, async () => {
    await assertRecorded({ status }, status);
  });

  test(`2.3 detail: a text with ${status} is accepted`, async () => {
    await assertRecorded({ status, detail: 'Line one\nline two' }, status);
  });

  test(`2.3 payload: a free-form map with ${status} is accepted`, async () => {
    await assertRecorded({ status, payload: { any: ['thing', 1, null, { deep: true }] } }, status);
  });
}

test('2.3: all fields together are accepted', async () => {
  await assertRecorded({ status: 'executed', detail: 'done', payload: {} }, 'executed');
});

test('2.3 status: a body without it is refused and the action stays approved', async () => {
  await assertInvalid({ detail: 'done' });
});

for (const status of ['approved', 'rejected', 'failed', 'Executed', '', 1, true, null] as const) {
  test(`2.3 status: ${JSON.stringify(status)} is refused and the action stays approved`, async () => {
    await assertInvalid({ status });
  });
}

for (const detail of [5, true, null, ['done'], { text: 'done' }] as const) {
  test(`2.3 detail: ${JSON.stringify(detail)}, no string, is refused and the action stays approved`, async () => {
    await assertInvalid({ status: 'executed', detail });
  });
}

for (const payload of ['text', 5, true, null, [], [1]] as const) {
  test(`2.3 payload: ${JSON.stringify(payload)}, no object, is refused and the action stays approved`, async () => {
    await assertInvalid({ status: 'executed', payload });
  });
}

test('2.3: an extra property is refused and the action stays approved', async () => {
  await assertInvalid({ status: 'executed', extra: 1 });
});

for (const body of [{}, [], 'executed', null] as const) {
  test(`2.3: the body ${JSON.stringify(body)} is refused and the action stays approved`, async () => {
    await assertInvalid(body);
  });
}

test('2.3: a request without a body is refused and the action stays approved', async () => {
  const id = await actionIn(service, 'approved');
  assertRefused(await call(service, 'POST', `/actions/${id}/result`));
  assert.equal(await statusOf(service, id), 'approved');
});

test('7: a result on an action that does not exist returns 404', async () => {
  assertStatus(await report(service, 'act_doesnotexist', { status: 'executed' }), 404);
});

test('4: a result touches no other action', async () => {
  const executed = await actionIn(service, 'approved');
  const other = await actionIn(service, 'approved');
  assertStatus(await report(service, executed, { status: 'executed' }), 200);
  assert.equal(await statusOf(service, other), 'approved');
});
