// Who works on an erasure has it alone, for as long as that takes.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App } from '../../src/app.ts';
import { ERASING } from '../../src/boot/handed-down.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { eraseProject } from '../../src/features/project/erase-project.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { makeErasureSweep } from '../../src/features/project/resume-erasures.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenApp } from '../support/open-app.ts';
import { until } from '../support/until.ts';

test('an erasure that was cut short while the clock was ahead is gone on with at once', async (t) => {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const crash: App['storage']['scrub'] = async () => {
    throw new Error('as when the process ends');
  };
  const cutShort: App = { ...app, storage: { ...app.storage, scrub: crash } };
  world.wind(86_400);
  await assert.rejects(eraseProject(cutShort, operatorOf(project_id), ERASING), /the process ends/);
  const sweep = makeErasureSweep(ERASING);
  world.wind(-60); // a little is no reason: somebody may be at it
  assert.ok((await sweep(app)) > 0, 'there is nothing to do');
  world.wind(60 - 86_400);
  assert.equal(await sweep(app), 0);
  const { finished_at } = await app.reader.q.selectFrom('erasures').select('finished_at').executeTakeFirstOrThrow();
  assert.notEqual(finished_at, null);
});

test('an erasure whose last step takes minutes is not done a second time beside it', async (t) => {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const slow = Promise.withResolvers<void>();
  let scrubs = 0;
  const scrub = async () => {
    scrubs++;
    await slow.promise;
  };
  const onSlowDisk: App = { ...app, storage: { ...app.storage, scrub } };
  const erased = eraseProject(onSlowDisk, operatorOf(project_id), ERASING);
  await until(() => scrubs === 1, 'room is given back');

  const sweep = makeErasureSweep(ERASING);
  const leasedFor = async () => {
    const { leased_until } = await app.reader.q.selectFrom('erasures').select('leased_until').executeTakeFirstOrThrow();
    return leased_until - Math.floor(world.nowMs() / 1000);
  };
  for (let n = 0; n < 6; n++) {
    world.wind(11);
    await until(async () => (await leasedFor()) > 25, 'the lease is renewed');
  }
  assert.ok((await sweep(onSlowDisk)) > 0, 'there is nothing to do');
  assert.equal(scrubs, 1);

  slow.resolve();
  assert.partialDeepStrictEqual(await erased, { erased: true, actions: 0 });
  assert.equal(await sweep(app), 0, 'it goes on with what comes after it at once');
  assert.equal(await sweep(app), Number.POSITIVE_INFINITY);
});

for (const [clock, seconds] of [
  ['stands', 0],
  ['is set back', -60],
] as const) {
  test(`what is erased while the index is written anew for another is forgotten in its own turn: the clock ${clock}`, (t) =>
    assertForgottenInTurn(t, seconds));
}

async function assertForgottenInTurn(t: TestContext, seconds: number): Promise<void> {
  const { app, world } = await givenApp(t, fakeWorld({ frozenAtMs: 1_800_000_000_000 })); // all of one second, but for that
  const projects = await inTransaction(app, async (tx) => [
    await createProject(tx, 'One'),
    await createProject(tx, 'Other'),
  ]);
  const [one = '', other = ''] = projects.map(({ id }) => id);
  await eraseProject(app, operatorOf(one), ERASING);
  const scrub: App['storage']['scrub'] = async () => {
    world.wind(seconds);
    await eraseProject(app, operatorOf(other), ERASING);
  };
  const sweep = makeErasureSweep(ERASING);
  assert.equal(await sweep({ ...app, storage: { ...app.storage, scrub } }), 0);
  const open = app.reader.q.selectFrom('erasures').select('project_id').where('forgotten_at', 'is', null);
  assert.deepEqual(
    (await open.execute()).map(({ project_id }) => project_id),
    [other],
  );
  assert.equal(await sweep(app), 0, 'it goes on with that');
  assert.equal(await sweep(app), Number.POSITIVE_INFINITY);
}
