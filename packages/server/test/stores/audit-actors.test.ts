// The audit log by who did it: also someone outside, of whom the chain itself has no more than the platform.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decider } from '../../src/app.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { listAudit } from '../../src/features/audit/read-audit.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';
import { plansOf } from '../support/query-plans.ts';

test('what someone outside did is found by the id that the log shows of them, and nothing of others is', async (t) => {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Audited'));
  const agent = { type: 'key', id: 'key_1', name: 'agent', project_id, scopes: ['actions'] } as const;
  const decide = async (id: string, comment: string) => {
    const decider: Decider = { type: 'external', id, name: id, project_id };
    const preview = { body: `${id} ${comment}` };
    const { action } = await createAction(app, agent, { kind: 'k', title: 'T', preview, payload: undefined });
    await decideAction(app, decider, action.id, { verdict: 'approve', channel: 'slack', comment });
    return action.id;
  };
  const ana = await decide('slack:U_A', 'as asked');
  await decide('slack:U_B', 'not by "named_actor":"slack:U_A"');
  await decide('slack:u_a', 'in small letters');
  await decide('slack:UxA', 'as a pattern would have it');

  const actionsOf = async (actor: string) =>
    (await listAudit(app, project_id, { actor })).items.map(({ action_id }) => action_id);
  assert.deepEqual(await actionsOf('slack:U_A'), [ana]);
  assert.deepEqual(await actionsOf('slack:U_C'), []);
  assert.deepEqual(await actionsOf('discord:U_A'), []);
  assert.equal((await actionsOf('slack')).length, 4);
});

test('what someone outside did is looked for among what they did, not among all of their platform', async (t) => {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Audited'));
  const [audit, values] = [
    `INSERT INTO audit (project_id, id, event, entity_id, actor_type, actor_id, created_at)
     SELECT '${project_id}', 'evt_' || n, 'action.approved', 'act_1', 'external', 'slack', n FROM numbers`,
    `INSERT INTO audit_values (project_id, audit_id, salt, value, named_actor)
     SELECT '${project_id}', 'evt_' || n, 'salt', '{}', 'slack:U' || (n % 100) FROM numbers`,
  ].map((insert) => {
    const numbers = 'WITH RECURSIVE numbers(n) AS (SELECT 10000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 13000)';
    return insert.replace('SELECT', `${numbers} SELECT`);
  });
  for (const sql of [audit ?? '', values ?? '', 'ANALYZE']) {
    await inTransaction(app, (tx) => tx.run({ sql, parameters: [] }));
  }
  const plans = await plansOf(app, async (reader) => {
    const { items } = await listAudit({ ...app, reader }, project_id, { actor: 'slack:U7', limit: 10 });
    assert.equal(items.length, 10);
  });
  assert.match(plans, /audit_values_actor/);
  assert.doesNotMatch(plans, /sort|temp b-tree/i);
});
