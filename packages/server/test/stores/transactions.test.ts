// What a transaction promises: all or nothing, its own savepoint, answers only after the commit.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Problem } from '../../src/base/problem.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { listProjects } from '../../src/features/project/store.ts';
import type { Storage } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { fakeWorld } from '../support/fake-world.ts';

function openStorage(t: { after(clean: () => unknown): void }): { storage: Storage; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'));
  const file = join(folder, 'c.db');
  const storage = openSqlite(file, fakeWorld(), { exclusive: true });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { storage, file };
}

const namesOf = async (storage: Storage) => (await listProjects(storage.reader)).map(({ name }) => name);

test('a transaction that throws leaves nothing, and its neighbours in the batch stand', async (t) => {
  const { storage } = openStorage(t);
  const outcomes = await Promise.allSettled([
    storage.transaction((tx) => createProject(tx, 'one')),
    storage.transaction(async (tx) => {
      await createProject(tx, 'never');
      throw new Problem('not_found');
    }),
    storage.transaction((tx) => createProject(tx, 'two')),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await namesOf(storage), ['one', 'two']);
});

test('a later transaction of the batch sees the earlier one; a reader sees neither until the commit', async (t) => {
  const { storage } = openStorage(t);
  let seenByReader: string[] = [];
  const seenByTx = await Promise.all([
    storage.transaction((tx) => createProject(tx, 'one')),
    storage.transaction(async (tx) => {
      seenByReader = await namesOf(storage);
      return (await listProjects(tx)).map(({ name }) => name);
    }),
  ]);
  assert.deepEqual(seenByTx[1], ['one']);
  assert.deepEqual(seenByReader, []);
  assert.deepEqual(await namesOf(storage), ['one']);
});

test('when the engine takes a batch back, every transaction in it fails and none is half there', async (t) => {
  const { storage } = openStorage(t);
  await storage.transaction((tx) => createProject(tx, 'before'));
  const outcomes = await Promise.allSettled([
    storage.transaction((tx) => createProject(tx, 'one')),
    storage.transaction(async (tx) => {
      await tx.run({ sql: 'ROLLBACK', parameters: [] } as never); // what a full disk does
      throw new Error('disk full');
    }),
    storage.transaction((tx) => createProject(tx, 'two')),
  ]);
  for (const outcome of outcomes) {
    assert.equal(outcome.status, 'rejected');
    assert.equal((outcome.reason as Problem).code, 'unavailable');
  }
  assert.deepEqual(await namesOf(storage), ['before']);
  await storage.transaction((tx) => createProject(tx, 'after'));
  assert.deepEqual(await namesOf(storage), ['before', 'after']);
});

test('a transaction of another process is waited for, not failed', async (t) => {
  const { storage, file } = openStorage(t);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  other.exec("INSERT INTO projects VALUES ('prj_x', 'theirs', 'UTC', 's', NULL, NULL, '{}', 1)");
  other.exec('COMMIT');
  await storage.transaction((tx) => createProject(tx, 'ours'));
  assert.equal((await namesOf(storage)).length, 2);
  other.close();
});

test('a second server on one file is refused, an operator command is not', async (t) => {
  const { file } = openStorage(t);
  assert.throws(() => openSqlite(file, fakeWorld(), { exclusive: true }), /Another Countersign server/);
  const beside = openSqlite(file, fakeWorld(), { exclusive: false });
  await beside.transaction((tx) => createProject(tx, 'by the operator'));
  await beside.close();
});

test('the file promises durability and is for its owner only', async (t) => {
  const { file } = openStorage(t);
  const db = new DatabaseSync(file);
  assert.deepEqual({ ...db.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'wal' });
  db.close();
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a database of a newer version is not touched', async (t) => {
  const { storage, file } = openStorage(t);
  await storage.close();
  const db = new DatabaseSync(file);
  db.exec('INSERT INTO migrations VALUES (9999, 1)');
  db.close();
  assert.throws(() => openSqlite(file, fakeWorld(), { exclusive: true }), /schema 9999/);
});
