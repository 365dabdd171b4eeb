// Many decided at once: what is answered is true of each, also when one of them fails in a way that nobody thought of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App, Caller } from '../../src/app.ts';
import { bulkDecide } from '../../src/features/actions/bulk-decide.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { findAction } from '../../src/features/actions/store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

test('one that fails keeps no other from being decided, nor its answer from being told', async (t) => {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Many'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const made = await Promise.all(
    ['One', 'Two', 'Three'].map((title) =>
      createAction(app, caller, { kind: 'k', title, preview: { body: 'x' }, payload: undefined }),
    ),
  );
  const ids = made.map(({ action }) => action.id);
  let number = 0;
  const transaction: App['storage']['transaction'] = (work) =>
    ++number === 2 ? Promise.reject(new Error('planted: a fault of ours')) : inTransaction(app, work);
  const failing: App = { ...app, storage: { ...app.storage, transaction } };
  const answer = await bulkDecide(failing, caller, { ids, verdict: 'approve' });
  const statuses = await Promise.all(ids.map(async (id) => (await findAction(app.reader, project_id, id))?.status));
  assert.deepEqual(statuses, ['approved', 'pending', 'approved']);
  assert.deepEqual(answer, {
    results: [
      { id: ids[0], ok: true, status: 'approved' },
      { id: ids[1], ok: false, error: 'internal' },
      { id: ids[2], ok: true, status: 'approved' },
    ],
    succeeded: 2,
    failed: 1,
  });
});
