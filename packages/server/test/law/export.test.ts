// Covers GET /project/export (4, 5.5): a dump of all data of the project, and of no other, without key material.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide, report } from './action-steps.ts';
import { asObject, assertRefused, assertStatus, call, isObject, text, unhurried } from './client.ts';
import { createKey, revokeKey } from './key-steps.ts';
import { createWatcher, openQuietHost, quietHost } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

async function dump(key?: string): Promise<string> {
  const answer = await call(service, 'GET', '/project/export', { key });
  assertStatus(answer, 200);
  assert.ok(isObject(answer.body) || Array.isArray(answer.body), 'the dump is JSON');
  return answer.text;
}

function marks(count: number): string[] {
  return Array.from({ length: count }, () => text(24));
}

async function assertDumped(wanted: readonly string[]): Promise<void> {
  const whole = await dump();
  for (const mark of wanted) {
    assert.ok(whole.includes(mark), `${mark} is not in the dump`);
  }
}

test('4 GET /project/export: it holds an action with every field of the create body', async () => {
  const [kind, title, body, payload, url, key, undo] = marks(7) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const id = await createAction(service, {
    kind,
    title,
    preview: { format: 'markdown', body },
    payload: { [payload]: [payload] },
    target_url: `https://example.org/${url}`,
    idempotency_key: key,
    editable: ['preview.body'],
    undo,
  });
  await assertDumped([id, kind, title, body, payload, url, key, undo]);
});

test('4 GET /project/export: it holds decisions with their edits, and results with detail and payload', async () => {
  const [edit, channel, detail, payload] = marks(4) as [string, string, string, string];
  const id = await createAction(service, { editable: ['preview.body'] });
  const edited = { 'preview.body': edit };
  assertStatus(await decide(service, id, { decision: 'approve', edited, channel }), 200);
  assertStatus(await report(service, id, { status: 'executed', detail, payload: { said: payload } }), 200);
  await assertDumped([id, edit, channel, detail, payload]);
});

test('4 GET /project/export: it holds the callback_url of an action', async () => {
  service.resolves('hook.example.org', ['93.184.216.34']);
  const path = text(24);
  await createAction(service, { callback_url: `https://hook.example.org/${path}` });
  await assertDumped([path]);
});

test('4 GET /project/export: it holds watchers with name, config, keywords and keywords_none', async () => {
  const [name, path, pattern, never] = marks(4) as [string, string, string, string];
  const id = await createWatcher(service, {
    name,
    config: { url: `${quietHost}/${path}` },
    keywords: [{ pattern, points: 5 }],
    keywords_none: [never],
  });
  await assertDumped([id, name, path, pattern, never]);
});

test('4 GET /project/export: it holds the project and its keys, revoked ones too', async () => {
  const name = `Project ${text(24)}`;
  assertStatus(await call(service, 'PATCH', '/project', { body: { name, timezone: 'Asia/Kathmandu' } }), 200);
  const active = await createKey(service, ['actions'], { name: text(24) });
  const revoked = await createKey(service, ['watch'], { name: text(24) });
  assertStatus(await revokeKey(service, revoked.id), 204);
  await assertDumped([name, 'Asia/Kathmandu', active.id, String(active.record['name']), revoked.id]);
});

test('4 GET /project/export: more actions than a page of the list are all in it', async () => {
  const { adminKey: key } = await service.newProject('many');
  const ids = await Promise.all(Array.from({ length: 120 }, async () => createAction(service, {}, key)));
  const whole = await dump(key);
  assert.ok(ids.every((id) => whole.includes(id)));
});

test('5.2, 4 GET /project/export: nothing of another project is in it', async () => {
  const { adminKey: other } = await service.newProject('other');
  const [title, name] = marks(2) as [string, string];
  const id = await createAction(service, { title }, other);
  await createWatcher(service, { name }, other);
  const whole = await dump();
  for (const mark of [title, name, id]) {
    assert.ok(!whole.includes(mark));
  }
  assert.ok((await dump(other)).includes(title));
});

test('2.4, 5.5: no raw key is in it, active or revoked, nor what follows its prefix', async () => {
  const active = await createKey(service, ['actions']);
  const revoked = await createKey(service, ['admin']);
  assertStatus(await revokeKey(service, revoked.id), 204);
  const whole = await dump();
  for (const key of [service.adminKey, active.key, revoked.key]) {
    assert.ok(!whole.includes(key.slice(16)));
  }
});

test('4 GET /project/export: it changes nothing', async () => {
  const id = await createAction(service);
  const earlier = await call(service, 'GET', `/actions/${id}`);
  await dump();
  assert.deepEqual(asObject((await call(service, 'GET', `/actions/${id}`)).body), asObject(earlier.body));
});

for (const scopes of [['actions'], ['watch'], ['actions', 'watch']]) {
  test(`5.3 admin: a key with ${scopes.join(' and ')} is refused the export and sees nothing of it`, async () => {
    const { key } = await createKey(service, scopes);
    const id = await createAction(service);
    const answer = await call(service, 'GET', '/project/export', { key });
    assertRefused(answer);
    assert.ok(!answer.text.includes(id));
  });
}
