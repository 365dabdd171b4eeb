// Covers repeated creates (3.1 first row, 4 POST /actions): 200 on a match instead of creating.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIdIn, createAction, idsIn, listActions, newAction, postAction } from './action-steps.ts';
import { assertStatus, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

test('3.1, 4: a repeated body with the same idempotency_key returns 200 and the same action', async () => {
  const kind = text(32);
  const body = newAction({ kind, idempotency_key: text(32) });
  const first = await postAction(service, body);
  assertStatus(first, 201);
  const second = await postAction(service, body);
  assertStatus(second, 200);
  assert.equal(actionIdIn(second.body), actionIdIn(first.body));
  assert.equal(idsIn(await listActions(service, { kind })).length, 1);
});

test('3.1, 4: another body with a used idempotency_key creates no second action', async () => {
  const kind = text(32);
  const idempotencyKey = text(32);
  const id = await createAction(service, { kind, idempotency_key: idempotencyKey });
  const answer = await postAction(service, newAction({ kind, idempotency_key: idempotencyKey }));
  assert.notEqual(answer.status, 201);
  assert.deepEqual(idsIn(await listActions(service, { kind })), [id]);
});

test('3.1, 4: a key of 255 characters that differs only in its last one is no match', async () => {
  const start = text(254);
  const first = await createAction(service, { idempotency_key: `${start}x` });
  const second = await createAction(service, { idempotency_key: `${start}y` });
  assert.notEqual(first, second);
});

test('3.1, 4: creates racing with one idempotency_key create exactly one action', async () => {
  const kind = text(32);
  const body = newAction({ kind, idempotency_key: text(32) });
  const answers = await Promise.all(Array.from({ length: 6 }, async () => postAction(service, body)));
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 200, 200, 200, 200, 201]);
  assert.equal(new Set(answers.map((answer) => actionIdIn(answer.body))).size, 1);
  assert.equal(idsIn(await listActions(service, { kind })).length, 1);
});

test('3.1, 4: a repeated body without a key creates on 201 and does not create on 200', async () => {
  const kind = text(32);
  const body = newAction({ kind });
  const first = await postAction(service, body);
  assertStatus(first, 201);
  const second = await postAction(service, body);
  assert.ok(second.status === 200 || second.status === 201, `got ${second.status}`);
  const expected = new Set([actionIdIn(first.body), actionIdIn(second.body)]);
  assert.equal(expected.size, second.status === 200 ? 1 : 2);
  assert.deepEqual(new Set(idsIn(await listActions(service, { kind }))), expected);
});

test('3.1, 4, 5.2: the idempotency_key of another project is no match', async () => {
  const other = await service.newProject('other');
  const body = newAction({ idempotency_key: text(32) });
  const first = await postAction(service, body);
  const second = await postAction(service, body, other.adminKey);
  assertStatus(first, 201);
  assertStatus(second, 201);
  assert.notEqual(actionIdIn(first.body), actionIdIn(second.body));
});
