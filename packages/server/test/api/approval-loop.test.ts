// The whole loop, as an agent and a reviewer live it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import { startService } from '../support/start-service.ts';

test('an action is proposed, approved with an edit, claimed, executed and read', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
  const { key } = await admin.createKey({ name: 'agent', scopes: ['actions'] });
  const agent = new Countersign({ baseUrl: service.baseUrl, apiKey: key });

  const created = await agent.createAction({
    kind: 'mail.send',
    title: 'Answer Ana',
    preview: { format: 'markdown', body: 'Dear Ana,\n\nyes.\n' },
    payload: { to: 'ana@example.com' },
    editable: ['preview.body', 'payload.to'],
  });
  assert.equal(created.status, 'pending');
  assert.equal(created.inbox_url, `${service.running.url}/a/${created.id}`);

  const waiting = agent.getAction(created.id, { wait: 30 });
  const decided = await admin.decideAction(
    created.id,
    { decision: 'approve', edited: { preview: { body: 'Dear Ana,\n\nno.\n' }, 'payload.to': 'ana@example.org' } },
    { digest: created.digest },
  );
  assert.deepEqual(decided.final_preview, { format: 'markdown', body: 'Dear Ana,\n\nno.\n' });
  assert.match(
    decided.diff ?? '',
    /^--- preview\.body\n\+\+\+ preview\.body\n@@ -1,3 \+1,3 @@\n Dear Ana,\n \n-yes\.\n\+no\.\n/,
  );

  const seen = await waiting;
  assert.equal(seen.status, 'approved');
  assert.deepEqual(seen.payload, { to: 'ana@example.org' });
  assert.deepEqual(seen.original_payload, { to: 'ana@example.com' });
  assert.deepEqual(seen.decision?.edited_fields, ['preview.body', 'payload.to']);
  assert.equal(seen.preview.body, 'Dear Ana,\n\nyes.\n');

  await agent.claimAction(created.id);
  await agent.reportResult(created.id, { status: 'executed', detail: 'sent' });
  const done = await agent.getAction(created.id);
  assert.equal(done.status, 'executed');
  assert.equal(done.result?.detail, 'sent');

  const events = (await admin.listAudit({ entity_id: created.id })).items.map(({ event }) => event);
  assert.deepEqual(events, ['action.executed', 'action.claimed', 'action.approved', 'action.created']);
});
