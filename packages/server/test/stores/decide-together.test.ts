// Decisions that come together, and with them those who want to know what was decided: on SQLite they may share a commit, before
// which receipts are still being signed.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Caller } from '../../src/app.ts';
import type { Problem } from '../../src/base/problem.ts';
import { claimAction } from '../../src/features/actions/claim-action.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { findDecision } from '../../src/features/actions/store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

async function given(t: TestContext, count: number) {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Together'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['actions'] };
  const propose = (title: string) =>
    createAction(app, caller, { kind: 'k', title, preview: { body: 'x' }, payload: undefined });
  const actions = await Promise.all(Array.from({ length: count }, (_, i) => propose(`Action ${i}`)));
  return { app, caller, ids: actions.map(({ action }) => action.id) };
}

test('of several decisions of one action one is made, and the others are told whose and when', async (t) => {
  const { app, caller, ids } = await given(t, 1);
  const [id = ''] = ids;
  const verdict = { verdict: 'approve' } as const;
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => decideAction(app, caller, id, verdict)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as Problem);
  assert.equal(refused.length, 3);
  for (const { code, facts } of refused) {
    assert.equal(code, 'already_decided');
    assert.match(facts.detail ?? '', /was approved \d+ s ago by one/);
    assert.equal(facts.decided_by_you, true);
  }
});

test('each is answered with the receipt that is kept, and a claim beside it with the same', async (t) => {
  const { app, caller, ids } = await given(t, 12);
  const deciding = ids.map((id) => decideAction(app, caller, id, { verdict: 'approve' }));
  const claiming = Promise.allSettled(ids.map((id) => claimAction(app, caller, id, {}))); // some may be before their decision
  const receipts = (await Promise.all(deciding)).map(({ decision }) => decision?.receipt);
  assert.equal(new Set(receipts).size, ids.length);
  for (const [i, claim] of (await claiming).entries()) {
    const kept = await findDecision(app.reader, { project_id: caller.project_id, id: ids[i] } as never);
    assert.equal(kept?.receipt, receipts[i]);
    if (claim.status === 'fulfilled') assert.equal(claim.value.receipt, receipts[i]);
    else assert.equal((claim.reason as Problem).code, 'not_approved');
  }
});

test('a receipt that cannot be signed leaves the action as it was', async (t) => {
  const { app, caller, ids } = await given(t, 1);
  const [id = ''] = ids;
  const signer = { ...app.signer, receipt: () => Promise.reject(new Error('no key')) };
  await assert.rejects(decideAction({ ...app, signer }, caller, id, { verdict: 'approve' }));
  const { action } = await decideAction(app, caller, id, { verdict: 'reject' });
  assert.equal(action.status, 'rejected');
});
