// Covers the rate limit of POST /watchers (4, 7): 429 once it is exceeded, and nothing created by it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction } from './action-steps.ts';
import { assertStatus, call, isObject, unhurried, without } from './client.ts';
import { allWatchers, createWatcher, newWatcher, openQuietHost, postWatcher } from './watcher-steps.ts';

const limit = 3;

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, environment: { RATE_LIMIT_WATCHERS: String(limit) } });
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

/** The key of a new project that has used up its creates. */
async function exhausted(): Promise<string> {
  const { adminKey } = await service.newProject('busy');
  for (let index = 0; index < limit; index += 1) {
    await createWatcher(service, {}, adminKey);
  }
  return adminKey;
}

test('4 POST /watchers, 7: creates up to the limit return 201, the next one 429 and creates nothing', async () => {
  const key = await exhausted();
  const answer = await postWatcher(service, newWatcher(), key);
  assertStatus(answer, 429);
  assert.ok(isObject(answer.body), 'an error body is a JSON object');
  assert.equal((await allWatchers(service, key)).length, limit);
});

test('4 POST /watchers, 7: creates are accepted again after a day', async () => {
  const key = await exhausted();
  assertStatus(await postWatcher(service, newWatcher(), key), 429);
  service.wind(86_400);
  assertStatus(await postWatcher(service, newWatcher(), key), 201);
});

test('4, 7: reading and creating actions are still served while creating watchers is limited', async () => {
  const key = await exhausted();
  assertStatus(await postWatcher(service, newWatcher(), key), 429);
  assertStatus(await call(service, 'GET', '/watchers', { key }), 200);
  await createAction(service, {}, key);
});

test('5.2, 7: the exceeded limit of one project does not limit another', async () => {
  const key = await exhausted();
  assertStatus(await postWatcher(service, newWatcher(), key), 429);
  const { adminKey } = await service.newProject('calm');
  assertStatus(await postWatcher(service, newWatcher(), adminKey), 201);
});

test('4 POST /watchers, 7: what is limited is creating: bodies that fail validation return 400, however many', async () => {
  const patient = await startService({ environment: { RATE_LIMIT_WATCHERS: '60' } });
  openQuietHost(patient);
  for (let index = 0; index < 120; index += 1) {
    assertStatus(await postWatcher(patient, without(newWatcher(), 'schedule')), 400);
  }
  assertStatus(await postWatcher(patient, newWatcher()), 201);
  await patient.stop();
});
