// Webhooks, to a real receiver: what is sent, how it is signed, and what becomes of each answer. Spec 3.4, 6.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import { attempted } from '../support/attempts.ts';
import { type Given, givenService, problem, proposal } from '../support/given.ts';
import { givenReceiver } from '../support/receiver.ts';

const open = { allowPrivateTargets: true };

async function given(t: Parameters<typeof givenService>[0]): Promise<Given & Awaited<ReturnType<typeof setUp>>> {
  const service = await givenService(t, open);
  return { ...service, ...(await setUp(t, service.admin)) };
}

async function setUp(t: Parameters<typeof givenService>[0], admin: Countersign) {
  const receiver = await givenReceiver(t);
  const { id } = await admin.createAction(proposal({ callback_url: receiver.url, editable: ['preview.body'] }));
  return { receiver, id };
}

/** The delivery, once so many attempts have been written down. */
async function settled(admin: Countersign, id: string, attempts: number) {
  return (await attempted(admin, id, attempts)).delivery;
}

test('an approval is posted once, signed, with the edited content; nothing is posted before it', async (t) => {
  const { admin, receiver, id } = await given(t);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(receiver.received.length, 0);
  await admin.decideAction(id, { decision: 'approve', edited: { 'preview.body': 'Do it well – 漢字.' } });
  await receiver.count(1);
  const [post] = receiver.received;
  assert.ok(post);
  const event = JSON.parse(post.body);
  assert.deepEqual(Object.keys(event), [
    'event',
    'action_id',
    'status',
    'decided_at',
    'verdict',
    'final_preview',
    'diff',
  ]);
  assert.partialDeepStrictEqual(event, {
    event: 'action.updated',
    action_id: id,
    status: 'approved',
    verdict: 'approve',
    final_preview: { format: 'plain', body: 'Do it well – 漢字.' },
  });
  assert.match(event.diff, /^--- preview\.body\n/);

  const { webhook_secret = '' } = await admin.getProject();
  const timestamp = String(post.headers['x-service-timestamp']);
  const nonce = String(post.headers['x-service-nonce']);
  const expected = createHmac('sha256', webhook_secret).update(`${timestamp}.${nonce}.${post.body}`).digest('hex');
  assert.equal(post.headers['x-service-signature'], `sha256=${expected}`);
  assert.equal(post.headers['content-type'], 'application/json');
  const delivery = await settled(admin, id, 1);
  assert.partialDeepStrictEqual(delivery, { status: 'delivered', attempt: 1, max_attempts: 6, last_status_code: 200 });
  assert.equal(post.headers['webhook-id'], delivery.id);
});

test('a rejection and an expiry carry no preview and no diff, an expiry no verdict', async (t) => {
  const { service, admin, receiver, id } = await given(t);
  await admin.decideAction(id, { decision: 'reject' });
  await receiver.count(1);
  assert.deepEqual(Object.keys(JSON.parse(receiver.received[0]?.body ?? '{}')), [
    'event',
    'action_id',
    'status',
    'decided_at',
    'verdict',
  ]);

  const late = await admin.createAction(proposal({ callback_url: receiver.url, expires_in: 300 }));
  service.wind(301);
  await receiver.count(2);
  assert.deepEqual(JSON.parse(receiver.received[1]?.body ?? '{}'), {
    event: 'action.updated',
    action_id: late.id,
    status: 'expired',
  });
  assert.equal((await admin.listAudit({ entity_id: late.id })).items[0]?.event, 'action.expired');
});

test('a receiver that never accepts gets six attempts on the ladder, same id and bytes, then the dead-letter queue', async (t) => {
  const { service, admin, receiver, id } = await given(t);
  receiver.answerWith(503);
  await admin.decideAction(id, { decision: 'approve' });
  for (const [made, wait] of [60, 300, 1500, 7200, 43_200].entries()) {
    const delivery = await settled(admin, id, made + 1);
    assert.partialDeepStrictEqual(delivery, { status: 'retry', attempt: made + 1, last_error: 'http_5xx' });
    const dueIn = (delivery.next_attempt_at ?? 0) - (delivery.last_attempt_at ?? 0);
    assert.ok(dueIn >= wait && dueIn <= wait * 1.1 + 1, `${dueIn} after ${wait}`);
    service.wind(dueIn + 1);
    await receiver.count(made + 2);
  }
  assert.partialDeepStrictEqual(await settled(admin, id, 6), { status: 'dlq', attempt: 6 });
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-nonce'])).size, 6);
  assert.equal((await admin.getAction(id)).status, 'approved');

  receiver.answerWith(204);
  await admin.redeliverAction(id);
  await receiver.count(7);
  assert.partialDeepStrictEqual(await settled(admin, id, 7), { status: 'delivered', attempt: 6 });
  const { items } = await admin.listDeliveries(id);
  assert.deepEqual(
    items[0]?.attempts.map(({ manual }) => manual),
    [false, false, false, false, false, false, true],
  );
});

test('410 ends it: no further attempt, and the action has no callback any more', async (t) => {
  const { service, admin, receiver, id } = await given(t);
  receiver.answerWith(410);
  await admin.decideAction(id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await settled(admin, id, 1), { status: 'gone' });
  assert.equal((await admin.getAction(id)).callback_url, undefined);
  service.wind(100_000);
  await assert.rejects(admin.redeliverAction(id), problem('validation_failed'));
  assert.equal(receiver.received.length, 1);
});

test('another address in the place of one that is gone: when it fails it can be asked again, without being named anew', async (t) => {
  const { service, admin, receiver, id } = await given(t);
  receiver.answerWith(410);
  await admin.decideAction(id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await settled(admin, id, 1), { status: 'gone' });

  const other = await givenReceiver(t);
  other.answerWith(503);
  await admin.redeliverAction(id, { callback_url: other.url });
  await other.count(1);
  assert.partialDeepStrictEqual(await settled(admin, id, 2), { last_status_code: 503 });
  service.wind(100_000);
  other.answerWith(204);
  await admin.redeliverAction(id);
  await other.count(2);
  assert.partialDeepStrictEqual(await settled(admin, id, 3), { status: 'delivered' });
  assert.equal(receiver.received.length, 1);
});

test('a redirect is not followed, a refused connection is a failed attempt like another', async (t) => {
  const { admin, receiver, id } = await given(t);
  receiver.answerWith(302);
  await admin.decideAction(id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await settled(admin, id, 1), {
    status: 'retry',
    last_error: 'http_3xx',
    last_status_code: 302,
  });
  assert.equal(receiver.received.length, 1);
  const dead = await admin.createAction(proposal({ callback_url: 'http://127.0.0.1:1/hook' }));
  await admin.decideAction(dead.id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await settled(admin, dead.id, 1), {
    status: 'retry',
    attempt: 1,
    last_error: 'connect',
  });
});

test('a name that points inside by the time of sending is not connected to', async (t) => {
  const { service, admin } = await givenService(t);
  const receiver = await givenReceiver(t);
  service.resolves('agent.example', ['93.184.216.34']);
  const url = new URL(receiver.url);
  const { id } = await admin.createAction(proposal({ callback_url: `http://agent.example:${url.port}/hook` }));
  service.resolves('agent.example', ['93.184.216.34', '127.0.0.1']);
  await admin.decideAction(id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await settled(admin, id, 1), { status: 'retry', last_error: 'target_blocked' });
  assert.equal(receiver.received.length, 0);
});

test('after a rotation a delivery is signed with the new secret, and with the old one beside it', async (t) => {
  const { admin, receiver, id } = await given(t);
  const { webhook_secret: old = '' } = await admin.getProject();
  const { webhook_secret } = await admin.rotateWebhookSecret();
  await admin.decideAction(id, { decision: 'approve' });
  await receiver.count(1);
  const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' };
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signed = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(text)
      .digest('base64')}`;
  assert.equal(headers['webhook-signature'], `${signed(webhook_secret)} ${signed(old)}`);
});

test('what was due before a restart is sent after it, once', async (t) => {
  const { service, admin, receiver, id } = await given(t);
  receiver.answerWith(500);
  await admin.decideAction(id, { decision: 'approve' });
  await settled(admin, id, 1);
  receiver.answerWith(200);
  service.wind(3 * 86_400);
  await service.restart();
  await receiver.count(2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(receiver.received.length, 2);
});
