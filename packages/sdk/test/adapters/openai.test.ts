// Runs of the OpenAI Agents SDK that stop for approval, with its own scripted model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadText } from '@countersign/sdk';
import {
  Agent,
  defineToolInputGuardrail,
  hostedMcpTool,
  Runner,
  shellTool,
  ToolGuardrailFunctionOutputFactory,
  type ToolInputGuardrailDefinition,
  tool,
} from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { type RunStore, runWithApprovals } from '../../src/adapters/openai.ts';
import { DEEP, describedOnce, openInbox, refundTool, shown, UNHELD } from './inbox.ts';

const inbox = openInbox();

let calls = 0;

/** Calls the tool once, then ends with a text. */
function newModel(amount: number, callId = `call-${++calls}`): ScriptedModel {
  return new ScriptedModel([[functionCall('refund', { amount }, { callId })], [assistantMessage('Done.')]]);
}

/** What the model was told the last time. */
const heardBy = (model: ScriptedModel) => JSON.stringify(model.calls.at(-1)?.request.input);

type Given = Partial<ReturnType<typeof refundTool>> & { readonly guards?: readonly ToolInputGuardrailDefinition[] };

function givenAgent(model: ScriptedModel, { guards = [], ...given }: Given = {}) {
  const { paid, pay } = { ...refundTool(), ...given };
  const parameters = z.object({ amount: z.number() });
  const refund = tool({
    name: 'refund',
    description: 'Refunds',
    parameters,
    needsApproval: true,
    execute: async (input) => pay(input),
    inputGuardrails: [...guards],
  });
  return { agent: new Agent({ name: 'Support', model, tools: [refund] }), paid };
}

const runner = () => new Runner({ tracingDisabled: true });
const settings = () => ({ client: inbox.agent(), describe: shown });

test('approved, edited, rejected with a reason, expired', async () => {
  const outcomes = [
    { decide: () => inbox.approve(), paid: [40], hears: /Refunded 40 EUR/, is: 'executed' },
    { decide: () => inbox.approve({ 'payload.amount': 35 }), paid: [35], hears: /Refunded 35 EUR/, is: 'executed' },
    { decide: () => inbox.reject('Ask Ana first'), paid: [], hears: /Ask Ana first/, is: 'rejected' },
    { decide: () => inbox.expire(), paid: [], hears: /nobody decided in time/, is: 'expired' },
  ];
  for (const { decide, paid: expected, hears, is } of outcomes) {
    const model = newModel(40);
    const { agent, paid } = givenAgent(model);
    const running = runWithApprovals(runner(), agent, 'Refund order 1042', settings());
    const id = await decide();
    assert.equal((await running).finalOutput, 'Done.');
    assert.deepEqual(paid, expected);
    assert.match(heardBy(model), hears);
    assert.equal(await inbox.statusOf(id), is);
  }
});

test('a tool that fails is reported so, with what the model read of it, though the run goes on', async () => {
  const { agent } = givenAgent(newModel(2000));
  const running = runWithApprovals(runner(), agent, 'Refund order 1042', settings());
  const id = await inbox.approve();
  assert.equal((await running).finalOutput, 'Done.');
  const { status, detail = '' } = (await inbox.resultOf(id)) ?? {};
  assert.equal(status, 'execute_failed');
  assert.match(detail, /^An error occurred while running the tool/);
});

for (const [words, detail] of [
  ['Not on a Sunday', 'Not on a Sunday'],
  ['', 'A guardrail kept it back.'],
] as const) {
  test(`a call that a guardrail of its tool keeps back is reported as not made, with the words “${words}”`, async () => {
    const keepsBack = defineToolInputGuardrail({
      name: 'hours',
      run: async () => ToolGuardrailFunctionOutputFactory.rejectContent(words),
    });
    const model = newModel(40);
    const { agent, paid } = givenAgent(model, { guards: [keepsBack] });
    const running = runWithApprovals(runner(), agent, 'Refund order 1042', settings());
    const id = await inbox.approve();
    assert.equal((await running).finalOutput, 'Done.');
    assert.deepEqual(paid, []);
    assert.ok(heardBy(model).includes(words));
    assert.partialDeepStrictEqual(await inbox.resultOf(id), { status: 'execute_failed', detail });
  });
}

test('a call that the service will not show is not made: the model reads why, and goes on, with what else was approved', async () => {
  const twice = { ...functionCall('refund', {}, { callId: 'twice' }), arguments: '{"amount":40,"amount":50}' };
  const large = functionCall('refund', { amount: 60, note: 'x'.repeat(262_144) }, { callId: 'large' });
  const deep = functionCall('refund', { amount: 65, note: DEEP }, { callId: 'deep' });
  const good = functionCall('refund', { amount: 70 }, { callId: 'good' });
  const model = new ScriptedModel([[twice, large, deep, good], [assistantMessage('Done.')]]);
  const { agent, paid } = givenAgent(model);
  const running = runWithApprovals(runner(), agent, 'Refund order 1042', settings());
  const id = await inbox.approve();
  assert.equal((await running).finalOutput, 'Done.');
  assert.deepEqual(paid, [70]);
  assert.match(heardBy(model), /nothing was run: A key appears twice/);
  assert.match(heardBy(model), /nothing was run: [^"]*payload must not have more than 262144 bytes/);
  assert.match(heardBy(model), /nothing was run: [^"]*nested too deep/);
  assert.equal(await inbox.statusOf(id), 'executed');
});

test('a call that is described wrongly ends the run: that is for whoever wrote it', async () => {
  const { agent } = givenAgent(newModel(40));
  const wrong = { ...settings(), describe: () => ({ expires_in: 1 }) };
  await assert.rejects(runWithApprovals(runner(), agent, 'Refund order 1042', wrong), /expires_in/);
});

test('a run that fails because one call cannot be asked about does not go on to wait for the others', async () => {
  const both = [40, 50].map((amount) => functionCall('refund', { amount }, { callId: `half-asked-${amount}` }));
  const { agent } = givenAgent(new ScriptedModel([both]));
  const { client, waits } = inbox.watchedAgent();
  const running = runWithApprovals(runner(), agent, 'Refund both', { client, describe: describedOnce(waits) });
  await assert.rejects(running, /no words/);
  const ended = waits.map(({ aborted }) => aborted);
  await inbox.reject('Nobody waits for it');
  assert.deepEqual(ended, [true]);
});

test('edited into a number that no double holds: the run does not go on, and that is reported', async () => {
  const { agent, paid } = givenAgent(newModel(40));
  const running = runWithApprovals(runner(), agent, 'Refund order 1042', settings());
  const id = await inbox.approve(UNHELD);
  await assert.rejects(running, /nothing was run/);
  assert.deepEqual(paid, []);
  assert.match((await inbox.resultOf(id))?.detail ?? '', /^What was approved holds 35\.0+1, .* nothing was run\.$/);
});

test('of several calls only that one has failed: a run that is started again does the others, once', async () => {
  const kept = new Map<string, string>();
  const store: RunStore = {
    load: (id) => kept.get(id),
    save: (id, state) => void kept.set(id, state),
    remove: (id) => void kept.delete(id),
  };
  const both = [140, 150].map((amount) => functionCall('refund', { amount }, { callId: `several-${amount}` }));
  const payments = refundTool();
  const again = { ...settings(), id: 'several', store };
  const first = givenAgent(new ScriptedModel([both]), payments);
  const running = runWithApprovals(runner(), first.agent, 'Refund both', again);
  const failed = await inbox.approve(UNHELD);
  const other = await inbox.approve();
  await assert.rejects(running, /nothing was run/);
  assert.deepEqual([await inbox.statusOf(failed), await inbox.statusOf(other)], ['execute_failed', 'approved']);

  const model = new ScriptedModel([[assistantMessage('Done.')]]);
  const second = givenAgent(model, payments);
  assert.equal((await runWithApprovals(runner(), second.agent, 'Refund both', again)).finalOutput, 'Done.');
  assert.equal(payments.paid.length, 1);
  assert.match(heardBy(model), /failed then; nothing was tried now/);
  assert.deepEqual([await inbox.statusOf(failed), await inbox.statusOf(other)], ['execute_failed', 'executed']);
});

test('a program that is started again goes on with the run, asks nobody twice, and does it once', async () => {
  const kept = new Map<string, string>();
  const store: RunStore = {
    load: (id) => kept.get(id),
    save: (id, state) => void kept.set(id, state),
    remove: (id) => void kept.delete(id),
  };
  const payments = refundTool();
  const id = 'ticket-1042';
  const dying = new AbortController();
  const first = givenAgent(newModel(40, 'call-restart'), payments);
  const stopped = runWithApprovals(runner(), first.agent, 'Refund order 1042', {
    ...settings(),
    ...{ id, store, signal: dying.signal },
  });
  const asked = await inbox.pending();
  dying.abort();
  await assert.rejects(stopped);

  const model = new ScriptedModel([[assistantMessage('Done.')]]);
  const { agent, paid } = givenAgent(model, payments);
  const resumed = runWithApprovals(runner(), agent, 'Refund order 1042', { ...settings(), id, store });
  assert.equal(await inbox.approve({ 'payload.amount': 30 }), asked.id);
  assert.equal((await resumed).finalOutput, 'Done.');
  assert.deepEqual(paid, [30]);
  assert.equal(kept.size, 0);
});

test('another input under the id of a call before, or the same in another run, is another call: a person is asked', async () => {
  const payments = refundTool();
  const runs: [number, string?][] = [[40], [50], [40, 'monday'], [40, 'tuesday']];
  for (const [amount, id] of runs) {
    const model = newModel(amount, 'call_1');
    const { agent } = givenAgent(model, payments);
    const running = runWithApprovals(runner(), agent, 'Refund', { ...settings(), ...(id ? { id } : {}) });
    await inbox.approve();
    await running;
    assert.match(heardBy(model), new RegExp(`Refunded ${amount} EUR`));
  }
  assert.deepEqual(payments.paid, [40, 50, 40, 40]);
});

/** Each is a tool of one at the head. Their models count their calls: the first of either is called the same. */
function givenHelpers(amounts: readonly number[]) {
  const payments = refundTool();
  const tools = amounts.map((amount) =>
    givenAgent(newModel(amount, 'call_1'), payments).agent.asTool({
      toolName: `refund_${amount}`,
      toolDescription: 'Refunds',
    }),
  );
  const all = amounts.map((amount) => functionCall(`refund_${amount}`, { input: 'go' }, { callId: `of-${amount}` }));
  const model = new ScriptedModel([all, [assistantMessage('Done.')]]);
  return { agent: new Agent({ name: 'Head', model, tools }), paid: payments.paid };
}

test('the tools of agents that are tools of another are called as edited, each with its own', async () => {
  const { agent, paid } = givenHelpers([140, 150]);
  const running = runWithApprovals(runner(), agent, 'Refund both', settings());
  for (const amount of [35, 45]) await inbox.approve({ 'payload.amount': amount });
  assert.equal((await running).finalOutput, 'Done.');
  assert.deepEqual(paid.toSorted(), [35, 45]);
});

test('nor does the yes to one of them let the other run', async () => {
  const { agent, paid } = givenHelpers([160, 170]);
  const running = runWithApprovals(runner(), agent, 'Refund both', settings());
  await inbox.reject('No');
  await inbox.approve();
  await running;
  assert.equal(paid.length, 1);
});

test('a tool that runs at the model’s maker has no call id: it is asked about once, and its arguments cannot be edited', async () => {
  const request = {
    type: 'hosted_tool_call',
    name: 'mcp_approval_request',
    status: 'in_progress',
    providerData: {
      type: 'mcp_approval_request',
      id: 'mcpr_1',
      name: 'refund',
      server_label: 'shop',
      arguments: '{"amount":40}',
    },
  } as const;
  for (const [decide, approve] of [
    [() => inbox.approve(), true],
    [() => inbox.reject('No'), false],
  ] as const) {
    const model = new ScriptedModel([[request], [assistantMessage('Done.')]]);
    const tools = [
      hostedMcpTool({ serverLabel: 'shop', serverUrl: 'https://shop.example', requireApproval: 'always' }),
    ];
    const agent = new Agent({ name: 'Support', model, tools });
    const running = runWithApprovals(runner(), agent, 'Refund order 1042', { ...settings(), id: `hosted-${approve}` });
    assert.deepEqual((await inbox.pending()).editable, []);
    await decide();
    assert.equal((await running).finalOutput, 'Done.');
    assert.equal(model.calls.length, 2);
    assert.match(heardBy(model), new RegExp(`"approve":${approve}`));
  }
});

test('what a tool at the model’s maker is called with is shown to the digit', async () => {
  const written = '{"channel":1234567890123456789}';
  const providerData = {
    type: 'mcp_approval_request',
    id: 'mcpr_2',
    name: 'post',
    server_label: 'chat',
    arguments: written,
  };
  const request = {
    type: 'hosted_tool_call',
    name: 'mcp_approval_request',
    status: 'in_progress',
    providerData,
  } as const;
  const model = new ScriptedModel([[request], [assistantMessage('Done.')]]);
  const tools = [hostedMcpTool({ serverLabel: 'chat', serverUrl: 'https://chat.example', requireApproval: 'always' })];
  const agent = new Agent({ name: 'Support', model, tools });
  const running = runWithApprovals(runner(), agent, 'Post it', { client: inbox.agent(), id: 'digits' });
  const action = await inbox.pending();
  assert.deepEqual([action.kind, action.preview.body, payloadText(action)], ['chat.post', written, written]);
  await inbox.approve();
  await running;
});

test('a command line is shown whole, cannot be edited, and is run as shown', async () => {
  const ran: string[][] = [];
  const shell = {
    run: async ({ commands }: { commands: string[] }) => {
      ran.push(commands);
      return { output: [] };
    },
  };
  const action = { commands: ['rm -rf /srv/data', 'ls'] };
  const call = { type: 'shell_call', callId: 'shell-1', status: 'in_progress', action } as const;
  const model = new ScriptedModel([[call], [assistantMessage('Done.')]]);
  const agent = new Agent({ name: 'Support', model, tools: [shellTool({ shell, needsApproval: true })] });
  const running = runWithApprovals(runner(), agent, 'Clean up', { client: inbox.agent(), id: 'shell' });
  const { preview, payload, editable } = await inbox.pending();
  assert.match(preview.body, /"rm -rf \/srv\/data",\n/);
  assert.deepEqual([payload, editable], [{ type: 'shell_call', action }, []]);
  await inbox.approve();
  assert.equal((await running).finalOutput, 'Done.');
  assert.deepEqual(ran, [action.commands]);
});

test('a run that is stored needs a name, and one without stops runs through', async () => {
  const { agent } = givenAgent(new ScriptedModel([[assistantMessage('Hello.')]]));
  const store: RunStore = { load: () => undefined, save: () => undefined, remove: () => undefined };
  await assert.rejects(runWithApprovals(runner(), agent, 'Hello', { ...settings(), store }), TypeError);
  assert.equal((await runWithApprovals(runner(), agent, 'Hello', settings())).finalOutput, 'Hello.');
});
