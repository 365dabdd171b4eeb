// Keys, the project, and what the audit log says about both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY_PATTERN } from '@countersign/contract';
import { clientOf, givenAgent, givenService, problem, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';

test('a key works until it is revoked, and then never again', async (t) => {
  const { service, admin } = await givenService(t);
  const made = await admin.createKey({ name: 'agent', scopes: ['actions', 'actions', 'watch'] });
  assert.match(made.key, new RegExp(`^${KEY_PATTERN}$`));
  assert.deepEqual([made.prefix, made.scopes], [made.key.slice(0, 16), ['actions', 'watch']]);
  const agent = clientOf(service, made.key);

  const unused = (await admin.listKeys()).items.find(({ id }) => id === made.id);
  assert.deepEqual([unused?.last_used_at, unused?.revoked], [null, false]);
  await agent.listActions();
  const used = (await admin.listKeys()).items.find(({ id }) => id === made.id);
  assert.equal(typeof used?.last_used_at, 'number');

  await admin.revokeKey(made.id);
  await assert.rejects(agent.listActions(), problem('unauthenticated'));
  await assert.rejects(admin.revokeKey(made.id), problem('not_found'));
  assert.equal((await admin.listKeys()).items.find(({ id }) => id === made.id)?.revoked, true);
});

test('the last use of a key survives a restart, and later uses are known at once', async (t) => {
  const given = await givenService(t);
  const agent = await givenAgent(given);
  await agent.listActions();
  const lastUse = async () =>
    (await given.admin.listKeys()).items.find(({ name }) => name === 'agent')?.last_used_at ?? 0;
  const first = await lastUse();
  given.service.wind(10);
  await agent.listActions();
  assert.ok((await lastUse()) >= first + 10);
  await given.service.restart();
  const again = clientOf(given.service, given.service.adminKey);
  const written = (await again.listKeys()).items.find(({ name }) => name === 'agent')?.last_used_at;
  assert.ok(written === first || written === first + 1, 'the first use was written at once');
});

test('creating and revoking a key is on record with the acting key and without the secret', async (t) => {
  const { admin } = await givenService(t);
  const { id, key } = await admin.createKey({ name: 'agent', scopes: ['watch'] });
  await admin.revokeKey(id);
  const [revoked, created] = (await admin.listAudit({ entity_id: id })).items;
  assert.deepEqual([revoked?.event, created?.event], ['key.revoked', 'key.created']);
  assert.deepEqual(created?.data, { key_id: id, name: 'agent', scopes: ['watch'] });
  const bootstrap = (await admin.listKeys()).items[0];
  assert.deepEqual(created?.actor, { type: 'key', id: bootstrap?.id, name: 'First admin key' });
  const log = (await Array.fromAsync(admin.exportAudit())).join('');
  assert.equal(log.includes(key) || log.includes(key.slice(16)), false);
});

test('the project is renamed, moved to another zone and set, each change by itself', async (t) => {
  const { admin } = await givenService(t);
  const before = await admin.getProject();
  assert.deepEqual(before.settings, { deciders: 'anyone', reveal_payload: true, must_read_kinds: [] });
  assert.equal((await admin.updateProject({ name: 'Payments' })).timezone, 'UTC');
  assert.equal((await admin.updateProject({ timezone: 'Asia/Kathmandu' })).name, 'Payments');
  const set = await admin.updateProject({ settings: { retention_days: 30 } });
  assert.deepEqual(set.settings, { ...before.settings, retention_days: 30 });
  const unset = await admin.updateProject({ settings: { retention_days: null, deciders: 'people' } });
  assert.deepEqual(unset.settings, { ...before.settings, deciders: 'people' });
  for (const timezone of ['Mars/Olympus', '+02:00', '', 'UTC\u0000x', 'Europe/Prague ']) {
    await assert.rejects(admin.updateProject({ name: 'never', timezone }), { status: 400 }, timezone);
  }
  assert.equal((await admin.getProject()).name, 'Payments');
});

test('a time zone that was saved is never said not to be, when watchers cannot be planned by it', async (t) => {
  const { service, admin } = await givenService(t);
  const move = () => admin.updateProject({ timezone: 'Europe/Prague' });
  await assert.rejects(goneAfter(service, /update "projects"/, move), { code: 'internal', message: /This was saved/ });
  assert.equal((await admin.getProject()).timezone, 'Europe/Prague');
});

test('a rotated webhook secret is new, and says until when the old one stands beside it', async (t) => {
  const { admin } = await givenService(t);
  const { webhook_secret } = await admin.getProject();
  const rotated = await admin.rotateWebhookSecret();
  assert.notEqual(rotated.webhook_secret, webhook_secret);
  assert.match(rotated.webhook_secret, /^whsec_.{44}$/);
  assert.ok(rotated.previous_valid_until > Date.now() / 1000 + 86_000);
  assert.equal((await admin.getProject()).webhook_secret, rotated.webhook_secret);
});

test('each change of state has exactly one audit row, with its actor; what fails has none', async (t) => {
  const given = await givenService(t);
  const { admin } = given;
  const rows = async () => Array.fromAsync(admin.listAudit({ limit: 200 }));
  const count = async (change: () => Promise<unknown>) => {
    const before = (await rows()).length;
    await change();
    const [newest, ...rest] = await rows();
    assert.ok(rest.length + 1 - before <= 1);
    return rest.length + 1 - before === 1 ? newest?.event : undefined;
  };
  const agent = await givenAgent(given);
  const body = proposal({ idempotency_key: 'k' });
  const { id } = await agent.createAction(body);
  const next = await agent.createAction(proposal());
  const steps: [string | undefined, () => Promise<unknown>][] = [
    ['action.created', () => agent.createAction(proposal())],
    [undefined, () => agent.createAction(body)],
    [undefined, () => agent.getAction(id)],
    ['action.approved', () => agent.decideAction(id, { decision: 'approve' })],
    [undefined, () => agent.decideAction(id, { decision: 'reject' }).catch(() => 'refused')],
    ['action.claimed', () => agent.claimAction(id)],
    ['action.executed', () => agent.reportResult(id, { status: 'executed' })],
    ['action.rejected', () => agent.bulkDecide({ ids: [next.id, id], verdict: 'reject' })],
    ['project.updated', () => admin.updateProject({ name: 'x' })],
    [undefined, () => admin.updateProject({ timezone: 'nowhere' }).catch(() => 'refused')],
    ['project.secret_rotated', () => admin.rotateWebhookSecret()],
    ['key.created', () => admin.createKey({ name: 'x', scopes: ['watch'] })],
  ];
  for (const [event, change] of steps) assert.equal(await count(change), event);
  for (const row of await rows()) assert.ok(row.actor, row.event);
});

test('the audit log is filtered by type, beginning, actor, entity and time', async (t) => {
  const given = await givenService(t);
  const { service, admin } = given;
  const agent = await givenAgent(given);
  const { id } = await agent.createAction(proposal());
  service.wind(1000);
  await admin.decideAction(id, { decision: 'reject' });
  const events = async (query: Parameters<typeof admin.listAudit>[0]) =>
    (await admin.listAudit(query)).items.map(({ event }) => event);

  assert.deepEqual(await events({ type: 'action.created' }), ['action.created']);
  assert.deepEqual(await events({ type: 'action.' }), ['action.rejected', 'action.created']);
  assert.deepEqual(await events({ type: 'action' }), []);
  assert.deepEqual(await events({ entity_id: id }), ['action.rejected', 'action.created']);
  const [created] = (await admin.listAudit({ type: 'action.created' })).items;
  assert.deepEqual(await events({ actor: created?.actor?.id ?? '' }), ['action.created']);
  const at = created?.created_at ?? 0;
  assert.deepEqual(await events({ since: at + 500 }), ['action.rejected']);
  assert.equal((await events({ until: at + 500 })).includes('action.rejected'), false);
  assert.equal((await Array.fromAsync(admin.listAudit({ limit: 2 }))).length, (await events({ limit: 200 })).length);
});

test('the export holds every row, oldest first, as NDJSON and as CSV a spreadsheet cannot run', async (t) => {
  const { admin } = await givenService(t);
  await admin.createKey({ name: '=HYPERLINK("http://evil.example")', scopes: ['watch'] });
  const { id } = await admin.createAction(proposal());
  await admin.bulkDecide({ ids: [id], verdict: 'reject', comment: '=1+1\nsecond line' });
  const lines = (await Array.fromAsync(admin.exportAudit({ since: 0 }))).join('').trimEnd().split('\n');
  const listed = await Array.fromAsync(admin.listAudit());
  const unplaced = (row: object) => ({ ...row, seq: undefined, hash: undefined }); // which come in their own time
  assert.deepEqual(
    lines.map((line) => unplaced(JSON.parse(line))),
    listed.toReversed().map(unplaced),
  );
  const csv = (await Array.fromAsync(admin.exportAudit({ format: 'csv' }))).join('');
  assert.equal(csv.split('\r\n').length, lines.length + 2);
  assert.equal(/(^|,)"?[=+@-]/m.test(csv), false);
});
