// Covers billing with a payment provider (2.6, 4, 5.8, 7), as far as it can be told without the provider.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction } from './action-steps.ts';
import { type Answer, assertStatus, call, isObject, type Json, objectWith, text, unhurried } from './client.ts';
import { createKey } from './key-steps.ts';
import { createWatcher, openQuietHost } from './watcher-steps.ts';

const secret = `whsec_${text(32)}`;

let service: Service;

before(async () => {
  const environment = { STRIPE_SECRET_KEY: `sk_test_${text(24)}`, STRIPE_WEBHOOK_SECRET: secret };
  service = await startService({ ...unhurried, environment });
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

async function billing(key?: string): Promise<Json> {
  const answer = await call(service, 'GET', '/billing', { key });
  assertStatus(answer, 200);
  return answer.body;
}

function event(): string {
  const created = Math.floor(service.world.nowMs() / 1000);
  const data = { object: { id: `in_${text(24)}`, object: 'invoice' } };
  return JSON.stringify({ id: `evt_${text(24)}`, object: 'event', type: 'invoice.created', created, data });
}

/** The provider's signature header for a body: the time, and an HMAC over the time and the body. */
function signature(body: string, key = secret, at = Math.floor(service.world.nowMs() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
}

async function deliver(rawBody: string, header?: string): Promise<Answer> {
  const headers = header === undefined ? {} : { 'stripe-signature': header };
  return call(service, 'POST', '/billing/webhook', { key: null, rawBody, headers });
}

test('2.6, 4 GET /billing: it returns 200 and billing_enabled true', async () => {
  assert.equal(objectWith(await billing(), ['billing_enabled'])['billing_enabled'], true);
});

test('2.6, 4 GET /billing: the usage follows what the project uses', async () => {
  const { adminKey: key } = await service.newProject('usage');
  const earlier = await billing(key);
  await createWatcher(service, {}, key);
  await createAction(service, {}, key);
  assert.notDeepEqual(await billing(key), earlier);
});

test('2.6, 5.2: the usage of one project is not that of another', async () => {
  const { adminKey: key } = await service.newProject('other');
  const earlier = await billing(key);
  await createWatcher(service);
  await createAction(service);
  assert.deepEqual(await billing(key), earlier);
});

for (const plan of ['indie', 'team', 'nonsense', '', 5, null] as const) {
  test(`4 POST /billing/checkout, 7: the plan ${JSON.stringify(plan)}, not configured, returns 400`, async () => {
    const answer = await call(service, 'POST', '/billing/checkout', { body: { plan } });
    assertStatus(answer, 400);
    assert.ok(isObject(answer.body), 'an error body is a JSON object');
  });
}

test('4 POST /billing/checkout, 7: a body without a plan returns 400', async () => {
  assertStatus(await call(service, 'POST', '/billing/checkout', { body: {} }), 400);
});

test('4 POST /billing/portal, 7: a project without a customer returns 400', async () => {
  const answer = await call(service, 'POST', '/billing/portal');
  assertStatus(answer, 400);
  assert.ok(isObject(answer.body), 'an error body is a JSON object');
});

test('4 POST /billing/webhook, 5.1, 5.8: an event with the signature of the provider returns 200, without any key', async () => {
  const body = event();
  assertStatus(await deliver(body, signature(body)), 200);
});

test('4 POST /billing/webhook: the same event delivered again returns 200', async () => {
  const body = event();
  assertStatus(await deliver(body, signature(body)), 200);
  assertStatus(await deliver(body, signature(body)), 200);
});

for (const [label, header] of [
  ['without a signature', () => undefined],
  ['with an empty signature', () => ''],
  ['with a signature of another form', () => 'sha256=00'],
  ['signed with another secret', (body: string) => signature(body, 'whsec_other')],
  ['signed over another body', () => signature(event())],
  [
    'signed over another time',
    (body: string) => signature(body).replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) - 5}`),
  ],
  ['with a cut signature', (body: string) => signature(body).slice(0, -1)],
] as const) {
  test(`4 POST /billing/webhook, 5.8, 7: an event ${label} returns 400`, async () => {
    const body = event();
    assertStatus(await deliver(body, header(body)), 400);
  });
}

test('5.8: an API key does not take the place of the signature', async () => {
  const body = event();
  assertStatus(await call(service, 'POST', '/billing/webhook', { rawBody: body }), 400);
  const { key } = await createKey(service, ['admin']);
  assertStatus(await call(service, 'POST', '/billing/webhook', { key, rawBody: body }), 400);
});

test('5.5: neither the key of the provider nor the secret of its webhook is ever told', async () => {
  const texts = [
    JSON.stringify(await billing()),
    (await call(service, 'POST', '/billing/checkout', { body: { plan: 'team' } })).text,
    (await deliver(event(), 't=1,v1=00')).text,
    (await call(service, 'GET', '/project/export')).text,
  ];
  assert.ok(texts.every((each) => !each.includes(secret) && !each.includes('sk_test_')));
});
