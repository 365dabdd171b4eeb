// Approvals by several, counted while they are taken back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveApproval } from '../../src/features/actions/approval-store.ts';
import { findAction } from '../../src/features/actions/store.ts';
import { withdrawApprovals } from '../../src/features/actions/withdraw-approvals.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { saveReviewer } from '../../src/features/people/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { givenService } from '../support/given.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { givenPerson } from '../support/people.ts';

test('one that the next approver takes back while it is withdrawn is counted down once', async (t) => {
  const { service, admin } = await givenService(t);
  const { app, firstStart } = service.running;
  const project_id = firstStart?.project_id ?? '';
  const { id: action_id } = await admin.createAction({ kind: 'k', title: 'Of several', preview: { body: 'x' } });
  const approve = (tx: Tx, decider_id: string) => {
    const from = { decider_type: 'reviewer', decider_name: 'One', channel: 'web', comment: null, given_at: tx.now };
    return saveApproval(tx, { project_id, action_id, id: `apr_${decider_id}`, decider_id, ...from });
  };
  const { id: gone } = await givenPerson(service, 'reviewer');
  await inTransaction(app, async (tx) => {
    await approve(tx, gone);
    await approve(tx, 'rev_there');
    await saveReviewer(tx, { project_id, id: gone }, { role: 'viewer' });
  });

  const withdrawn = await overtakenBy(
    service,
    async (tx) => assert.deepEqual(await approve(tx, 'rev_next'), { given: 2, taken_back: 1 }),
    () => inTransaction(app, (tx) => withdrawApprovals(tx, operatorOf(project_id), gone)),
  );

  assert.equal((await findAction(app.reader, project_id, action_id))?.approvals_given, 2);
  assert.equal(withdrawn, 0);
});
