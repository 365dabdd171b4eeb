// Covers browser push (4, 5.1, 5.3, 7): the public key, subscribe and unsubscribe.
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import {
  type Answer,
  asObject,
  assertRefused,
  assertStatus,
  call,
  isObject,
  type Json,
  type JsonObject,
  text,
  unhurried,
  without,
} from './client.ts';
import { createKey, revokeKey } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  service.resolves('push.example.org', ['93.184.216.34']);
});

after(async () => {
  await service.stop();
});

/** What a browser gives out for a subscription of its own. */
function subscription(): JsonObject {
  const keys = createECDH('prime256v1');
  return {
    endpoint: `https://push.example.org/send/${text(32)}`,
    expirationTime: null,
    keys: {
      p256dh: keys.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}

async function subscribe(body: Json, key?: string | null): Promise<Answer> {
  return call(service, 'POST', '/push/subscribe', { key, body });
}

async function unsubscribe(body: Json, key?: string | null): Promise<Answer> {
  return call(service, 'DELETE', '/push/subscribe', { key, body });
}

for (const [label, key] of [
  ['without a key', async () => null],
  ['with a key of scope watch', async () => (await createKey(service, ['watch'])).key],
  ['with a key of scope actions', async () => (await createKey(service, ['actions'])).key],
] as const) {
  test(`4 GET /push/vapid-public-key, 5.1: ${label} it returns 200 with enabled and public_key`, async () => {
    const answer = await call(service, 'GET', '/push/vapid-public-key', { key: await key() });
    assertStatus(answer, 200);
    assert.deepEqual(Object.keys(asObject(answer.body)).toSorted(), ['enabled', 'public_key']);
    assert.equal(asObject(answer.body)['enabled'], true);
    const point = Buffer.from(String(asObject(answer.body)['public_key']), 'base64url');
    assert.equal(point.length, 65, 'the key is a point a browser can take');
    assert.equal(point[0], 4);
  });
}

test('4 GET /push/vapid-public-key: the key stays the same, over a restart as well', async () => {
  const earlier = (await call(service, 'GET', '/push/vapid-public-key', { key: null })).body;
  assert.deepEqual((await call(service, 'GET', '/push/vapid-public-key', { key: null })).body, earlier);
  await service.restart();
  assert.deepEqual((await call(service, 'GET', '/push/vapid-public-key', { key: null })).body, earlier);
});

for (const scopes of [['actions'], ['admin'], ['actions', 'watch']]) {
  test(`4 POST and DELETE /push/subscribe, 5.3: a key with ${scopes.join(' and ')} subscribes with 201, unsubscribes with 204`, async () => {
    const { key } = await createKey(service, scopes);
    const body = subscription();
    assertStatus(await subscribe(body, key), 201);
    const answer = await unsubscribe(body, key);
    assertStatus(answer, 204);
    assert.equal(answer.text, '');
  });
}

test('4 POST /push/subscribe: the same subscription again returns 201', async () => {
  const body = subscription();
  assertStatus(await subscribe(body), 201);
  assertStatus(await subscribe(body), 201);
});

test('4 DELETE /push/subscribe: without a body, and for what was never subscribed, it returns 204', async () => {
  const { key } = await createKey(service, ['actions']);
  assertStatus(await call(service, 'DELETE', '/push/subscribe', { key }), 204);
  assertStatus(await unsubscribe(subscription(), key), 204);
});

test('4 POST /push/subscribe: after an unsubscription the same browser subscribes anew', async () => {
  const body = subscription();
  assertStatus(await subscribe(body), 201);
  assertStatus(await unsubscribe(body), 204);
  assertStatus(await subscribe(body), 201);
});

for (const [label, made] of [
  ['an empty object', () => ({})],
  ['an array', () => []],
  ['a string', () => 'https://push.example.org/send/1'],
  ['null', () => null],
  ['a subscription without endpoint', () => without(subscription(), 'endpoint')],
  ['a subscription without keys', () => without(subscription(), 'keys')],
  ['an endpoint that is no URI', () => ({ ...subscription(), endpoint: 'nonsense' })],
  ['an endpoint that is no string', () => ({ ...subscription(), endpoint: 5 })],
  ['an endpoint with javascript:', () => ({ ...subscription(), endpoint: 'javascript:alert(1)' })],
  ['keys that are no object', () => ({ ...subscription(), keys: 'keys' })],
  ['keys without auth', () => ({ ...subscription(), keys: without(asObject(subscription()['keys']), 'auth') })],
  ['keys without p256dh', () => ({ ...subscription(), keys: without(asObject(subscription()['keys']), 'p256dh') })],
] as const satisfies readonly (readonly [string, () => Json])[]) {
  test(`4 POST /push/subscribe, 7: ${label}, invalid, returns 400`, async () => {
    const answer = await subscribe(made());
    assertStatus(answer, 400);
    assert.ok(isObject(answer.body), 'an error body is a JSON object');
  });
}

test('5.3: a key with watch alone is refused to subscribe and to unsubscribe', async () => {
  const { key } = await createKey(service, ['watch']);
  const body = subscription();
  for (const answer of [await subscribe(body, key), await unsubscribe(body, key)]) {
    assertRefused(answer);
    assert.notEqual(answer.status, 400, 'the refusal is for the scope');
  }
});

test('5.1, 5.4, 7: without a key, or with a revoked one, both return 401', async () => {
  const { id, key } = await createKey(service, ['actions']);
  assertStatus(await revokeKey(service, id), 204);
  const body = subscription();
  for (const bearer of [null, key, `${service.adminKey}A`]) {
    assertStatus(await subscribe(body, bearer), 401);
    assertStatus(await unsubscribe(body, bearer), 401);
  }
});

test('4 DELETE /project/data: a subscription, which is personal, is erased with the rest', async () => {
  const { adminKey: key } = await service.newProject('erased');
  const body = subscription();
  assertStatus(await subscribe(body, key), 201);
  assertStatus(await call(service, 'DELETE', '/project/data', { key }), 200);
  const dump = await call(service, 'GET', '/project/export', { key });
  assertStatus(dump, 200);
  assert.ok(!dump.text.includes(String(body['endpoint'])));
});

test('4 GET /project/export: the subscriptions of the project are in it, those of another are not', async () => {
  const { adminKey: key } = await service.newProject('exported');
  const [mine, other] = [subscription(), subscription()];
  assertStatus(await subscribe(mine, key), 201);
  assertStatus(await subscribe(other), 201);
  const { text: dump } = await call(service, 'GET', '/project/export', { key });
  assert.ok(dump.includes(String(mine['endpoint'])));
  assert.ok(!dump.includes(String(other['endpoint'])));
});
