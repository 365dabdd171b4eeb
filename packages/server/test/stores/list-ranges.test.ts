// A page of a list costs what is on it, whatever is stored: each filter, and any two of them together, is a range of an index.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ACTION_STATUSES, type ActionStatus } from '@countersign/contract';
import type { Caller } from '../../src/app.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import {
  type ActionFilter,
  findActionRows,
  listActionRows,
  listActionSizes,
} from '../../src/features/actions/list-store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { engine } from '../support/databases.ts';
import { givenApp } from '../support/open-app.ts';
import { plansOf } from '../support/query-plans.ts';
import { runSql } from '../support/sql.ts';

const KINDS = ['deploy', 'mail'];
const NOW = 5000;
const OF_EACH = 4;

interface Kept {
  readonly id: string;
  readonly kind: string;
  readonly status: ActionStatus;
  readonly over: boolean;
}

/** Of each kind and status some, of which half are past their time. */
async function givenStored(t: TestContext) {
  const { app, database } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Listed'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const kept: Kept[] = [];
  for (let n = 0; n < OF_EACH; n++) {
    for (const kind of KINDS) {
      for (const status of ACTION_STATUSES) {
        const proposal = { kind, title: `${kind} ${status} ${n}`, preview: { body: 'x' }, payload: undefined };
        const { id } = (await createAction(app, caller, proposal)).action;
        const over = n % 2 === 0;
        kept.push({ id, kind, status, over });
        const expires_at = over ? NOW - n : NOW + 1 + n;
        await runSql(
          database,
          `UPDATE actions SET status = '${status}', expires_at = ${expires_at} WHERE id = '${id}'`,
        );
      }
    }
  }
  return { app, project_id, kept: kept.toReversed() };
}

/** As a list has it: past its time, what is pending has expired. */
const isAs = ({ status, over }: Kept, wanted: ActionStatus | undefined) =>
  wanted === undefined || wanted === (status === 'pending' && over ? 'expired' : status);

const IDS = ({ id }: { readonly id: string }) => id;

test('each list has what its filters say, newest first, and goes on where the page before it ended', async (t) => {
  const { app, project_id, kept } = await givenStored(t);
  for (const status of [undefined, ...ACTION_STATUSES]) {
    for (const kind of [undefined, ...KINDS]) {
      const wanted = kept.filter((one) => isAs(one, status) && (kind ?? one.kind) === one.kind).map(IDS);
      const what = `${kind} ${status}`;
      const filter: ActionFilter = { project_id, kind, status };
      const all = await listActionRows(app.reader, filter, { now: NOW, limit: 100 });
      assert.deepEqual(all.map(IDS), wanted, what);
      const [sizes, found] = [
        await listActionSizes(app.reader, filter, { now: NOW, limit: 3 }),
        await findActionRows(app.reader, filter, { now: NOW, ids: kept.map(IDS) }),
      ];
      assert.deepEqual(sizes.map(IDS), wanted.slice(0, 3), what);
      assert.deepEqual(found.map(IDS), wanted, what);
      const next = await listActionRows(app.reader, { ...filter, before: wanted[1] }, { now: NOW, limit: 2 });
      assert.deepEqual(next.map(IDS), wanted.slice(2, 4), what);
    }
  }
});

const COPIED = `title, preview_format, digest, created_at, updated_at, created_by_type, created_by_id, created_by_name,
  approvals_required, approvals_given, step_up, untrusted, editable, create_hash, flags, calm, snippet, preview_body`;

/** Many that were carried out, of one kind, and many that wait, of another. */
async function givenMany(t: TestContext) {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Many'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const proposal = { kind: 'none', title: 'One', preview: { body: 'x' }, payload: undefined };
  const { id } = (await createAction(app, caller, proposal)).action;
  const copies = (kind: string, status: ActionStatus) => `
    WITH RECURSIVE numbers(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
    INSERT INTO actions (project_id, id, kind, status, expires_at, ${COPIED})
    SELECT project_id, id || '${kind}' || n, '${kind}', '${status}', ${NOW} + n, ${COPIED} FROM actions, numbers WHERE id = '${id}'`;
  for (const sql of [copies('deploy', 'executed'), copies('mail', 'pending'), 'ANALYZE']) {
    await inTransaction(app, (tx) => tx.run({ sql, parameters: [] }));
  }
  return { app, project_id };
}

/** What each engine says of a range of both. */
const OF_KIND_AND_STATUS = {
  sqlite: /actions_kind \(.*kind=\? AND status=\?/,
  postgres: /actions_kind.*kind = .*status = /,
};
/** What expires until then, and has not been noticed. */
const UNNOTICED = { sqlite: /actions_inbox \(.*expires_at<\?\)/, postgres: /Index Cond: [^"]*expires_at <= / };

test('a kind and a status together are one range, and what nobody noticed is not looked for among all that waits', async (t) => {
  const { app, project_id } = await givenMany(t);
  const plansFor = (filter: Partial<ActionFilter>) =>
    plansOf(app, async (reader) => {
      await listActionRows(reader, { project_id, ...filter }, { now: NOW, limit: 3 });
      await listActionSizes(reader, { project_id, ...filter }, { now: NOW, limit: 3 });
    });
  for (const status of ['pending', 'rejected', 'executed'] as const) {
    const plans = await plansFor({ kind: 'deploy', status });
    for (const plan of JSON.parse(plans)) assert.match(JSON.stringify(plan), OF_KIND_AND_STATUS[engine], status);
  }
  for (const kind of [undefined, 'mail']) {
    const plans = await plansFor({ kind, status: 'expired' });
    for (const plan of JSON.parse(plans)) assert.match(JSON.stringify(plan), UNNOTICED[engine], kind ?? 'of any kind');
  }
});
