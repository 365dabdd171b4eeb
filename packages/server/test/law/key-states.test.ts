// Covers the states of an API key (3.2) and DELETE /keys/{id} (4, 7).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction } from './action-steps.ts';
import { assertRefused, assertStatus, call, unhurried } from './client.ts';
import { createKey, keyRecord, listKeys, revokeKey, serviceTime } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

test('3.2: a created key is active', async () => {
  const { id, key } = await createKey(service, ['actions']);
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
  assert.equal((await keyRecord(service, id))['revoked'], false);
});

test('3.2: an authenticated request sets last_used_at to its time in Unix seconds', async () => {
  const { id, key } = await createKey(service, ['actions']);
  service.wind(1000);
  const earliest = await serviceTime(service);
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
  const latest = await serviceTime(service);
  const used = (await keyRecord(service, id))['last_used_at'];
  assert.ok(Number.isInteger(used), `last_used_at is ${JSON.stringify(used)}`);
  assert.ok(Number(used) >= earliest && Number(used) <= latest);
});

test('3.2: each authenticated request updates last_used_at', async () => {
  const { id, key } = await createKey(service, ['actions']);
  let earlier = 0;
  for (const seconds of [2, 2, 60, 3600]) {
    service.wind(seconds);
    assertStatus(await call(service, 'GET', '/actions', { key }), 200);
    const used = Number((await keyRecord(service, id))['last_used_at']);
    assert.ok(used >= earlier + seconds, `${used} after ${earlier}, ${seconds} seconds later`);
    earlier = used;
  }
});

test('3.2: an authenticated write updates last_used_at too', async () => {
  const { id, key } = await createKey(service, ['actions']);
  service.wind(1000);
  const earliest = await serviceTime(service);
  await createAction(service, {}, key);
  assert.ok(Number((await keyRecord(service, id))['last_used_at']) >= earliest);
});

test('3.2: the use of one key leaves last_used_at of the others alone', async () => {
  const idle = await createKey(service, ['actions']);
  assertStatus(await call(service, 'GET', '/actions', { key: idle.key }), 200);
  const earlier = (await keyRecord(service, idle.id))['last_used_at'];
  const busy = await createKey(service, ['actions']);
  service.wind(1000);
  assertStatus(await call(service, 'GET', '/actions', { key: busy.key }), 200);
  assert.deepEqual((await keyRecord(service, idle.id))['last_used_at'], earlier);
});

test('3.2, 4 DELETE /keys/{id}: revoking returns 204 without a body, and later requests with the key 401', async () => {
  const { id, key } = await createKey(service, ['actions']);
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
  const answer = await revokeKey(service, id);
  assertStatus(answer, 204);
  assert.equal(answer.text, '');
  assertStatus(await call(service, 'GET', '/actions', { key }), 401);
});

test('3.2: revocation is permanent', async () => {
  const { id, key } = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, id), 204);
  service.wind(10_000_000);
  assertStatus(await call(service, 'GET', '/actions', { key }), 401);
  assert.equal((await keyRecord(service, id))['revoked'], true);
});

test('3.2: revoking one key leaves the others working', async () => {
  const first = await createKey(service, ['actions']);
  const second = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, first.id), 204);
  assertStatus(await call(service, 'GET', '/actions', { key: second.key }), 200);
});

test('3.2: a key is rotated by creating a new one, switching, and revoking the old one', async () => {
  const old = await createKey(service, ['admin']);
  const fresh = await createKey(service, ['admin'], { key: old.key });
  assertStatus(await revokeKey(service, old.id, fresh.key), 204);
  assertStatus(await call(service, 'GET', '/keys', { key: old.key }), 401);
  assertStatus(await call(service, 'GET', '/keys', { key: fresh.key }), 200);
});

test('3.2: an admin key may revoke itself', async () => {
  const { id, key } = await createKey(service, ['admin']);
  assertStatus(await revokeKey(service, id, key), 204);
  assertStatus(await call(service, 'GET', '/keys', { key }), 401);
});

test('3.2: what a revoked key created stays', async () => {
  const { id, key } = await createKey(service, ['actions']);
  const action = await createAction(service, {}, key);
  assertStatus(await revokeKey(service, id), 204);
  assertStatus(await call(service, 'GET', `/actions/${action}`), 200);
});

test('4 DELETE /keys/{id}, 7: a key that does not exist returns 404', async () => {
  assertStatus(await revokeKey(service, 'key_doesnotexist'), 404);
});

test('4 DELETE /keys/{id}, 7: a key already revoked returns 404 and stays revoked', async () => {
  const { id } = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, id), 204);
  assertStatus(await revokeKey(service, id), 404);
  assert.equal((await keyRecord(service, id))['revoked'], true);
});

test('4 DELETE /keys/{id}, 7: a key of another project returns 404 and stays active', async () => {
  const { adminKey } = await service.newProject('other');
  const { id, key } = await createKey(service, ['actions'], { key: adminKey });
  assertStatus(await revokeKey(service, id), 404);
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
  assert.equal((await keyRecord(service, id, adminKey))['revoked'], false);
});

test('4 DELETE /keys/{id}: neither the prefix nor the raw key names a key', async () => {
  const { key, record } = await createKey(service, ['actions']);
  assertRefused(await revokeKey(service, String(record['prefix'])));
  assertRefused(await revokeKey(service, key));
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
});

test('3.2, 4 DELETE /keys/{id}: of revocations racing for one key exactly one returns 204', async () => {
  const { id } = await createKey(service, ['actions']);
  const answers = await Promise.all(Array.from({ length: 4 }, async () => revokeKey(service, id)));
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [204, 404, 404, 404]);
});

test('3.2: revoking neither adds nor removes a listed key', async () => {
  const { id } = await createKey(service, ['actions']);
  const earlier = (await listKeys(service)).length;
  assertStatus(await revokeKey(service, id), 204);
  assert.equal((await listKeys(service)).length, earlier);
});
