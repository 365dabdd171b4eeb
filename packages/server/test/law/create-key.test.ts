// Covers POST /keys (2.4, 4, 8): the create body, the create response and the raw key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertRefused, assertStatus, call, type Json, text, unhurried } from './client.ts';
import { createKey, listKeys } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function assertInvalid(body: Json): Promise<void> {
  const earlier = (await listKeys(service)).length;
  assertRefused(await call(service, 'POST', '/keys', { body }));
  assert.equal((await listKeys(service)).length, earlier, 'a refused create leaves no key behind');
}

for (const length of [1, 100]) {
  test(`2.4 name, 8: a name of ${length} characters returns 201 and is carried back`, async () => {
    const name = text(length);
    assert.equal((await createKey(service, ['actions'], { name })).record['name'], name);
  });
}

for (const length of [0, 101]) {
  test(`2.4 name, 8: a name of ${length} characters is refused and creates nothing`, async () => {
    await assertInvalid({ name: text(length), scopes: ['actions'] });
  });
}

for (const name of [5, true, null, ['name']] as const) {
  test(`2.4 name: ${JSON.stringify(name)}, no string, is refused and creates nothing`, async () => {
    await assertInvalid({ name, scopes: ['actions'] });
  });
}

test('2.4 name: a body without it is refused and creates nothing', async () => {
  await assertInvalid({ scopes: ['actions'] });
});

for (const scopes of [
  ['actions'],
  ['watch'],
  ['admin'],
  ['actions', 'watch'],
  ['actions', 'admin'],
  ['watch', 'admin'],
  ['actions', 'watch', 'admin'],
]) {
  test(`2.4 scopes: ${scopes.join(', ')} returns 201 and is carried back`, async () => {
    const { record } = await createKey(service, scopes);
    assert.deepEqual(new Set(record['scopes'] as readonly string[]), new Set(scopes));
  });
}

test('2.4 scopes, 8: an empty array is refused and creates nothing', async () => {
  await assertInvalid({ name: 'law', scopes: [] });
});

for (const scopes of [['everything'], ['actions', 'everything'], ['Admin'], [''], [5], [null]] as const) {
  test(`2.4 scopes: ${JSON.stringify(scopes)} is refused and creates nothing`, async () => {
    await assertInvalid({ name: 'law', scopes });
  });
}

for (const scopes of ['admin', 5, null, { admin: true }] as const) {
  test(`2.4 scopes: ${JSON.stringify(scopes)}, no array, is refused and creates nothing`, async () => {
    await assertInvalid({ name: 'law', scopes });
  });
}

test('2.4 scopes: a body without them is refused and creates nothing', async () => {
  await assertInvalid({ name: 'law' });
});

for (const name of ['extra', 'project_id', 'key', 'revoked']) {
  test(`2.4: the extra property ${name} is refused and creates nothing`, async () => {
    await assertInvalid({ name: 'law', scopes: ['actions'], [name]: 'value' });
  });
}

for (const body of [[], 'name', null, {}] as const) {
  test(`2.4: the body ${JSON.stringify(body)} is refused and creates nothing`, async () => {
    await assertInvalid(body);
  });
}

test('2.4: the create response carries the key record, key and note, but no last_used_at or revoked', async () => {
  const { record } = await createKey(service, ['actions']);
  const names = ['created_at', 'id', 'key', 'name', 'note', 'prefix', 'project_id', 'scopes'];
  assert.deepEqual(Object.keys(record).toSorted(), names);
});

test('2.4: the identifier begins key_ and the project identifier prj_', async () => {
  const { record } = await createKey(service, ['actions']);
  assert.match(String(record['id']), /^key_./);
  assert.match(String(record['project_id']), /^prj_./);
});

test('2.4: the note is a text', async () => {
  const { note } = (await createKey(service, ['actions'])).record;
  assert.ok(typeof note === 'string' && note !== '');
});

test('2.4: created_at is an integer of Unix seconds', async () => {
  const { created_at: createdAt } = (await createKey(service, ['actions'])).record;
  assert.ok(Number.isInteger(createdAt));
  assert.ok(Number(createdAt) > 1_000_000_000 && Number(createdAt) < 10_000_000_000);
});

test('2.4: created_at follows the clock', async () => {
  const earlier = Number((await createKey(service, ['actions'])).record['created_at']);
  service.wind(5000);
  const later = Number((await createKey(service, ['actions'])).record['created_at']);
  assert.ok(later - earlier >= 5000 && later - earlier < 5060, `${later - earlier} seconds apart`);
});

test('2.4: the prefix is the first 16 characters of the raw key', async () => {
  const { key, record } = await createKey(service, ['actions']);
  assert.ok(key.length > 16);
  assert.equal(record['prefix'], key.slice(0, 16));
});

test('2.4: raw keys are a fixed prefix followed by base64url characters, and differ', async () => {
  const keys = [service.adminKey];
  for (let index = 0; index < 5; index += 1) {
    keys.push((await createKey(service, ['actions'])).key);
  }
  assert.equal(new Set(keys).size, keys.length);
  let common = service.adminKey;
  for (const key of keys) {
    while (!key.startsWith(common)) {
      common = common.slice(0, -1);
    }
  }
  assert.notEqual(common, '', 'raw keys share a fixed prefix');
  for (const key of keys) {
    assert.match(key.slice(common.length), /^[A-Za-z0-9_-]+$/);
  }
});

test('2.4: two keys may have one name and differ in identifier and raw key', async () => {
  const first = await createKey(service, ['actions'], { name: 'twin' });
  const second = await createKey(service, ['actions'], { name: 'twin' });
  assert.notEqual(first.id, second.id);
  assert.notEqual(first.key, second.key);
});

test('2.4, 5.2: the created key belongs to the project of the creating key', async () => {
  const { adminKey } = await service.newProject('other');
  const here = (await createKey(service, ['actions'])).record['project_id'];
  const there = (await createKey(service, ['actions'], { key: adminKey })).record['project_id'];
  const thereAgain = (await createKey(service, ['admin'], { key: adminKey })).record['project_id'];
  assert.notEqual(here, there);
  assert.equal(there, thereAgain);
});

test('4 POST /keys: the created key works at once', async () => {
  const { key } = await createKey(service, ['actions']);
  assertStatus(await call(service, 'GET', '/actions', { key }), 200);
});
