// Covers authentication (5.1, 5.4, 7): 401 on every endpoint for a missing, unknown or revoked key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { allIds, createAction, newAction, statusOf } from './action-steps.ts';
import { assertStatus, type CallOptions, call, type JsonObject, objectWith, unhurried } from './client.ts';
import { createKey, listKeys, revokeKey } from './key-steps.ts';
import { allWatchers, createWatcher, newWatcher, openQuietHost } from './watcher-steps.ts';

interface Fixture {
  readonly pending: string;
  readonly approved: string;
  readonly keyId: string;
  readonly watcher: string;
  readonly revokedKey: string;
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly at: (fixture: Fixture) => string;
  readonly body?: () => JsonObject;
}

const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/actions', at: () => '/actions', body: () => newAction() },
  { method: 'GET', path: '/actions', at: () => '/actions' },
  { method: 'GET', path: '/actions/{id}', at: ({ pending }) => `/actions/${pending}` },
  {
    method: 'POST',
    path: '/actions/{id}/decision',
    at: ({ pending }) => `/actions/${pending}/decision`,
    body: () => ({ decision: 'approve' }),
  },
  {
    method: 'POST',
    path: '/actions/{id}/result',
    at: ({ approved }) => `/actions/${approved}/result`,
    body: () => ({ status: 'executed' }),
  },
  { method: 'POST', path: '/actions/bulk-decision', at: () => '/actions/bulk-decision', body: () => ({}) },
  {
    method: 'POST',
    path: '/keys',
    at: () => '/keys',
    body: () => ({ name: 'intruder', scopes: ['admin'] }),
  },
  { method: 'GET', path: '/keys', at: () => '/keys' },
  { method: 'DELETE', path: '/keys/{id}', at: ({ keyId }) => `/keys/${keyId}` },
  { method: 'GET', path: '/project', at: () => '/project' },
  { method: 'PATCH', path: '/project', at: () => '/project', body: () => ({ name: 'intruded' }) },
  { method: 'POST', path: '/project/rotate-webhook-secret', at: () => '/project/rotate-webhook-secret' },
  { method: 'GET', path: '/project/export', at: () => '/project/export' },
  { method: 'DELETE', path: '/project/data', at: () => '/project/data' },
  { method: 'POST', path: '/watchers', at: () => '/watchers', body: () => newWatcher() },
  { method: 'GET', path: '/watchers', at: () => '/watchers' },
  { method: 'GET', path: '/watchers/{id}', at: ({ watcher }) => `/watchers/${watcher}` },
  {
    method: 'PATCH',
    path: '/watchers/{id}',
    at: ({ watcher }) => `/watchers/${watcher}`,
    body: () => ({ status: 'paused' }),
  },
  { method: 'DELETE', path: '/watchers/{id}', at: ({ watcher }) => `/watchers/${watcher}` },
  { method: 'GET', path: '/watcher-presets', at: () => '/watcher-presets' },
  { method: 'POST', path: '/watchers/from-preset', at: () => '/watchers/from-preset', body: () => ({}) },
  { method: 'GET', path: '/billing', at: () => '/billing' },
  { method: 'POST', path: '/billing/checkout', at: () => '/billing/checkout', body: () => ({ plan: 'team' }) },
  { method: 'POST', path: '/billing/portal', at: () => '/billing/portal' },
];

let service: Service;
let fixture: Fixture;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
  const watcher = await createWatcher(service);
  const pending = await createAction(service);
  const approved = await createAction(service);
  const decision = await call(service, 'POST', `/actions/${approved}/decision`, { body: { decision: 'approve' } });
  assertStatus(decision, 200);
  const kept = await createKey(service, ['actions']);
  const revoked = await createKey(service, ['admin']);
  assertStatus(await revokeKey(service, revoked.id), 204);
  fixture = { pending, approved, keyId: kept.id, watcher, revokedKey: revoked.key };
});

after(async () => {
  await service.stop();
});

/** All that the refused requests could have changed. */
async function state(): Promise<unknown> {
  const project = await call(service, 'GET', '/project');
  assertStatus(project, 200);
  return {
    actions: await allIds(service),
    pending: await statusOf(service, fixture.pending),
    approved: await statusOf(service, fixture.approved),
    keys: (await listKeys(service)).map((each) => [each['id'], each['revoked']]),
    watchers: (await allWatchers(service)).map((each) => [each['id'], each['status']]),
    project: objectWith(project.body, ['name', 'webhook_secret']),
  };
}

async function assertUnauthorized(endpoint: Endpoint, options: CallOptions): Promise<void> {
  const earlier = await state();
  const body = endpoint.body?.();
  const answer = await call(service, endpoint.method, endpoint.at(fixture), { ...options, body });
  assertStatus(answer, 401);
  assert.deepEqual(await state(), earlier);
}

/** A key of the right form that differs from the given one in a single character. */
function unlike(key: string): string {
  const index = key.length - 5;
  return `${key.slice(0, index)}${key[index] === 'A' ? 'B' : 'A'}${key.slice(index + 1)}`;
}

for (const endpoint of endpoints) {
  const name = `${endpoint.method} ${endpoint.path}`;

  test(`5.1, 7: ${name} without a key returns 401 and changes nothing`, async () => {
    await assertUnauthorized(endpoint, { key: null });
  });

  test(`5.1, 7: ${name} with an unknown key returns 401 and changes nothing`, async () => {
    await assertUnauthorized(endpoint, { key: unlike(service.adminKey) });
  });

  test(`5.4, 3.2, 7: ${name} with a revoked key returns 401 and changes nothing`, async () => {
    await assertUnauthorized(endpoint, { key: fixture.revokedKey });
  });
}

for (const [label, authorization] of [
  ['an empty Authorization header', () => ''],
  ['Bearer and no key', () => 'Bearer'],
  ['the key without Bearer', () => service.adminKey],
  ['the key under Basic', () => `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`],
  ['the 16 characters of the prefix', () => `Bearer ${service.adminKey.slice(0, 16)}`],
  ['the key cut short by one character', () => `Bearer ${service.adminKey.slice(0, -1)}`],
  ['the key and one more character', () => `Bearer ${service.adminKey}A`],
  ['the key in other letter case', () => `Bearer ${swapCase(service.adminKey)}`],
  ['an identifier of a key', () => `Bearer ${fixture.keyId}`],
] as const) {
  test(`5.1, 7: ${label} returns 401`, async () => {
    const headers = { authorization: authorization() };
    assertStatus(await call(service, 'GET', '/actions', { key: null, headers }), 401);
    assertStatus(await call(service, 'GET', '/project', { key: null, headers }), 401);
  });
}

function swapCase(key: string): string {
  return [...key].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join('');
}

test('5.1: the key is taken from the Authorization header, not from the query', async () => {
  const query = new URLSearchParams({ key: service.adminKey, api_key: service.adminKey, token: service.adminKey });
  assertStatus(await call(service, 'GET', `/project?${query.toString()}`, { key: null }), 401);
});

test('5.1, 5.6: the bootstrap admin key opens the project', async () => {
  assertStatus(await call(service, 'GET', '/project'), 200);
});
