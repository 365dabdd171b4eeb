// Covers GET /keys (2.4, 4): the key records, revoked ones included, and no raw key among them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, call, unhurried } from './client.ts';
import { createKey, keyRecord, listKeys, revokeKey } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

test('5.6: after the first start the bootstrap project has one key, with scope admin', async () => {
  const keys = await listKeys(service);
  assert.equal(keys.length, 1);
  assert.ok((keys[0]?.['scopes'] as readonly string[] | undefined)?.includes('admin'));
  assert.equal(keys[0]?.['prefix'], service.adminKey.slice(0, 16));
});

test('2.4: a listed key record has exactly the stated fields', async () => {
  const { id } = await createKey(service, ['actions']);
  const names = ['created_at', 'id', 'last_used_at', 'name', 'prefix', 'project_id', 'revoked', 'scopes'];
  assert.deepEqual(Object.keys(await keyRecord(service, id)).toSorted(), names);
});

test('2.4: a listed key record agrees with the create response', async () => {
  const { id, record } = await createKey(service, ['actions', 'watch'], { name: 'Listed – é' });
  const listed = await keyRecord(service, id);
  for (const name of ['id', 'project_id', 'prefix', 'name', 'created_at']) {
    assert.deepEqual(listed[name], record[name], name);
  }
  assert.deepEqual(new Set(listed['scopes'] as readonly string[]), new Set(['actions', 'watch']));
  assert.equal(listed['revoked'], false);
});

test('4 GET /keys: revoked keys are included with revoked true', async () => {
  const { id } = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, id), 204);
  assert.equal((await keyRecord(service, id))['revoked'], true);
});

test('2.4: the raw key and what follows its prefix are never listed', async () => {
  const { id, key } = await createKey(service, ['actions']);
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
  const active = await call(service, 'GET', '/keys');
  assertStatus(await revokeKey(service, id), 204);
  const revoked = await call(service, 'GET', '/keys');
  for (const answer of [active, revoked]) {
    assertStatus(answer, 200);
    assert.ok(answer.text.includes(id));
    assert.ok(!answer.text.includes(key.slice(16)));
    assert.ok(!answer.text.includes(service.adminKey.slice(16)));
  }
});

test('4 GET /keys, 5.2: the keys of another project are not listed', async () => {
  const { adminKey } = await service.newProject('other');
  const here = await createKey(service, ['actions']);
  const there = await createKey(service, ['actions'], { key: adminKey });
  const idsHere = (await listKeys(service)).map((each) => each['id']);
  const idsThere = (await listKeys(service, adminKey)).map((each) => each['id']);
  assert.ok(idsHere.includes(here.id) && !idsHere.includes(there.id));
  assert.ok(idsThere.includes(there.id) && !idsThere.includes(here.id));
});

test('4 GET /keys: more keys than a page of actions holds are all listed', async () => {
  const { adminKey } = await service.newProject('many');
  const ids: string[] = [];
  for (let index = 0; index < 55; index += 1) {
    ids.push((await createKey(service, ['actions'], { key: adminKey })).id);
  }
  const listed = new Set((await listKeys(service, adminKey)).map((each) => each['id']));
  assert.ok(ids.every((id) => listed.has(id)));
});
