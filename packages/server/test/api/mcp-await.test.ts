// Waiting for a decision as real clients do it: alive while it lasts, over at once when it is decided, gone when they are.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { atRest } from '../support/at-rest.ts';
import type { FakeWorld } from '../support/fake-world.ts';
import { clientOf, type Given, givenService, proposal } from '../support/given.ts';
import { eventsOf, REVISIONS, type Rpc, type RpcMessage, rpcOf, type Sending } from '../support/rpc.ts';
import { startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';

let given: Given;
let rpc: Rpc;

before(async () => {
  const service = await startService();
  given = { service, admin: clientOf(service, service.adminKey) };
  rpc = rpcOf(service, service.adminKey);
  await rpc.request('ping'); // the protocol library is loaded now
});
after(() => given.service.stop());

const newAction = async (changes = {}) => (await given.admin.createAction(proposal(changes))).id;

interface Awaiting {
  next(): Promise<RpcMessage>;
  /** Whether a message comes within these milliseconds; it is not lost. */
  within(ms: number): Promise<boolean>;
}

async function openAwait(args: object, sending: Sending = {}, by = rpc): Promise<Awaiting> {
  const body = by.bodyOf('tools/call', { name: 'service_await_decision', arguments: args }, sending);
  const events = eventsOf(await by.open(body, sending));
  let ahead: Promise<RpcMessage> | undefined;
  const peek = () => {
    ahead ??= events.next().then(({ value, done }) => (done ? assert.fail('the stream is over') : value));
    ahead.catch(() => undefined); // looked at when it is asked for
    return ahead;
  };
  return {
    next() {
      const message = peek();
      ahead = undefined;
      return message;
    },
    within: (ms) => Promise.race([peek().then(() => true), delay(ms, false)]),
  };
}

const structuredOf = ({ result }: RpcMessage) => result.structuredContent;

async function untilSleeping({ sleeping }: FakeWorld, many: number): Promise<void> {
  await until(() => sleeping() >= many, `${many} sleep`);
}

/** It looks every 5 seconds; and of five tries a busy machine may spoil four. */
async function assertSoon(tryOnce: () => Promise<number>): Promise<void> {
  const taken: number[] = [];
  while (taken.length < 5 && !taken.some((ms) => ms < 3000)) taken.push(await tryOnce());
  assert.ok(Math.min(...taken) < 3000, `${taken} ms`);
}

for (const revision of REVISIONS) {
  test(`${revision}: a decision ends the wait, long before it would look by itself`, async () => {
    await assertSoon(async () => {
      const action_id = await newAction();
      const awaiting = await openAwait({ action_id }, { revision, progressToken: 'p' });
      assert.equal((await awaiting.next()).method, 'notifications/progress');
      const decidedMs = performance.now();
      await given.admin.decideAction(action_id, { decision: 'approve' });
      assert.equal(structuredOf(await awaiting.next()).status, 'approved');
      return performance.now() - decidedMs;
    });
  });

  test(`${revision}: progress comes at once and then every 5 seconds, each time with more and a word`, async () => {
    const action_id = await newAction({ expires_in: 86_400 });
    const asleep = await atRest(given.service.world);
    const awaiting = await openAwait({ action_id }, { revision, progressToken: 42 });
    const told = [(await awaiting.next()).params];
    for (let i = 0; i < 3; i++) {
      await untilSleeping(given.service.world, asleep + 1);
      assert.equal(await awaiting.within(100), false); // nothing before its time
      given.service.wind(5);
      told.push((await awaiting.next()).params);
    }
    const progress = told.map((one) => one?.progress ?? 0);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(progress).size, 4);
    for (const one of told) {
      assert.equal(one?.progressToken, 42);
      assert.match(one?.message ?? '', /^waiting for a reviewer, expires in 2[34] h$/);
    }
    await given.admin.decideAction(action_id, { decision: 'reject' });
    assert.equal(structuredOf(await awaiting.next()).status, 'rejected');
  });
}

/** Winds to just before and just past the moment. */
async function assertEndsAt(seconds: number, args: object, sending: Sending, by = rpc, on = given): Promise<void> {
  const { world } = on.service;
  const { id } = await on.admin.createAction(proposal());
  const asleep = await atRest(world);
  const awaiting = await openAwait({ action_id: id, ...args }, sending, by);
  const ended = (async () => {
    for (;;) {
      const message = await awaiting.next();
      if (message.result) return message;
    }
  })();
  const isOver = (ms: number) => Promise.race([ended.then(() => true), delay(ms, false)]);
  await untilSleeping(world, asleep + 1);
  on.service.wind(seconds - 2);
  assert.equal(await isOver(100), false);
  on.service.wind(2);
  const { status, advice } = structuredOf(await ended);
  assert.equal(status, 'pending');
  assert.match(advice, /again/);
}

test('without a token for progress and without timeout_s the wait is over after 50 seconds', () =>
  assertEndsAt(50, {}, {}));

test('with a token it lasts 300 seconds', () => assertEndsAt(300, {}, { progressToken: 1 }));

test('an explicit timeout_s is kept, with a token and without', async () => {
  await assertEndsAt(100, { timeout_s: 100 }, {});
  await assertEndsAt(3600, { timeout_s: 3600 }, { progressToken: 1 });
  await assertEndsAt(7, { timeout_s: 7 }, { progressToken: 1 });
});

test('the 50 seconds are a setting', async (t) => {
  const other = await givenService(t, { environment: { TOOL_AWAIT_SECONDS: '20' } });
  await assertEndsAt(20, {}, {}, rpcOf(other.service, other.service.adminKey), other);
});

test('an action that expires meanwhile ends the wait', async () => {
  const action_id = await newAction({ expires_in: 300 });
  const awaiting = await openAwait({ action_id, timeout_s: 3600 }, { progressToken: 1 });
  await awaiting.next();
  given.service.wind(301);
  for (;;) {
    const message = await awaiting.next();
    if (!message.result) continue;
    assert.equal(structuredOf(message).status, 'expired');
    return;
  }
});

test('what is decided already is answered at once, however long the wait may be', async () => {
  const action_id = await newAction();
  await given.admin.decideAction(action_id, { decision: 'approve' });
  const { structured, raw } = await rpc.call(
    'service_await_decision',
    { action_id, timeout_s: 3600 },
    { progressToken: 1 },
  );
  assert.equal(structured.status, 'approved');
  assert.equal(raw.messages.length, 1); // nothing to report of a wait that was none
});

test('a decision made while the wait begins is never missed', async () => {
  for (let trial = 0; trial < 30; trial++) {
    const action_id = await newAction();
    const waited = rpc.call('service_await_decision', { action_id, timeout_s: 60 });
    await delay(trial % 10);
    await given.admin.decideAction(action_id, { decision: 'approve' });
    assert.equal((await waited).structured.status, 'approved');
  }
});

for (const revision of REVISIONS) {
  test(`${revision}: a client that leaves frees the work of the server`, async () => {
    const action_id = await newAction();
    const { world } = given.service;
    const asleep = await atRest(world);
    const leaving = new AbortController();
    const sending = { revision, progressToken: 1, signal: leaving.signal };
    const all = await Promise.all(Array.from({ length: 20 }, () => openAwait({ action_id, timeout_s: 3600 }, sending)));
    await Promise.all(all.map((awaiting) => awaiting.next()));
    await untilSleeping(world, asleep + 20);
    leaving.abort();
    await until(
      () => world.sleeping() <= asleep,
      () => `${world.sleeping()} still wait, ${asleep} did before`,
    );
  });
}

for (const revision of REVISIONS) {
  test(`${revision}: a server that closes ends the wait in good order: still pending, call again`, async (t) => {
    const closing = await givenService(t);
    const tool = rpcOf(closing.service, closing.service.adminKey);
    const { id } = await closing.admin.createAction(proposal());
    const awaiting = await openAwait({ action_id: id, timeout_s: 3600 }, { revision, progressToken: 1 }, tool);
    await awaiting.next();
    const closed = closing.service.restart();
    assert.equal(structuredOf(await awaiting.next()).status, 'pending');
    await closed;
  });
}

test('a key may have so many waits open and no more, over REST and tools together', async (t) => {
  const capped = await givenService(t, { environment: { MAX_WAITS: '2' } });
  const tool = rpcOf(capped.service, capped.service.adminKey);
  const { id } = await capped.admin.createAction(proposal());
  const leaving = new AbortController();
  const sending = { progressToken: 1, signal: leaving.signal };
  for (let i = 0; i < 2; i++) await (await openAwait({ action_id: id }, sending, tool)).next();
  const refused = await tool.call('service_await_decision', { action_id: id });
  assert.equal(refused.error, 'rate_limited');
  const look = await tool.call('service_await_decision', { action_id: id, timeout_s: 0 });
  assert.equal(look.structured.status, 'pending'); // to look is not to wait
  leaving.abort();
  await until(() => capped.service.running.app.calls.count('wait') === 0, 'nobody waits any more');
  const again = await tool.call('service_await_decision', { action_id: id, timeout_s: 0.01 });
  assert.equal(again.structured.status, 'pending');
});

test('a key that is revoked waits no longer', async () => {
  const { id, key } = await given.admin.createKey({ name: 'brief', scopes: ['actions'] });
  const brief = rpcOf(given.service, key);
  const awaiting = await openAwait({ action_id: await newAction() }, { progressToken: 1 }, brief);
  await awaiting.next();
  await given.admin.revokeKey(id);
  const { result } = await awaiting.next();
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /"error":"unauthenticated"/);
});

test('a batch of waits is as many waits, and nothing piles up behind one connection', async (t) => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => warnings.push(message);
  process.on('warning', warned);
  t.after(() => process.off('warning', warned));
  const ids = await Promise.all(Array.from({ length: 50 }, () => newAction()));
  const batch = ids.map((action_id) =>
    rpc.bodyOf('tools/call', { name: 'service_await_decision', arguments: { action_id } }, { id: action_id }),
  );
  const answered = rpc.post(batch, { revision: '2025-03-26' });
  await delay(100);
  await Promise.all(ids.map((id) => given.admin.decideAction(id, { decision: 'approve' })));
  const { messages } = await answered;
  assert.deepEqual(messages.map(({ id }) => id).toSorted(), ids.toSorted());
  assert.ok(messages.every((message) => structuredOf(message).status === 'approved'));
  assert.deepEqual(warnings, []);
});
