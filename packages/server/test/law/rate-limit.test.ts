// Covers the rate limit of POST /actions (4, 7): 429 once it is exceeded, and nothing created by it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { allIds, createAction, newAction, postAction, readAction } from './action-steps.ts';
import { assertStatus, call, isObject, without } from './client.ts';

const limit = 5;

let service: Service;

before(async () => {
  service = await startService({ createActionsPerMinute: limit });
});

after(async () => {
  await service.stop();
});

/** The key of a new project that has used up its creates of the minute. */
async function exhausted(): Promise<string> {
  const { adminKey } = await service.newProject('busy');
  for (let index = 0; index < limit; index += 1) {
    await createAction(service, {}, adminKey);
  }
  return adminKey;
}

test('4 POST /actions, 7: creates up to the limit return 201, the next one 429 and creates nothing', async () => {
  const key = await exhausted();
  const answer = await postAction(service, newAction(), key);
  assertStatus(answer, 429);
  assert.ok(isObject(answer.body), 'an error body is a JSON object');
  assert.equal((await allIds(service, key)).length, limit);
});

test('4 POST /actions, 7: creates are accepted again after the minute has passed', async () => {
  const key = await exhausted();
  assertStatus(await postAction(service, newAction(), key), 429);
  service.wind(120);
  await createAction(service, {}, key);
});

test('4, 7: reading is still served while creating is limited', async () => {
  const key = await exhausted();
  assertStatus(await postAction(service, newAction(), key), 429);
  const ids = await allIds(service, key);
  await readAction(service, ids[0] ?? '', key);
  assertStatus(await call(service, 'GET', '/project', { key }), 200);
});

test('5.2, 7: the exceeded limit of one project does not limit another', async () => {
  const key = await exhausted();
  assertStatus(await postAction(service, newAction(), key), 429);
  const { adminKey } = await service.newProject('calm');
  await createAction(service, {}, adminKey);
});

test('7: a request without a key returns 401 and not 429', async () => {
  await exhausted();
  assertStatus(await call(service, 'POST', '/actions', { key: null, body: newAction() }), 401);
});

test('4 POST /actions, 7: what is limited is creating: bodies that fail validation return 400, however many', async () => {
  const perMinute = 60;
  const patient = await startService({ createActionsPerMinute: perMinute });
  for (let index = 0; index < 2 * perMinute; index += 1) {
    assertStatus(await postAction(patient, without(newAction(), 'title')), 400);
  }
  await createAction(patient);
  await patient.stop();
});
