// What an agent does: asks, waits, acts on what was approved, once, and reports. Against a real server.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  type ActionRead,
  Conflict,
  ConnectionFailed,
  ContentDiffers,
  Countersign,
  GateClosed,
  JsonText,
  StillPending,
} from '@countersign/sdk';
import { type Given, givenApproved, givenService } from '../../server/test/support/given.ts';
import { ownPort } from '../../server/test/support/own-port.ts';
import { until } from '../../server/test/support/until.ts';
import { exactPayload } from '../src/arguments.ts';
import { waitForDecision } from '../src/decision.ts';
import { answered, givenScript, type Line } from './scripted-server.ts';

const refund = {
  kind: 'refund',
  title: 'Refund order 1042',
  preview: { body: 'Refund 40 EUR.' },
  payload: { amount: 40 },
  editable: ['payload.amount', 'preview.body', 'title', 'target_url'],
  target_url: 'https://shop.example/1042',
};

function agentOf({ service }: Given): Countersign {
  return new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
}

/** The one pending action, as soon as there is one. */
async function pendingOf({ admin }: Given): Promise<ActionRead> {
  const { id } = await until(
    async () => (await admin.listActions({ status: 'pending' })).items[0],
    'something is pending',
  );
  return admin.getAction(id);
}

describe('requestApproval', () => {
  test('gives what was approved, edits included', async (t) => {
    const given = await givenService(t);
    const shown: string[] = [];
    const asked = agentOf(given).requestApproval(refund, { onPending: ({ inbox_url }) => shown.push(inbox_url) });
    const { id, inbox_url } = await pendingOf(given);
    const edited = {
      'payload.amount': 35,
      'preview.body': 'Refund 35 EUR.',
      title: 'Less',
      target_url: 'https://b.example/',
    };
    await given.admin.decideAction(id, { decision: 'approve', edited });

    const decided = await asked;
    assert.ok(decided.status === 'approved');
    assert.deepEqual(decided.payload, { amount: 35 });
    assert.equal(decided.payloadText, '{"amount":35}');
    assert.deepEqual(decided.preview, { format: 'plain', body: 'Refund 35 EUR.' });
    assert.deepEqual([decided.title, decided.targetUrl, decided.edited], ['Less', 'https://b.example/', true]);
    assert.match(decided.diff ?? '', /^\+Refund 35 EUR\.$/m);
    assert.equal(decided.receipt, decided.action.decision?.receipt);
    assert.deepEqual(shown, [inbox_url]);
  });

  test('gives a rejection, and what nobody decided', async (t) => {
    const given = await givenService(t);
    const first = agentOf(given).requestApproval(refund);
    await given.admin.bulkDecide({ ids: [(await pendingOf(given)).id], verdict: 'reject', comment: 'Too much' });
    assert.partialDeepStrictEqual(await first, { status: 'rejected', comment: 'Too much' });

    const second = agentOf(given).requestApproval({ ...refund, expires_in: 300 });
    await pendingOf(given);
    given.service.wind(301);
    assert.equal((await second).status, 'expired');
  });

  test('of what was carried out already does not say approved', async (t) => {
    const given = await givenService(t);
    const agent = agentOf(given);
    const asked = agent.requestApproval({ ...refund, idempotency_key: 'once' });
    const { id } = await pendingOf(given);
    await given.admin.decideAction(id, { decision: 'approve' });
    assert.equal((await asked).status, 'approved');
    await agent.reportResult(id, { status: 'executed', detail: 'done' });
    const again = await agent.requestApproval({ ...refund, idempotency_key: 'once' });
    assert.ok(again.status === 'executed');
    assert.equal(again.result?.detail, 'done');
  });

  test('waits for what is begun with what is pending, and ends with its failure', async (t) => {
    const given = await givenService(t);
    const said: string[] = [];
    const asked = agentOf(given)
      .requestApproval(refund, { onPending: async ({ id }) => void (await save(id)) })
      .then(() => said.push('decided'));
    const save = async (id: string) => {
      await given.admin.decideAction(id, { decision: 'approve' });
      await new Promise((resolve) => setTimeout(resolve, 500));
      said.push('saved');
    };
    await asked;
    assert.deepEqual(said, ['saved', 'decided']);
    const failing = async () => Promise.reject(new Error('nobody could be told'));
    const told = agentOf(given).requestApproval(refund, { onPending: failing, timeout: 1 });
    await assert.rejects(told, { message: 'nobody could be told' });
  });

  test('under a key that was used for something else throws', async (t) => {
    const agent = agentOf(await givenService(t));
    const { id } = await agent.createAction({ ...refund, idempotency_key: 'k' });
    await assert.rejects(
      agent.requestApproval({ ...refund, payload: { amount: 41 }, idempotency_key: 'k' }),
      (error) => error instanceof ContentDiffers && error.action.id === id,
    );
  });

  test('keeps every digit of a payload', async (t) => {
    const given = await givenService(t);
    const payload = new JsonText('{"account":12345678901234567890,"rate":1.0}');
    const asked = agentOf(given).requestApproval({ ...refund, payload, editable: ['payload.account'] });
    const { id } = await pendingOf(given);
    const edited = { 'payload.account': new JsonText('98765432109876543210') };
    await given.admin.decideAction(id, { decision: 'approve', edited });
    const decided = await asked;
    assert.ok(decided.status === 'approved');
    assert.equal(decided.payloadText, '{"account":98765432109876543210,"rate":1.0}');
  });
});

/** Of what is begun here, with all clocks and timers wound by hand. */
async function failureOf(t: TestContext, begun: () => Promise<unknown>): Promise<{ failure: unknown; tookMs: number }> {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() });
  const steady = t.mock.method(performance, 'now', () => Date.now());
  const startMs = Date.now();
  let end: { failure: unknown; tookMs: number } | undefined;
  const ended = (failure?: unknown) => {
    end = { failure, tookMs: Date.now() - startMs };
  };
  begun().then(() => ended(), ended);
  while (end === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(100);
  }
  steady.mock.restore();
  t.mock.timers.reset();
  return end;
}

describe('waitForDecision', () => {
  test('throws StillPending when the timeout ends, and can be called again', async (t) => {
    const given = await givenService(t);
    const agent = agentOf(given);
    const { id } = await agent.createAction(refund);
    const startMs = performance.now();
    await assert.rejects(
      agent.waitForDecision(id, { timeout: 1 }),
      (error) => error instanceof StillPending && error.action.id === id,
    );
    assert.ok(performance.now() - startMs < 30_000);
    await given.admin.decideAction(id, { decision: 'approve' });
    assert.equal((await agent.waitForDecision(id, { timeout: 0 })).status, 'approved');
  });

  test('outlasts a server that is away for a while', async (t) => {
    const given = await givenService(t, { environment: { PORT: String(await ownPort()) } });
    const agent = agentOf(given);
    const { id } = await agent.createAction(refund);
    const waited = agent.waitForDecision(id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await given.service.restart();
    await given.admin.decideAction(id, { decision: 'approve' });
    assert.equal((await waited).status, 'approved');
  });

  test('outlasts one that is killed while it waits for the first time', async (t) => {
    const given = await givenService(t);
    const agent = agentOf(given);
    const { id } = await agent.createAction(refund);
    const asked: unknown[] = [];
    const getAction: typeof agent.getAction = async (of, query, options) => {
      asked.push(query?.wait);
      if (asked.length === 2) throw new ConnectionFailed('The server', new Error('It is gone.'));
      if (asked.length === 3) await given.admin.decideAction(id, { decision: 'approve' });
      return agent.getAction(of, query, options);
    };
    assert.equal((await waitForDecision({ getAction }, id, { timeout: 20 })).status, 'approved');
    assert.deepEqual([asked[0], asked.length], [undefined, 3]);
  });

  const pending = { id: 'act_1', status: 'pending', expires_at: Math.floor(Date.now() / 1000) + 3600 };

  test('of what was just proposed outlasts a server that is gone the next moment', async (t) => {
    const approved = { ...pending, status: 'approved', decision: { edited_fields: [], receipt: 'r' } };
    const gone = Array<Line>(4).fill('hang-up');
    const script = await givenScript(t, [answered(pending, 201), ...gone, answered(approved)]);
    const agent = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    assert.equal((await agent.requestApproval(refund)).status, 'approved');
    assert.deepEqual(
      script.seen.map(({ method }) => method),
      ['POST', ...Array<string>(5).fill('GET')],
    );
  });

  test('outlasts what a proxy says in its place while it is started anew, whatever that is', async (t) => {
    const approved = { ...pending, status: 'approved', decision: { edited_fields: [], receipt: 'r' } };
    const page = (status: number) => ({ status, headers: { 'content-type': 'text/html' }, body: '<p>Soon back</p>' });
    const script = await givenScript(t, [answered(pending, 201), page(404), page(200), answered(approved)]);
    const agent = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    assert.equal((await agent.requestApproval(refund)).status, 'approved');
    assert.equal(script.seen.length, 4);
  });

  test('asks once a second at most where its requests are not let wait, and for less than proxies allow', async (t) => {
    const script = await givenScript(t, [answered(pending)]);
    const agent = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    await assert.rejects(agent.waitForDecision('act_1', { timeout: 2 }), StillPending);
    assert.ok(script.seen.length <= 4, `${script.seen.length} requests`);
    const ending = new AbortController();
    const waited = agent.waitForDecision('act_1', { signal: ending.signal });
    const before = script.seen.length;
    await until(() => script.seen.length >= before + 2, 'it waits');
    ending.abort(new Error('enough'));
    await assert.rejects(waited, /enough/);
    assert.equal(script.seen.at(-1)?.url, '/v1/actions/act_1?wait=50');
  });

  test('ends with its timeout, too, where the connection is dead', async (t) => {
    const script = await givenScript(t, [answered(pending), 'silence']);
    const agent = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    const startMs = performance.now();
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    t.after(() => process.off('warning', warned));
    await assert.rejects(agent.waitForDecision('act_1', { timeout: 2 }), StillPending);
    assert.ok(performance.now() - startMs < 20_000);
    assert.equal(script.seen.length, 2);
    assert.deepEqual(warnings, [], 'as Node has for a pause of less than nothing');
  });

  test('ends with it where nothing is heard from the beginning, too', async (t) => {
    const silent = async (...lines: Line[]) => {
      const script = await givenScript(t, lines);
      return new Countersign({ baseUrl: script.url, apiKey: 'k' });
    };
    const [dumb, dumbAfter] = await Promise.all([silent('silence'), silent(answered(pending, 201), 'silence')]);
    const startMs = performance.now();
    await Promise.all([
      assert.rejects(dumb.waitForDecision('act_1', { timeout: 1 }), ConnectionFailed),
      assert.rejects(dumb.requestApproval(refund, { timeout: 1 }), ConnectionFailed),
      assert.rejects(
        dumbAfter.requestApproval(refund, { timeout: 1 }),
        (error) => error instanceof StillPending && error.action.id === 'act_1' && error.action.decision === null,
      ),
    ]);
    assert.ok(performance.now() - startMs < 20_000);
  });

  test('that is none at all leaves the service time to answer', async (t) => {
    const given = await givenService(t);
    const { id } = await givenApproved(given.admin);
    const slow = new Countersign({
      baseUrl: given.service.baseUrl,
      apiKey: given.service.adminKey,
      fetch: async (to, init) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        init?.signal?.throwIfAborted();
        return fetch(to, init);
      },
    });
    assert.equal((await slow.waitForDecision(id, { timeout: 0 })).status, 'approved');
  });

  test('or the server gone, and does not sleep beyond it', async (t) => {
    let looks = 0;
    const getAction = async () => {
      if (looks++ > 0) throw new ConnectionFailed('The server', new Error('It is gone.'));
      return pending as ActionRead;
    };
    const { failure, tookMs } = await failureOf(t, () => waitForDecision({ getAction }, 'act_1', { timeout: 20 }));
    assert.ok(failure instanceof StillPending);
    assert.ok(tookMs <= 21_000, `${tookMs} ms`);
  });

  for (const [what, aheadS] of [
    ['behind', -86_400],
    ['ahead of', 1200],
  ] as const) {
    test(`gives up soon after the expiry, and not before, where the clock here is ${what} that of the service`, async (t) => {
      const lifeS = 300;
      const answers = async (script: 'falls silent' | 'comes back') => {
        let asked = 0;
        const answer = (status: string) => {
          const thereMs = Date.now() - aheadS * 1000;
          const decision = { edited_fields: [], receipt: 'r' };
          const body = { ...pending, status, decision, expires_at: Math.floor(bornMs / 1000) + lifeS };
          return Response.json(body, { headers: { date: new Date(thereMs).toUTCString() } });
        };
        const bornMs = Date.now() - aheadS * 1000;
        const agent = new Countersign({
          baseUrl: 'http://service.example',
          apiKey: 'k',
          async fetch() {
            if (asked++ === 0) return answer('pending');
            if (script === 'falls silent' || asked < 12) throw new TypeError('fetch failed');
            return answer('approved');
          },
        });
        return agent.waitForDecision('act_1');
      };
      const gone = await failureOf(t, () => answers('falls silent'));
      assert.ok(gone.failure instanceof ConnectionFailed);
      assert.ok(gone.tookMs >= lifeS * 1000 && gone.tookMs < (lifeS + 120) * 1000, `${gone.tookMs} ms`);
      const back = await failureOf(t, () => answers('comes back'));
      assert.equal(back.failure, undefined);
    });
  }

  for (const byMs of [-3_600_000, 3_600_000]) {
    test(`is none the wiser for a clock that is set by ${byMs / 60_000} min meanwhile`, async (t) => {
      const real = Date.now;
      let isSet = false;
      t.mock.method(Date, 'now', () => real() + (isSet ? byMs : 0));
      const statuses = ['pending', 'pending', 'rejected'];
      const getAction = async (_: string, query?: { wait?: number }) => {
        isSet = query?.wait !== undefined;
        return { ...pending, status: statuses.shift() } as ActionRead;
      };
      assert.equal((await waitForDecision({ getAction }, 'act_1', { timeout: 30 })).status, 'rejected');
    });
  }

  test('ends with its signal', async (t) => {
    const agent = agentOf(await givenService(t));
    const { id } = await agent.createAction(refund);
    const signal = AbortSignal.timeout(100);
    await assert.rejects(agent.waitForDecision(id, { signal }), { name: 'TimeoutError' });
  });
});

describe('gate', () => {
  const describeCall = (order: number, { amount }: { amount: number }) => ({
    kind: 'refund',
    title: `Refund order ${order}`,
    preview: { body: `Refund ${amount} EUR.` },
    editable: ['payload.1.amount'],
    idempotency_key: `refund-${order}`,
  });

  test('runs the function with the approved arguments, and reports', async (t) => {
    const given = await givenService(t);
    const calls: unknown[] = [];
    const gated = agentOf(given).gate(
      async (order: number, { amount }: { amount: number }) => {
        calls.push([order, amount]);
        return `refunded ${amount}`;
      },
      describeCall,
      { report: (value) => ({ detail: value, payload: { ok: true } }) },
    );
    const called = gated(1042, { amount: 40 });
    const { id } = await pendingOf(given);
    assert.deepEqual(calls, []);
    await given.admin.decideAction(id, { decision: 'approve', edited: { 'payload.1.amount': 35 } });
    assert.equal(await called, 'refunded 35');
    assert.deepEqual(calls, [[1042, 35]]);
    const { status, result, result_payload } = await given.admin.getAction(id);
    assert.deepEqual([status, result?.detail, result_payload], ['executed', 'refunded 35', { ok: true }]);
  });

  test('does not run it when it is rejected, and not a second time', async (t) => {
    const given = await givenService(t);
    let runs = 0;
    const gated = agentOf(given).gate(async (_order: number, _: { amount: number }) => void runs++, describeCall);
    const rejected = gated(1, { amount: 1 });
    await given.admin.bulkDecide({ ids: [(await pendingOf(given)).id], verdict: 'reject', comment: 'No' });
    await assert.rejects(rejected, (error) => {
      assert.ok(error instanceof GateClosed);
      assert.deepEqual([error.status, error.comment, error.code], ['rejected', 'No', 'rejected']);
      assert.equal(error.message, 'Refund order 1: a reviewer rejected it (No)');
      return true;
    });
    assert.equal(runs, 0);

    const [one, other] = [gated(2, { amount: 2 }), gated(2, { amount: 2 })]; // the same idempotency key
    await given.admin.decideAction((await pendingOf(given)).id, { decision: 'approve' });
    const outcomes = await Promise.allSettled([one, other]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refusal = outcomes.find((outcome) => outcome.status === 'rejected')?.reason as unknown;
    assert.ok(refusal instanceof Conflict || refusal instanceof GateClosed);
    assert.equal(runs, 1);
    await assert.rejects(gated(2, { amount: 2 }), { code: 'executed' });
    assert.equal(runs, 1);
  });

  test('reports a failure, and throws it on', async (t) => {
    const given = await givenService(t);
    const gated = agentOf(given).gate(
      async () => {
        throw new Error('card\0declined \ud800');
      },
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
    );
    const called = gated();
    const { id } = await pendingOf(given);
    await given.admin.decideAction(id, { decision: 'approve' });
    await assert.rejects(called, /declined/);
    assert.partialDeepStrictEqual((await given.admin.getAction(id)).result, {
      status: 'execute_failed',
      detail: 'card�declined �',
    });
  });

  test('takes only JSON for arguments, and asks nobody about others', async (t) => {
    const given = await givenService(t);
    const gated = agentOf(given).gate(
      (_: unknown) => 1,
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
    );
    const circular: Record<string, unknown> = { twice: [{}, {}] };
    circular.again = [circular];
    let deep = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    for (const bad of [undefined, new Date(0), Number.NaN, 1n, () => 1, [{ a: new Map() }], [undefined], deep]) {
      await assert.rejects(gated(bad), TypeError);
    }
    await assert.rejects(gated(circular), /argument 0\.again\[0\] leads back into itself/);
    assert.deepEqual((await given.admin.listActions()).items, []);
  });

  test('is refused a time that is none before anyone is asked', async (t) => {
    const given = await givenService(t);
    const agent = agentOf(given);
    for (const lease of [0, 9, 3601, 10.5, Number.NaN, '60' as unknown as number]) {
      const isTold = (error: unknown) => error instanceof TypeError && error.message.includes('10 to 3600');
      await assert.rejects(
        agent.whenApproved(refund, () => 1, { lease }),
        isTold,
      );
      const gated = () =>
        agent.gate(
          () => 1,
          () => refund,
          { lease },
        );
      assert.throws(gated, isTold);
    }
    for (const timeout of [Number.NaN, '60' as unknown as number, null as unknown as number]) {
      await assert.rejects(agent.requestApproval(refund, { timeout }), TypeError);
      await assert.rejects(agent.waitForDecision('act_1', { timeout }), TypeError);
    }
    assert.deepEqual((await given.admin.listActions()).items, []);
  });

  test('lets nothing be edited that would not reach the function', async (t) => {
    const given = await givenService(t);
    for (const path of ['preview.body', 'title', 'target_url', 'payloads']) {
      const gated = agentOf(given).gate(
        (_: string) => 1,
        () => ({ kind: 'k', title: 't', preview: { body: 'b' }, editable: ['payload.0', path] }),
      );
      await assert.rejects(gated('x'), (error) => error instanceof TypeError && error.message.includes(path));
    }
    assert.deepEqual((await given.admin.listActions()).items, []);
  });

  test('does not run with a payload that was edited into something else than arguments', async (t) => {
    const given = await givenService(t);
    const ran: string[][] = [];
    const gated = agentOf(given).gate(
      (...args: string[]) => void ran.push(args),
      (..._: string[]) => ({ kind: 'k', title: 't', preview: { body: 'b' }, editable: ['payload'] }),
    );
    const called = gated('x');
    const { id } = await pendingOf(given);
    await given.admin.decideAction(id, { decision: 'approve', edited: { payload: 'rm' } });
    await assert.rejects(called, TypeError);
    assert.deepEqual([ran, (await given.admin.getAction(id)).status], [[], 'execute_failed']);
  });

  test('does not run with a number that was edited into one that no double holds', async (t) => {
    const given = await givenService(t);
    const ran: unknown[] = [];
    const gated = agentOf(given).gate(
      (amount: number) => void ran.push(amount),
      (amount) => ({ kind: 'k', title: `Pay ${amount}`, preview: { body: 'b' }, editable: ['payload.0'] }),
    );
    for (const written of ['12345678901234567890', '99.00000000000000001', '1e400', '-1e-400']) {
      const called = gated(40);
      const { id } = await pendingOf(given);
      await given.admin.decideAction(id, { decision: 'approve', edited: { 'payload.0': new JsonText(written) } });
      await assert.rejects(called, (error) => error instanceof TypeError && error.message.includes(written));
      const { status, result } = await given.admin.getAction(id);
      assert.deepEqual([status, result?.detail?.includes(written)], ['execute_failed', true]);
    }
    const held = ['35.10', '1E3', '-0', '0e9', '0.30', '9007199254740992', '1000000000000000000000', '5e-324'];
    for (const written of held) {
      const called = gated(40);
      const { id } = await pendingOf(given);
      await given.admin.decideAction(id, { decision: 'approve', edited: { 'payload.0': new JsonText(written) } });
      await called;
    }
    assert.deepEqual(ran, held.map(Number));
  });

  test('nor is it held up by one of many zeros', () => {
    const zeros = '0'.repeat(200_000);
    const startMs = performance.now();
    assert.throws(() => exactPayload({ payload: 1, payloadText: `[1${zeros}1]` }), TypeError);
    assert.equal(exactPayload({ payload: 1, payloadText: `[1.${zeros}]` }), 1);
    assert.ok(performance.now() - startMs < 20_000);
  });

  test('claims what was approved, and reports what it did, though the server is started anew meanwhile', async (t) => {
    const pending = { id: 'act_1', status: 'pending', expires_at: Math.floor(Date.now() / 1000) + 3600 };
    const approved = { ...pending, status: 'approved', payload: [], decision: { edited_fields: [], receipt: 'r' } };
    const page = (status: number) => ({ status, headers: { 'content-type': 'text/plain' }, body: 'Soon back' });
    const script = await givenScript(t, [
      answered(pending, 201),
      answered(approved),
      ...['hang-up' as const, page(404), page(200)], // what a proxy says in its place
      answered({ claim_id: 'c', lease_until: 1, receipt: 'r' }),
      ...[page(404), page(403), ...Array<Line>(2).fill('hang-up')],
      answered({ id: 'act_1', status: 'executed', updated_at: 1 }),
    ]);
    const unreported: unknown[] = [];
    const gated = new Countersign({ baseUrl: script.url, apiKey: 'k' }).gate(
      () => 'done',
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
      { onUnreported: (failure) => unreported.push(failure) },
    );
    assert.equal(await gated(), 'done');
    assert.deepEqual(unreported, []);
    assert.deepEqual(
      script.seen.slice(2).map(({ url }) => url),
      [...Array<string>(4).fill('/v1/actions/act_1/claim'), ...Array<string>(5).fill('/v1/actions/act_1/result')],
    );
  });

  test('is reported in words that are promised, and whoever takes an unreported outcome is waited for', async (t) => {
    const given = await givenService(t);
    const promised = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 10, value)) as T;
    const complaints: unknown[] = [];
    const gated = agentOf(given).gate(
      (what: string) => what,
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
      {
        report: (detail) => promised({ detail: detail === 'wrong' ? '\0' : detail }),
        onUnreported: async (failure) => complaints.push(await promised(failure)),
      },
    );
    for (const [what, detail] of [
      ['right', 'right'],
      ['wrong', undefined],
    ] as const) {
      const called = gated(what);
      const { id } = await pendingOf(given);
      await given.admin.decideAction(id, { decision: 'approve' });
      assert.equal(await called, what);
      assert.equal((await given.admin.getAction(id)).result?.detail, detail);
    }
    assert.equal(complaints.length, 1);
  });

  const reports: Record<string, () => { detail?: string; payload?: Record<string, unknown> }> = {
    throws: () => {
      throw new Error('no words');
    },
    'is too long': () => ({ detail: 'x'.repeat(300_000) }),
    'is no JSON': () => ({ payload: { n: 1n } }),
  };
  for (const [what, report] of Object.entries(reports)) {
    test(`whose report ${what} is reported as executed all the same, so that nobody does it again`, async (t) => {
      const given = await givenService(t);
      const complaints: unknown[] = [];
      const gated = agentOf(given).gate(
        (what: string) => what,
        () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
        { report, onUnreported: (failure) => complaints.push(failure) },
      );
      const called = gated('x');
      const { id } = await pendingOf(given);
      await given.admin.decideAction(id, { decision: 'approve' });
      assert.equal(await called, 'x');
      assert.equal((await given.admin.getAction(id)).status, 'executed');
      assert.equal(complaints.length, 1);
    });
  }

  test('runs once, though the answer to its claim is lost on the way', async (t) => {
    const given = await givenService(t);
    const ran: string[] = [];
    const gated = loses(given, /\/claim$/).gate(
      (what: string) => void ran.push(what),
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
    );
    const called = gated('x');
    const { id } = await pendingOf(given);
    await given.admin.decideAction(id, { decision: 'approve' });
    await called;
    assert.deepEqual(ran, ['x']);
    assert.equal((await given.admin.getAction(id)).status, 'executed');
  });

  test('of which another was quicker says what became of it, or that it is being done', async (t) => {
    const given = await givenService(t);
    const ran: string[] = [];
    const done = Promise.withResolvers<void>();
    const gatedBy = (agent: Countersign, run: (name: string) => Promise<void>) =>
      agent.gate(run, () => ({ kind: 'k', title: 't', preview: { body: 'b' }, idempotency_key: 'one' }));
    const first = gatedBy(agentOf(given), async (name) => {
      ran.push(name);
      await done.promise;
    })('x');
    const { id } = await pendingOf(given);
    let claims = 0;
    const late = new Countersign({
      baseUrl: given.service.baseUrl,
      apiKey: given.service.adminKey,
      async fetch(to, init) {
        if (/\/claim$/.test(String(to))) {
          await until(async () => ran.length > 0 || undefined, 'the first runs');
          if (++claims > 1) await first;
        }
        return fetch(to, init);
      },
    });
    const others = ['y', 'z'].map(() => gatedBy(late, async (name) => void ran.push(name))('x'));
    const ends = Promise.allSettled(others);
    await given.admin.decideAction(id, { decision: 'approve' });
    await assert.rejects(
      Promise.race(others),
      (error) => error instanceof Conflict && error.code === 'already_claimed',
    );
    done.resolve();
    await first;
    const reasons = (await ends).map((end) => (end as PromiseRejectedResult).reason as unknown);
    const [closed] = reasons.filter((reason) => reason instanceof GateClosed);
    assert.equal(closed?.status, 'executed');
    assert.match(closed?.message ?? '', /carried out then; nothing was done now/);
    assert.deepEqual(ran, ['x']);
  });

  test('is reported once, though the answer to the report is lost on the way', async (t) => {
    const given = await givenService(t);
    const complaints: unknown[] = [];
    const gated = loses(given, /\/result$/).gate(
      (what: string) => what,
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
      { report: (detail) => ({ detail }), onUnreported: (failure) => complaints.push(failure) },
    );
    const called = gated('x');
    const { id } = await pendingOf(given);
    await given.admin.decideAction(id, { decision: 'approve' });
    assert.equal(await called, 'x');
    assert.deepEqual(complaints, []);
    assert.partialDeepStrictEqual(await given.admin.getAction(id), { status: 'executed', result: { detail: 'x' } });
  });

  test('of which the outcome cannot be reported gives its value all the same', async (t) => {
    const given = await givenService(t);
    const unreported: string[] = [];
    const gated = agentOf(given).gate(
      async (id: string) => {
        const [action] = (await given.admin.listActions({ status: 'approved' })).items;
        await given.admin.reportResult(action?.id ?? '', { status: 'execute_failed' });
        return id;
      },
      () => ({ kind: 'k', title: 't', preview: { body: 'b' } }),
      { onUnreported: (_, id) => unreported.push(id) },
    );
    const called = gated('x');
    const { id } = await pendingOf(given);
    await given.admin.decideAction(id, { decision: 'approve' });
    assert.equal(await called, 'x');
    assert.deepEqual(unreported, [id]);
  });
});

describe('a result', () => {
  test('whose answer is lost is given as it stands, and another one is refused', async (t) => {
    const given = await givenService(t);
    const { id } = await givenApproved(given.admin);
    const agent = loses(given, /\/result$/);
    const reported = await agent.reportResult(id, { status: 'execute_failed', detail: 'no route', payload: { n: 1 } });
    const { updated_at } = await given.admin.getAction(id);
    assert.deepEqual(reported, { id, status: 'execute_failed', detail: 'no route', updated_at });
    // To whoever has not lost an answer, the second is one too many: somebody has done it twice.
    await assert.rejects(agent.reportResult(id, { status: 'execute_failed', detail: 'no route', payload: { n: 1 } }), {
      code: 'not_approved',
    });
    for (const other of [{ status: 'executed' }, { status: 'execute_failed', detail: 'no way' }] as const)
      await assert.rejects(loses(given, /\/result$/).reportResult(id, other), { code: 'not_approved' });
  });
});

/** The service does as it is asked, and of the first request to such an address the answer is lost. */
function loses({ service }: Given, address: RegExp): Countersign {
  let isLost = false;
  return new Countersign({
    baseUrl: service.baseUrl,
    apiKey: service.adminKey,
    async fetch(to, init) {
      const answer = await fetch(to, init);
      if (isLost || !address.test(String(to))) return answer;
      isLost = true;
      throw new TypeError('cut off');
    },
  });
}
