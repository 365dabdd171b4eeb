// What somebody snoozed is counted out of what waits for them: by an index, however much they snoozed before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countByKind } from '../../src/features/actions/inbox/inbox-store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';
import { plansOf } from '../support/query-plans.ts';

test('what is over of what somebody snoozed is not looked at', async (t) => {
  const { app } = await givenApp(t);
  const over = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
    SELECT 'prj_1', 'act_' || n, 'rev_1', n FROM numbers`;
  for (const sql of [`INSERT INTO snoozes (project_id, action_id, reviewer_id, until) ${over}`, 'ANALYZE']) {
    await inTransaction(app, (tx) => tx.run({ sql, parameters: [] }));
  }
  const filter = { project_id: 'prj_1', now: 5000, awakeFor: 'rev_1' };
  const plans = await plansOf(app, (reader) => countByKind(reader, filter, 6000));
  assert.match(plans, /snoozes_of_reviewer.*until ?>/);
});
