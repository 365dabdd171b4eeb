// Covers the audit events of keys (3.2, 5.5, 5.7, 6.4), as the export shows them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import {
  assertRefused,
  assertStatus,
  call,
  isObject,
  type Json,
  type JsonObject,
  stringsIn,
  text,
  unhurried,
} from './client.ts';
import { createKey, listKeys, revokeKey } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

/** The objects of the export that have this event for one of their own values: the audit records of that kind. */
async function records(event: string, key?: string): Promise<readonly JsonObject[]> {
  const answer = await call(service, 'GET', '/project/export', { key });
  assertStatus(answer, 200);
  const found: JsonObject[] = [];
  const look = (value: Json): void => {
    if (isObject(value) && Object.values(value).includes(event)) {
      found.push(value);
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach((each) => {
        look(each as Json);
      });
    }
  };
  look(answer.body);
  return found;
}

/** The records of an event that name this key. */
async function recordsOf(event: string, id: string): Promise<readonly JsonObject[]> {
  return (await records(event)).filter((each) => JSON.stringify(each).includes(id));
}

test('3.2, 6.4: creating a key records key.created with key id and scopes', async () => {
  const { id } = await createKey(service, ['actions', 'watch']);
  const [record, ...others] = await recordsOf('key.created', id);
  assert.ok(record !== undefined && others.length === 0, 'one event for one key');
  const strings = stringsIn(record);
  for (const wanted of [id, 'actions', 'watch']) {
    assert.ok(strings.includes(wanted), `${wanted} is not in ${JSON.stringify(record)}`);
  }
  assert.ok(!strings.includes('admin'));
});

test('6.4: the name of a created key is stored with the audit, too, and not only with the key', async () => {
  const name = `Audited ${text(24)}`;
  await createKey(service, ['actions'], { name });
  const { text: dump } = await call(service, 'GET', '/project/export');
  assert.ok(dump.split(name).length >= 3, 'the name is in the key record and once more');
});

test('3.2, 6.4: revoking a key records key.revoked', async () => {
  const { id } = await createKey(service, ['actions']);
  assert.equal((await recordsOf('key.revoked', id)).length, 0);
  assertStatus(await revokeKey(service, id), 204);
  assert.equal((await recordsOf('key.revoked', id)).length, 1);
});

test('5.7: both events name the id of the acting key', async () => {
  const actor = await createKey(service, ['admin']);
  const { id } = await createKey(service, ['actions'], { key: actor.key });
  assertStatus(await revokeKey(service, id, actor.key), 204);
  for (const event of ['key.created', 'key.revoked']) {
    const [record] = await recordsOf(event, id);
    assert.ok(stringsIn(record ?? {}).includes(actor.id), `${event} names ${actor.id}`);
  }
});

test('5.7: the events of another acting key do not name it', async () => {
  const actor = await createKey(service, ['admin']);
  const { id } = await createKey(service, ['actions']);
  const [record] = await recordsOf('key.created', id);
  assert.ok(record !== undefined && !stringsIn(record).includes(actor.id));
});

test('3.2: refused creations and revocations record nothing', async () => {
  const { id } = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, id), 204);
  const counts = async (): Promise<readonly number[]> => [
    (await records('key.created')).length,
    (await records('key.revoked')).length,
  ];
  const earlier = await counts();
  assertStatus(await revokeKey(service, id), 404);
  assertRefused(await call(service, 'POST', '/keys', { body: { name: '', scopes: ['admin'] } }));
  assert.deepEqual(await counts(), earlier);
});

test('5.2: the events of one project are not in the export of another', async () => {
  const { adminKey } = await service.newProject('other');
  const { id } = await createKey(service, ['actions']);
  assert.ok((await records('key.created', adminKey)).every((each) => !JSON.stringify(each).includes(id)));
});

test('5.5: key material is in no audit row', async () => {
  const { id, key } = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, id), 204);
  const rows = JSON.stringify([await records('key.created'), await records('key.revoked')]);
  assert.ok(rows.includes(id));
  assert.ok(!rows.includes(key.slice(16)) && !rows.includes(service.adminKey.slice(16)));
});

test('5.6: a restart makes no other key, and the bootstrap key still opens the project', async () => {
  const earlier = (await listKeys(service)).length;
  await service.restart();
  assert.equal((await listKeys(service)).length, earlier);
});
