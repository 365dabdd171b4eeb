// The list of erasures beside the database: what is on it is done again to every backup that does not know it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { ERASING } from '../../src/boot/handed-down.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { eraseProject } from '../../src/features/project/erase-project.ts';
import { type Erasure, listErasures } from '../../src/features/project/erasure-store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { makeErasureSweep } from '../../src/features/project/resume-erasures.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

async function given(t: Parameters<typeof givenApp>[0]) {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const noted: Erasure[] = [];
  const noteErasure = async (line: string) => void noted.push(JSON.parse(line) as Erasure);
  const withStorage = (changes: Partial<App['storage']>): App => ({
    ...app,
    storage: { ...app.storage, noteErasure, ...changes },
  });
  return { app, world, noted, withStorage, actor: operatorOf(project_id) };
}

const known = async ({ reader }: App): Promise<Erasure[]> => (await listErasures(reader)).map((row) => ({ ...row }));

test('a wish that the database could not take down is not on the list', async (t) => {
  const { app, noted, withStorage, actor } = await given(t);
  const onFullDisk = withStorage({ transaction: () => Promise.reject(new Problem('unavailable')) });
  await assert.rejects(eraseProject(onFullDisk, actor, ERASING), { code: 'unavailable' });
  assert.deepEqual(noted, []);

  await eraseProject(withStorage({}), actor, ERASING);
  assert.deepEqual(noted, await known(app), 'the one that was done is');
});

test('a wish that was cut short before it was on the list is put there before anything goes', async (t) => {
  const { app, world, noted, withStorage, actor } = await given(t);
  const cutShort = withStorage({ noteErasure: () => Promise.reject(new Error('power cut')) });
  let begun = 0;
  const countWatchers = async () => ++begun;
  const erasing = { ...ERASING, erasers: { watchers: countWatchers } };
  await assert.rejects(eraseProject(cutShort, actor, erasing), /power cut/);
  assert.equal(begun, 0);

  world.wind(60); // the lease is over
  const noteErasure = async (line: string) => {
    assert.equal(begun, 0);
    noted.push(JSON.parse(line) as Erasure);
  };
  await makeErasureSweep(erasing)(withStorage({ noteErasure }));
  assert.equal(begun, 1);
  assert.deepEqual(noted, await known(app));
});
