// What a project may take with it, and what it may have forgotten.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import type { App } from '../../src/app.ts';
import { ERASING } from '../../src/boot/handed-down.ts';
import { eraseChannels } from '../../src/features/channels/manage-channels.ts';
import { eraseProject } from '../../src/features/project/erase-project.ts';
import { engine } from '../support/databases.ts';
import { codeOf, givenAgent, givenService, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { givenPerson } from '../support/people.ts';
import { givenReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

const CANARY = 'Canary-8f3a91c2-wird-vergessen';

async function exported(baseUrl: string, key: string) {
  const answer = await call('GET', `${baseUrl}/project/export`, { key });
  assert.equal(answer.status, 200);
  return { text: answer.text, value: JSON.parse(answer.text) };
}

/** The canary wherever a caller can put text. */
async function fill(agent: Countersign, hook: string) {
  const create = () =>
    agent.createAction(
      proposal({
        kind: CANARY.slice(0, 40),
        title: CANARY,
        preview: { body: CANARY },
        payload: { [CANARY]: 12345678901234567890n.toString() },
        target_url: `https://${CANARY.toLowerCase()}.example/`,
        callback_url: hook,
        idempotency_key: `${CANARY}${Math.random()}`,
        editable: ['preview.body'],
        undo: CANARY,
      }),
    );
  const approved = await create();
  await agent.decideAction(approved.id, { decision: 'approve', edited: { 'preview.body': `${CANARY} edited` } });
  await agent.claimAction(approved.id, { claim_id: CANARY });
  await agent.reportResult(approved.id, { status: 'executed', detail: CANARY, payload: { said: CANARY } });
  const pending = await create();
  return { approved, pending };
}

test('an export holds everything but secrets, to the digit', async (t) => {
  const receiver = await givenReceiver(t);
  const given = await givenService(t, { allowPrivateTargets: true });
  const agent = await givenAgent(given);
  await agent.createAction(proposal({ title: 'one' }));
  const body = '{"kind":"k","title":"digits","preview":{"body":"x"},"payload":{"n":12345678901234567890.10}}';
  await call('POST', `${given.service.baseUrl}/actions`, { key: given.service.adminKey, body });
  await fill(agent, receiver.url);

  const { text, value } = await exported(given.service.baseUrl, given.service.adminKey);
  assert.equal(value.actions.length, 4);
  assert.equal(value.decisions.length, 1);
  assert.equal(value.results.length, 1);
  assert.equal(value.deliveries.length, 1);
  assert.ok(text.includes('12345678901234567890.10'));
  assert.ok(text.includes(CANARY));
  const { webhook_secret } = await given.admin.getProject();
  assert.ok(webhook_secret && !text.includes(webhook_secret));
  assert.ok(!text.includes(given.service.adminKey));
  for (const { salt, hash } of value.keys) assert.equal(salt ?? hash, undefined);
  assert.equal((await given.admin.listAudit({ type: 'project.exported' })).items.length, 1);
});

test('an export ends with the right to it, and is not begun more than a few times at once', async (t) => {
  const { service, admin } = await givenService(t);
  const text = 'x'.repeat(250_000); // more in all than the network takes of what nobody reads
  for (let n = 0; n < 30; n++) await admin.createAction(proposal({ title: `Large ${n}`, payload: { text } }));
  const { id, key } = await admin.createKey({ name: 'auditor', scopes: ['admin'] });
  const begin = () => fetch(`${service.baseUrl}/project/export`, { headers: { authorization: `Bearer ${key}` } });
  const underWay = await Promise.all([begin(), begin(), begin(), begin()]);
  const fifth = await begin();
  assert.equal(fifth.status, 429);
  await fifth.text();
  assert.equal(
    (await admin.listAudit({ type: 'project.exported' })).items.length,
    4,
    'what was refused is not recorded',
  );

  await admin.revokeKey(id);
  for (const answer of underWay) {
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text(), 'it breaks off');
  }
  await until(() => service.running.app.calls.count('export') === 0, 'none is counted any more');
});

test('a payload that is null is told from none, as a digest tells them', async (t) => {
  const { service } = await givenService(t);
  for (const payload of ['', ',"payload":null']) {
    const body = `{"kind":"k","title":"Maybe","preview":{"body":"x"}${payload}}`;
    await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body });
  }
  const { value } = await exported(service.baseUrl, service.adminKey);
  const told = value.actions.map(({ payload, payload_bytes }: Record<string, unknown>) => [payload, payload_bytes]);
  assert.deepEqual(told, [
    [null, null],
    [null, 4],
  ]);
});

test('after an erasure nothing of the content is left anywhere, and keys and project work on', async (t) => {
  const receiver = await givenReceiver(t);
  const given = await givenService(t, { allowPrivateTargets: true });
  const { service, admin } = given;
  const agent = await givenAgent(given);
  const { approved, pending } = await fill(agent, receiver.url);
  await admin.updateProject({ name: 'Kept' });

  const counts = await admin.eraseProject();
  assert.equal(counts.erased, true);
  assert.equal(counts.actions, 2);
  assert.equal(counts.decisions, 1);
  assert.equal(counts.deliveries, 1);
  for (const { id } of [approved, pending]) assert.equal(await codeOf(agent.getAction(id)), 'not_found');
  assert.deepEqual((await agent.listActions({ q: CANARY.toLowerCase() })).items, []);

  const { text, value } = await exported(service.baseUrl, service.adminKey);
  assert.ok(!text.toLowerCase().includes(CANARY.toLowerCase()));
  assert.deepEqual([value.actions, value.decisions, value.results, value.deliveries], [[], [], [], []]);
  assert.equal((await admin.getProject()).name, 'Kept');
  await agent.createAction(proposal());

  if (engine === 'sqlite') {
    for (const file of [service.databaseFile, `${service.databaseFile}-wal`]) {
      const bytes = readFileSync(file).toString('latin1').toLowerCase();
      assert.ok(!bytes.includes(CANARY.toLowerCase()), `the canary is still in ${file}`);
    }
  }
});

test('of someone who was removed an erasure leaves no name; whoever is there keeps theirs', async (t) => {
  const { service, admin } = await givenService(t);
  const [gone, here] = [await givenPerson(service, 'reviewer', { name: CANARY }), await givenPerson(service, 'admin')];
  await admin.inviteReviewer({ role: 'viewer', name: 'Ina', email: 'ina@example.com' });
  const { id } = await admin.createAction(proposal());
  await gone.ask('POST', `/actions/${id}/decision`, { decision: 'reject' });
  await admin.removeReviewer(gone.id);
  assert.equal((await admin.getAction(id)).decision?.decided_by?.name, CANARY, 'what they decided bears it');

  await admin.eraseProject();
  const { text } = await exported(service.baseUrl, service.adminKey);
  assert.ok(!text.includes(CANARY));
  const names = (await admin.listReviewers()).items.map(({ name }) => name);
  assert.deepEqual(names, ['A admin', 'Ina']);
  const { items } = await admin.listAudit({ type: 'action.rejected' });
  assert.deepEqual(items[0]?.actor, { type: 'reviewer', id: gone.id, name: gone.id });
  assert.equal((await here.send('GET', '/session')).status, 200);
  if (engine === 'sqlite') assert.ok(!readFileSync(service.databaseFile).includes(CANARY));
});

test('a channel that is made while the erasure runs is left alone: it came after the wish', async (t) => {
  const { service, admin } = await givenService(t);
  const { app } = service.running;
  const project_id = (await admin.getProject()).id;
  const make = (name: string) => admin.createChannel({ name, type: 'email', config: { address: 'a@b.example' } });
  await make('before');
  const before = Math.floor(service.world.nowMs() / 1000) + 1;
  service.wind(2);
  await make('after');
  assert.equal(await eraseChannels(app, project_id, before), 1);
  assert.deepEqual(
    (await admin.listChannels()).items.map(({ name }) => name),
    ['after'],
  );
});

test('a clock that was set back leaves nothing behind', async (t) => {
  const { service, admin } = await givenService(t);
  await admin.createAction(proposal());
  await admin.createChannel({ name: 'c', type: 'email', config: { address: 'a@b.example' } });
  service.wind(-3600);
  const { actions, notification_channels } = await admin.eraseProject();
  assert.deepEqual({ actions, notification_channels }, { actions: 1, notification_channels: 1 });
});

test('an erasure that storage cuts short says that it goes on, and does; what came since stays', async (t) => {
  const { service, admin } = await givenService(t);
  const before = await admin.createAction(proposal());
  const erase = () => call('DELETE', `${service.baseUrl}/project/data`, { key: service.adminKey });
  const answer = await goneAfter(service, /insert into "erasures"/, erase);
  assertProblem(answer, 'internal');
  assert.match(answer.text, /goes on by itself/);
  const since = await admin.createAction(proposal());
  service.wind(60);
  await until(async () => (await codeOf(admin.getAction(before.id))) === 'not_found', 'it went on');
  assert.equal((await admin.getAction(since.id)).status, 'pending');
});

test('a second erasure finds nothing', async (t) => {
  const given = await givenService(t);
  await given.admin.createAction(proposal());
  assert.equal((await given.admin.eraseProject()).actions, 1);
  const again = await given.admin.eraseProject();
  const { erased, ...counts } = again;
  assert.equal(erased, true);
  assert.equal(counts.actions + counts.decisions + counts.deliveries, 0);
});

test('other projects keep what is theirs', async (t) => {
  const given = await givenService(t);
  const other = await given.service.newProject('Other');
  const key = other.adminKey;
  const body = JSON.stringify({ kind: 'k', title: 'theirs', preview: { body: 'x' } });
  await call('POST', `${given.service.baseUrl}/actions`, { key, body });
  await given.admin.eraseProject();
  const { value } = await exported(given.service.baseUrl, key);
  assert.equal(value.actions.length, 1);
});

test('what is made after the wish stays, in the same second and when the clock was set back', async (t) => {
  const { service, admin } = await givenService(t);
  const { app } = service.running;
  const old = await admin.createAction(proposal());
  const caller = { project_id: (await admin.getProject()).id, type: 'key', id: 'key_1' };
  const made: string[] = [];
  let isWritten = false;
  /** After the wish is written down, and before anything goes. */
  const transaction: App['storage']['transaction'] = async (work) => {
    if (isWritten && made.length === 0) {
      made.push((await admin.createAction(proposal({ title: 'In the same second' }))).id);
      service.wind(-3600);
      made.push((await admin.createAction(proposal({ title: 'An hour before' }))).id);
    }
    isWritten = true;
    return app.storage.transaction(work);
  };
  await eraseProject({ ...app, storage: { ...app.storage, transaction } }, caller, ERASING);
  assert.equal(await codeOf(admin.getAction(old.id)), 'not_found');
  assert.equal(made.length, 2);
  for (const id of made) assert.equal((await admin.getAction(id)).id, id);
});
