// Covers push_action of what was decided already (4.1): the original action, status pending; and racing calls.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { allIds, decide, statusOf } from './action-steps.ts';
import { assertStatus, text, unhurried } from './client.ts';
import { connect } from './tool-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

for (const decision of ['approve', 'reject']) {
  test(`4.1 push_action: the same key after ${decision} returns the original action, and status pending as always`, async () => {
    const agent = await connect(service);
    const preview = { format: 'text', body: 'Again' };
    const input = { kind: 'law', title: 'Again', preview, idempotency_key: text(32) };
    const { action_id: id } = await agent.use('push_action', input);
    assertStatus(await decide(service, String(id), { decision }), 200);
    const again = await agent.use('push_action', input);
    assert.equal(again['action_id'], id);
    assert.equal(again['status'], 'pending');
    assert.equal(await statusOf(service, String(id)), decision === 'approve' ? 'approved' : 'rejected');
  });
}

test('4.1 push_action: calls racing with one idempotency_key create exactly one action', async () => {
  const agent = await connect(service);
  const earlier = (await allIds(service)).length;
  const input = { kind: 'law', title: 'Race', preview: { format: 'text', body: 'Race' }, idempotency_key: text(32) };
  const outputs = await Promise.all(Array.from({ length: 6 }, async () => agent.use('push_action', input)));
  assert.equal(new Set(outputs.map((output) => output['action_id'])).size, 1);
  assert.equal((await allIds(service)).length, earlier + 1);
});
