// Covers reviewer edits (1 step 2, 2.1 editable, 2.2 edited, 3.1): only fields listed as editable change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide, readAction, statusOf } from './action-steps.ts';
import { assertStatus, call, type JsonObject, stringsIn, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

/** A decision whose acceptance is not stated: whichever it is, the state must agree with the answer. */
async function attempt(id: string, edited: JsonObject): Promise<void> {
  const { status } = await decide(service, id, { decision: 'approve', edited });
  assert.ok(status === 200 || (status >= 400 && status < 500), `got ${status}`);
  assert.equal(await statusOf(service, id), status === 200 ? 'approved' : 'pending');
}

test('3.1: an approval with an edit of an editable path returns 200 and a read shows the edited text', async () => {
  const id = await createAction(service, { editable: ['preview.body'] });
  const edited = `Edited ${text(32)}`;
  assertStatus(await decide(service, id, { decision: 'approve', edited: { 'preview.body': edited } }), 200);
  const answer = await call(service, 'GET', `/actions/${id}`);
  assertStatus(answer, 200);
  assert.equal(await statusOf(service, id), 'approved');
  assert.ok(stringsIn(answer.body).includes(edited), 'the read shows the edited text');
});

test('3.1: an edit of the preview body leaves kind, title and payload as they were', async () => {
  const id = await createAction(service, { editable: ['preview.body'], payload: { keep: ['me'] } });
  const original = await readAction(service, id);
  assertStatus(await decide(service, id, { decision: 'approve', edited: { 'preview.body': text(32) } }), 200);
  const record = await readAction(service, id);
  for (const name of ['kind', 'title', 'payload', 'editable']) {
    assert.deepEqual(record[name], original[name], name);
  }
});

for (const edited of [{}, undefined]) {
  test(`3.1: an approval with edited ${JSON.stringify(edited)} leaves the preview as it was`, async () => {
    const id = await createAction(service, { editable: ['preview.body'] });
    const original = await readAction(service, id);
    const body = edited === undefined ? { decision: 'approve' } : { decision: 'approve', edited };
    assertStatus(await decide(service, id, body), 200);
    assert.deepEqual((await readAction(service, id))['preview'], original['preview']);
  });
}

for (const [name, value] of [
  ['title', 'Another title'],
  ['kind', 'another.kind'],
  ['payload', { another: true }],
  ['status', 'executed'],
] as const) {
  test(`1, 2.1 editable: an edit of ${name}, not listed as editable, does not change it`, async () => {
    const id = await createAction(service, { editable: ['preview.body'], payload: { keep: 1 } });
    const original = await readAction(service, id);
    await attempt(id, { [name]: value });
    if (name !== 'status') {
      assert.deepEqual((await readAction(service, id))[name], original[name]);
    }
  });
}

for (const [label, edited] of [
  ['by path', { 'preview.body': 'Smuggled' }],
  ['as an object', { preview: { body: 'Smuggled' } }],
] as const) {
  test(`1, 2.1 editable: with nothing editable an edit of the preview ${label} does not change it`, async () => {
    const id = await createAction(service);
    const original = await readAction(service, id);
    await attempt(id, edited);
    assert.deepEqual((await readAction(service, id))['preview'], original['preview']);
  });
}
