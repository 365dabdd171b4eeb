// What a project keeps no longer than it wants to; and what was erased does not come back with a backup.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type ActionCreate, verifyWebhook } from '@countersign/sdk';
import { type App, type KeyCaller, nowOf } from '../../src/app.ts';
import { actionsForChannels } from '../../src/features/actions/actions-for-channels.ts';
import { claimAction } from '../../src/features/actions/claim-action.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { readWhole } from '../../src/features/actions/read-actions.ts';
import { askedFor } from '../../src/features/deliveries/asked.ts';
import { lockDelivery, saveDelivery } from '../../src/features/deliveries/store.ts';
import { createProject, updateProject } from '../../src/features/project/manage-project.ts';
import { applyRetention } from '../../src/features/project/retain.ts';
import { inTransaction, type Reader, type Tx } from '../../src/storage/database.ts';
import { withStatements } from '../simulation/statements.ts';
import { engine } from '../support/databases.ts';
import { openEvents } from '../support/event-source.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { clientOf, codeOf, givenApproved, givenService, problem, proposal } from '../support/given.ts';
import { givenApp } from '../support/open-app.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { givenPerson, newBrowser, tokenIn } from '../support/people.ts';
import { givenReceiver } from '../support/receiver.ts';
import { runCommand } from '../support/run-command.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem } from '../support/wire.ts';

const DAY = 86_400;
const CANARY = 'Canary-77c1-soll-gehen';

/** Until every row has its place in the chain. */
async function sealed({ running }: Service): Promise<void> {
  const open = running.app.reader.q.selectFrom('audit').select('id').where('seq', 'is', null).limit(1);
  await until(async () => !(await open.executeTakeFirst()), 'all rows are sealed');
}

test('finished actions go after retention_days with all that is theirs; what is open or recent stays', async (t) => {
  const receiver = await givenReceiver(t);
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const { app } = service.running;
  const old = await givenApproved(admin, { title: CANARY, callback_url: receiver.url });
  const rejected = await admin.createAction(proposal({ title: CANARY }));
  await admin.bulkDecide({ ids: [rejected.id], verdict: 'reject', comment: CANARY });
  await admin.reportResult(old.id, { status: 'executed', detail: CANARY });
  const open = await admin.createAction(proposal({ expires_in: 30 * DAY }));
  const settledLate = await admin.createAction(proposal({ expires_in: 30 * DAY }));
  const other = await service.newProject('Other');
  service.wind(3 * DAY);
  await admin.decideAction(settledLate.id, { decision: 'approve' });
  const fresh = await givenApproved(admin);
  await applyRetention(app);
  assert.equal((await admin.getAction(old.id)).status, 'executed', 'without the setting nothing goes');

  await admin.updateProject({ settings: { retention_days: 2 } });
  await applyRetention(app);
  for (const { id } of [old, rejected]) assert.equal(await codeOf(admin.getAction(id)), 'not_found');
  for (const { id } of [open, settledLate, fresh]) assert.equal((await admin.getAction(id)).id, id);
  assert.ok(other.adminKey);

  const { items } = await admin.listAudit({ type: 'project.pruned' });
  assert.equal(
    items.reduce((sum, { data }) => sum + Number(data?.['actions']), 0),
    2,
  );
  for (const table of ['actions', 'results', 'decisions', 'deliveries', 'audit_values'] as const) {
    const rows = await app.reader.q.selectFrom(table).selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(CANARY), table);
  }
  await sealed(service);
  assert.equal((await admin.verifyAudit()).ok, true);
  assert.equal((await admin.getUsage()).actions.executed, 0);
  await applyRetention(app);
  assert.equal((await admin.listAudit({ type: 'project.pruned' })).items.length, items.length);
});

test('a server looks every hour for what may go, and at once when someone wishes so', async (t) => {
  const { service, admin } = await givenService(t);
  const { world } = service; // wound by the service, the clock would wake whoever goes by it
  const goes = ({ id }: { id: string }) =>
    until(async () => (await codeOf(admin.getAction(id))) === 'not_found', `${id} goes`);
  const first = await givenApproved(admin);
  world.wind(1200);
  const second = await givenApproved(admin);
  world.wind(DAY - 600);
  await admin.updateProject({ settings: { retention_days: 1 } });
  await goes(first);

  await delay(500); // whatever was woken has looked
  world.wind(1200);
  await delay(1000);
  assert.equal((await admin.getAction(second.id)).status, 'approved', 'its day is over, and the hour is not');
  world.wind(3600);
  await goes(second);
});

test('who ends the process does not wait until all of it is gone; the next start goes on', async (t) => {
  const { app, world } = await givenApp(t); // without sweeps of its own
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const caller: KeyCaller = { type: 'key', id: 'key_1', name: 'Agent', project_id, scopes: ['admin'] };
  await updateProject(app, caller, { settings: { retention_days: 1 } });
  for (let n = 0; n < 60; n++) {
    const { action } = await createAction(app, caller, { ...proposal(), payload: undefined });
    await decideAction(app, caller, action.id, { verdict: 'reject' });
  }
  world.wind(2 * DAY);
  const left = async () => (await app.reader.q.selectFrom('actions').select('id').execute()).length;
  const ending = new AbortController();
  const storage: App['storage'] = {
    ...app.storage,
    transaction: (work) => app.storage.transaction(work).finally(() => ending.abort()),
    scrub: () => assert.fail('the next one does that'),
  };
  await applyRetention({ ...app, storage }, ending.signal);
  assert.ok((await left()) > 0 && (await left()) < 60, `${await left()} are left`);
  await applyRetention(app);
  assert.equal(await left(), 0);
});

test('what somebody has in hand stays until he is done: a claim that runs, a webhook that is yet to be sent', async (t) => {
  const { app, world } = await givenApp(t); // without sweeps of its own: nobody comes to the webhook, as after days of downtime
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const caller: KeyCaller = { type: 'key', id: 'key_1', name: 'Agent', project_id, scopes: ['admin'] };
  const approved = async (changes: Partial<ActionCreate>) => {
    const { action } = await createAction(app, caller, { ...proposal(changes), payload: undefined });
    await decideAction(app, caller, action.id, { verdict: 'approve' });
    return action.id;
  };
  const claimed = await approved({});
  const untold = await approved({ callback_url: 'https://nobody.example/hook' });
  world.wind(2 * DAY);
  await claimAction(app, caller, claimed, { lease_s: 60 });
  await updateProject(app, caller, { settings: { retention_days: 1 } });
  await applyRetention(app);
  for (const id of [claimed, untold]) assert.equal((await readWhole(app, project_id, id)).action.id, id);

  world.wind(61);
  await inTransaction(app, (tx) => tx.q.updateTable('deliveries').set({ status: 'dlq', due_at: null }).execute());
  await applyRetention(app);
  for (const id of [claimed, untold]) await assert.rejects(readWhole(app, project_id, id), { code: 'not_found' });
});

test('a webhook that is asked for once more in the moment in which its action would go stays with it', async (t) => {
  const { app, world, database } = await givenApp(t); // without sweeps of its own
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const caller: KeyCaller = { type: 'key', id: 'key_1', name: 'Agent', project_id, scopes: ['admin'] };
  await updateProject(app, caller, { settings: { retention_days: 1 } });
  const told = proposal({ callback_url: 'https://agent.example/hook' });
  const { action } = await createAction(app, caller, { ...told, payload: undefined });
  await decideAction(app, caller, action.id, { verdict: 'reject' });
  const gaveUp = { status: 'dlq', due_at: null } as const;
  await inTransaction(app, (tx) => tx.q.updateTable('deliveries').set(gaveUp).execute());
  world.wind(2 * DAY);
  const ask = async (tx: Tx) => {
    const delivery = (await lockDelivery(tx, project_id, action.id)) ?? assert.fail();
    await saveDelivery(tx, delivery, askedFor(delivery, tx.now));
  };
  await overtakenBy({ running: { app }, databaseUrl: database.url }, ask, () => applyRetention(app));
  const { outcome } = await readWhole(app, project_id, action.id);
  assert.equal(outcome.delivery?.manual, 1);
});

test('a setting that is changed while a sweep is under way counts from its next step', async (t) => {
  const { service, admin } = await givenService(t);
  const { app } = service.running;
  const old = await givenApproved(admin);
  service.wind(2 * DAY);
  await admin.updateProject({ settings: { retention_days: 30 } });
  const reader = withStatements(app.reader, async (query) => {
    const rows = await app.reader.run<Record<string, unknown>>(query);
    return rows.map((row) => ('settings' in row ? { ...row, settings: '{"retention_days":1}' } : row)); // as it was
  });
  await applyRetention({ ...app, reader });
  assert.equal((await admin.getAction(old.id)).status, 'approved');
});

test('many go in small transactions', async (t) => {
  const { service, admin } = await givenService(t);
  for (let n = 0; n < 6; n++) {
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await admin.createAction(proposal())).id));
    await admin.bulkDecide({ ids, verdict: 'reject' });
  }
  service.wind(2 * DAY);
  await admin.updateProject({ settings: { retention_days: 1 } });
  await applyRetention(service.running.app);
  assert.deepEqual((await admin.listActions()).items, []);
  const { items } = await admin.listAudit({ type: 'project.pruned' });
  for (const { data } of items) assert.ok(Number(data?.['actions']) <= 100);
});

test('a backup from before an erasure does not bring back what was erased', async (t) => {
  const { service, admin } = await givenService(t);
  await givenApproved(admin, { title: CANARY, preview: { body: CANARY } });
  if (engine === 'postgres') {
    // Its backups are not ours: the list is taken from the database and applied to what was restored.
    await admin.eraseProject();
    const env = { DATABASE_URL: service.databaseUrl };
    const listed = await runCommand(['admin', 'erasures', 'list'], env);
    assert.match(listed.stdout, /"id":"ers_/);
    return;
  }
  const file = service.databaseFile;
  const [copy, env] = [`${file}.backup`, { DATABASE_URL: `file:${file}` }];
  const eve = await givenPerson(service, 'reviewer', { name: `Eve of the ${CANARY}` });
  await runCommand(['admin', 'backup', copy], env);
  await admin.removeReviewer(eve.id);
  await admin.eraseProject();
  await service.running.close();

  const restored = await runCommand(['admin', 'restore', copy, '--verify'], env);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /Erased again/);
  assert.match(restored.stdout, /Verified: integrity, invariants and the audit log/);
  assert.ok(!readFileSync(file).includes(CANARY));
  const again = await runCommand(['admin', 'restore', copy], env);
  assert.match(again.stdout, /Erased again/, 'every time');

  rmSync(`${file}.before-restore`, { force: true });
  for (const companion of ['', '-wal', '-shm']) rmSync(file + companion, { force: true });
  assert.ok(existsSync(`${file}.erasures`));
  const afterDisaster = await runCommand(['admin', 'restore', copy, '--verify'], env);
  assert.match(afterDisaster.stdout, /Erased again/, 'the list is kept apart from the database');
  await service.restart(); // the test ends it
});

test('a key that was rotated since the backup signs on after a restore, and what it signed verifies', {
  skip: engine === 'postgres',
}, async (t) => {
  const { service } = await givenService(t);
  const [copy, env] = [`${service.databaseFile}.backup`, { DATABASE_URL: `file:${service.databaseFile}` }];
  const stateOf = async () => {
    const { stdout } = await runCommand(['admin', 'signing-keys', 'list'], env);
    return new Map(
      [...stdout.matchAll(/^([\w-]{43}) .*(signs|verifies only)$/gm)].map(([, kid, state]) => [kid, state]),
    );
  };
  await runCommand(['admin', 'backup', copy], env);
  const { stdout } = await runCommand(['admin', 'signing-keys', 'rotate'], env);
  const before = await stateOf();
  assert.equal(before.get(stdout.trim()), 'signs');
  await service.running.close();

  const restored = await runCommand(['admin', 'restore', copy, '--verify'], env);
  assert.match(restored.stdout, /^Signing keys that were made since, and stay: 1$/m, restored.stderr);
  assert.deepEqual(await stateOf(), before);
  const again = await runCommand(['admin', 'restore', `${service.databaseFile}.before-restore`], env);
  assert.doesNotMatch(again.stdout, /Signing keys/);
  assert.deepEqual(await stateOf(), before);
  await service.restart(); // the test ends it
});

test('what is taken away while someone reads it is not there, rather than without its decision', async (t) => {
  const { app, world } = await givenApp(t); // without sweeps of its own
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Kept'));
  const caller: KeyCaller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['admin'] };
  await updateProject(app, caller, { settings: { retention_days: 1 } });
  const given = async () => {
    const { action } = await createAction(app, caller, { ...proposal(), payload: undefined });
    await decideAction(app, caller, action.id, { verdict: 'approve' });
    return action.id;
  };
  const reader = withStatements(app.reader, async (query) => {
    if (query.sql.startsWith('select * from "decisions"')) {
      world.wind(2 * DAY);
      await applyRetention(app);
    }
    return app.reader.run(query);
  });

  const read = await given();
  assert.equal((await readWhole(app, project_id, read)).outcome.decision?.verdict, 'approve');
  await assert.rejects(readWhole({ ...app, reader }, project_id, read), { code: 'not_found' });

  const told = await given();
  const tell = async (from: Reader) =>
    (await actionsForChannels({ ...app, reader: from }, project_id, [told], nowOf(app))).get(told)?.status;
  assert.deepEqual([await tell(app.reader), await tell(reader)], ['approved', undefined]);
});

test('who followed what happened before a restore is told to read anew', { skip: engine === 'postgres' }, async (t) => {
  const { service, admin } = await givenService(t);
  const [copy, env] = [`${service.databaseFile}.backup`, { DATABASE_URL: `file:${service.databaseFile}` }];
  await runCommand(['admin', 'backup', copy], env);
  const events = await openEvents(service.baseUrl, service.adminKey);
  await admin.createAction(proposal());
  await events.count(1);
  events.close();
  await service.running.close();

  const restored = await runCommand(['admin', 'restore', copy], env);
  assert.equal(restored.code, 0, restored.stderr);
  await service.restart();
  const client = clientOf(service, service.adminKey);
  for (let n = 0; n < 5; n++) await client.createAction(proposal()); // past where the numbers were
  const back = await openEvents(service.baseUrl, service.adminKey, { lastEventId: events.lastEventId() });
  t.after(() => back.close());
  assert.deepEqual(JSON.parse((await back.count(1))[0]?.data ?? ''), { reason: 'unknown_id' });
});

test('a backup does not let in again whoever was put out since', { skip: engine === 'postgres' }, async (t) => {
  const { service, admin } = await givenService(t);
  const { id: doomed, key } = await admin.createKey({ name: 'doomed', scopes: ['actions'] });
  const dana = await givenPerson(service, 'admin', { name: 'Dana' });
  const eve = await givenPerson(service, 'reviewer', { name: 'Eve' });
  const phone = newBrowser(service);
  const { url } = await dana.ask<{ url: string }>('POST', '/session/pair');
  await phone.ask('POST', '/session/link', { token: tokenIn(url) });
  const invited = await admin.inviteReviewer({ role: 'reviewer', name: 'Kim', email: 'kim@wrong.example' });
  const { codes } = await dana.ask<{ codes: string[] }>('POST', '/me/recovery-codes');
  const useCode = (n: number) =>
    newBrowser(service).send('POST', '/session/recovery-code', { login: 'dana', code: codes[n] });
  const [copy, env] = [`${service.databaseFile}.backup`, { DATABASE_URL: `file:${service.databaseFile}` }];
  await runCommand(['admin', 'backup', copy], env);
  await admin.revokeKey(doomed);
  await admin.removeReviewer(eve.id);
  await dana.ask('DELETE', '/me/sessions');
  await admin.updateReviewer(invited.id, { email: 'kim@right.example' });
  assert.equal((await useCode(0)).status, 200);
  await service.running.close();

  const restored = await runCommand(['admin', 'restore', copy, '--verify'], env);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /Withdrawn again.*: keys 1, reviewers 1, sessions 1, links 1, recovery codes 1$/m);
  await service.restart();
  await assert.rejects(clientOf(service, key).listActions(), problem('unauthenticated'));
  const sessions = await service.running.app.reader.q.selectFrom('sessions').select('reviewer_id').execute();
  assert.deepEqual(
    sessions.map(({ reviewer_id }) => reviewer_id),
    [dana.id],
  );
  const kim = await newBrowser(service).send('POST', '/session/link', { token: tokenIn(invited.url), name: 'Not Kim' });
  assertProblem(kim, 'unauthenticated');
  assertProblem(await useCode(0), 'unauthenticated');
  assert.equal((await useCode(1)).status, 200);
  const people = (await clientOf(service, service.adminKey).listReviewers()).items;
  assert.deepEqual(
    people.map(({ id }) => id),
    [dana.id, invited.id],
  );
});

test('a webhook secret that was rotated since the backup signs on after a restore, and no older one in its place', {
  skip: engine === 'postgres',
}, async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const [file, env] = [service.databaseFile, { DATABASE_URL: `file:${service.databaseFile}` }];
  await runCommand(['admin', 'backup', `${file}.older`], env);
  await admin.rotateWebhookSecret();
  await runCommand(['admin', 'backup', `${file}.newer`], env);
  const { webhook_secret } = await admin.rotateWebhookSecret();
  await service.running.close();

  const says = /^Webhook secrets that were rotated since, and stay as they were: 1$/m;
  const restored = await runCommand(['admin', 'restore', `${file}.older`, '--verify'], env);
  assert.match(restored.stdout, says, restored.stderr);
  assert.match((await runCommand(['admin', 'restore', `${file}.newer`], env)).stdout, says);
  await service.restart();
  const client = clientOf(service, service.adminKey);
  assert.equal((await client.getProject()).webhook_secret, webhook_secret);
  const receiver = await givenReceiver(t);
  await givenApproved(client, { callback_url: receiver.url });
  await receiver.count(1);
  const [{ body: rawBody, headers } = { body: '', headers: {} }] = receiver.received;
  await verifyWebhook({ rawBody, headers: headers as Record<string, string>, secrets: [webhook_secret] });
  await service.running.close();

  const elsewhere = { DATABASE_URL: `file:${file}.elsewhere` };
  await runCommand(['admin', 'restore', `${file}.older`], elsewhere);
  const later = await runCommand(['admin', 'restore', `${file}.newer`], elsewhere);
  assert.equal(later.code, 0, later.stderr);
  assert.doesNotMatch(later.stdout, /Webhook secrets/);
  await service.restart(); // the test ends it
});

test('a restore over what came before the backup says that it cannot tell who was put out since', {
  skip: engine === 'postgres',
}, async (t) => {
  const { service, admin } = await givenService(t);
  const file = service.databaseFile;
  const env = { DATABASE_URL: `file:${file}` };
  await runCommand(['admin', 'backup', `${file}.older`], env);
  const { id: doomed } = await admin.createKey({ name: 'doomed', scopes: ['actions'] });
  await givenPerson(service, 'admin', { name: 'Dana' });
  await runCommand(['admin', 'backup', `${file}.newer`], env);
  await admin.revokeKey(doomed);
  await service.running.close();

  const says = /^Not known to what was there, and as the backup has them: keys 1, reviewers 1\. Revoke again/m;
  const wrong = await runCommand(['admin', 'restore', `${file}.older`], env);
  assert.doesNotMatch(wrong.stdout, /Not known/, wrong.stderr);
  assert.match((await runCommand(['admin', 'restore', `${file}.newer`], env)).stdout, says);
  await runCommand(['admin', 'restore', `${file}.before-restore`], env);
  const right = await runCommand(['admin', 'restore', `${file}.newer`], env);
  assert.doesNotMatch(right.stdout, /Not known/);
  assert.match(right.stdout, /Withdrawn again.*: keys 1,/);
  await service.restart(); // the test ends it
});

test('a backup does not keep the word that someone took back since', { skip: engine === 'postgres' }, async (t) => {
  const { service, admin } = await givenService(t, { world: fakeWorld({ frozenAtMs: Date.now() }) });
  const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  const { id, digest } = await admin.createAction(proposal());
  const held = `/actions/${id}/decision-hold`;
  assert.equal((await dana.send('POST', held, { decision: 'approve', digest, seconds: 30 })).status, 202);
  const [copy, env] = [`${service.databaseFile}.backup`, { DATABASE_URL: `file:${service.databaseFile}` }];
  await runCommand(['admin', 'backup', copy], env);
  await dana.ask('DELETE', held);
  await service.running.close();

  const restored = await runCommand(['admin', 'restore', copy, '--verify'], env);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^Decisions that could still be taken back .*: 1$/m);
  await service.restart(() => service.wind(60));
  const after = clientOf(service, service.adminKey);
  const { items } = await after.listAudit({ entity_id: id });
  assert.partialDeepStrictEqual(items[0], { event: 'action.hold_lost', data: { why: 'restored' } });
  assert.equal((await after.getAction(id)).status, 'pending');
  await after.decideAction(id, { decision: 'reject' });
});

test('a backup that does not hold is not put in place', { skip: engine === 'postgres' }, async (t) => {
  const { service, admin } = await givenService(t);
  await givenApproved(admin);
  const file = service.databaseFile;
  const env = { DATABASE_URL: `file:${file}` };
  await sealed(service);
  await runCommand(['admin', 'backup', `${file}.backup`], env);
  await service.running.close();
  const { DatabaseSync } = await import('node:sqlite');
  const faults = {
    'a decided action has a decision': 'DELETE FROM decisions',
    'the audit log': "UPDATE audit SET entity_id = 'act_other' WHERE event = 'action.approved'",
  };
  for (const [says, sql] of Object.entries(faults)) {
    const broken = `${file}.${says.length}`;
    await runCommand(['admin', 'backup', broken], env);
    const db = new DatabaseSync(broken);
    db.exec(sql);
    db.close();
    const refused = await runCommand(['admin', 'restore', broken, '--verify'], env);
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, new RegExp(`Nothing was replaced[^]*${says}`));
    assert.ok(!existsSync(`${file}.before-restore`) && !existsSync(`${file}.restoring`));
  }
  await service.restart();
});
