// Covers that keys are project-scoped (5.2): what belongs to one project does not exist for another.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, decide, idsIn, listActions, report, statusOf } from './action-steps.ts';
import { assertStatus, call, type JsonObject, objectWith, text, unhurried } from './client.ts';

let service: Service;
let other: string;

before(async () => {
  service = await startService(unhurried);
  other = (await service.newProject('other')).adminKey;
});

after(async () => {
  await service.stop();
});

async function project(key?: string): Promise<JsonObject> {
  const answer = await call(service, 'GET', '/project', { key });
  assertStatus(answer, 200);
  return objectWith(answer.body, ['name', 'timezone', 'webhook_secret']);
}

test('5.2, 7: an action of another project returns 404', async () => {
  const id = await createAction(service);
  assertStatus(await call(service, 'GET', `/actions/${id}`, { key: other }), 404);
});

test('5.2: the actions of another project are not listed', async () => {
  const kind = text(32);
  const here = await createAction(service, { kind });
  const there = await createAction(service, { kind }, other);
  assert.deepEqual(idsIn(await listActions(service, { kind })), [here]);
  assert.deepEqual(idsIn(await listActions(service, { kind }, other)), [there]);
});

test('5.2: a q does not find the actions of another project', async () => {
  const word = text(32);
  await createAction(service, { kind: word, title: word, preview: { body: word } });
  assert.deepEqual(idsIn(await listActions(service, { q: word }, other)), []);
});

test('5.2, 7: a decision on an action of another project returns 404 and leaves it pending', async () => {
  const id = await actionIn(service, 'pending');
  assertStatus(await decide(service, id, { decision: 'approve' }, other), 404);
  assert.equal(await statusOf(service, id), 'pending');
});

test('5.2, 7: a result on an action of another project returns 404 and leaves it approved', async () => {
  const id = await actionIn(service, 'approved');
  assertStatus(await report(service, id, { status: 'executed' }, other), 404);
  assert.equal(await statusOf(service, id), 'approved');
});

test('5.2: the same body in two projects makes two actions', async () => {
  const fields = { title: `Same ${text(32)}`, preview: { body: `Same ${text(32)}` } };
  const here = await createAction(service, fields);
  const there = await createAction(service, fields, other);
  assert.notEqual(here, there);
});

test('5.2: each project has a webhook_secret of its own', async () => {
  assert.notEqual((await project())['webhook_secret'], (await project(other))['webhook_secret']);
});

test('5.2: an update of one project leaves the other as it was', async () => {
  const earlier = await project(other);
  const body = { name: `Project ${text(8)}`, timezone: 'Asia/Tokyo' };
  assertStatus(await call(service, 'PATCH', '/project', { body }), 200);
  assert.deepEqual(await project(other), earlier);
});

test('5.2: rotating the webhook secret of one project leaves that of the other as it was', async () => {
  const earlier = await project(other);
  assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret'), 200);
  assert.deepEqual(await project(other), earlier);
});
