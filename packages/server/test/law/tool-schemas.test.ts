// Covers what the tools say of themselves (4.1): the inputs of the table, and which of them are required.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { asObject, type Json, type JsonObject, unhurried } from './client.ts';
import { rpc, type Tool } from './tool-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function described(tool: Tool): Promise<JsonObject> {
  const { message } = await rpc(service, 'tools/list', {});
  const listed = asObject(message?.['result'])['tools'] as readonly Json[];
  const found = listed.map(asObject).find((each) => String(each['name']).endsWith(`_${tool}`));
  return found ?? assert.fail(`no tool ${tool}`);
}

for (const [tool, required, optional] of [
  ['push_action', ['kind', 'title', 'preview'], ['payload', 'target_url', 'expires_in', 'idempotency_key', 'editable']],
  ['await_decision', ['action_id'], ['timeout_s']],
  ['report_result', ['action_id', 'status'], ['detail']],
  ['inbox_status', [], []],
  ['create_watcher', ['spec'], []],
  ['list_watchers', [], ['status']],
  ['list_watcher_presets', [], []],
  ['create_watcher_from_preset', ['preset_id', 'params'], ['name', 'schedule']],
] as const satisfies readonly (readonly [Tool, readonly string[], readonly string[]])[]) {
  test(`4.1 ${tool}: its input schema has the inputs of the table, and requires those that are required`, async () => {
    const schema = asObject((await described(tool))['inputSchema']);
    const properties = Object.keys(asObject(schema['properties'] ?? {}));
    for (const name of [...required, ...optional]) {
      assert.ok(properties.includes(name), `${name} is not among ${properties.join(', ')}`);
    }
    assert.deepEqual([...((schema['required'] ?? []) as readonly string[])].toSorted(), [...required].toSorted());
  });
}

test('4.1 push_action: preview takes the formats markdown and text, and requires format and body', async () => {
  const properties = asObject(asObject((await described('push_action'))['inputSchema'])['properties']);
  const preview = asObject(properties['preview']);
  assert.deepEqual([...(preview['required'] as readonly string[])].toSorted(), ['body', 'format']);
  const format = asObject(asObject(preview['properties'])['format']);
  assert.deepEqual([...(format['enum'] as readonly string[])].toSorted(), ['markdown', 'text']);
});

test('4.1 push_action: the description of expires_in states the default of 86400', async () => {
  const properties = asObject(asObject((await described('push_action'))['inputSchema'])['properties']);
  assert.match(String(asObject(properties['expires_in'])['description']), /86400/);
});

for (const [tool, input] of [
  ['push_action', 'expires_in'],
  ['await_decision', 'timeout_s'],
] as const satisfies readonly (readonly [Tool, string])[]) {
  test(`4.1 ${tool}: ${input} is a number of seconds`, async () => {
    const properties = asObject(asObject((await described(tool))['inputSchema'])['properties']);
    assert.equal(asObject(properties[input])['type'], 'number');
  });
}

test('4.1 report_result: status is executed or execute_failed', async () => {
  const properties = asObject(asObject((await described('report_result'))['inputSchema'])['properties']);
  const values = asObject(properties['status'])['enum'] as readonly string[];
  assert.deepEqual([...values].toSorted(), ['execute_failed', 'executed']);
});
