// Covers the tool push_action (4.1, 8): its input, its output and the action it creates.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { allIds, decide, readAction, statusOf } from './action-steps.ts';
import { asObject, assertStatus, type JsonObject, text, unhurried, without } from './client.ts';
import { type Agent, connect } from './tool-steps.ts';

let service: Service;
let agent: Agent;

before(async () => {
  service = await startService(unhurried);
  agent = await connect(service);
});

after(async () => {
  await service.stop();
});

/** A minimal valid input, unlike any other one. */
function proposal(fields: JsonObject = {}): JsonObject {
  const preview = { format: 'markdown', body: `Body ${text(32)}` };
  return { kind: 'law.tool', title: `Title ${text(32)}`, preview, ...fields };
}

async function push(fields: JsonObject = {}): Promise<string> {
  return String((await agent.use('push_action', proposal(fields)))['action_id']);
}

async function assertRefused(input: JsonObject): Promise<void> {
  const earlier = await allIds(service);
  assert.ok((await agent.try('push_action', input)).refused);
  assert.deepEqual(await allIds(service), earlier, 'a refused call leaves no action behind');
}

test('4.1: the output is action_id, status pending and inbox_url', async () => {
  const { action_id: id, status, inbox_url: url } = await agent.use('push_action', proposal());
  assert.match(String(id), /^act_./);
  assert.equal(status, 'pending');
  assert.ok(URL.canParse(String(url)), `inbox_url is ${String(url)}`);
});

test('4.1, 1: the action is in the inbox, with the fields of the input', async () => {
  const input = proposal({
    payload: { to: ['a@example.org'], nested: [null, 1.5, { é: true }] },
    target_url: 'https://example.org/context',
    editable: ['preview.body'],
  });
  const { action_id: id } = await agent.use('push_action', input);
  const record = await readAction(service, String(id));
  for (const name of ['kind', 'title', 'payload', 'target_url', 'editable']) {
    assert.deepEqual(record[name], input[name], name);
  }
  assert.equal(record['status'], 'pending');
  assert.equal(asObject(record['preview'])['body'], asObject(input['preview'])['body']);
});

for (const format of ['markdown', 'text']) {
  test(`4.1 preview.format: ${format} is accepted`, async () => {
    await push({ preview: { format, body: text(32) } });
  });
}

for (const format of ['plain', 'diff', 'html', 'Markdown', '', 5, null] as const) {
  test(`4.1 preview.format: ${JSON.stringify(format)} is refused, for the interface applies its own values`, async () => {
    await assertRefused(proposal({ preview: { format, body: 'text' } }));
  });
}

for (const name of ['kind', 'title', 'preview']) {
  test(`4.1 ${name}: an input without it is refused`, async () => {
    await assertRefused(without(proposal(), name));
  });
}

for (const preview of [{ format: 'text' }, { body: 'text' }, {}, 'text', { format: 'text', body: 5 }] as const) {
  test(`4.1 preview: ${JSON.stringify(preview)} is refused, for format and body are required`, async () => {
    await assertRefused(proposal({ preview }));
  });
}

for (const [label, fields] of [
  ['a kind of 100 characters', { kind: text(100) }],
  ['a title of 121 characters, over what is advised', { title: text(121) }],
  ['a title of 500 characters', { title: text(500) }],
  ['a body of 262144 characters', { preview: { format: 'text', body: text(262_144) } }],
  ['an expires_in of 300', { expires_in: 300 }],
  ['an expires_in of 2592000', { expires_in: 2_592_000 }],
  ['an expires_in of 300.5, a number', { expires_in: 300.5 }],
  ['an idempotency_key of 255 characters', { idempotency_key: text(255) }],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`4.1, 8: ${label} is accepted`, async () => {
    await push(fields);
  });
}

for (const [label, fields] of [
  ['an empty kind', { kind: '' }],
  ['a kind of 101 characters', { kind: text(101) }],
  ['an empty title', { title: '' }],
  ['a title of 501 characters', { title: text(501) }],
  ['a title of two lines', { title: 'one\ntwo' }],
  ['a body of 262145 characters', { preview: { format: 'text', body: text(262_145) } }],
  ['an expires_in of 299', { expires_in: 299 }],
  ['an expires_in of 2592001', { expires_in: 2_592_001 }],
  ['an idempotency_key of 256 characters', { idempotency_key: text(256) }],
  ['a target_url that is no URI', { target_url: 'not a uri' }],
  ['editable that is no array', { editable: 'preview.body' }],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`4.1, 8: ${label} is refused and creates nothing`, async () => {
    await assertRefused(proposal(fields));
  });
}

for (const [label, seconds, fields] of [
  ['the default of 86400', 86_400, {}],
  ['an expires_in of 3600', 3600, { expires_in: 3600 }],
] as const satisfies readonly (readonly [string, number, JsonObject])[]) {
  test(`4.1 expires_in: with ${label} the action is pending a minute before and expired after`, async () => {
    const id = await push(fields);
    service.wind(seconds - 60);
    assert.equal(await statusOf(service, id), 'pending');
    service.wind(61);
    assert.equal(await statusOf(service, id), 'expired');
  });
}

test('4.1 idempotency_key: the same key within 24 hours returns the original action', async () => {
  const input = proposal({ idempotency_key: text(32), expires_in: 2_592_000 });
  const { action_id: id } = await agent.use('push_action', input);
  const earlier = await allIds(service);
  assert.equal((await agent.use('push_action', input))['action_id'], id);
  service.wind(82_800);
  assert.equal((await agent.use('push_action', input))['action_id'], id);
  assert.deepEqual(await allIds(service), earlier);
});

test('4.1 idempotency_key, 8: after 24 hours, when the original has expired, the same key makes another action', async () => {
  const key = text(32);
  const first = await push({ idempotency_key: key });
  service.wind(90_000);
  const second = await push({ idempotency_key: key });
  assert.notEqual(second, first);
  assert.equal(await statusOf(service, second), 'pending');
});

test('4.1 idempotency_key: another key makes another action', async () => {
  assert.notEqual(await push({ idempotency_key: text(32) }), await push({ idempotency_key: text(32) }));
});

test('1, 4.1: what a tool pushed a reviewer decides as any action', async () => {
  const id = await push();
  assertStatus(await decide(service, id, { decision: 'reject' }), 200);
  assert.equal(await statusOf(service, id), 'rejected');
});
