// Covers the transport of the agent tool interface (4.1, 5, 9): authentication, version, the eight tools and their scopes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { allIds, createAction, statusOf } from './action-steps.ts';
import { asObject, call, type JsonObject, unhurried } from './client.ts';
import { createKey, revokeKey } from './key-steps.ts';
import { connect, initialize, rpc, type Tool, tools } from './tool-steps.ts';
import { allWatchers, newWatcher, openQuietHost } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

test('4.1: the interface offers the eight tools, all under one prefix', async () => {
  const names = await (await connect(service)).names();
  const prefix = names[0]?.slice(0, names[0].indexOf('_') + 1) ?? '';
  assert.match(prefix, /^[a-z]+_$/);
  for (const tool of tools) {
    assert.ok(names.includes(`${prefix}${tool}`), `${prefix}${tool} is not among ${names.join(', ')}`);
  }
});

test('9: the tool interface reports its own version, 0.1.3', async () => {
  const { message } = await initialize(service);
  assert.equal(asObject(asObject(message?.['result'])['serverInfo'])['version'], '0.1.3');
});

for (const [label, key] of [
  ['without a key', async () => null],
  ['with an unknown key', async () => `${service.adminKey.slice(0, -5)}AAAAA`],
  [
    'with a revoked key',
    async () => {
      const { id, key } = await createKey(service, ['admin']);
      await revokeKey(service, id);
      return key;
    },
  ],
] as const) {
  test(`4.1, 5.1, 7: ${label} the tool interface returns 401 and does nothing`, async () => {
    const earlier = await allIds(service);
    const bearer = await key();
    const refusal = await initialize(service, bearer);
    assert.equal(refusal.status, 401);
    assert.ok(bearer === null || !refusal.text.includes(bearer.slice(16)), 'the key is not repeated');
    assert.equal((await rpc(service, 'tools/list', {}, { key: bearer })).status, 401);
    const input = { kind: 'law', title: 'Intruder', preview: { format: 'text', body: 'Intruder' } };
    const names = await (await connect(service)).names();
    const name = names.find((each) => each.endsWith('_push_action')) ?? '';
    assert.equal((await rpc(service, 'tools/call', { name, arguments: input }, { key: bearer })).status, 401);
    assert.deepEqual(await allIds(service), earlier);
  });
}

test('4.1: a tool that does not exist is refused', async () => {
  const { message, status } = await rpc(service, 'tools/call', { name: 'service_delete_everything', arguments: {} });
  const refused =
    status >= 400 || message?.['error'] !== undefined || asObject(message?.['result'])['isError'] === true;
  assert.ok(refused);
});

const push = { kind: 'law', title: 'By scope', preview: { format: 'text', body: 'By scope' } };

for (const [scope, tool, input] of [
  ['watch', 'push_action', push],
  ['watch', 'inbox_status', {}],
  ['actions', 'create_watcher', { spec: newWatcher() }],
  ['actions', 'list_watchers', {}],
  ['actions', 'list_watcher_presets', {}],
  ['actions', 'create_watcher_from_preset', { preset_id: 'any', params: {} }],
] as const satisfies readonly (readonly [string, Tool, JsonObject])[]) {
  test(`5.3: a key with ${scope} alone is refused ${tool}, which does nothing`, async () => {
    const { key } = await createKey(service, [scope]);
    const earlier = [await allIds(service), await allWatchers(service)];
    const agent = await connect(service, key);
    const offered = (await agent.names()).some((each) => each.endsWith(`_${tool}`));
    assert.ok(!offered || (await agent.try(tool, input)).refused);
    assert.deepEqual([await allIds(service), await allWatchers(service)], earlier);
  });
}

for (const tool of ['await_decision', 'report_result'] as const) {
  test(`5.3: a key with watch alone is refused ${tool}, which tells and changes nothing`, async () => {
    const { key } = await createKey(service, ['watch']);
    const title = 'Only for those with the scope actions';
    const id = await createAction(service, { title });
    await call(service, 'POST', `/actions/${id}/decision`, { body: { decision: 'approve' } });
    const agent = await connect(service, key);
    if ((await agent.names()).some((each) => each.endsWith(`_${tool}`))) {
      const answer = await agent.try(tool, {
        action_id: id,
        ...(tool === 'report_result' ? { status: 'executed' } : {}),
      });
      assert.ok(answer.refused);
      assert.ok(!answer.text.includes(title));
    }
    assert.equal(await statusOf(service, id), 'approved');
  });
}

for (const [scope, tool, input] of [
  ['actions', 'push_action', push],
  ['actions', 'inbox_status', {}],
  ['watch', 'create_watcher', { spec: newWatcher() }],
  ['watch', 'list_watchers', {}],
  ['watch', 'list_watcher_presets', {}],
] as const satisfies readonly (readonly [string, Tool, JsonObject])[]) {
  test(`5.3: a key with ${scope} alone may use ${tool}`, async () => {
    const { key } = await createKey(service, [scope]);
    await (await connect(service, key)).use(tool, input);
  });
}

test('3.2: a call of a tool updates last_used_at of its key', async () => {
  const { id, key } = await createKey(service, ['actions']);
  service.wind(1000);
  await (await connect(service, key)).use('inbox_status');
  const { body } = await call(service, 'GET', '/keys');
  const records = asObject(body)['items'] as readonly JsonObject[];
  const used = records.find((each) => each['id'] === id)?.['last_used_at'];
  const created = records.find((each) => each['id'] === id)?.['created_at'];
  assert.ok(Number(used) - Number(created) >= 1000, `used at ${String(used)}, created at ${String(created)}`);
});
