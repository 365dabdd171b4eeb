// Covers billing without a payment provider (2.6, 4, 5.8, 7): it is off, and says so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction } from './action-steps.ts';
import { asObject, assertRefused, assertStatus, call, isObject, type Json, objectWith, unhurried } from './client.ts';
import { createKey } from './key-steps.ts';
import { createWatcher, openQuietHost } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

async function billing(): Promise<Json> {
  const answer = await call(service, 'GET', '/billing');
  assertStatus(answer, 200);
  return answer.body;
}

test('2.6, 4 GET /billing: it returns 200 and billing_enabled false', async () => {
  assert.equal(objectWith(await billing(), ['billing_enabled'])['billing_enabled'], false);
});

test('2.6, 4 GET /billing: besides the flag it tells tier, subscription status and usage', async () => {
  assert.ok(Object.keys(asObject(await billing())).length >= 4);
});

for (const plan of ['indie', 'team', 'pro', 'nonsense']) {
  test(`4 POST /billing/checkout, 7: the plan ${plan} returns 400, for billing is disabled`, async () => {
    const answer = await call(service, 'POST', '/billing/checkout', { body: { plan } });
    assertStatus(answer, 400);
    assert.ok(isObject(answer.body), 'an error body is a JSON object');
  });
}

test('4 POST /billing/portal, 7: it returns 400, for billing is disabled', async () => {
  const answer = await call(service, 'POST', '/billing/portal');
  assertStatus(answer, 400);
  assert.ok(isObject(answer.body), 'an error body is a JSON object');
});

for (const [label, headers] of [
  ['without a signature', {}],
  ['with a signature nobody made', { 'stripe-signature': `t=1700000000,v1=${'0'.repeat(64)}` }],
] as const) {
  test(`4 POST /billing/webhook, 5.8: an event ${label} returns 400, with an API key or without`, async () => {
    const body = { id: 'evt_1', type: 'customer.subscription.updated', data: { object: {} } };
    const earlier = await billing();
    for (const key of [null, service.adminKey]) {
      assertStatus(await call(service, 'POST', '/billing/webhook', { key, body, headers }), 400);
    }
    assert.deepEqual(await billing(), earlier);
  });
}

for (const scopes of [['actions'], ['watch'], ['actions', 'watch']]) {
  test(`5.3 admin: a key with ${scopes.join(' and ')} is refused billing`, async () => {
    const { key } = await createKey(service, scopes);
    const answer = await call(service, 'GET', '/billing', { key });
    assertRefused(answer);
    assert.ok(!answer.text.includes('billing_enabled'));
    for (const path of ['/billing/checkout', '/billing/portal']) {
      const refusal = await call(service, 'POST', path, { key, body: { plan: 'team' } });
      assertRefused(refusal);
      assert.notEqual(refusal.status, 400, 'the refusal is for the scope');
    }
  });
}

test('2.6: without billing actions and watchers are made as ever', async () => {
  for (let index = 0; index < 30; index += 1) {
    await createAction(service);
  }
  for (let index = 0; index < 12; index += 1) {
    await createWatcher(service);
  }
});
