// Covers what is stated of POST /actions/bulk-decision (4, 5.3): it exists, and needs the scope actions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, statusOf } from './action-steps.ts';
import { assertRefused, assertStatus, call, unhurried } from './client.ts';
import { createKey } from './key-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

test('5.1: a bulk decision without a key returns 401 and decides nothing', async () => {
  const id = await createAction(service);
  assertStatus(await call(service, 'POST', '/actions/bulk-decision', { key: null, body: {} }), 401);
  assert.equal(await statusOf(service, id), 'pending');
});

for (const scopes of [['actions'], ['admin']]) {
  test(`4, 5.3: the endpoint exists for a key with scope ${scopes.join()}`, async () => {
    const { key } = await createKey(service, scopes);
    const { status } = await call(service, 'POST', '/actions/bulk-decision', { key, body: {} });
    assert.ok(![401, 403, 404, 405].includes(status) && status < 500, `got ${status}`);
  });
}

test('5.3: a bulk decision with a key of scope watch is refused and decides nothing', async () => {
  const id = await createAction(service);
  const { key } = await createKey(service, ['watch']);
  assertRefused(await call(service, 'POST', '/actions/bulk-decision', { key, body: {} }));
  assert.equal(await statusOf(service, id), 'pending');
});

test('4: a bulk decision that names neither a decision nor actions decides nothing', async () => {
  const id = await createAction(service);
  await call(service, 'POST', '/actions/bulk-decision', { body: {} });
  assert.equal(await statusOf(service, id), 'pending');
});
