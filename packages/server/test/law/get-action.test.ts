// Covers GET /actions/{id} (4, 7, 2.1): the stored action as polled, and 404 for what does not exist.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIdIn, createAction, newAction, postAction, readAction, statusOf } from './action-steps.ts';
import { asObject, assertStatus, call, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

test('4 GET /actions/{id}: a created action returns 200 with its identifier', async () => {
  const id = await createAction(service);
  const answer = await call(service, 'GET', `/actions/${id}`);
  assertStatus(answer, 200);
  assert.equal(actionIdIn(answer.body), id);
});

test('2.1, 4 GET /actions/{id}: a read returns status and the fields of the create body', async () => {
  const body = newAction({
    kind: 'mail.send',
    preview: { format: 'markdown', body: `# ${text(32)}` },
    payload: { to: ['a@example.org'] },
    target_url: 'https://example.org/context',
    editable: ['preview.body'],
  });
  const created = await postAction(service, body);
  assertStatus(created, 201);
  const record = await readAction(service, actionIdIn(created.body));
  assert.equal(record['status'], 'pending');
  for (const name of ['kind', 'title', 'payload', 'target_url', 'editable']) {
    assert.deepEqual(record[name], body[name], name);
  }
  const preview = asObject(record['preview']);
  assert.equal(preview['format'], 'markdown');
  assert.equal(preview['body'], asObject(body['preview'])['body']);
});

test('4 GET /actions/{id}: reading changes nothing', async () => {
  const id = await createAction(service);
  const first = await call(service, 'GET', `/actions/${id}`);
  const second = await call(service, 'GET', `/actions/${id}`);
  assert.deepEqual(second.body, first.body);
  assert.equal(await statusOf(service, id), 'pending');
});

for (const id of ['act_doesnotexist', 'nonsense', 'act_', '%20']) {
  test(`4 GET /actions/{id}, 7: the unknown identifier ${id} returns 404`, async () => {
    assertStatus(await call(service, 'GET', `/actions/${id}`), 404);
  });
}

test('4 GET /actions/{id}, 7: an identifier with one more character returns 404', async () => {
  const id = await createAction(service);
  assertStatus(await call(service, 'GET', `/actions/${id}0`), 404);
});
