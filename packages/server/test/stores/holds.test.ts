// Whose clock says that the time of a hold has come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App, Caller } from '../../src/app.ts';
import { makeHoldSweep } from '../../src/features/actions/commit-holds.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { holdDecision } from '../../src/features/actions/hold-decision.ts';
import { findAction } from '../../src/features/actions/store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

test('an instance whose clock is ahead leaves everyone the seconds they were promised', async (t) => {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Held'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const proposal = { kind: 'k', title: 'Held', preview: { body: 'x' }, payload: undefined };
  const { action } = await createAction(app, caller, proposal);
  await holdDecision(app, caller, action.id, { verdict: 'approve', channel: 'api', seconds: 20 });

  const ahead: App = { ...app, world: { ...app.world, nowMs: () => app.world.nowMs() + 30_000 } };
  const commitHolds = makeHoldSweep(async () => caller);
  const statusAfter = async (sweep: Promise<number>) => {
    const restMs = await sweep;
    return { restMs, status: (await findAction(app.reader, project_id, action.id))?.status };
  };
  const early = await statusAfter(commitHolds(ahead));
  assert.equal(early.status, 'pending');
  assert.ok(early.restMs > 0 && early.restMs <= 21_000, `it looks again in ${early.restMs} ms`);
  world.wind(22);
  const later = await statusAfter(commitHolds(app));
  assert.deepEqual(later, { status: 'approved', restMs: Number.POSITIVE_INFINITY });
});
