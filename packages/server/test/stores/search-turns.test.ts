// The search index takes something of every project in turn: whoever proposes much keeps nobody else out of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAction } from '../../src/features/actions/create-action.ts';
import { makeIndexer } from '../../src/features/actions/searching/index-actions.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

test('a project that proposes more than can be indexed keeps no other out of the index', async (t) => {
  const { app } = await givenApp(t);
  const projects = await inTransaction(app, async (tx) => {
    const ids: string[] = [];
    for (const name of ['Flood', 'Other', 'Third']) ids.push((await createProject(tx, name)).id);
    return ids.toSorted();
  });
  const propose = (project_id: string, title: string, body: string) => {
    const agent = { type: 'key', id: `key_${project_id}`, name: 'agent', project_id, scopes: ['actions'] } as const;
    return createAction(app, agent, { kind: 'k', title, preview: { body }, payload: undefined });
  };
  const [flood = '', other = '', third = ''] = projects;
  const large = 'large enough for two '.repeat(5000);
  for (const [n, project_id] of [flood, flood, other, third].entries()) {
    await propose(project_id, `Action ${n}`, project_id === flood ? large : 'small');
  }
  const waiting = async () => {
    const rows = await app.reader.q.selectFrom('search_pending').select('project_id').execute();
    return projects.filter((id) => rows.some(({ project_id }) => project_id === id));
  };
  const indexActions = makeIndexer();
  await indexActions(app); // some of the first
  assert.deepEqual(await waiting(), projects);
  await propose(flood, 'More of it', large);
  await indexActions(app);
  assert.deepEqual(await waiting(), [flood]);
  while ((await indexActions(app)) !== Number.POSITIVE_INFINITY);
  assert.deepEqual(await waiting(), []);
});
