// LangChain agents behind the inbox, waiting in place and resumed from an interrupt, with its own fake model.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { interrupt, MemorySaver } from '@langchain/langgraph';
import { type AgentMiddleware, createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { until } from '../../../server/test/support/until.ts';
import { approvalInboxMiddleware, resumeFromInbox } from '../../src/adapters/langchain.ts';
import { DEEP, describedOnce, openInbox, refundTool, shown, UNHELD, unshowable } from './inbox.ts';

const inbox = openInbox();

let calls = 0;

/** Calls the tool once, then ends with a text. */
function newModel(amount: number, id = `call-${++calls}`) {
  return fakeModel()
    .respondWithTools([{ name: 'refund', args: { amount }, id }])
    .respond(new AIMessage('Done.'));
}

/** What the model was told the last time. */
const heardBy = (model: ReturnType<typeof newModel>) => JSON.stringify(model.calls.at(-1)?.messages);

function givenTool() {
  const { paid, pay } = refundTool();
  const schema = z.object({ amount: z.number() });
  return { paid, refund: tool(async (input) => pay(input), { name: 'refund', description: 'Refunds', schema }) };
}

const question = { messages: [{ role: 'user', content: 'Refund order 1042' }] };

describe('approvalInboxMiddleware', () => {
  function givenAgent(amount: number, id?: string, refund = givenTool()) {
    const model = newModel(amount, id);
    const inboxMiddleware = approvalInboxMiddleware({ client: inbox.agent(), interruptOn: { refund: shown } });
    const agent = createAgent({ model, tools: [refund.refund], middleware: [inboxMiddleware] });
    return {
      model,
      paid: refund.paid,
      run: (signal?: AbortSignal, thread_id?: string) =>
        agent.invoke(question, {
          ...(signal ? { signal } : {}),
          ...(thread_id ? { configurable: { thread_id } } : {}),
        }),
    };
  }

  test('approved: it runs, the model hears of it, the outcome is reported', async () => {
    const { model, paid, run } = givenAgent(40);
    const running = run();
    const { kind, title, payload } = await inbox.pending();
    assert.deepEqual([kind, title, payload], ['refund', 'Refund 40 EUR', { amount: 40 }]);
    const id = await inbox.approve();
    assert.equal((await running).messages.at(-1)?.content, 'Done.');
    assert.deepEqual(paid, [40]);
    assert.match(heardBy(model), /Refunded 40 EUR/);
    assert.equal(await inbox.statusOf(id), 'executed');
  });

  test('edited: it runs with what was approved', async () => {
    const { paid, run } = givenAgent(40);
    const running = run();
    await inbox.approve({ 'payload.amount': 35 });
    await running;
    assert.deepEqual(paid, [35]);
  });

  test('edited into a number that no double holds: it does not run', async () => {
    const { paid, run } = givenAgent(40);
    const running = run();
    const id = await inbox.approve(UNHELD);
    await assert.rejects(running, /nothing was run/);
    assert.deepEqual([paid, await inbox.statusOf(id)], [[], 'execute_failed']);
  });

  test('rejected, or nobody decides: it does not run, and the model hears why', async () => {
    const no = givenAgent(40);
    const rejected = no.run();
    await inbox.reject('Ask Ana first');
    await rejected;
    assert.match(heardBy(no.model), /a reviewer rejected it \(Ask Ana first\)/);
    const late = givenAgent(40);
    const expired = late.run();
    await inbox.expire();
    await expired;
    assert.match(heardBy(late.model), /nobody decided in time/);
    assert.deepEqual([...no.paid, ...late.paid], []);
  });

  test('a program that is started again while it waits asks nobody twice, and does it once', async () => {
    const refund = givenTool();
    const dying = new AbortController();
    const first = givenAgent(40, 'call-restart', refund).run(dying.signal);
    const { id } = await inbox.pending();
    dying.abort();
    await assert.rejects(first);
    const second = givenAgent(40, 'call-restart', refund).run();
    assert.equal(await inbox.approve(), id);
    await second;
    const third = givenAgent(40, 'call-restart', refund);
    await third.run();
    assert.deepEqual(refund.paid, [40]);
    assert.match(heardBy(third.model), /carried out then; nothing was done now/);
  });

  test('another input under the id of a call before, or the same in another thread, is another call: a person is asked', async () => {
    const refund = givenTool();
    const threads: [number, string?][] = [[40], [50], [40, 'monday'], [40, 'tuesday']];
    for (const [amount, thread_id] of threads) {
      const { model, run } = givenAgent(amount, 'call_1', refund);
      const running = run(undefined, thread_id);
      await inbox.approve();
      await running;
      assert.match(heardBy(model), new RegExp(`Refunded ${amount} EUR`));
    }
    assert.deepEqual(refund.paid, [40, 50, 40, 40]);
  });

  test('a call that the service will not show is not made: the model reads why, and goes on', async () => {
    const { paid, refund } = givenTool();
    const model = newModel(40);
    const middleware = [approvalInboxMiddleware({ client: inbox.agent(), interruptOn: { refund: unshowable } })];
    const { messages } = await createAgent({ model, tools: [refund], middleware }).invoke(question);
    assert.equal(messages.at(-1)?.content, 'Done.');
    assert.deepEqual(paid, []);
    assert.match(heardBy(model), /nothing was run: .*title/);
  });

  test('nor is one that is nested too deep for it', async () => {
    const { paid, refund } = givenTool();
    const model = fakeModel()
      .respondWithTools([{ name: 'refund', args: { amount: 40, note: DEEP }, id: 'call-deep' }])
      .respond(new AIMessage('Done.'));
    const middleware = [approvalInboxMiddleware({ client: inbox.agent(), interruptOn: { refund: true } })];
    const { messages } = await createAgent({ model, tools: [refund], middleware }).invoke(question);
    assert.equal(messages.at(-1)?.content, 'Done.');
    assert.deepEqual(paid, []);
    assert.match(heardBy(model), /nothing was run: .*nested too deep/);
  });

  test('a member whose name no path can hold is shown, and cannot be edited', async () => {
    const { paid, refund } = givenTool();
    const [longest, tooLong] = ['😀'.repeat(504), 'x'.repeat(505)];
    const names = ['amount', longest, tooLong, 'nu\0l', 'half\ud83d', 'a.b', 'constructor'];
    const args = Object.fromEntries(names.map((name) => [name, 40]));
    const model = fakeModel()
      .respondWithTools([{ name: 'refund', args, id: 'call-odd' }])
      .respond(new AIMessage('Done.'));
    const middleware = [approvalInboxMiddleware({ client: inbox.agent(), interruptOn: { refund: true } })];
    const running = createAgent({ model, tools: [refund], middleware }).invoke(question);
    assert.deepEqual((await inbox.pending()).editable, ['payload.amount', `payload.${longest}`]);
    await inbox.approve();
    await running;
    assert.deepEqual(paid, [40]);
  });

  test('edited into what the tool does not take: that is reported, without the lines of a program', async () => {
    const { paid, run } = givenAgent(40);
    const running = run();
    const id = await inbox.approve({ 'payload.amount': 'forty' });
    await running;
    const { status, detail = '' } = (await inbox.resultOf(id)) ?? {};
    assert.deepEqual([paid, status], [[], 'execute_failed']);
    assert.match(detail, /expected number, received string/);
    assert.doesNotMatch(detail, /node_modules|\.js:\d/);
  });

  test('a tool that is not named runs', async () => {
    const { paid, refund } = givenTool();
    const middleware = [approvalInboxMiddleware({ client: inbox.agent(), interruptOn: { other: true } })];
    await createAgent({ model: newModel(40), tools: [refund], middleware }).invoke(question);
    assert.deepEqual(paid, [40]);
  });
});

describe('resumeFromInbox', () => {
  let threads = 0;

  function givenAgent(
    amount: number,
    kept = { checkpointer: new MemorySaver(), tool: givenTool(), model: newModel(amount) },
  ) {
    // Its types do not hold under exactOptionalPropertyTypes.
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { refund: true } } as never) as AgentMiddleware];
    const { checkpointer, model } = kept;
    const agent = createAgent({ model, tools: [kept.tool.refund], middleware, checkpointer });
    return { agent, kept, model, paid: kept.tool.paid };
  }
  const newThread = () => ({ configurable: { thread_id: `thread-${++threads}` } });
  const settings = () => ({ client: inbox.agent(), describe: shown });

  test('edited into a number that no double holds: the run does not go on, and that is reported', async () => {
    const { agent, paid } = givenAgent(40);
    const config = newThread();
    const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, settings());
    const id = await inbox.approve(UNHELD);
    await assert.rejects(resumed, /nothing was run/);
    assert.deepEqual(paid, []);
    assert.equal((await inbox.resultOf(id))?.status, 'execute_failed');
  });

  test('approved, edited, rejected with a reason, expired', async () => {
    const outcomes = [
      { decide: () => inbox.approve(), paid: [40], hears: /Refunded 40 EUR/ },
      { decide: () => inbox.approve({ 'payload.amount': 35 }), paid: [35], hears: /Refunded 35 EUR/ },
      { decide: () => inbox.reject('Ask Ana first'), paid: [], hears: /Ask Ana first/ },
      { decide: () => inbox.expire(), paid: [], hears: /nobody decided in time/ },
    ];
    for (const { decide, paid: expected, hears } of outcomes) {
      const { agent, model, paid } = givenAgent(40);
      const config = newThread();
      const stopped = await agent.invoke(question, config);
      const resumed = resumeFromInbox(agent, stopped, config, settings());
      await decide();
      assert.equal((await resumed).messages.at(-1)?.content, 'Done.');
      assert.deepEqual(paid, expected);
      assert.match(heardBy(model), hears);
    }
  });

  test('a tool that fails is reported so, with what the model read of it, though the run goes on', async () => {
    for (const edited of [undefined, { 'payload.amount': 3000 }]) {
      const { agent } = givenAgent(2000);
      const config = newThread();
      const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, settings());
      const id = await inbox.approve(edited);
      assert.equal((await resumed).messages.at(-1)?.content, 'Done.');
      const { status, detail = '' } = (await inbox.resultOf(id)) ?? {};
      assert.equal(status, 'execute_failed');
      assert.match(detail, /the account is empty/);
    }
  });

  test('a call that the service will not show is not made: the model reads why, and goes on', async () => {
    const { agent, model, paid } = givenAgent(40);
    const config = newThread();
    const stopped = await agent.invoke(question, config);
    const client = inbox.agent();
    const { messages } = await resumeFromInbox(agent, stopped, config, { client, describe: unshowable });
    assert.equal(messages.at(-1)?.content, 'Done.');
    assert.deepEqual(paid, []);
    assert.match(heardBy(model), /nothing was run: .*title/);
  });

  test('a run that fails because one call cannot be asked about does not go on to wait for the others', async () => {
    const both = [40, 50].map((amount) => ({ name: 'refund', args: { amount }, id: `call-${++calls}` }));
    const { agent } = givenAgent(40, {
      ...{ checkpointer: new MemorySaver(), tool: givenTool() },
      model: fakeModel().respondWithTools(both),
    });
    const config = newThread();
    const { client, waits } = inbox.watchedAgent();
    const stopped = await agent.invoke(question, config);
    const resumed = resumeFromInbox(agent, stopped, config, { client, describe: describedOnce(waits) });
    await assert.rejects(resumed, /no words/);
    const ended = waits.map(({ aborted }) => aborted);
    await inbox.reject('Nobody waits for it');
    assert.deepEqual(ended, [true]);
  });

  test('of what is called together the framework runs nothing when one is rejected: the others are reported so', async () => {
    const { paid, refund } = givenTool();
    const both = [40, 50].map((amount) => ({ name: 'refund', args: { amount }, id: `call-${++calls}` }));
    const model = fakeModel().respondWithTools(both).respond(new AIMessage('Done.'));
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { refund: true } } as never) as AgentMiddleware];
    const agent = createAgent({ model, tools: [refund], middleware, checkpointer: new MemorySaver() });
    const config = newThread();
    const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, settings());
    await inbox.reject('No');
    const id = await inbox.approve();
    await resumed;
    assert.deepEqual(paid, []);
    assert.partialDeepStrictEqual(await inbox.resultOf(id), {
      status: 'execute_failed',
      detail: 'Not run: a call beside it was not approved.',
    });
  });

  test('nor is what was not run reported as done because the same was done before, under the same id even', async () => {
    for (const again of ['call-of-monday', 'call-of-tuesday']) {
      const { paid, refund } = givenTool();
      const mail = tool(async () => 'Sent', { name: 'mail', description: 'Mails', schema: z.object({}) });
      const model = fakeModel()
        .respondWithTools([{ name: 'refund', args: { amount: 40 }, id: 'call-of-monday' }])
        .respondWithTools([
          { name: 'refund', args: { amount: 40 }, id: again },
          { name: 'mail', args: {}, id: 'call-of-mail' },
        ])
        .respond(new AIMessage('Done.'));
      const interruptOn = { refund: true, mail: true };
      const middleware = [humanInTheLoopMiddleware({ interruptOn } as never) as AgentMiddleware];
      const agent = createAgent({ model, tools: [refund, mail], middleware, checkpointer: new MemorySaver() });
      const config = newThread();
      const client = inbox.agent();
      const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, { client });
      const first = await inbox.approve();
      const second = await until(async () => {
        const { items } = await client.listActions({ status: 'pending' });
        return items.length === 2 ? items.find(({ kind }) => kind === 'refund') : undefined;
      }, 'both are asked for');
      await client.decideAction(second.id, { decision: 'approve' });
      await inbox.reject('No mails');
      await resumed;
      assert.deepEqual([paid, await inbox.statusOf(first)], [[40], 'executed']);
      assert.partialDeepStrictEqual(await inbox.resultOf(second.id), {
        status: 'execute_failed',
        detail: 'Not run: a call beside it was not approved.',
      });
    }
  });

  test('of two equal calls each is reported as it went, whichever was approved first', async () => {
    let runs = 0;
    const pay = async ({ amount }: { amount: number }) => {
      if (++runs === 1) throw new Error('the line was busy');
      return `Refunded ${amount} EUR`;
    };
    const schema = z.object({ amount: z.number() });
    const refund = tool(pay, { name: 'refund', description: 'Refunds', schema });
    const both = [1, 2].map(() => ({ name: 'refund', args: { amount: 40 }, id: `call-${++calls}` }));
    const model = fakeModel().respondWithTools(both).respond(new AIMessage('Done.'));
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { refund: true } } as never) as AgentMiddleware];
    const agent = createAgent({ model, tools: [refund], middleware, checkpointer: new MemorySaver() });
    const config = newThread();
    const stopped = (await agent.invoke(question, config)) as { __interrupt__?: { id?: string }[] };
    const names = JSON.stringify(['', `${stopped.__interrupt__?.[0]?.id}:0`, 'refund', '{"amount":40}']);
    const firstKey = `tool-call:${createHash('sha256').update(names).digest('hex')}`;
    const asked = ['', '']; // in the order of the calls: they are not always proposed in it
    const client = inbox.agent();
    const create = client.createAction.bind(client);
    client.createAction = async (...given) => {
      const created = await create(...given);
      asked[created.idempotency_key === firstKey ? 0 : 1] = created.id;
      return created;
    };
    const resumed = resumeFromInbox(agent, stopped, config, { client });
    await until(() => asked.every(Boolean), 'both are asked for');
    for (const id of asked.toReversed()) {
      await inbox.agent().decideAction(id, { decision: 'approve' });
      await inbox.agent().waitForDecision(id);
    }
    await resumed;
    assert.deepEqual(await Promise.all(asked.map((id) => inbox.statusOf(id))), ['execute_failed', 'executed']);
  });

  test('a tool that stops the run to ask something has not answered: that is what is reported of it', async () => {
    const { paid, refund } = givenTool();
    const asks = { name: 'ask', description: 'Asks the user', schema: z.object({}) };
    const ask = tool(async () => String(interrupt('Which account?')), asks);
    const both = [
      { name: 'refund', args: { amount: 40 }, id: `call-${++calls}` },
      { name: 'ask', args: {}, id: `call-${++calls}` },
    ];
    const model = fakeModel().respondWithTools(both).respond(new AIMessage('Done.'));
    const interruptOn = { refund: true, ask: true };
    const middleware = [humanInTheLoopMiddleware({ interruptOn } as never) as AgentMiddleware];
    const agent = createAgent({ model, tools: [refund, ask], middleware, checkpointer: new MemorySaver() });
    const config = newThread();
    const client = inbox.agent();
    const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, { client });
    const ids = [await inbox.approve(), await inbox.approve()];
    const stopped = (await resumed) as { __interrupt__?: { value: unknown }[] };
    assert.deepEqual([stopped.__interrupt__?.[0]?.value, paid], ['Which account?', [40]]);
    const results = new Map(
      await Promise.all(ids.map(async (id) => [(await client.getAction(id)).kind, await inbox.resultOf(id)] as const)),
    );
    assert.equal(results.get('refund')?.status, 'executed');
    assert.partialDeepStrictEqual(results.get('ask'), {
      status: 'execute_failed',
      detail: 'The run stopped to ask something before this answered, and may have done it or not.',
    });
  });

  test('where the run stops for something else, it is given back as it is, with what was approved before it done', async () => {
    const { paid, refund } = givenTool();
    const asks = { name: 'ask', description: 'Asks the user', schema: z.object({}) };
    const ask = tool(async () => String(interrupt('Which account?')), asks);
    const model = fakeModel()
      .respondWithTools([{ name: 'refund', args: { amount: 40 }, id: `call-${++calls}` }])
      .respondWithTools([{ name: 'ask', args: {}, id: `call-${++calls}` }])
      .respond(new AIMessage('Done.'));
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { refund: true } } as never) as AgentMiddleware];
    const agent = createAgent({ model, tools: [refund, ask], middleware, checkpointer: new MemorySaver() });
    const config = newThread();
    const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, settings());
    const id = await inbox.approve();
    const stopped = (await resumed) as { __interrupt__?: { value: unknown }[] };
    assert.deepEqual([stopped.__interrupt__?.[0]?.value, paid], ['Which account?', [40]]);
    assert.equal(await inbox.statusOf(id), 'executed');
  });

  test('where the agent allows no edits, nothing can be edited', async () => {
    const interruptOn = { refund: { allowedDecisions: ['approve', 'reject'] } };
    const middleware = [humanInTheLoopMiddleware({ interruptOn } as never) as AgentMiddleware];
    const { paid, refund } = givenTool();
    const agent = createAgent({ model: newModel(40), tools: [refund], middleware, checkpointer: new MemorySaver() });
    const config = newThread();
    const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, settings());
    assert.deepEqual((await inbox.pending()).editable, []);
    await inbox.approve();
    await resumed;
    assert.deepEqual(paid, [40]);
  });

  test('a program that is started again asks nobody twice, and does it once', async () => {
    const first = givenAgent(40);
    const config = newThread();
    const dying = new AbortController();
    const stopped = await first.agent.invoke(question, config);
    const waiting = resumeFromInbox(first.agent, stopped, config, { ...settings(), signal: dying.signal });
    const { id } = await inbox.pending();
    dying.abort();
    await assert.rejects(waiting);

    const { agent, paid } = givenAgent(40, first.kept); // another process with the same checkpoints
    const again = await agent.invoke(null as unknown as typeof question, config);
    const resumed = resumeFromInbox(agent, again, config, settings());
    assert.equal(await inbox.approve(), id);
    await resumed;
    assert.deepEqual(paid, [40]);
    assert.equal((await inbox.agent().getAction(id)).status, 'executed');
  });

  test('a run that fails is told, and is not done again unasked', async () => {
    const { agent } = givenAgent(40);
    const config = newThread();
    const stopped = await agent.invoke(question, config);
    const broken = { invoke: () => Promise.reject(new Error('the model is down: \0\ud800')) };
    const resumed = resumeFromInbox(broken, stopped, config, settings());
    const { id } = await inbox.pending();
    await inbox.approve();
    await assert.rejects(resumed, /the model is down/);
    assert.equal((await inbox.agent().getAction(id)).status, 'execute_failed'); // in words that the service takes
  });

  const wordless = {
    'an object without a prototype': Object.create(null),
    'an error whose message is none': new Error(),
  };
  Object.assign(wordless['an error whose message is none'], { message: { code: 503 } });
  for (const [what, failure] of Object.entries(wordless)) {
    test(`so is one that ends in ${what}`, async () => {
      const { agent } = givenAgent(40);
      const config = newThread();
      const stopped = await agent.invoke(question, config);
      const resumed = resumeFromInbox({ invoke: () => Promise.reject(failure) }, stopped, config, settings());
      const { id } = await inbox.pending();
      await inbox.approve();
      await assert.rejects(resumed, (error) => error === failure);
      assert.equal((await inbox.agent().getAction(id)).status, 'execute_failed');
    });
  }

  test('what was done is done, though its report does not come through', async () => {
    const { agent, paid } = givenAgent(40);
    const config = newThread();
    const unreported: string[] = [];
    const onUnreported = (failure: unknown, id: string) => void unreported.push(`${id} ${(failure as Error).message}`);
    const settings = { client: inbox.muteAgent(), describe: shown, onUnreported };
    const resumed = resumeFromInbox(agent, await agent.invoke(question, config), config, settings);
    const id = await inbox.approve();
    assert.equal((await resumed).messages.at(-1)?.content, 'Done.');
    assert.deepEqual(paid, [40]);
    assert.equal(unreported.length, 1);
    assert.ok(unreported[0]?.startsWith(id));

    const other = givenAgent(40);
    const thread = newThread();
    const broken = { invoke: () => Promise.reject(new Error('the model is down')) };
    const failed = resumeFromInbox(broken, await other.agent.invoke(question, thread), thread, settings);
    await inbox.approve();
    await assert.rejects(failed, /the model is down/);
    assert.equal(unreported.length, 2);
  });

  test('of two programs that go on with one thread, one does it', async () => {
    const first = givenAgent(40);
    const config = newThread();
    const stopped = await first.agent.invoke(question, config);
    const second = givenAgent(40, first.kept);
    const both = [first, second].map(({ agent }) => resumeFromInbox(agent, stopped, config, settings()));
    await inbox.approve();
    const outcomes = await Promise.allSettled(both);
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.deepEqual(first.paid, [40]);
  });
});
