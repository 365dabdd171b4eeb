// Covers the tool await_decision (2.1, 4.1, 8): what it returns for each outcome, and how long it waits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, decide, readAction, statusOf } from './action-steps.ts';
import { asObject, assertStatus, type JsonObject, text, unhurried } from './client.ts';
import { serviceTime } from './key-steps.ts';
import { type Agent, connect } from './tool-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;
let agent: Agent;

before(async () => {
  service = await startService(unhurried);
  agent = await connect(service);
});

after(async () => {
  await service.stop();
});

async function awaited(id: string, fields: JsonObject = {}, meta: JsonObject = {}): Promise<JsonObject> {
  return agent.use('await_decision', { action_id: id, ...fields }, meta);
}

interface Wait {
  readonly output: Promise<JsonObject>;
  readonly over: () => boolean;
}

/** A call that is under way. */
function begin(id: string, fields: JsonObject = {}, meta: JsonObject = {}): Wait {
  let over = false;
  const output = awaited(id, fields, meta).finally(() => {
    over = true;
  });
  return { output, over: () => over };
}

/** Gives the service the time to answer and asserts that the call still waits. */
async function staysWaiting(wait: Wait): Promise<void> {
  await comesTrue(wait.over, 300);
  assert.ok(!wait.over(), 'the call returned while the action is pending');
}

/** Winds the clock second by second of the given width until the call has returned, and tells by how much. */
async function windOver(wait: Wait, step: number): Promise<number> {
  let wound = 0;
  await comesTrue(async () => {
    if (!wait.over()) {
      wound += step;
      service.wind(step);
    }
    return wait.over();
  });
  assert.ok(wait.over(), `the call still waits after ${wound} seconds`);
  return wound;
}

test('2.1, 4.1: for an approved action it returns the stated fields, and no diff', async () => {
  const payload = { to: ['a@example.org'], nested: { é: [1.5, null, false] } };
  const preview = { format: 'markdown', body: `# ${text(32)}` };
  const id = await actionIn(service, 'approved', { payload, preview });
  const output = await awaited(id);
  assert.equal(output['action_id'], id);
  assert.equal(output['status'], 'approved');
  assert.deepEqual(output['preview'], preview);
  assert.equal(output['edited_by_human'], false);
  assert.deepEqual(output['payload'], payload);
  assert.ok(!Object.hasOwn(output, 'diff'), 'diff is only there when the reviewer edited');
  assert.ok(!Object.hasOwn(output, '_untrusted_content_note'), 'the note is only there for external content');
});

test('2.1: decision_at is the time of the decision in Unix seconds', async () => {
  const id = await createAction(service);
  service.wind(5000);
  const earliest = await serviceTime(service);
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  const latest = await serviceTime(service);
  service.wind(5000);
  const at = (await awaited(id))['decision_at'];
  assert.equal(typeof at, 'number');
  assert.ok(Number(at) >= earliest && Number(at) <= latest + 1, `${String(at)} is not from ${earliest} to ${latest}`);
});

test('2.1: for an action approved with an edit it returns the edited preview and a unified diff', async () => {
  const preview = { format: 'markdown', body: 'first line\nsecond line\nthird line\n' };
  const id = await createAction(service, { preview, editable: ['preview.body'] });
  const edited = { 'preview.body': 'first line\nanother line\nthird line\n' };
  assertStatus(await decide(service, id, { decision: 'approve', edited }), 200);
  const output = await awaited(id);
  assert.deepEqual(output['preview'], { format: 'markdown', body: edited['preview.body'] });
  assert.equal(output['edited_by_human'], true);
  const lines = String(output['diff']).split('\n');
  assert.ok(lines.includes('-second line') && lines.includes('+another line'), String(output['diff']));
  assert.ok(!lines.includes('-first line') && !lines.includes('+third line'), String(output['diff']));
});

for (const status of ['rejected', 'expired'] as const) {
  test(`4.1: for an action that is ${status} it returns at once with that status`, async () => {
    const id = await actionIn(service, status);
    const output = await awaited(id);
    assert.equal(output['action_id'], id);
    assert.equal(output['status'], status);
    assert.equal(output['edited_by_human'], false);
  });
}

for (const payload of ['text', 0, false, [1, [2]], { deep: { er: ['é'] } }] as const) {
  test(`2.1: the payload ${JSON.stringify(payload)} is echoed verbatim`, async () => {
    const id = await actionIn(service, 'approved', { payload });
    assert.deepEqual((await awaited(id))['payload'], payload);
  });
}

for (const decision of ['approve', 'reject']) {
  test(`4.1: it returns when ${decision} is recorded while it waits`, async () => {
    const id = await createAction(service);
    const wait = begin(id, { timeout_s: 300 });
    assertStatus(await decide(service, id, { decision }), 200);
    await windOver(wait, 1);
    assert.equal((await wait.output)['status'], decision === 'approve' ? 'approved' : 'rejected');
  });
}

test('4.1, 8: it looks every 5 seconds, so a decision is returned within that time', async () => {
  const id = await createAction(service);
  const wait = begin(id, { timeout_s: 300 });
  await staysWaiting(wait);
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  assert.ok(await comesTrue(wait.over, 8000), 'the call still waits');
  assert.equal((await wait.output)['status'], 'approved');
});

test('4.1: calls that wait for different actions return each with its own', async () => {
  const ids = [await createAction(service), await createAction(service), await createAction(service)];
  const waits = ids.map((id) => begin(id, { timeout_s: 300 }));
  for (const id of ids) {
    assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  }
  const outputs = await Promise.all(waits.map(async (wait) => wait.output));
  assert.deepEqual(
    outputs.map((output) => [output['action_id'], output['status']]),
    ids.map((id) => [id, 'approved']),
  );
});

for (const timeout of ['60', null, true] as const) {
  test(`4.1 timeout_s: ${JSON.stringify(timeout)}, no number, is refused`, async () => {
    const id = await actionIn(service, 'approved');
    assert.ok((await agent.try('await_decision', { action_id: id, timeout_s: timeout })).refused);
  });
}

test('4.1: it returns when the action expires while it waits', async () => {
  const id = await createAction(service, { expires_in: 300 });
  const wait = begin(id, { timeout_s: 600 });
  await windOver(wait, 5);
  assert.equal((await wait.output)['status'], 'expired');
});

test('4.1 timeout_s: after it the call returns pending, the action stays pending and the call may be repeated', async () => {
  const id = await createAction(service);
  const wait = begin(id, { timeout_s: 60 });
  const wound = await windOver(wait, 1);
  assert.ok(wound >= 55, `it returned after ${wound} seconds of 60`);
  const output = await wait.output;
  assert.equal(output['action_id'], id);
  assert.equal(output['status'], 'pending');
  assert.equal(await statusOf(service, id), 'pending');
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  assert.equal((await awaited(id, { timeout_s: 60 }))['status'], 'approved');
});

test('4.1 timeout_s, 8: the default is 300 seconds for a call that asks for progress', async () => {
  const id = await createAction(service);
  const wait = begin(id, {}, { progressToken: 'law' });
  const wound = await windOver(wait, 2);
  assert.ok(wound >= 290, `it returned after ${wound} seconds of 300`);
  assert.equal((await wait.output)['status'], 'pending');
});

test('4.1: waiting changes nothing', async () => {
  const id = await actionIn(service, 'approved');
  const earlier = await readAction(service, id);
  await awaited(id);
  assert.deepEqual(await readAction(service, id), earlier);
});

test('4.1: an input without action_id is refused', async () => {
  assert.ok((await agent.try('await_decision', {})).refused);
});

test('4.1, 7: an action that does not exist is refused', async () => {
  assert.ok((await agent.try('await_decision', { action_id: 'act_doesnotexist' })).refused);
});

test('4.1, 5.2: an action of another project is refused, and nothing of it is told', async () => {
  const { adminKey } = await service.newProject('other');
  const title = `Theirs ${text(32)}`;
  const id = await createAction(service, { title, preview: { body: title } }, adminKey);
  const answer = await agent.try('await_decision', { action_id: id, timeout_s: 1 });
  assert.ok(answer.refused);
  assert.ok(!answer.text.includes(title));
});

test('2.1 preview: format and body are both there for an action of the REST interface', async () => {
  const id = await actionIn(service, 'approved', { preview: { body: 'As plain as that' } });
  const preview = asObject((await awaited(id))['preview']);
  assert.equal(preview['body'], 'As plain as that');
  assert.equal(typeof preview['format'], 'string');
});
