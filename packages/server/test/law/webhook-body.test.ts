// Covers the webhook action.updated (6.1): when it is sent, and its fields for every outcome.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIdIn, createAction, decide, newAction, postAction, report } from './action-steps.ts';
import { assertRefused, assertStatus, type Json, type JsonObject, text, unhurried } from './client.ts';
import { serviceTime } from './key-steps.ts';
import {
  answersTaken,
  bodyOf,
  closeReceivers,
  header,
  nthPost,
  type Receiver,
  startReceiver,
  staysAt,
} from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await closeReceivers();
  await service.stop();
});

interface Sent {
  readonly id: string;
  readonly receiver: Receiver;
  readonly body: JsonObject;
}

/** Creates an action with a receiver, decides it and returns the webhook's body. */
async function decided(decision: JsonObject, fields: JsonObject = {}): Promise<Sent> {
  const receiver = await startReceiver();
  const id = await createAction(service, { ...fields, callback_url: receiver.url });
  assertStatus(await decide(service, id, decision), 200);
  return { id, receiver, body: bodyOf(await nthPost(receiver, 1)) };
}

async function expired(fields: JsonObject = {}): Promise<Sent> {
  const receiver = await startReceiver();
  const id = await createAction(service, { ...fields, expires_in: 300, callback_url: receiver.url });
  service.wind(420);
  return { id, receiver, body: bodyOf(await nthPost(receiver, 1)) };
}

function assertRecent(decidedAt: Json | undefined, now: number): void {
  assert.ok(Number.isInteger(decidedAt), `decided_at is a whole number of seconds, got ${JSON.stringify(decidedAt)}`);
  assert.ok(Math.abs(Number(decidedAt) - now) <= 10, `decided_at ${JSON.stringify(decidedAt)} is near ${now}`);
}

const original = 'first line\nsecond line\nthird line\n';
const changed = 'first line\nanother line\nthird line\n';

test('6.1: it is a POST with Content-Type application/json to the callback_url with its path and query', async () => {
  const receiver = await startReceiver();
  const id = await createAction(service, { callback_url: `${receiver.url}/a%20b?token=x%2Fy&n=1` });
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  const post = await nthPost(receiver, 1);
  assert.equal(post.method, 'POST');
  assert.equal(post.url, '/hook/a%20b?token=x%2Fy&n=1');
  assert.match(header(post, 'content-type'), /^application\/json *(;|$)/i);
});

test('6.1: an approval without edit carries every field, the original preview and a null diff', async () => {
  const preview = { format: 'markdown', body: original };
  const { id, body } = await decided({ decision: 'approve' }, { preview, editable: ['preview.body'] });
  const { decided_at: decidedAt, ...others } = body;
  assert.deepEqual(others, {
    event: 'action.updated',
    action_id: id,
    status: 'approved',
    verdict: 'approve',
    final_preview: preview,
    diff: null,
  });
  assertRecent(decidedAt, await serviceTime(service));
});

test('6.1: an approval with an edit carries every field and the edited content as final_preview', async () => {
  const { id, body } = await decided(
    { decision: 'approve', edited: { 'preview.body': changed } },
    { preview: { format: 'markdown', body: original }, editable: ['preview.body'] },
  );
  const { decided_at: decidedAt, diff, ...others } = body;
  assert.deepEqual(others, {
    event: 'action.updated',
    action_id: id,
    status: 'approved',
    verdict: 'approve',
    final_preview: { format: 'markdown', body: changed },
  });
  assert.equal(typeof diff, 'string');
  assertRecent(decidedAt, await serviceTime(service));
});

test('6.1 diff: an edit gives a unified-style diff of the lines that changed and of no others', async () => {
  const { body } = await decided(
    { decision: 'approve', edited: { 'preview.body': changed } },
    { preview: { body: original }, editable: ['preview.body'] },
  );
  const lines = String(body['diff']).split('\n');
  assert.ok(lines.includes('-second line'), 'the removed line');
  assert.ok(lines.includes('+another line'), 'the added line');
  for (const same of ['-first line', '+first line', '-third line', '+third line']) {
    assert.ok(!lines.includes(same), `${same} is not a change`);
  }
});

for (const [label, edited] of [
  ['an empty edit', {}],
  ['an edit to the same text', { 'preview.body': original }],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`6.1 diff: an approval with ${label} carries the original preview and a null diff`, async () => {
    const preview = { format: 'plain', body: original };
    const { body } = await decided({ decision: 'approve', edited }, { preview, editable: ['preview.body'] });
    assert.deepEqual(body['final_preview'], preview);
    assert.equal(body['diff'], null);
  });
}

test('6.1 final_preview: an edit of what is not editable never reaches the receiver', async () => {
  const receiver = await startReceiver();
  const preview = { format: 'plain', body: original };
  const id = await createAction(service, { preview, callback_url: receiver.url });
  const { status } = await decide(service, id, { decision: 'approve', edited: { 'preview.body': changed } });
  if (status !== 200) {
    await staysAt(receiver, 0);
    assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  }
  const body = bodyOf(await nthPost(receiver, 1));
  assert.deepEqual(body['final_preview'], preview);
  assert.equal(body['diff'], null);
});

for (const format of ['markdown', 'plain', 'diff', undefined]) {
  test(`6.1 final_preview, 2.1: its format is ${format ?? 'plain when none was given'}`, async () => {
    const preview: JsonObject = format === undefined ? { body: original } : { format, body: original };
    const { body } = await decided({ decision: 'approve' }, { preview });
    assert.deepEqual(body['final_preview'], { format: format ?? 'plain', body: original });
  });
}

for (const [label, preview] of [
  ['an empty body', ''],
  ['non-ASCII text', 'Grüße, 你好, 🙂\u2028\t"quoted" \\ </script>\u0001'],
  ['a body of 262144 characters', text(262_144)],
] as const) {
  test(`6.1 final_preview: ${label} arrives as it was`, async () => {
    const { body } = await decided({ decision: 'approve' }, { preview: { body: preview } });
    assert.deepEqual(body['final_preview'], { format: 'plain', body: preview });
  });
}

test('6.1: a rejection carries verdict and decided_at but no final_preview and no diff', async () => {
  const { id, body } = await decided({ decision: 'reject' });
  const { decided_at: decidedAt, ...others } = body;
  assert.deepEqual(others, { event: 'action.updated', action_id: id, status: 'rejected', verdict: 'reject' });
  assertRecent(decidedAt, await serviceTime(service));
});

test('6.1: a rejection sent with an edit carries no final_preview and no diff either', async () => {
  const receiver = await startReceiver();
  const id = await createAction(service, { editable: ['preview.body'], callback_url: receiver.url });
  const { status } = await decide(service, id, { decision: 'reject', edited: { 'preview.body': changed } });
  if (status !== 200) {
    assertStatus(await decide(service, id, { decision: 'reject' }), 200);
  }
  const body = bodyOf(await nthPost(receiver, 1));
  assert.equal(body['status'], 'rejected');
  assert.ok(!Object.hasOwn(body, 'final_preview') && !Object.hasOwn(body, 'diff'));
});

test('6.1, 3.1: an expiry carries event, action_id and status only, without anybody reading the action', async () => {
  const { id, body } = await expired({ editable: ['preview.body'] });
  assert.deepEqual(body, { event: 'action.updated', action_id: id, status: 'expired' });
});

test('6.1 decided_at: it is the time of the decision, not of the creation', async () => {
  const receiver = await startReceiver();
  const id = await createAction(service, { callback_url: receiver.url });
  service.wind(5000);
  const now = await serviceTime(service);
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  assertRecent(bodyOf(await nthPost(receiver, 1))['decided_at'], now);
});

test('6.1: nothing is sent before the decision', async () => {
  const receiver = await startReceiver();
  const id = await createAction(service, { callback_url: receiver.url });
  await staysAt(receiver, 0);
  service.wind(100_000);
  await staysAt(receiver, 0);
  assertStatus(await decide(service, id, { decision: 'reject' }), 200);
  assert.equal(bodyOf(await nthPost(receiver, 1))['action_id'], id);
});

test('6.1: nothing is sent for a pending action a minute before its expiry', async () => {
  const receiver = await startReceiver();
  await createAction(service, { expires_in: 300, callback_url: receiver.url });
  service.wind(240);
  await staysAt(receiver, 0);
  service.wind(180);
  assert.equal(bodyOf(await nthPost(receiver, 1))['status'], 'expired');
});

test('6.1: an action that was decided before its expiry time sends nothing at that time', async () => {
  const approval = await decided({ decision: 'approve' }, { expires_in: 300 });
  const rejection = await decided({ decision: 'reject' }, { expires_in: 300 });
  await answersTaken();
  service.wind(1000);
  await staysAt(approval.receiver, 1);
  assert.equal(rejection.receiver.posts.length, 1);
});

test('6.1, 3.1 rule 1: a refused second decision sends nothing, nor does one after expiry', async () => {
  const late = await expired();
  const { id, receiver } = await decided({ decision: 'approve' });
  assertStatus(await decide(service, id, { decision: 'reject' }), 409);
  assertRefused(await decide(service, late.id, { decision: 'approve' }));
  await staysAt(receiver, 1);
  assert.equal(late.receiver.posts.length, 1);
});

test('6.1: the report of a result sends nothing, for it is neither a decision nor an expiry', async () => {
  const done = await decided({ decision: 'approve' });
  const failed = await decided({ decision: 'approve' });
  assertStatus(await report(service, done.id, { status: 'executed' }), 200);
  assertStatus(await report(service, failed.id, { status: 'execute_failed' }), 200);
  await answersTaken();
  service.wind(1000);
  await staysAt(done.receiver, 1);
  assert.equal(failed.receiver.posts.length, 1);
});

test('6.1, 4 POST /actions: an action created twice with one idempotency_key sends one webhook', async () => {
  const receiver = await startReceiver();
  const body = newAction({ callback_url: receiver.url, idempotency_key: text(32) });
  assertStatus(await postAction(service, body), 201);
  const again = await postAction(service, body);
  assertStatus(again, 200);
  assertStatus(await decide(service, actionIdIn(again.body), { decision: 'approve' }), 200);
  await nthPost(receiver, 1);
  await staysAt(receiver, 1);
});

test('6.1: every action with the same callback_url sends a webhook of its own', async () => {
  const receiver = await startReceiver();
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    ids.push(await createAction(service, { callback_url: receiver.url }));
  }
  for (const id of ids) {
    assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  }
  await nthPost(receiver, 3);
  assert.deepEqual(receiver.posts.map((post) => bodyOf(post)['action_id']).toSorted(), ids.toSorted());
});
