// Covers error answers (7, 5.5): JSON objects, free of key material, also for bodies that are not JSON.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, allIds, createAction, decide, newAction, postAction, report, statusOf } from './action-steps.ts';
import { type Answer, assertRefused, assertStatus, call, isObject, objectWith, unhurried } from './client.ts';
import { createKey, listKeys, revokeKey } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

function assertJsonError(answer: Answer, status: number): void {
  assertStatus(answer, status);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/(?:[\w.-]+\+)?json/);
  assert.ok(isObject(answer.body), 'an error body is a JSON object');
}

/** Neither the key nor the part of it after the displayed prefix is in the answer or its headers. */
function assertNoKeyMaterial(answer: Answer, key: string): void {
  const everything = `${answer.text}\n${[...answer.headers].flat().join('\n')}`;
  assert.ok(!everything.includes(key));
  assert.ok(!everything.includes(key.slice(16)));
}

test('7: 400 for a create action that fails validation is a JSON object', async () => {
  assertJsonError(await postAction(service, newAction({ title: '' })), 400);
});

test('7: 400 for an invalid timezone is a JSON object', async () => {
  const body = { timezone: 'Mars/Olympus_Mons' };
  assertJsonError(await call(service, 'PATCH', '/project', { body }), 400);
});

test('7: 400 for a create watcher that fails validation is a JSON object', async () => {
  assertJsonError(await call(service, 'POST', '/watchers', { body: { name: '' } }), 400);
});

test('7: 404 for a watcher not found is a JSON object', async () => {
  assertJsonError(await call(service, 'GET', '/watchers/wat_doesnotexist'), 404);
  assertJsonError(await call(service, 'PATCH', '/watchers/wat_doesnotexist', { body: { name: 'x' } }), 404);
  assertJsonError(await call(service, 'DELETE', '/watchers/wat_doesnotexist'), 404);
});

test('7: 401 for a missing key is a JSON object', async () => {
  assertJsonError(await call(service, 'GET', '/actions', { key: null }), 401);
});

test('7: 404 for an action not found is a JSON object', async () => {
  assertJsonError(await call(service, 'GET', '/actions/act_doesnotexist'), 404);
});

test('7: 404 for a key not found is a JSON object', async () => {
  assertJsonError(await revokeKey(service, 'key_doesnotexist'), 404);
});

test('7: 409 for a decision on an already decided action is a JSON object', async () => {
  const id = await actionIn(service, 'rejected');
  assertJsonError(await decide(service, id, { decision: 'approve' }), 409);
});

test('7: 409 for a result on an action not in approved state is a JSON object', async () => {
  const id = await actionIn(service, 'pending');
  assertJsonError(await report(service, id, { status: 'executed' }), 409);
});

for (const rawBody of ['{', '{"kind":', 'kind=mail', '{"kind":"a",}']) {
  test(`7: the text ${rawBody}, no JSON, is refused everywhere a body is read, and changes nothing`, async () => {
    const id = await createAction(service);
    const approved = await actionIn(service, 'approved');
    const earlier = { actions: await allIds(service), keys: (await listKeys(service)).length };
    const project = objectWith((await call(service, 'GET', '/project')).body, ['name', 'timezone']);
    assertRefused(await call(service, 'POST', '/actions', { rawBody }));
    assertRefused(await call(service, 'POST', `/actions/${id}/decision`, { rawBody }));
    assertRefused(await call(service, 'POST', `/actions/${approved}/result`, { rawBody }));
    assertRefused(await call(service, 'POST', '/keys', { rawBody }));
    assertRefused(await call(service, 'PATCH', '/project', { rawBody }));
    assert.deepEqual({ actions: await allIds(service), keys: (await listKeys(service)).length }, earlier);
    assert.equal(await statusOf(service, id), 'pending');
    assert.equal(await statusOf(service, approved), 'approved');
    assert.deepEqual(objectWith((await call(service, 'GET', '/project')).body, ['name', 'timezone']), project);
  });
}

test('5.5: an unknown key is not repeated in the error', async () => {
  const key = `${service.adminKey.slice(0, -8)}AAAABBBB`;
  const answer = await call(service, 'GET', '/project', { key });
  assertStatus(answer, 401);
  assertNoKeyMaterial(answer, key);
});

test('5.5: a revoked key is not repeated in the error', async () => {
  const { id, key } = await createKey(service, ['admin']);
  assertStatus(await revokeKey(service, id), 204);
  const answer = await call(service, 'GET', '/project', { key });
  assertStatus(answer, 401);
  assertNoKeyMaterial(answer, key);
});

test('5.5: a key without the scope is not repeated in the refusal', async () => {
  const { key } = await createKey(service, ['actions']);
  const answer = await call(service, 'GET', '/project', { key });
  assertRefused(answer);
  assertNoKeyMaterial(answer, key);
});

test('5.5: the acting key is not repeated in errors of validation, lookup and state', async () => {
  const id = await actionIn(service, 'rejected');
  const answers = [
    await postAction(service, {}),
    await call(service, 'GET', '/actions/act_doesnotexist'),
    await call(service, 'GET', '/actions?extra=1'),
    await decide(service, id, { decision: 'approve' }),
    await report(service, id, { status: 'executed' }),
    await revokeKey(service, 'key_doesnotexist'),
    await call(service, 'POST', '/keys', { body: {} }),
    await call(service, 'PATCH', '/project', { body: { timezone: 'Mars/Olympus_Mons' } }),
    await call(service, 'POST', '/watchers', { body: {} }),
    await call(service, 'GET', '/watchers/wat_doesnotexist'),
    await call(service, 'POST', '/watchers/from-preset', { body: {} }),
    await call(service, 'POST', '/billing/checkout', { body: { plan: 'team' } }),
    await call(service, 'POST', '/billing/portal'),
    await call(service, 'POST', '/billing/webhook', { body: {} }),
    await call(service, 'POST', '/push/subscribe', { body: {} }),
  ];
  for (const answer of answers) {
    assertRefused(answer);
    assertNoKeyMaterial(answer, service.adminKey);
  }
});
