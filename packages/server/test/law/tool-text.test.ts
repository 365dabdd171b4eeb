// Covers the tools for a client that reads the text of a result alone (2.1, 4.1): it finds there what the table says, verbatim.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { decide } from './action-steps.ts';
import { asObject, type Json, type JsonObject, stringsIn, text, unhurried } from './client.ts';
import { rpc, type Tool } from './tool-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

/** What the JSON of the text says, and the structured content beside it. */
async function use(tool: Tool, input: JsonObject): Promise<{ read: JsonObject; structured: Json }> {
  const { message } = await rpc(service, 'tools/call', { name: `service_${tool}`, arguments: input });
  const result = asObject(message?.['result']);
  const [first] = result['content'] as readonly JsonObject[];
  return {
    read: asObject(JSON.parse(String(first?.['text'])) as Json),
    structured: result['structuredContent'] ?? null,
  };
}

async function push(title: string): Promise<string> {
  const preview = { format: 'markdown', body: 'first\nsecond\n' };
  const { read } = await use('push_action', { kind: text(8), title, preview, editable: ['preview.body'] });
  return String(read['action_id']);
}

test('2.1, 4.1 await_decision: the text has the preview and the diff of an edited action verbatim', async () => {
  const id = await push(text(32));
  await decide(service, id, { decision: 'approve', edited: { 'preview.body': 'first\nthird\n' } });
  const { read, structured } = await use('await_decision', { action_id: id });
  assert.deepEqual(read['preview'], { format: 'markdown', body: 'first\nthird\n' });
  assert.match(String(read['diff']), /^--- [^\n]*\n\+\+\+ [^\n]*\n@@ [^\n]*\n first\n-second\n\+third\n/);
  assert.deepEqual(read, structured);
});

test('2.1, 4.1 await_decision: the text has the preview of a pending action verbatim', async () => {
  const id = await push(text(32));
  const { read, structured } = await use('await_decision', { action_id: id, timeout_s: 0 });
  assert.deepEqual(read['preview'], { format: 'markdown', body: 'first\nsecond\n' });
  assert.deepEqual(read, structured);
});

test('4.1 inbox_status: the text has the pending titles verbatim', async () => {
  const title = text(32);
  await push(title);
  const { read, structured } = await use('inbox_status', {});
  assert.ok(stringsIn(read).includes(title));
  assert.deepEqual(read, structured);
});

test('4.1 list_watchers: the text has the names of the watchers verbatim', async () => {
  const name = text(32);
  const config = { url: 'https://feeds.example/news.xml' };
  await use('create_watcher', { spec: { name, kind: 'rss', config, schedule: { every: '1h' } } });
  const { read, structured } = await use('list_watchers', {});
  assert.ok(stringsIn(read).includes(name));
  assert.deepEqual(read, structured);
});
