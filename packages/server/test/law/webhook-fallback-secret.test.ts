// Covers the setting WEBHOOK_SECRET (6.2): only a fallback, never used where the project has a secret of its own.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide } from './action-steps.ts';
import { assertStatus, call, text, unhurried } from './client.ts';
import { closeReceivers, header, nthPost, type Post, startReceiver, webhookSecret } from './webhook-steps.ts';

const fallback = text(32);

let service: Service;

before(async () => {
  const environment = { WEBHOOK_SECRET: fallback };
  service = await startService({ ...unhurried, allowPrivateTargets: true, environment });
});

after(async () => {
  await closeReceivers();
  await service.stop();
});

function signature(post: Post, secret: string): string {
  const start = `${header(post, 'x-service-timestamp')}.${header(post, 'x-service-nonce')}.`;
  return `sha256=${createHmac('sha256', secret).update(start).update(post.raw).digest('hex')}`;
}

async function webhook(key?: string): Promise<Post> {
  const receiver = await startReceiver();
  const id = await createAction(service, { callback_url: receiver.url }, key);
  assertStatus(await decide(service, id, { decision: 'approve' }, key), 200);
  return nthPost(receiver, 1);
}

test('6.2: with WEBHOOK_SECRET set every project still has a webhook_secret of its own', async () => {
  const { adminKey } = await service.newProject('other');
  const secrets = [await webhookSecret(service), await webhookSecret(service, adminKey), fallback];
  assert.equal(new Set(secrets).size, 3);
});

test('6.2: with WEBHOOK_SECRET set a webhook is signed with the secret of its project, not with the fallback', async () => {
  const post = await webhook();
  assert.equal(header(post, 'x-service-signature'), signature(post, await webhookSecret(service)));
  assert.notEqual(header(post, 'x-service-signature'), signature(post, fallback));
});

test('6.2: with WEBHOOK_SECRET set a rotated secret signs, and the fallback does not', async () => {
  const { adminKey: key } = await service.newProject('rotated');
  assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret', { key }), 200);
  const post = await webhook(key);
  assert.equal(header(post, 'x-service-signature'), signature(post, await webhookSecret(service, key)));
});
