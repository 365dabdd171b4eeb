// What a transaction promises on either engine: all or nothing, and only what is committed is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../src/base/problem.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { listProjects } from '../../src/features/project/store.ts';
import type { Storage } from '../../src/storage/database.ts';
import { givenStorage } from '../support/open-storage.ts';

const namesOf = async (storage: Storage) => (await listProjects(storage.reader)).map(({ name }) => name);

test('a transaction that throws leaves nothing, and its neighbours stand', async (t) => {
  const { storage } = await givenStorage(t);
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
  assert.deepEqual((await namesOf(storage)).toSorted(), ['one', 'two']);
});

test('a statement that fails leaves nothing of its transaction', async (t) => {
  const { storage } = await givenStorage(t);
  const { id } = await storage.transaction((tx) => createProject(tx, 'one'));
  await assert.rejects(
    storage.transaction(async (tx) => {
      await createProject(tx, 'never');
      await tx.q
        .insertInto('projects')
        .values({ id } as never)
        .execute(); // no name: refused by the engine
    }),
  );
  assert.deepEqual(await namesOf(storage), ['one']);
});

test('a write that returns nothing tells how many rows it changed', async (t) => {
  const { storage } = await givenStorage(t);
  const changed = (sql: string) => storage.transaction(async (tx) => (await tx.run({ sql, parameters: [] })).length);
  const insert = `INSERT INTO server_facts (name, value) VALUES ('one', '1'), ('two', '2') ON CONFLICT DO NOTHING`;
  assert.equal(await changed(insert), 2);
  assert.equal(await changed(insert), 0);
  assert.equal(await changed(`UPDATE server_facts SET value = '3' WHERE name IN ('one', 'two', 'none')`), 2);
  assert.equal(await changed(`DELETE FROM server_facts WHERE name = 'one'`), 1);
});

test('a write that nobody waited for fails its transaction, and the failure is its own', async (t) => {
  const { storage } = await givenStorage(t);
  const refused = { sql: "INSERT INTO projects (id) VALUES ('prj_nameless')", parameters: [] }; // no name
  const last = storage.transaction(async (tx) => {
    await createProject(tx, 'never');
    await tx.send(refused);
  });
  const asking = storage.transaction(async (tx) => {
    await createProject(tx, 'nor this');
    await tx.send(refused);
    await listProjects(tx);
  });
  await Promise.all([last, asking].map((outcome) => assert.rejects(outcome, /NOT NULL|not-null/)));
  assert.deepEqual(await namesOf(storage), []);
});

test('what was sent is there for whatever comes after it', async (t) => {
  const { storage } = await givenStorage(t);
  const seen = await storage.transaction(async (tx) => {
    const { id } = await createProject(tx, 'before');
    await tx.send({ sql: `UPDATE projects SET name = 'after' WHERE id = '${id}'`, parameters: [] });
    return (await listProjects(tx)).map(({ name }) => name);
  });
  assert.deepEqual(seen, ['after']);
});

test('what is left for last is done before the commit, and sees all that was done', async (t) => {
  const { storage } = await givenStorage(t);
  const ready = Promise.withResolvers<string>();
  const seen = storage.transaction(async (tx) => {
    const seen: string[] = [];
    tx.atLast(async () => {
      await createProject(tx, await ready.promise);
      seen.push(...(await listProjects(tx)).map(({ name }) => name));
    });
    await createProject(tx, 'one');
    return seen;
  });
  setImmediate(() => ready.resolve('two'));
  assert.deepEqual((await seen).toSorted(), ['one', 'two']);
  assert.deepEqual((await namesOf(storage)).toSorted(), ['one', 'two']);
});

test('what is left for last by a transaction that fails is not done', async (t) => {
  const { storage } = await givenStorage(t);
  const failing = storage.transaction(async (tx) => {
    tx.atLast(async () => void (await createProject(tx, 'never')));
    throw new Problem('not_found');
  });
  await Promise.all([assert.rejects(failing), storage.transaction((tx) => createProject(tx, 'one'))]);
  assert.deepEqual(await namesOf(storage), ['one']);
});

test('a failure of what is left for last is one of its transaction', async (t) => {
  const { storage } = await givenStorage(t);
  const failing = storage.transaction(async (tx) => {
    await createProject(tx, 'never');
    tx.atLast(() => Promise.reject(new Problem('not_found')));
  });
  await assert.rejects(failing);
  assert.deepEqual(await namesOf(storage), []);
  await storage.transaction((tx) => createProject(tx, 'after'));
  assert.deepEqual(await namesOf(storage), ['after']);
});

test('a reader sees nothing of a transaction before its commit', async (t) => {
  const { storage } = await givenStorage(t);
  let seen: string[] = ['unread'];
  await storage.transaction(async (tx) => {
    await createProject(tx, 'one');
    seen = await namesOf(storage);
  });
  assert.deepEqual(seen, []);
  assert.deepEqual(await namesOf(storage), ['one']);
});

test('a transaction has one moment, and its ids grow', async (t) => {
  const { storage, world } = await givenStorage(t);
  const { ids, moments } = await storage.transaction(async (tx) => ({
    ids: Array.from({ length: 100 }, () => tx.newId('act')),
    moments: [tx.now, tx.now],
  }));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(moments[0], moments[1]);
  world.wind(3600);
  assert.ok((await storage.transaction(async (tx) => tx.now)) >= (moments[0] ?? 0) + 3600);
});

test('a hundred transactions at once all commit', async (t) => {
  const { storage } = await givenStorage(t);
  await Promise.all(Array.from({ length: 100 }, (_, n) => storage.transaction((tx) => createProject(tx, `p${n}`))));
  assert.equal((await namesOf(storage)).length, 100);
  await storage.probe();
});
