// Covers the scope grants (5.3, the scope column of 4): what each scope opens, and what it does not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import {
  actionIn,
  allIds,
  createAction,
  decide,
  idsIn,
  newAction,
  postAction,
  report,
  statusOf,
} from './action-steps.ts';
import { type Answer, assertRefused, assertStatus, call, type JsonObject, objectWith, unhurried } from './client.ts';
import { createKey, listKeys, revokeKey } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function project(): Promise<JsonObject> {
  const answer = await call(service, 'GET', '/project');
  assertStatus(answer, 200);
  return objectWith(answer.body, ['name', 'webhook_secret']);
}

/** A refusal that also gives away nothing of the project's secret. */
async function assertRefusedSilently(answer: Answer): Promise<void> {
  assertRefused(answer);
  const secret = (await project())['webhook_secret'];
  assert.ok(typeof secret === 'string' && !answer.text.includes(secret));
}

for (const scopes of [['actions'], ['actions', 'watch'], ['admin'], ['watch', 'admin']]) {
  const who = `a key with ${scopes.join(' and ')}`;

  test(`5.3 actions: ${who} creates, lists and gets actions`, async () => {
    const { key } = await createKey(service, scopes);
    const id = await createAction(service, {}, key);
    assert.equal(await statusOf(service, id, key), 'pending');
    assert.ok(idsIn(await call(service, 'GET', '/actions?limit=100', { key })).includes(id));
  });

  test(`5.3 actions: ${who} decides and reports results`, async () => {
    const { key } = await createKey(service, scopes);
    const id = await createAction(service, {}, key);
    assertStatus(await decide(service, id, { decision: 'approve' }, key), 200);
    assertStatus(await report(service, id, { status: 'executed' }, key), 200);
    assert.equal(await statusOf(service, id), 'executed');
  });
}

test('5.3 actions: one key of a project may decide what another created', async () => {
  const creator = await createKey(service, ['actions']);
  const reviewer = await createKey(service, ['actions']);
  const id = await createAction(service, {}, creator.key);
  assertStatus(await decide(service, id, { decision: 'reject' }, reviewer.key), 200);
  assert.equal(await statusOf(service, id, creator.key), 'rejected');
});

test('5.3 watch: a key with watch alone is refused to create an action, and none is created', async () => {
  const { key } = await createKey(service, ['watch']);
  const earlier = await allIds(service);
  assertRefused(await postAction(service, newAction(), key));
  assert.deepEqual(await allIds(service), earlier);
});

test('5.3 watch: a key with watch alone is refused the list of actions', async () => {
  const { key } = await createKey(service, ['watch']);
  const id = await createAction(service);
  const answer = await call(service, 'GET', '/actions', { key });
  assertRefused(answer);
  assert.ok(!answer.text.includes(id));
});

test('5.3 watch: a key with watch alone is refused an action', async () => {
  const { key } = await createKey(service, ['watch']);
  const title = 'Only for those with the scope actions';
  const id = await createAction(service, { title });
  const answer = await call(service, 'GET', `/actions/${id}`, { key });
  assertRefused(answer);
  assert.ok(!answer.text.includes(title));
});

test('5.3 watch: a key with watch alone is refused a decision, and the action stays pending', async () => {
  const { key } = await createKey(service, ['watch']);
  const id = await actionIn(service, 'pending');
  assertRefused(await decide(service, id, { decision: 'approve' }, key));
  assert.equal(await statusOf(service, id), 'pending');
});

test('5.3 watch: a key with watch alone is refused a result, and the action stays approved', async () => {
  const { key } = await createKey(service, ['watch']);
  const id = await actionIn(service, 'approved');
  assertRefused(await report(service, id, { status: 'executed' }, key));
  assert.equal(await statusOf(service, id), 'approved');
});

for (const scopes of [['actions'], ['watch'], ['actions', 'watch']]) {
  const who = `a key with ${scopes.join(' and ')}`;

  test(`5.3 admin: ${who} is refused to create a key, and none is created`, async () => {
    const { key } = await createKey(service, scopes);
    const earlier = (await listKeys(service)).length;
    for (const wanted of ['actions', 'watch', 'admin']) {
      const body = { name: 'intruder', scopes: [wanted] };
      await assertRefusedSilently(await call(service, 'POST', '/keys', { key, body }));
    }
    assert.equal((await listKeys(service)).length, earlier);
  });

  test(`5.3 admin: ${who} is refused the list of keys`, async () => {
    const { id, key } = await createKey(service, scopes);
    const answer = await call(service, 'GET', '/keys', { key });
    await assertRefusedSilently(answer);
    assert.ok(!answer.text.includes(id));
  });

  test(`5.3 admin: ${who} is refused to revoke a key, which stays active`, async () => {
    const { key } = await createKey(service, scopes);
    const other = await createKey(service, ['actions']);
    await assertRefusedSilently(await revokeKey(service, other.id, key));
    assertStatus(await call(service, 'GET', '/actions', { key: other.key }), 200);
  });

  test(`5.3 admin: ${who} is refused to revoke itself, and stays active`, async () => {
    const { id, key } = await createKey(service, scopes);
    await assertRefusedSilently(await revokeKey(service, id, key));
    const record = (await listKeys(service)).find((each) => each['id'] === id);
    assert.equal(record?.['revoked'], false);
  });

  test(`5.3 admin, 2.6: ${who} is refused the project and its webhook_secret`, async () => {
    const { key } = await createKey(service, scopes);
    await assertRefusedSilently(await call(service, 'GET', '/project', { key }));
  });

  test(`5.3 admin: ${who} is refused to update the project, which stays as it was`, async () => {
    const { key } = await createKey(service, scopes);
    const earlier = await project();
    const body = { name: 'intruded', timezone: 'Asia/Tokyo' };
    await assertRefusedSilently(await call(service, 'PATCH', '/project', { key, body }));
    assert.deepEqual(await project(), earlier);
  });

  test(`5.3 admin: ${who} is refused to rotate the webhook secret, which stays as it was`, async () => {
    const { key } = await createKey(service, scopes);
    const earlier = (await project())['webhook_secret'];
    await assertRefusedSilently(await call(service, 'POST', '/project/rotate-webhook-secret', { key }));
    assert.equal((await project())['webhook_secret'], earlier);
  });
}

test('5.3 admin: a created key with admin manages keys and project settings', async () => {
  const { key } = await createKey(service, ['admin']);
  const { id } = await createKey(service, ['actions'], { key });
  assert.ok((await listKeys(service, key)).some((each) => each['id'] === id));
  assertStatus(await revokeKey(service, id, key), 204);
  assertStatus(await call(service, 'GET', '/project', { key }), 200);
  assertStatus(await call(service, 'PATCH', '/project', { key, body: { name: 'Renamed' } }), 200);
  assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret', { key }), 200);
});
