// What the tools refuse: bad arguments are a result with our code, bad messages the protocol's own error; nothing is done.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clientOf, type Given } from '../support/given.ts';
import { REVISIONS, type Rpc, rpcOf } from '../support/rpc.ts';
import { startService } from '../support/start-service.ts';

let given: Given;
let rpc: Rpc;

before(async () => {
  const service = await startService();
  given = { service, admin: clientOf(service, service.adminKey) };
  rpc = rpcOf(service, service.adminKey);
});
after(() => given.service.stop());

const good = { kind: 'k', title: 't', preview: { format: 'text', body: 'b' } };

const BAD_PUSHES: Readonly<Record<string, readonly [object, string]>> = {
  'no kind': [{ ...good, kind: undefined }, 'kind'],
  'an empty title': [{ ...good, title: '' }, 'title'],
  'a title of two lines': [{ ...good, title: 'a\nb' }, 'title'],
  'a title of 501 characters': [{ ...good, title: '𝒳'.repeat(501) }, 'title'],
  'a preview without format': [{ ...good, preview: { body: 'b' } }, 'preview.format'],
  'the format plain, which is not of the tools': [
    { ...good, preview: { format: 'plain', body: 'b' } },
    'preview.format',
  ],
  'a body of 262145 characters': [{ ...good, preview: { format: 'text', body: 'a'.repeat(262_145) } }, 'preview.body'],
  'an unknown argument': [{ ...good, urgent: true }, 'urgent'],
  'an unknown argument inside': [{ ...good, preview: { ...good.preview, lang: 'en' } }, 'preview.lang'],
  'an argument __proto__': [JSON.parse('{"__proto__":{},"kind":"k","title":"t"}'), '__proto__'],
  'expires_in of 299': [{ ...good, expires_in: 299 }, 'expires_in'],
  'expires_in as text': [{ ...good, expires_in: '300' }, 'expires_in'],
  'a path through a prototype': [{ ...good, editable: ['payload.__proto__.x'] }, 'editable.0'],
  'a link that is none': [{ ...good, target_url: 'no link' }, 'target_url'],
  'U+0000 in the title': [{ ...good, title: 'a\0b' }, 'title'],
  'half of a surrogate pair in the body': [{ ...good, preview: { format: 'text', body: '\ud800' } }, 'preview.body'],
  'a payload that is too large': [{ ...good, payload: 'a'.repeat(262_144) }, 'payload'],
  'a payload of a million empty lists': [{ ...good, payload: Array(1_000_000).fill([]) }, 'payload'],
};
for (const [what, [args, path]] of Object.entries(BAD_PUSHES)) {
  test(`${what} is validation_failed and makes no action`, async () => {
    const before = await rpc.call('service_inbox_status', {});
    const refused = await rpc.call('service_push_action', args);
    assert.equal(refused.error, 'validation_failed', refused.text);
    assert.equal(refused.structured, undefined);
    const { issues, request_id } = JSON.parse(refused.text);
    assert.ok(
      issues.some((issue: { path: string }) => issue.path === path),
      refused.text,
    );
    assert.equal(request_id, refused.raw.headers.get('x-request-id'));
    assert.deepEqual((await rpc.call('service_inbox_status', {})).structured, before.structured);
  });
}

test('the largest legal action is accepted', async () => {
  const body = '\\ud835\\udcb3'.repeat(262_144);
  const args = `{"kind":"k","title":"t","preview":{"format":"text","body":"${body}"},"payload":"${'a'.repeat(262_142)}"}`;
  const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_push_action","arguments":${args}}}`;
  const { messages } = await rpc.post(text);
  assert.equal(messages[0]?.result.structuredContent.status, 'pending');
});

for (const timeout_s of ['NaN', '"5"', '-1', '3600.5', '1e9', 'null', '[]']) {
  test(`timeout_s of ${timeout_s} is refused`, async () => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_await_decision","arguments":{"action_id":"act_1","timeout_s":${timeout_s}}}}`;
    const { messages } = await rpc.post(text);
    if (timeout_s === 'NaN')
      assert.equal(messages[0]?.error?.code, -32700); // no JSON
    else assert.match(messages[0]?.result.content[0].text, /^{"error":"validation_failed".*timeout_s/);
  });
}

for (const action_id of ['../project/rotate-webhook-secret?', '', 'act_', 'key_1', 'act_%2e%2e', 'act_1/decision', 5]) {
  test(`the action_id ${JSON.stringify(action_id)} is refused, and no other operation is touched`, async () => {
    const { webhook_secret } = await given.admin.getProject();
    for (const [tool, more] of [
      ['service_await_decision', {}],
      ['service_report_result', { status: 'executed' }],
    ] as const) {
      assert.equal((await rpc.call(tool, { action_id, ...more })).error, 'validation_failed');
    }
    assert.equal((await given.admin.getProject()).webhook_secret, webhook_secret);
  });
}

for (const revision of REVISIONS) {
  test(`${revision}: an unknown tool is the protocol's -32602, an unknown method its -32601`, async () => {
    for (const name of ['service_nope', 'toString', '__proto__']) {
      const { messages } = await rpc.request('tools/call', { name, arguments: {} }, { revision });
      assert.equal(messages[0]?.error?.code, -32602);
    }
    const { messages } = await rpc.request('no/such/method', {}, { revision });
    assert.equal(messages[0]?.error?.code, -32601);
  });

  test(`${revision}: arguments that are no object are the protocol's -32602`, async () => {
    for (const args of [5, 'x', [1]]) {
      const { messages } = await rpc.request(
        'tools/call',
        { name: 'service_inbox_status', arguments: args },
        { revision },
      );
      assert.equal(messages[0]?.error?.code, -32602, JSON.stringify(messages));
    }
  });
}

const NO_JSON = {
  'no JSON': '{',
  'nothing at all': ' ',
  'a key twice': '{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}',
  'a key twice inside the arguments':
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_inbox_status","arguments":{"a":1,"\\u0061":2}}}',
  'a key twice inside the payload':
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_push_action","arguments":{"payload":{"a":1,"a":2}}}}',
  'a payload that is no JSON':
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_push_action","arguments":{"payload":01}}}',
  'a depth of 200,000': `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(200_000)}`,
  '20,000 keys': `{"jsonrpc":"2.0","id":1,"method":"ping","params":{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":0`)}}}`,
};
for (const [what, text] of Object.entries(NO_JSON)) {
  test(`a body of ${what} is the protocol's -32700`, async () => {
    const startedMs = performance.now();
    const { status, messages } = await rpc.post(text);
    assert.equal(status, 400);
    assert.deepEqual([messages[0]?.id, messages[0]?.error?.code], [null, -32700]);
    assert.ok(performance.now() - startedMs < 20_000);
  });
}

test("bytes that are no UTF-8 are the protocol's -32700", async () => {
  const response = await fetch(rpc.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${given.service.adminKey}`, 'content-type': 'application/json' },
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  assert.equal(response.status, 400);
  assert.equal(((await response.json()) as { error: { code: number } }).error.code, -32700);
});

for (const text of [
  '5',
  '"x"',
  'null',
  '{}',
  '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
]) {
  test(`${text} is no message: -32600`, async () => {
    const { status, messages } = await rpc.post(text);
    assert.deepEqual([status, messages[0]?.error?.code], [400, -32600]);
  });
}
