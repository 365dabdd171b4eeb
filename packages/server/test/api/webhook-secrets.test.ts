// The signing secret is replaced while webhooks go out: none is lost, none is signed with what nobody knows.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { givenService, proposal } from '../support/given.ts';
import { givenReceiver, type Received } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const CREATES = 60;

function serviceSignature({ headers, body }: Received, secret: string): boolean {
  const text = `${headers['x-service-timestamp']}.${headers['x-service-nonce']}.${body}`;
  return headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
}

function standardSignatures({ headers, body }: Received, secrets: readonly string[]): string {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return secrets
    .map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ');
}

test('rotated under load: every delivery arrives and verifies; a day later only the new secret signs', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  const { webhook_secret: old = '' } = await admin.getProject();
  const decide = async () => {
    const { id } = await admin.createAction(proposal({ callback_url: receiver.url }));
    await admin.decideAction(id, { decision: 'approve' });
    return id;
  };
  const during = Array.from({ length: CREATES }, decide);
  const { webhook_secret: fresh } = await admin.rotateWebhookSecret();
  const after = Array.from({ length: CREATES }, decide); // decided when the rotation had been answered
  const idsAfter = new Set(await Promise.all(after));
  await Promise.all(during);
  await receiver.count(2 * CREATES);

  for (const post of receiver.received) {
    const { action_id } = JSON.parse(post.body) as { action_id: string };
    const isNew = serviceSignature(post, fresh);
    assert.ok(isNew || (!idsAfter.has(action_id) && serviceSignature(post, old)), action_id);
    assert.equal(post.headers['webhook-signature'], standardSignatures(post, isNew ? [fresh, old] : [old]));
  }
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2 * CREATES);

  service.wind(86_400 + 1);
  await decide();
  await receiver.count(2 * CREATES + 1);
  const last = receiver.received.at(-1);
  assert.ok(last && serviceSignature(last, fresh));
  assert.equal(last.headers['webhook-signature'], standardSignatures(last, [fresh]));
});

test('rotated again within the day, because the answer was lost: what receivers know still verifies for a day', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  const { webhook_secret: known = '' } = await admin.getProject();
  const lost = await admin.rotateWebhookSecret();
  const { webhook_secret: fresh, previous_valid_until } = await admin.rotateWebhookSecret();
  assert.ok(previous_valid_until >= lost.previous_valid_until);
  const nextPost = async (after: number): Promise<Received> => {
    const { id } = await admin.createAction(proposal({ callback_url: receiver.url }));
    await admin.decideAction(id, { decision: 'approve' });
    await receiver.count(after + 1);
    return receiver.received.at(-1) ?? assert.fail();
  };
  const post = await nextPost(0);
  assert.ok(serviceSignature(post, fresh));
  assert.equal(post.headers['webhook-signature'], standardSignatures(post, [fresh, lost.webhook_secret, known]));

  for (let n = 0; n < 10; n++) await admin.rotateWebhookSecret();
  const many = await nextPost(1);
  assert.equal(
    String(many.headers['webhook-signature']).split(' ').length,
    5,
    'however often, no webhook grows for ever',
  );

  service.wind(86_400 + 1);
  const { webhook_secret: last = '' } = await admin.getProject();
  const later = await nextPost(2);
  assert.equal(later.headers['webhook-signature'], standardSignatures(later, [last]));
});

test('a retry after a rotation carries the secrets of the day it is sent', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  const { webhook_secret: old = '' } = await admin.getProject();
  receiver.answerWith(503);
  const { id } = await admin.createAction(proposal({ callback_url: receiver.url }));
  await admin.decideAction(id, { decision: 'approve' });
  await receiver.count(1);
  assert.ok(receiver.received[0] && serviceSignature(receiver.received[0], old));
  const { webhook_secret: fresh } = await admin.rotateWebhookSecret();
  await until(async () => (await admin.getAction(id)).webhook_delivery?.status === 'retry', 'the failure is kept');
  service.wind(67);
  await receiver.count(2);
  const [, retry] = receiver.received;
  assert.ok(retry && serviceSignature(retry, fresh));
  assert.equal(retry.headers['webhook-signature'], standardSignatures(retry, [fresh, old]));
});
