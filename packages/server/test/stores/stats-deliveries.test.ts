// Webhooks by how they stand, of one kind or agent: which no index knows, so that only so many are looked at for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../src/app.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { readStats } from '../../src/features/stats/read-stats.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const LOOKED_AT = 5000;
const COPIED = 'url, host, status, attempt, leased, repeated, fence, manual, body';

test('behind so many of other kinds none is looked for, and the figures say since when they are', async (t) => {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Figures'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const told = async (kind: string) => {
    const proposal = { kind, title: `Of ${kind}`, preview: { body: 'x' }, payload: undefined };
    const { action } = await createAction(app, caller, { ...proposal, callback_url: 'https://receiver.example/' });
    const { decision } = await decideAction(app, caller, action.id, { verdict: 'approve' });
    world.wind(1);
    return decision?.decided_at ?? 0;
  };
  const figures = async (asked: { kind?: string; created_by?: string }) => {
    const { since, deliveries } = await readStats(app, caller, { days: 7, ...asked });
    const { pending, counted_since } = deliveries;
    return { pending, counted_since: counted_since === since ? 'all' : counted_since };
  };

  await told('rare');
  const busy = await told('busy');
  assert.deepEqual(await figures({ kind: 'rare' }), { pending: 1, counted_since: 'all' });

  // Each as if a moment later, of the same action.
  const sql = `WITH RECURSIVE numbers(n) AS (SELECT 10001 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${10_000 + LOOKED_AT})
    INSERT INTO deliveries (project_id, id, action_id, created_at, ${COPIED})
    SELECT project_id, id || n, action_id, created_at, ${COPIED} FROM deliveries, numbers WHERE created_at = ${busy}`;
  await inTransaction(app, (tx) => tx.run({ sql, parameters: [] }));
  assert.deepEqual(await figures({ kind: 'rare' }), { pending: 0, counted_since: busy });
  assert.deepEqual(await figures({ created_by: 'key_2' }), { pending: 0, counted_since: busy });
  assert.deepEqual(await figures({ kind: 'busy' }), { pending: 2000, counted_since: busy });

  await told('rare');
  assert.deepEqual(await figures({ kind: 'rare' }), { pending: 1, counted_since: busy });
});
