// The chain of the audit log, as the API shows it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import { sealAudit } from '../../src/features/audit/seal-audit.ts';
import { PAUSE_MS } from '../../src/features/audit/verify-audit.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenService, problem, proposal } from '../support/given.ts';
import { until } from '../support/until.ts';

test('a row gets its place and its hash by itself, and is looked for more than once a second', async (t) => {
  const { admin, service } = await givenService(t);
  await admin.createAction(proposal());
  const items = await until(async () => {
    const rows = (await admin.listAudit()).items;
    return rows.every(({ seq, hash }) => seq !== undefined && hash !== undefined) && rows;
  }, 'all rows are sealed');
  assert.deepEqual(
    items.map(({ seq }) => seq),
    items.map((_, n) => items.length - n),
  );
  for (const { hash } of items) assert.match(hash ?? '', /^[0-9a-f]{64}$/);
  assert.ok((await sealAudit(service.running.app)) < 1000);
});

test('a channel of the caller’s own naming is shown, and is not among what stays for ever', async (t) => {
  const { admin, service } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  await admin.decideAction(id, { decision: 'approve', channel: 'anas-phone' });
  const [approved] = (await admin.listAudit({ type: 'action.approved' })).items;
  assert.equal(approved?.channel, 'anas-phone');
  assert.deepEqual(approved?.data, { edited_fields: 0 });
  const row = await service.running.app.reader.q
    .selectFrom('audit')
    .selectAll()
    .where('id', '=', approved?.id ?? '')
    .executeTakeFirst();
  assert.ok(row?.commitment);
  assert.equal(JSON.stringify(row).includes('anas-phone'), false);
});

test('the chain is verified on request, a few times a minute', async (t) => {
  const { admin } = await givenService(t, { environment: { RATE_LIMIT_VERIFY: '3' } });
  await admin.createAction(proposal());
  const listed = await until(async () => {
    const all = await Array.fromAsync(admin.listAudit());
    return all.every(({ seq }) => seq !== undefined) && all; // one that gets its place meanwhile is counted neither here nor there
  }, 'all rows have their places');
  const { ok, rows, unsealed, head } = await admin.verifyAudit();
  assert.deepEqual([ok, rows, unsealed], [true, listed.length, 0]);
  assert.equal(head, listed.find(({ seq }) => seq === rows)?.hash);
  for (let n = 0; n < 2; n++) await admin.verifyAudit();
  await assert.rejects(admin.verifyAudit(), problem('rate_limited'));
});

test('a chain that takes minutes is verified all the same: the answer begins before anyone gives up', async (t) => {
  const world = fakeWorld();
  const rest = Promise.withResolvers<void>();
  const sleep: typeof world.sleep = (ms, signal) => (ms === PAUSE_MS ? rest.promise : world.sleep(ms, signal));
  const { admin, service } = await givenService(t, { world: { ...world, sleep } });
  t.after(() => rest.resolve());
  await until(async () => (await admin.listAudit()).items.every(({ seq }) => seq !== undefined), 'all rows are sealed');
  await admin.verifyAudit(); // whoever comes next waits for the pause after it

  let hasBegun = false;
  const listening: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    hasBegun = true;
    return response;
  };
  const { baseUrl, adminKey: apiKey } = service;
  const verifying = new Countersign({ baseUrl, apiKey, fetch: listening, retries: 0 }).verifyAudit();
  await until(() => {
    service.wind(10);
    return hasBegun;
  }, 'the answer begins');
  rest.resolve();
  assert.equal((await verifying).ok, true);
});
