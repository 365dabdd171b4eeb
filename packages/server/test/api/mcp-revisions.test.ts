// One endpoint, every revision of the protocol: what each asks of a server is what it gets.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { REVISIONS, type Rpc, rpcOf } from '../support/rpc.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem, call, dial } from '../support/wire.ts';

let service: Service;
let rpc: Rpc;

before(async () => {
  service = await startService();
  rpc = rpcOf(service, service.adminKey);
});
after(() => service.stop());

const SNAPSHOT = JSON.parse(readFileSync(new URL('../../../../docs/tools.json', import.meta.url), 'utf8'));
const push = { kind: 'k', title: 't', preview: { format: 'text', body: 'b' } };

const [, , LATEST_WITH_HANDSHAKE] = REVISIONS;

for (const revision of REVISIONS.slice(0, 3)) {
  test(`${revision}: the handshake names the revision, the version and the flow`, async () => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { status, headers, messages } = await rpc.request('initialize', params, { revision });
    assert.equal(status, 200);
    assert.equal(headers.get('mcp-session-id'), null);
    const { result } = messages[0] ?? {};
    assert.equal(result.protocolVersion, revision);
    assert.deepEqual(result.serverInfo, { name: 'countersign', title: 'Countersign', version: '0.1.3' });
    assert.deepEqual(result.capabilities, { tools: {} });
    for (const word of ['service_push_action', 'service_await_decision', 'service_report_result', 'exactly']) {
      assert.ok(result.instructions.includes(word), word);
    }
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const noted = await rpc.post(note, { revision });
    assert.deepEqual([noted.status, noted.text], [202, '']);
  });

  test(`${revision}: a ping is answered`, async () => {
    assert.deepEqual((await rpc.request('ping', {}, { revision })).messages[0]?.result, {});
  });
}

test('a revision nobody knows is offered the newest that has a handshake', async () => {
  const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { messages } = await rpc.request('initialize', params, { revision: '2025-03-26' });
  assert.equal(messages[0]?.result.protocolVersion, LATEST_WITH_HANDSHAKE);
});

test('2026-07-28: the server is discovered without a handshake', async () => {
  const { messages } = await rpc.request('server/discover', {}, { revision: '2026-07-28' });
  const { result } = messages[0] ?? {};
  assert.deepEqual(result.supportedVersions, ['2026-07-28']);
  assert.match(result.instructions, /service_push_action/);
  assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].version, '0.1.3');
});

for (const revision of REVISIONS) {
  test(`${revision}: the tools are those of docs/tools.json`, async () => {
    const { messages } = await rpc.request('tools/list', {}, { revision });
    assert.deepEqual(messages[0]?.result.tools, SNAPSHOT);
    const cursed = await rpc.request('tools/list', { cursor: 'x' }, { revision });
    assert.equal(cursed.messages[0]?.error?.code, -32602);
  });

  test(`${revision}: GET and DELETE are not allowed, for there are no sessions`, async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const headers = { 'mcp-protocol-version': revision, accept: 'text/event-stream' };
      const answer = await call(method, rpc.url, { key: service.adminKey, headers });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'POST');
    }
  });

  test(`${revision}: a body past the limit is 413 as problem+json`, async () => {
    const body = JSON.stringify(rpc.bodyOf('tools/call', { name: 'x', arguments: { a: 'a'.repeat(4_194_304) } }));
    const answer = await call('POST', rpc.url, { key: service.adminKey, body });
    assertProblem(answer, 'too_large');
  });
}

test('a batch is answered as a batch was, in the one revision that has them', async () => {
  const batch = [
    rpc.bodyOf('tools/call', { name: 'service_push_action', arguments: { ...push, payload: 1 } }, { id: 'a' }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    rpc.bodyOf('tools/call', { name: 'service_push_action', arguments: { ...push, payload: 2 } }, { id: 'b' }),
    rpc.bodyOf('ping', {}, { id: 1 }),
  ];
  // Digits survive in a batch, too.
  const text = JSON.stringify(batch).replace('"payload":1', '"payload":1.00').replace('"payload":2', '"payload":2.00');
  const { status, messages } = await rpc.post(text, { revision: '2025-03-26' });
  assert.equal(status, 200);
  assert.deepEqual(messages.map(({ id }) => id).toSorted(), [1, 'a', 'b']);
  const ids = ['a', 'b'].map((id) => messages.find((one) => one.id === id)?.result.structuredContent.action_id);
  for (const [index, action_id] of ids.entries()) {
    const { raw } = await rpc.call('service_await_decision', { action_id, timeout_s: 0 });
    assert.ok(raw.text.includes(`"payload":${index + 1}.00`), raw.text);
  }
});

test('a batch of two requests with one id is refused before anything is done', async () => {
  const one = rpc.bodyOf('tools/call', { name: 'service_push_action', arguments: push }, { id: 7 });
  const before = await rpc.call('service_inbox_status', {});
  const { status, messages } = await rpc.post([one, one], { revision: '2025-03-26' });
  assert.deepEqual([status, messages[0]?.error?.code], [400, -32600]);
  assert.deepEqual((await rpc.call('service_inbox_status', {})).structured, before.structured);
});

test('an empty batch, one of 101 messages and one with something else in it are refused', async () => {
  const ping = (id: number) => rpc.bodyOf('ping', {}, { id });
  const many = Array.from({ length: 101 }, (_, id) => ping(id));
  for (const [batch, code] of [
    [[], -32600],
    [many, -32700],
    [[ping(1), 5], -32600],
  ] as const) {
    const { status, messages } = await rpc.post(batch, { revision: '2025-03-26' });
    assert.deepEqual([status, messages[0]?.error?.code], [400, code]);
  }
  assert.equal((await rpc.post(many.slice(1), { revision: '2025-03-26' })).messages.length, 100);
});

for (const revision of REVISIONS.slice(1)) {
  test(`${revision}: a batch is refused, for the revision has none`, async () => {
    const { status, messages } = await rpc.post([rpc.bodyOf('ping', {}, { revision })], { revision });
    assert.deepEqual([status, messages[0]?.error?.code], [400, -32600]);
  });
}

test('2026-07-28: a subscription ends at once, for there is nothing here that changes', async () => {
  const params = { notifications: { toolsListChanged: true, promptsListChanged: true } };
  const { status, messages } = await rpc.request('subscriptions/listen', params, { revision: '2026-07-28' });
  assert.equal(status, 200);
  assert.deepEqual(messages[0]?.method, 'notifications/subscriptions/acknowledged');
  assert.equal(messages[1]?.result.resultType, 'complete');
});

test('2026-07-28: headers that contradict the body are refused', async () => {
  const sending = { revision: '2026-07-28' } as const;
  const params = { name: 'service_inbox_status', arguments: {} };
  for (const headers of [
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': undefined },
    { 'mcp-name': 'service_push_action' },
    { 'mcp-name': undefined },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': undefined },
  ]) {
    const { status, messages } = await rpc.request('tools/call', params, { ...sending, headers });
    assert.deepEqual([status, messages[0]?.error?.code], [400, -32020], JSON.stringify(headers));
  }
});

test('a revision that does not exist is refused with those that do', async () => {
  const legacy = await rpc.request('ping', {}, { headers: { 'mcp-protocol-version': '2025-01-01' } });
  assert.equal(legacy.status, 400);
  const body = rpc.bodyOf('tools/list', {}, { revision: '2026-07-28' });
  const text = JSON.stringify(body).replaceAll('2026-07-28', '2099-01-01');
  const headers = { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' };
  const modern = await rpc.post(text, { headers });
  assert.equal(modern.status, 400);
  assert.match(modern.text, /2026-07-28/);
});

for (const accept of [undefined, '*/*', 'application/*, text/*', 'application/json, text/event-stream;q=0.5']) {
  test(`Accept: ${accept} takes what the protocol sends`, async () => {
    assert.equal((await rpc.request('ping', {}, { headers: { accept } })).status, 200);
  });
}

test('a client that refuses event streams is told so by the protocol', async () => {
  assert.equal((await rpc.request('ping', {}, { headers: { accept: 'application/json' } })).status, 406);
});

test('a body without a type is read as JSON, one of another type is 415', async () => {
  const body = JSON.stringify(rpc.bodyOf('ping', {}));
  const typed = { key: service.adminKey, headers: { 'content-type': 'text/plain' }, body };
  assertProblem(await call('POST', rpc.url, typed), 'unsupported_media_type');

  const wire = await dial(rpc.url);
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.adminKey}\r\n`;
  await wire.send(`${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  assert.equal((await wire.answer()).status, 200);
});

test('a method that no fetch knows is not allowed either', async () => {
  const wire = await dial(rpc.url);
  const head = `TRACE /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.adminKey}\r\n`;
  await wire.send(`${head}Connection: close\r\n\r\n`);
  assert.equal((await wire.answer()).status, 405);
});

test('slashes say nothing, and below there is nothing', async () => {
  const body = JSON.stringify(rpc.bodyOf('ping', {}));
  const base = service.running.url;
  for (const path of ['/mcp/', '//mcp//']) {
    assert.equal((await call('POST', `${base}${path}`, { key: service.adminKey, body })).status, 200);
  }
  for (const path of ['/mcp/x', '/mcpx', '/v1/mcp']) {
    assertProblem(await call('POST', `${base}${path}`, { key: service.adminKey, body }), 'not_found');
  }
});
