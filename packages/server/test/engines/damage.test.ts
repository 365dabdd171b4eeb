// A disk that is full, and a file that something else has damaged. Only SQLite has a file of ours.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createProject } from '../../src/features/project/manage-project.ts';
import { listProjects } from '../../src/features/project/store.ts';
import type { Storage } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { clientOf, proposal } from '../support/given.ts';
import { givenStorage } from '../support/open-storage.ts';
import { startService } from '../support/start-service.ts';
import { assertProblem, call } from '../support/wire.ts';

test('C05: a full disk refuses what is new with 503, whole; reads go on, and so does all when there is room', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const admin = clientOf(service, service.adminKey);
  const first = await admin.createAction(proposal());
  const { app } = service.running;
  const pragma = (sql: string) => app.storage.transaction((tx) => tx.run({ sql, parameters: [] }));
  const [{ page_count } = { page_count: 0 }] = (await pragma('PRAGMA page_count')) as { page_count: number }[];
  await pragma(`PRAGMA max_page_count = ${page_count}`);

  const body = JSON.stringify({ ...proposal(), preview: { format: 'plain', body: 'x'.repeat(200_000) } });
  const sent = { key: service.adminKey, body };
  const refused = await call('POST', `${service.baseUrl}/actions`, sent);
  assertProblem(refused, 'unavailable');
  assert.doesNotMatch(refused.text, /sqlite|disk|full|\.db/i);
  const { items } = await admin.listActions();
  assert.deepEqual(
    items.map(({ id }) => id),
    [first.id],
  );
  const logged = async () => (await admin.listAudit({ type: 'action.' })).items.map(({ event }) => event);
  assert.deepEqual(await logged(), ['action.created']);

  await pragma('PRAGMA max_page_count = 1000000');
  assert.equal((await call('POST', `${service.baseUrl}/actions`, sent)).status, 201);
  assert.deepEqual(await logged(), ['action.created', 'action.created']);
  const [check] = (await pragma('PRAGMA integrity_check')) as { integrity_check: string }[];
  assert.equal(check?.integrity_check, 'ok');
});

test('where nothing can be written, whoever only reads goes on, and stays within the limit, also when all is back', async (t) => {
  const service = await startService({ environment: { RATE_LIMIT_LIST: '10' } });
  t.after(() => service.stop());
  const { databaseFile: file, adminKey: key, baseUrl } = service;
  const list = async () => (await call('GET', `${baseUrl}/actions`, { key })).status;
  const lists = async (count: number) => {
    const statuses: number[] = [];
    while (statuses.length < count) statuses.push(await list());
    return statuses;
  };
  assert.deepEqual(await lists(2), [200, 200]);
  renameSync(file, `${file}.moved`);
  assertProblem(await call('GET', `${baseUrl}/project/export`, { key }), 'unavailable'); // it leaves a row in the log
  assert.deepEqual(await lists(8), [...Array(7).fill(200), 429]);
  assert.equal((await call('GET', `${baseUrl}/audit/verify`, { key })).status, 200);
  const refused = await call('POST', `${baseUrl}/actions`, { key, body: JSON.stringify(proposal()) });
  assertProblem(refused, 'unavailable');
  service.wind(6);
  assert.deepEqual(await lists(2), [200, 429]);
  renameSync(`${file}.moved`, file);
  assert.deepEqual(await lists(1), [429]);
  service.wind(6);
  assert.deepEqual(await lists(2), [200, 429]);
});

test('to open what is there writes nothing, so that a full disk can still be read, and saved elsewhere', async (t) => {
  const { storage, database } = await givenStorage(t);
  await storage.transaction((tx) => createProject(tx, 'kept'));
  const log = () => readFileSync(`${database.file}-wal`);
  const before = log();
  const beside = openSqlite(database.file, fakeWorld(), { exclusive: false });
  await beside.backup(`${database.file}.backup`);
  await beside.close();
  assert.ok(log().equals(before), 'it was written to');
});

const namesOf = async (storage: Storage) => (await listProjects(storage.reader)).map(({ name }) => name);

test('a file that is moved away takes nothing more, and all goes on when it is back', async (t) => {
  const { storage, database, world } = await givenStorage(t);
  const write = (name: string) => storage.transaction((tx) => createProject(tx, name));
  await write('before');
  renameSync(database.file, `${database.file}.moved`);
  await assert.rejects(write('meanwhile'), { code: 'unavailable' });
  await assert.rejects(storage.probe(), { code: 'unavailable' }, 'and it is not ready');
  assert.deepEqual(await namesOf(storage), ['before'], 'what is there is still read');
  assert.match(world.lines.join('\n'), /storage\.batch_failed.*was moved or deleted/);
  renameSync(`${database.file}.moved`, database.file);
  await write('after');
  assert.deepEqual(await namesOf(storage), ['before', 'after']);
});

test('a file that is deleted, or replaced by a copy, takes nothing that the next start would not find', async (t) => {
  const { storage, database } = await givenStorage(t);
  const write = (name: string) => storage.transaction((tx) => createProject(tx, name));
  await write('before');
  const [copy, kept] = [`${database.file}.copy`, `${database.file}.kept`];
  await storage.backup(copy);
  renameSync(database.file, kept); // as who restores a backup by hand does
  renameSync(copy, database.file);
  await assert.rejects(write('lost'), { code: 'unavailable' });
  rmSync(kept);
  await assert.rejects(write('lost'), { code: 'unavailable' });
  rmSync(database.file);
  await assert.rejects(write('lost'), { code: 'unavailable' });
});

test('what is deleted beside the running server is still to be had while it runs', async (t) => {
  if (process.platform !== 'linux') return t.skip('there is no /proc');
  const { storage, database, world } = await givenStorage(t);
  await storage.transaction((tx) => createProject(tx, 'kept'));
  rmSync(database.file);
  const links = readdirSync('/proc/self/fd').map((one) => `/proc/self/fd/${one}`);
  const lost = links.find((link) => readlinkOf(link) === `${database.file} (deleted)`);
  const saved = `${database.file}.saved`;
  copyFileSync(lost ?? '', saved);
  copyFileSync(`${database.file}-wal`, `${saved}-wal`);
  await storage.close();
  const again = openSqlite(saved, world, { exclusive: true });
  t.after(() => again.close());
  assert.deepEqual(await namesOf(again), ['kept']);
});

/** Undefined of what was closed since it was listed. */
function readlinkOf(link: string): string | undefined {
  return lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link);
}

test('without its log, which somebody took for rubbish, it takes nothing more, and keeps what it took when it ends', async (t) => {
  const { storage, database, world } = await givenStorage(t);
  const write = (name: string) => storage.transaction((tx) => createProject(tx, name));
  await write('before');
  rmSync(`${database.file}-wal`);
  await assert.rejects(write('lost'), { code: 'unavailable' });
  await storage.close();
  const again = openSqlite(database.file, world, { exclusive: true });
  t.after(() => again.close());
  assert.deepEqual(await namesOf(again), ['before']);
});

/** What something else may do to a file, and what we say of it. */
const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'is no database any more': (file) => writeFileSync(file, 'x'.repeat(statSync(file).size)),
  'has lost its second half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'has another schema page': (file) => writeSync(openSync(file, 'r+'), Buffer.alloc(4000, 0xa5), 0, 4000, 96),
};

async function givenFile(t: TestContext): Promise<string> {
  const { storage, database } = await givenStorage(t);
  for (let n = 0; n < 20; n++) await storage.transaction((tx) => createProject(tx, `Project ${n}`));
  await storage.close();
  const db = new DatabaseSync(database.file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return database.file;
}

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`C11: a file that ${what} stops the start, and is left as it is`, async (t) => {
    const file = await givenFile(t);
    damage(file);
    const before = readFileSync(file);
    assert.throws(
      () => openSqlite(file, fakeWorld(), { exclusive: true }),
      (error: Error) => /(?:damaged|not a database).*[Rr]estore a backup/.test(error.message) && !('code' in error),
    );
    assert.ok(readFileSync(file).equals(before), 'it was changed');
  });
}

/** What it says to somebody whom the system may refuse something: root may do everything. */
function openedByAnyone(file: string): string {
  const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `import { openSqlite } from ${source('../../src/storage/sqlite.ts')};
    import { fakeWorld } from ${source('../support/fake-world.ts')};
    if (process.getuid() === 0) process.setgid(65534), process.setuid(65534);
    try { await openSqlite(process.argv[1], fakeWorld(), { exclusive: true }).close(); }
    catch (error) { console.log('code' in error ? error.stack : error.message); }`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script, file], { encoding: 'utf8' }).stdout;
}

test('a file that cannot be had stops the start, and it is said what to do', async (t) => {
  const file = await givenFile(t);
  const folder = dirname(file);
  const cannot = /^\/.* cannot be opened: .+ must be able to write it and its folder; DATABASE_URL=/;
  assert.match(openedByAnyone(join(file, 'below.db')), cannot);
  assert.match(openedByAnyone(join(file, 'far/below.db')), cannot);
  assert.match(openedByAnyone('/proc/none/of/this.db'), cannot, 'where no folder can be made');
  chmodSync(folder, 0o555);
  assert.match(openedByAnyone(join(folder, 'another.db')), cannot);
  assert.match(openedByAnyone(folder), /is a folder: DATABASE_URL names a file in it, such as file:/);

  chmodSync(folder, 0o777);
  chmodSync(file, 0o666);
  await openSqlite(file, fakeWorld(), { exclusive: true }).close();
  chmodSync(`${file}.lock`, 0o666);
  assert.equal(openedByAnyone(file), '');
  chmodSync(`${file}.lock`, 0o444);
  assert.match(openedByAnyone(file), cannot, 'nobody would hold the lock, and a second server would start beside it');
});
