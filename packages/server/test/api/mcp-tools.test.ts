// The tools on actions, one promise at a time. Spec 4.1.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tools } from '@countersign/contract';
import { issuesOf } from '../../src/base/validate.ts';
import { clientOf, type Given, givenAgent, givenService, proposal } from '../support/given.ts';
import { REVISIONS, type Rpc, rpcOf, type ToolAnswer } from '../support/rpc.ts';
import { startService } from '../support/start-service.ts';

let given: Given;
let rpc: Rpc;

before(async () => {
  const service = await startService();
  given = { service, admin: clientOf(service, service.adminKey) };
  rpc = rpcOf(service, service.adminKey);
});
after(() => given.service.stop());

const pushed = (changes: object = {}) => ({
  kind: 'email.send',
  title: 'Answer Ana',
  preview: { format: 'text', body: 'Dear Ana' },
  idempotency_key: crypto.randomUUID(),
  ...changes,
});

async function push(changes: object = {}): Promise<string> {
  const { structured } = await rpc.call('service_push_action', pushed(changes));
  return structured.action_id;
}

/** The text form without its marks. */
const unmarked = (text: string) => text.replaceAll(/<\/?data-[0-9a-f]{32}>/g, '');

function assertOutput(name: keyof typeof tools, { structured, text, isError }: ToolAnswer): void {
  assert.equal(isError, false, text);
  assert.deepEqual(issuesOf(tools[name].output, structured), []);
  assert.deepEqual(JSON.parse(unmarked(text)), structured);
}

for (const revision of REVISIONS) {
  test(`${revision}: an agent pushes, awaits, executes what was approved and reports`, async () => {
    const payload = { amount: 10 };
    const push = await rpc.call('service_push_action', pushed({ payload, editable: ['preview.body'] }), { revision });
    assertOutput('service_push_action', push);
    const { action_id } = push.structured;
    assert.deepEqual(push.structured, {
      action_id,
      status: 'pending',
      inbox_url: `${given.service.running.url}/a/${action_id}`,
    });

    await given.admin.decideAction(action_id, { decision: 'approve', edited: { 'preview.body': 'Dear Ana!' } });
    const awaited = await rpc.call('service_await_decision', { action_id }, { revision });
    assertOutput('service_await_decision', awaited);
    const { decision } = await given.admin.getAction(action_id);
    assert.deepEqual(awaited.structured, {
      action_id,
      status: 'approved',
      decision_at: decision?.decided_at,
      verdict: 'approve',
      preview: { format: 'text', body: 'Dear Ana!' },
      edited_by_human: true,
      diff: decision?.diff,
      payload,
      receipt: decision?.receipt,
    });

    const report = { action_id, status: 'executed', detail: 'sent' };
    const reported = await rpc.call('service_report_result', report, { revision });
    assertOutput('service_report_result', reported);
    assert.partialDeepStrictEqual(reported.structured, report);
    assert.equal((await given.admin.getAction(action_id)).status, 'executed');
  });
}

test('text is stored as plain and given back as text; without expires_in an action lives a day', async () => {
  const action = await given.admin.getAction(await push());
  assert.deepEqual(action.preview, { format: 'plain', body: 'Dear Ana' });
  assert.equal(action.expires_in, 86_400);
  const markdown = await given.admin.getAction(await push({ preview: { format: 'markdown', body: '*hi*' } }));
  assert.equal(markdown.preview.format, 'markdown');
});

test('an answer is one line to readers that know more line ends than the standard, with every character in it', async () => {
  const text = 'a\u2028b\u2029c\u0085d\v\f';
  const action_id = await push({ title: text, preview: { format: 'text', body: text }, payload: { [text]: text } });
  const look = { action_id, timeout_s: 0 };
  const { structured, text: inText, raw } = await rpc.call('service_await_decision', look);
  assert.match(raw.text, /^[\n -~]*$/);
  assert.deepEqual([structured.preview.body, structured.payload], [text, { [text]: text }]);
  assert.deepEqual(JSON.parse(inText), structured);
});

test('a diff made over REST is a diff at the tools', async () => {
  const { id } = await given.admin.createAction(proposal({ preview: { format: 'diff', body: '-a\n+b' } }));
  const { structured } = await rpc.call('service_await_decision', { action_id: id, timeout_s: 0 });
  assert.deepEqual(structured.preview, { format: 'diff', body: '-a\n+b' });
});

test('an action at the tools may do without an answer address, but has no other way to name one', async () => {
  const { error, text } = await rpc.call('service_push_action', pushed({ callback_url: 'https://agent.example/' }));
  assert.equal(error, 'validation_failed');
  assert.match(text, /callback_url/);
});

test('the same idempotency key gives the same action, and status stays pending whatever became of it', async () => {
  const args = pushed();
  const first = await rpc.call('service_push_action', args);
  await given.admin.decideAction(first.structured.action_id, { decision: 'reject' });
  assert.deepEqual((await rpc.call('service_push_action', args)).structured, first.structured);
  const other = await rpc.call('service_push_action', { ...args, title: 'Something else' });
  assertOutput('service_push_action', other);
  const { advice, ...same } = other.structured;
  assert.deepEqual(same, first.structured, 'the key names the first');
  assert.match(
    advice,
    /other content.*another idempotency_key/,
    'and the agent is told that it is not what it proposed',
  );
  const { structured } = await rpc.call('service_await_decision', { action_id: first.structured.action_id });
  assert.equal(structured.status, 'rejected');
});

test('a rejection brings the verdict and no edits', async () => {
  const action_id = await push();
  await given.admin.decideAction(action_id, { decision: 'reject' });
  const { structured } = await rpc.call('service_await_decision', { action_id });
  assert.partialDeepStrictEqual(structured, { status: 'rejected', verdict: 'reject', edited_by_human: false });
  assert.equal('diff' in structured, false);
});

test('a comment of the reviewer reaches the agent', async () => {
  const action_id = await push();
  await given.admin.bulkDecide({ ids: [action_id], verdict: 'reject', comment: 'Too early' });
  const { structured } = await rpc.call('service_await_decision', { action_id });
  assert.equal(structured.comment, 'Too early');
});

test('an edited title and link are given beside the preview', async () => {
  const action_id = await push({ editable: ['title', 'target_url'], target_url: 'https://a.example/' });
  const edited = { title: 'Answer Bea', target_url: 'https://b.example/' };
  await given.admin.decideAction(action_id, { decision: 'approve', edited });
  const { structured } = await rpc.call('service_await_decision', { action_id });
  assert.partialDeepStrictEqual(structured, {
    edited_by_human: true,
    final_title: 'Answer Bea',
    final_target_url: 'https://b.example/',
  });
});

test('a look at a pending action is no error and says to call again', async () => {
  const action_id = await push({ payload: null });
  const looked = await rpc.call('service_await_decision', { action_id, timeout_s: 0 });
  assertOutput('service_await_decision', looked);
  const { advice, ...rest } = looked.structured;
  assert.match(advice, /service_await_decision/);
  assert.deepEqual(rest, {
    action_id,
    status: 'pending',
    preview: { format: 'text', body: 'Dear Ana' },
    edited_by_human: false,
    payload: null,
  });
});

test('what was carried out, or tried, before is not to be done again, and an agent that starts again is told so', async () => {
  for (const [status, says] of [
    ['executed', /carried out already: do not do it again/],
    ['execute_failed', /failed\. Do not try it again/],
  ] as const) {
    const args = pushed();
    const { action_id } = (await rpc.call('service_push_action', args)).structured;
    await given.admin.decideAction(action_id, { decision: 'approve' });
    const approved = await rpc.call('service_await_decision', { action_id });
    assert.equal('advice' in approved.structured, false);
    await rpc.call('service_report_result', { action_id, status });
    assert.equal((await rpc.call('service_push_action', args)).structured.action_id, action_id);
    const again = await rpc.call('service_await_decision', { action_id });
    assertOutput('service_await_decision', again);
    assert.equal(again.structured.status, status);
    assert.match(again.structured.advice, says);
  }
});

test('an expired action says so, with no decision', async () => {
  const action_id = await push({ expires_in: 300 });
  given.service.wind(301);
  const { structured } = await rpc.call('service_await_decision', { action_id });
  assert.equal(structured.status, 'expired');
  assert.equal('decision_at' in structured, false);
  assert.equal('verdict' in structured, false);
});

test('a result for what is not approved is refused with the status it has', async () => {
  const action_id = await push();
  const { error, text } = await rpc.call('service_report_result', { action_id, status: 'executed' });
  assert.equal(error, 'not_approved');
  assert.equal(JSON.parse(text).current_status, 'pending');
});

test('an action that does not exist, or is of another project, is not found by any tool', async () => {
  const other = await given.service.newProject('other');
  const foreign = rpcOf(given.service, other.adminKey);
  const action_id = await push();
  for (const id of [action_id, 'act_0']) {
    assert.equal((await foreign.call('service_await_decision', { action_id: id })).error, 'not_found');
    assert.equal(
      (await foreign.call('service_report_result', { action_id: id, status: 'executed' })).error,
      'not_found',
    );
  }
  assert.deepEqual((await foreign.call('service_inbox_status', {})).structured, { pending_count: 0, pending: [] });
});

test('the inbox tells the true count and the newest ten', async (t) => {
  const alone = await givenService(t);
  const agent = await givenAgent(alone);
  const ids: string[] = [];
  for (let i = 0; i < 60; i++) ids.push((await agent.createAction(proposal({ title: `Action ${i}` }))).id);
  const short = await agent.createAction(proposal({ expires_in: 300 }));
  const tool = rpcOf(alone.service, alone.service.adminKey);
  assert.equal((await tool.call('service_inbox_status', {})).structured.pending_count, 61);

  alone.service.wind(301); // `short` has run out, whether or not anyone noticed
  const status = await tool.call('service_inbox_status', {});
  assertOutput('service_inbox_status', status);
  assert.equal(status.structured.pending_count, 60);
  const listed = status.structured.pending.map(({ action_id }: { action_id: string }) => action_id);
  assert.deepEqual(listed, ids.toReversed().slice(0, 10));
  assert.ok(!listed.includes(short.id));
  assert.equal(status.structured.pending[0].title, 'Action 59');
});

test('a tool without arguments may be called without any, and one with them says what is missing', async () => {
  for (const revision of ['2025-06-18', '2026-07-28'] as const) {
    for (const none of [{}, { arguments: null }]) {
      const status = await rpc.request('tools/call', { name: 'service_inbox_status', ...none }, { revision });
      assert.equal(typeof status.messages[0]?.result.structuredContent.pending_count, 'number');
      const waiting = await rpc.request('tools/call', { name: 'service_await_decision', ...none }, { revision });
      assert.match(waiting.messages[0]?.result.content[0]?.text ?? '', /"error":"validation_failed".*action_id/);
    }
  }
});

const PAYLOADS = [
  '12345678901234567890',
  '{"a":1.0,"b":-0,"c":1e400,"d":0.1000000000000000055511151231257827}',
  '{"__proto__":{"x":1},"10":1,"2":2,"a":[null,[[]],"\\u0000\\ud800"]}',
  'null',
  '"text with \\"marks\\" and \\\\ and } ] ,"',
  '[]',
];
for (const payload of PAYLOADS) {
  for (const revision of ['2025-06-18', '2026-07-28'] as const) {
    test(`${revision}: the payload ${payload} comes back to the digit`, async () => {
      const args = JSON.stringify(pushed()).replace(/}$/, `, "payload" : ${payload} }`);
      const body = rpc.bodyOf('tools/call', { name: 'service_push_action', arguments: {} }, { revision });
      const text = JSON.stringify(body).replace('"arguments":{}', () => `"arguments":${args}`);
      const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'service_push_action' };
      const { messages } = await rpc.post(text, { revision, headers });
      const action_id = messages[0]?.result.structuredContent.action_id;

      const { raw, text: shown } = await rpc.call('service_await_decision', { action_id, timeout_s: 0 }, { revision });
      assert.ok(raw.text.includes(`"payload":${payload},`), raw.text); // the structured form, as it is on the wire
      assert.ok(shown.includes(`"payload":${payload},`), shown);
    });
  }
}

test('payloads that differ only beyond the precision of a double are two actions', async () => {
  const pushRaw = async (payload: string) => {
    const args = `{"kind":"k","title":"t","preview":{"format":"text","body":"b"},"payload":${payload}}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_push_action","arguments":${args}}}`;
    return (await rpc.post(body)).messages[0]?.result.structuredContent.action_id;
  };
  const [one, other] = [await pushRaw('12345678901234567890'), await pushRaw('12345678901234567891')];
  assert.notEqual(one, other);
  assert.equal(await pushRaw('12345678901234567890'), one); // the same once more is the same action
});

test('a payload edited by the reviewer comes back as approved', async () => {
  const action_id = await push({ payload: { amount: 10, to: 'ana' }, editable: ['payload.amount'] });
  await given.admin.decideAction(action_id, { decision: 'approve', edited: { 'payload.amount': 9 } });
  const { structured } = await rpc.call('service_await_decision', { action_id });
  assert.deepEqual(structured.payload, { amount: 9, to: 'ana' });
});
