// Tools of the Vercel AI SDK behind the inbox, with its own mock model.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import { generateText, stepCountIs, type ToolSet, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { approvalPolicy, withApproval } from '../../src/adapters/ai.ts';
import { answered, givenScript, type Line } from '../scripted-server.ts';
import { openInbox, refundTool, shown, UNHELD, unshowable } from './inbox.ts';

const inbox = openInbox();

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
let calls = 0;

/** Calls the tool once, then ends with a text. */
function newModel(amount: number, toolCallId = `call-${++calls}`): MockLanguageModelV4 {
  const call = { type: 'tool-call', toolCallId, toolName: 'refund', input: JSON.stringify({ amount }) } as const;
  return new MockLanguageModelV4({
    doGenerate: [
      { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
      {
        content: [{ type: 'text', text: 'Done.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
}

function run(model: MockLanguageModelV4, tools: ToolSet, more: object = {}) {
  return generateText({ model, tools, prompt: 'Refund order 1042', stopWhen: stepCountIs(3), ...more });
}

/** What the model was told the second time. */
const heardBy = (model: MockLanguageModelV4) => JSON.stringify(model.doGenerateCalls[1]?.prompt);

function givenTool() {
  const { paid, pay } = refundTool();
  const inputSchema = z.object({ amount: z.number() });
  const refund = tool({ description: 'Refunds', inputSchema, execute: async (input) => pay(input) });
  return { paid, refund, gated: withApproval(refund, { client: inbox.agent(), name: 'refund', describe: shown }) };
}

describe('withApproval', () => {
  test('a description that is promised is what is shown, and what it does not let be edited is not', async () => {
    const { refund } = givenTool();
    const promise = async () => ({ title: 'To Ana', editable: [] });
    const settings = { client: inbox.agent(), name: 'refund', describe: promise as unknown as typeof shown };
    const running = run(newModel(40), { refund: withApproval(refund, settings) });
    const { title, editable } = await inbox.pending();
    await inbox.reject('no');
    await running;
    assert.deepEqual([title, editable], ['To Ana', []]);
  });

  test('approved: it runs, the model hears of it, the outcome is reported', async () => {
    const { paid, gated } = givenTool();
    const model = newModel(40);
    const running = run(model, { refund: gated });
    const { kind, title, payload, editable } = await inbox.pending();
    assert.deepEqual([kind, title, payload, editable], ['refund', 'Refund 40 EUR', { amount: 40 }, ['payload.amount']]);
    const id = await inbox.approve();
    assert.equal((await running).text, 'Done.');
    assert.deepEqual(paid, [40]);
    assert.match(heardBy(model), /Refunded 40 EUR/);
    assert.equal(await inbox.statusOf(id), 'executed');
  });

  test('edited: it runs with what was approved', async () => {
    const { paid, gated } = givenTool();
    const running = run(newModel(40), { refund: gated });
    await inbox.approve({ 'payload.amount': 35 });
    await running;
    assert.deepEqual(paid, [35]);
  });

  test('edited into a number that no double holds: it does not run', async () => {
    const { paid, gated } = givenTool();
    const model = newModel(40);
    const running = run(model, { refund: gated });
    const id = await inbox.approve(UNHELD);
    await running;
    assert.deepEqual([paid, await inbox.statusOf(id)], [[], 'execute_failed']);
    assert.match(heardBy(model), /nothing was run/);
  });

  test('edited into what the tool would not take of the model: it does not run, and that is reported', async () => {
    const { paid, gated } = givenTool();
    const model = newModel(40);
    const running = run(model, { refund: gated });
    const id = await inbox.approve({ 'payload.amount': 'forty' });
    await running;
    assert.deepEqual([paid, await inbox.statusOf(id)], [[], 'execute_failed']);
    assert.match(heardBy(model), /does not fit the tool, and nothing was run: .*expected number/);
  });

  test('edited: it is read as what the model says is, where that can be said', async () => {
    const schemas = [
      { amount: z.coerce.number(), given: 40, edited: '35', gets: 35 },
      { amount: z.number().transform((cents) => cents / 100), given: 4000, edited: 35, gets: 35 },
      { amount: z.number().transform((euros) => `${euros} EUR`), given: 40, edited: '35 EUR', gets: '35 EUR' },
    ];
    for (const { amount, given, edited, gets } of schemas) {
      const got: unknown[] = [];
      const refund = tool({ inputSchema: z.object({ amount }), execute: (input: unknown) => got.push(input) });
      const running = run(newModel(given), { refund: withApproval(refund, { client: inbox.agent(), name: 'refund' }) });
      await inbox.approve({ 'payload.amount': edited });
      await running;
      assert.deepEqual(got, [{ amount: gets }]);
    }
  });

  test('what JSON would change, and edits that would be lost, are refused before anyone is asked', async () => {
    const dated = tool({
      inputSchema: z.object({ amount: z.number().transform((n) => new Date(n)) }),
      execute: () => 'ran',
    });
    const { refund } = givenTool();
    const client = inbox.agent();
    const lossy = withApproval(refund, { client, name: 'refund', describe: () => ({ editable: ['preview.body'] }) });
    for (const gated of [withApproval(dated, { client, name: 'refund' }), lossy]) {
      const model = newModel(40);
      await run(model, { refund: gated });
      assert.match(heardBy(model), /only have JSON|would be lost/);
    }
  });

  test('rejected: it does not run, and the reason reaches the model', async () => {
    const { paid, gated } = givenTool();
    const model = newModel(40);
    const running = run(model, { refund: gated });
    await inbox.reject('Ask Ana first');
    await running;
    assert.deepEqual(paid, []);
    assert.match(heardBy(model), /a reviewer rejected it \(Ask Ana first\)/);
  });

  test('expired: it does not run, and the model hears that nobody decided', async () => {
    const { paid, gated } = givenTool();
    const model = newModel(40);
    const running = run(model, { refund: gated });
    await inbox.expire();
    await running;
    assert.deepEqual(paid, []);
    assert.match(heardBy(model), /nobody decided in time/);
  });

  test('a tool that fails is reported so', async () => {
    const { gated } = givenTool();
    const model = newModel(2000);
    const running = run(model, { refund: gated });
    const id = await inbox.approve();
    await running;
    assert.match(heardBy(model), /the account is empty/);
    assert.equal(await inbox.statusOf(id), 'execute_failed');
  });

  test('a program that is started again while it waits asks nobody twice, and does it once', async () => {
    const { paid, refund } = givenTool();
    const again = () => withApproval(refund, { client: inbox.agent(), name: 'refund', describe: shown });
    const dying = new AbortController();
    const first = run(newModel(40, 'call-restart'), { refund: again() }, { abortSignal: dying.signal });
    const { id } = await inbox.pending();
    dying.abort();
    await assert.rejects(first);
    const second = run(newModel(40, 'call-restart'), { refund: again() });
    assert.equal(await inbox.approve(), id);
    await second;
    const third = newModel(40, 'call-restart');
    await run(third, { refund: again() });
    assert.deepEqual(paid, [40]);
    assert.match(heardBy(third), /asked before, at 2\d{3}-[^,]+Z, and carried out then; nothing was done now/);
  });

  test('a run that is given up ends its wait, and runs nothing, though there is a signal for all runs, too', async () => {
    const { paid, refund } = givenTool();
    const [ofAll, ofRun] = [new AbortController(), new AbortController()];
    const settings = { client: inbox.agent(), name: 'refund', describe: shown };
    const { execute } = withApproval(refund, { ...settings, signal: ofAll.signal });
    const call = { toolCallId: 'call-given-up', messages: [], abortSignal: ofRun.signal };
    const waiting = Promise.resolve(execute?.({ amount: 40 }, call as never));
    await inbox.pending();
    ofRun.abort(new Error('given up'));
    await assert.rejects(waiting, /given up/);
    assert.equal(await inbox.statusOf(await inbox.approve()), 'approved');
    assert.deepEqual(paid, []);
  });

  test('another input under the id of a call before, or the same in another run, is another call: a person is asked', async () => {
    const { paid, refund } = givenTool();
    const gated = (run?: string) =>
      withApproval(refund, { client: inbox.agent(), name: 'refund', describe: shown, run });
    for (const [amount, name] of [
      [40, 'monday'],
      [50, 'monday'],
      [40, 'tuesday'],
      [40, undefined],
    ] as const) {
      const model = newModel(amount, 'call_1');
      const running = run(model, { refund: gated(name) });
      await inbox.approve();
      await running;
      assert.match(heardBy(model), new RegExp(`Refunded ${amount} EUR`));
    }
    assert.deepEqual(paid, [40, 50, 40, 40]);
  });

  test('a tool that only the client runs cannot be approved here', () => {
    const inputSchema = z.object({});
    const settings = { client: inbox.agent(), name: 'x' };
    assert.throws(() => withApproval(tool({ inputSchema }), settings), TypeError);
  });
});

describe('approvalPolicy', () => {
  test('yes lets it run; no tells the model why; tools that are not named run', async () => {
    const { paid, refund } = givenTool();
    const toolApproval = approvalPolicy({ client: inbox.agent(), tools: ['refund'], describe: shown });
    const yes = run(newModel(40), { refund }, { toolApproval });
    assert.deepEqual((await inbox.pending()).editable, []);
    await inbox.approve();
    await yes;
    assert.deepEqual(paid, [40]);

    const model = newModel(41);
    const no = run(model, { refund }, { toolApproval });
    await inbox.reject('Too late');
    await no;
    assert.deepEqual(paid, [40]);
    assert.match(heardBy(model), /Too late/);

    await run(newModel(42), { refund }, { toolApproval: approvalPolicy({ client: inbox.agent(), tools: ['other'] }) });
    assert.deepEqual(paid, [40, 42]);
  });

  test('a call that the service will not show is not made: the model reads why, and goes on', async () => {
    const { paid, refund } = givenTool();
    const model = newModel(40);
    await run(model, { refund }, { toolApproval: approvalPolicy({ client: inbox.agent(), describe: unshowable }) });
    assert.deepEqual(paid, []);
    assert.match(heardBy(model), /nothing was run: .*title/);
  });

  test('what was approved is claimed, though the service is started anew meanwhile', async (t) => {
    const created = { id: 'act_1', status: 'pending', expires_at: 4_000_000_000 };
    const decision = { edited_fields: [], receipt: 'r', decided_at: 1_000_000_000 };
    const script = await givenScript(t, [
      answered(created, 201),
      answered({ ...created, status: 'approved', decision }),
      ...Array<Line>(4).fill('hang-up'),
      answered({ claim_id: 'c', lease_until: 1_000_000_100, receipt: 'r' }),
    ]);
    const policy = approvalPolicy({ client: new Countersign({ baseUrl: script.url, apiKey: 'k' }) });
    const toolCall = { toolName: 'refund', toolCallId: 'call-1', input: { amount: 40 } };
    assert.deepEqual(await policy({ toolCall }), { type: 'approved' });
  });

  test('one approval is good for one run: whoever makes the same call again is denied', async () => {
    const { paid, refund } = givenTool();
    const policy = () => approvalPolicy({ client: inbox.agent(), describe: shown });
    const first = run(newModel(40, 'call-twice'), { refund }, { toolApproval: policy() });
    await inbox.approve();
    await first;
    const again = newModel(40, 'call-twice');
    await run(again, { refund }, { toolApproval: policy() });
    assert.deepEqual(paid, [40]);
    assert.match(heardBy(again), /let run before; it was not let run now/);

    inbox.wind(3601); // the claim is over, and nobody has reported
    const late = newModel(40, 'call-twice');
    await run(late, { refund }, { toolApproval: policy() });
    assert.deepEqual(paid, [40]);
    assert.match(heardBy(late), /approval is too old: it may have been used/);
  });
});
