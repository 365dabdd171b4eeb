// Covers the signature headers of webhooks (6.2): HMAC over timestamp, nonce and raw body with the project's secret.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide } from './action-steps.ts';
import { assertStatus, call, type JsonObject, text, unhurried } from './client.ts';
import { serviceTime } from './key-steps.ts';
import {
  answersTaken,
  bodyOf,
  closeReceivers,
  header,
  nthPost,
  type Post,
  startReceiver,
  webhookSecret,
} from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await closeReceivers();
  await service.stop();
});

function signature(post: Post, secret: string): string {
  const start = `${header(post, 'x-service-timestamp')}.${header(post, 'x-service-nonce')}.`;
  return `sha256=${createHmac('sha256', secret).update(start).update(post.raw).digest('hex')}`;
}

function assertSigned(post: Post, secret: string): void {
  assert.equal(header(post, 'x-service-signature'), signature(post, secret));
}

async function rotate(key?: string): Promise<void> {
  assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret', { key }), 200);
}

/** The webhook of a new action, decided at once. */
async function webhook(fields: JsonObject = {}, decision: JsonObject = { decision: 'approve' }): Promise<Post> {
  const receiver = await startReceiver();
  const id = await createAction(service, { ...fields, callback_url: receiver.url });
  assertStatus(await decide(service, id, decision), 200);
  return nthPost(receiver, 1);
}

async function assertSentNow(post: Post): Promise<void> {
  const now = await serviceTime(service);
  assert.match(header(post, 'x-service-timestamp'), /^[0-9]+$/);
  assert.ok(Math.abs(Number(header(post, 'x-service-timestamp')) - now) <= 10, `sent near ${now}`);
}

test('6.2: a webhook carries the three headers in their form', async () => {
  const post = await webhook();
  assert.match(header(post, 'x-service-signature'), /^sha256=[0-9a-f]{64}$/);
  assert.match(header(post, 'x-service-timestamp'), /^[0-9]+$/);
  assert.match(header(post, 'x-service-nonce'), /^[0-9a-f]+$/i);
});

for (const decision of ['approve', 'reject']) {
  test(`6.2: the webhook of ${decision} is signed with the secret of GET /project`, async () => {
    assertSigned(await webhook({}, { decision }), await webhookSecret(service));
  });
}

test('6.2: the webhook of an approval with an edit is signed with the secret of GET /project', async () => {
  const edited = { 'preview.body': `Edited ${text(32)}` };
  const post = await webhook({ editable: ['preview.body'] }, { decision: 'approve', edited });
  assertSigned(post, await webhookSecret(service));
});

test('6.2: the webhook of an expiry is signed and sent at its own time', async () => {
  const receiver = await startReceiver();
  await createAction(service, { expires_in: 300, callback_url: receiver.url });
  service.wind(420);
  const post = await nthPost(receiver, 1);
  assert.equal(bodyOf(post)['status'], 'expired');
  assertSigned(post, await webhookSecret(service));
  await assertSentNow(post);
});

for (const [label, body] of [
  ['umlauts', 'Größe, naïve, Łódź'],
  ['Chinese and Arabic', '你好 مرحبا'],
  ['emoji beyond the basic plane', '🙂👩‍👩‍👧‍👦𝄞'],
  ['combining characters, not normalised', 'e\u0301 \u00e9'],
  ['separators and controls', '\u2028\u2029\u0001\u001f\u007f\r\n"\\/'],
  ['262144 non-ASCII characters', 'ß'.repeat(262_144)],
] as const) {
  test(`6.2: a body with ${label} is signed over its raw bytes and arrives as it was`, async () => {
    const post = await webhook({ preview: { body } });
    assertSigned(post, await webhookSecret(service));
    assert.deepEqual(bodyOf(post)['final_preview'], { format: 'plain', body });
  });
}

test('6.2: a non-ASCII edit is signed over the raw bytes of body and diff', async () => {
  const body = 'après 🙂\n';
  const post = await webhook(
    { preview: { body: 'avant – déjà\n' }, editable: ['preview.body'] },
    { decision: 'approve', edited: { 'preview.body': body } },
  );
  assertSigned(post, await webhookSecret(service));
  assert.deepEqual(bodyOf(post)['final_preview'], { format: 'plain', body });
});

test('6.2: the nonce is unique per request', async () => {
  const receiver = await startReceiver();
  for (let index = 0; index < 12; index += 1) {
    const id = await createAction(service, { callback_url: receiver.url });
    assertStatus(await decide(service, id, { decision: index % 2 === 0 ? 'approve' : 'reject' }), 200);
  }
  await nthPost(receiver, 12);
  assert.equal(new Set(receiver.posts.map((post) => header(post, 'x-service-nonce'))).size, 12);
  const secret = await webhookSecret(service);
  for (const post of receiver.posts) {
    assertSigned(post, secret);
  }
});

test('6.2: the timestamp is the service time when sent', async () => {
  await assertSentNow(await webhook());
  service.wind(864_000);
  await assertSentNow(await webhook());
});

test('6.2: a retry has a nonce, a timestamp and a valid signature of its own, and the same content', async () => {
  const receiver = await startReceiver(500);
  const id = await createAction(service, { callback_url: receiver.url });
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  const first = await nthPost(receiver, 1);
  receiver.answer = 200;
  await answersTaken();
  service.wind(189);
  const second = await nthPost(receiver, 2);
  const secret = await webhookSecret(service);
  assertSigned(first, secret);
  assertSigned(second, secret);
  assert.notEqual(header(second, 'x-service-nonce'), header(first, 'x-service-nonce'));
  assert.notEqual(header(second, 'x-service-signature'), header(first, 'x-service-signature'));
  await assertSentNow(second);
  assert.deepEqual(bodyOf(second), bodyOf(first));
});

test('6.2: after a rotation a webhook is signed with the new secret and not with the old', async () => {
  const old = await webhookSecret(service);
  await rotate();
  const secret = await webhookSecret(service);
  const post = await webhook();
  assertSigned(post, secret);
  assert.notEqual(header(post, 'x-service-signature'), signature(post, old));
});

test('6.2: an action created before a rotation and decided after it is signed with the new secret', async () => {
  const receiver = await startReceiver();
  const id = await createAction(service, { callback_url: receiver.url });
  await rotate();
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  assertSigned(await nthPost(receiver, 1), await webhookSecret(service));
});

test('6.2: a retry after a rotation is signed with the new secret', async () => {
  const receiver = await startReceiver(503);
  const id = await createAction(service, { callback_url: receiver.url });
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  assertSigned(await nthPost(receiver, 1), await webhookSecret(service));
  await rotate();
  receiver.answer = 200;
  await answersTaken();
  service.wind(189);
  assertSigned(await nthPost(receiver, 2), await webhookSecret(service));
});

test('6.2, 5.2: each project signs with its own secret, whatever the other rotates', async () => {
  const other = (await service.newProject('signing')).adminKey;
  const secret = await webhookSecret(service, other);
  await rotate();
  const receiver = await startReceiver();
  const id = await createAction(service, { callback_url: receiver.url }, other);
  assertStatus(await decide(service, id, { decision: 'approve' }, other), 200);
  const post = await nthPost(receiver, 1);
  assertSigned(post, secret);
  assert.notEqual(header(post, 'x-service-signature'), signature(post, await webhookSecret(service)));
});

test('6.2: the secret itself is in no header and not in the body', async () => {
  const post = await webhook();
  const secret = await webhookSecret(service);
  assert.ok(!JSON.stringify(post.headers).includes(secret));
  assert.ok(!post.raw.includes(secret));
});
