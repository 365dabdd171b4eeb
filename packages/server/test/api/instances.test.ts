// Several servers on one PostgreSQL act as one; and one server after a restart goes on where it was.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Countersign } from '@countersign/sdk';
import { boot, type Running } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { openEvents, type Told } from '../support/event-source.ts';
import { type FakeWorld, fakeWorld } from '../support/fake-world.ts';
import { clientOf, givenService, problem, proposal } from '../support/given.ts';
import { givenPerson } from '../support/people.ts';
import { givenReceiver } from '../support/receiver.ts';
import { rpcOf } from '../support/rpc.ts';
import { runSql } from '../support/sql.ts';
import { until } from '../support/until.ts';

const onPostgres = { skip: engine === 'sqlite' };

interface Instances {
  readonly running: readonly Running[];
  readonly worlds: readonly FakeWorld[];
  readonly clients: readonly Countersign[];
  clientsOf(apiKey: string): Countersign[];
  readonly key: string;
}

async function givenInstances(
  t: TestContext,
  count: number,
  environment: Record<string, string> = {},
): Promise<Instances> {
  const database = await newDatabase();
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.url,
    SERVICE_ALLOW_PRIVATE_TARGETS: '1',
    ...environment,
  });
  const worlds = Array.from({ length: count }, () => fakeWorld());
  const running = await Promise.all(worlds.map((world) => boot(config, world)));
  t.after(async () => {
    await Promise.all(running.map((each) => each.close()));
    await database.drop();
  });
  const key = running.find(({ firstStart }) => firstStart)?.firstStart?.key ?? '';
  const clientsOf = (apiKey: string) => running.map(({ url }) => new Countersign({ baseUrl: url, apiKey, retries: 0 }));
  return { running, worlds, clients: clientsOf(key), clientsOf, key };
}

test('a key revoked on one instance is refused by the next request on another', onPostgres, async (t) => {
  const { clients, clientsOf } = await givenInstances(t, 2);
  const made = await clients[0]?.createKey({ name: 'doomed', scopes: ['actions'] });
  const [, second] = clientsOf(made?.key ?? '');
  await second?.listActions();
  await clients[0]?.revokeKey(made?.id ?? '');
  await assert.rejects(async () => second?.listActions(), problem('unauthenticated'));
});

test('instances share one limit: never more than it, and hardly less', onPostgres, async (t) => {
  const { clients } = await givenInstances(t, 3, { RATE_LIMIT_CREATE: '60' });
  const outcomes = await Promise.all(
    Array.from({ length: 150 }, (_, n) =>
      (clients[n % 3] as Countersign).createAction(proposal()).then(
        () => true,
        () => false,
      ),
    ),
  );
  const passed = outcomes.filter(Boolean).length;
  assert.ok(passed >= 57 && passed <= 66, `${passed} of 60`); // a few refill while it lasts
});

test('a limit that is used up is used up after a restart too', async (t) => {
  const { service, admin } = await givenService(t, { createActionsPerMinute: 5 });
  for (let n = 0; n < 5; n++) await admin.createAction(proposal());
  await service.restart();
  const again = clientOf(service, service.adminKey);
  await assert.rejects(again.createAction(proposal()), problem('rate_limited'));
});

test('three instances send one webhook once', onPostgres, async (t) => {
  const { clients } = await givenInstances(t, 3);
  const receiver = await givenReceiver(t);
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    const client = clients[n % 3] as Countersign;
    const { id } = await client.createAction(proposal({ callback_url: receiver.url }));
    await (clients[(n + 1) % 3] as Countersign).decideAction(id, { decision: 'approve' });
    ids.push(id);
  }
  await receiver.count(30);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const posted = receiver.received.map(({ body }) => (JSON.parse(body) as { action_id: string }).action_id);
  assert.deepEqual(posted.toSorted(), ids.toSorted());
});

test('a decision on one instance reaches a wait on another', onPostgres, async (t) => {
  const { clients } = await givenInstances(t, 2);
  const [one, two] = clients as [Countersign, Countersign];
  const { id } = await one.createAction(proposal());
  const waiting = two.getAction(id, { wait: 30 });
  await one.decideAction(id, { decision: 'approve' });
  assert.equal((await waiting).status, 'approved');
});

test(
  'how a webhook fares, and a hold, on one instance is told to people who follow on another',
  onPostgres,
  async (t) => {
    const { running, clients, key } = await givenInstances(t, 2);
    const [one, two] = running.map(({ url }) => ({ baseUrl: `${url}/v1`, adminKey: key }));
    const [client] = clients;
    assert.ok(one && two && client);
    const receiver = await givenReceiver(t);
    const sam = await givenPerson(one, 'reviewer', { name: 'Sam' });
    const port = (url: string) => new URL(url).port; // a cookie is of one port: browsers share them between all
    const cookie = sam.cookie.replaceAll(port(one.baseUrl), port(two.baseUrl));
    const events = await openEvents(two.baseUrl, { cookie });
    assert.equal(events.response.status, 200);
    t.after(() => events.close());
    await events.until(() => events.told.some(({ type }) => type === 'counts'));
    const { id, digest } = await client.createAction(proposal({ callback_url: receiver.url }));
    await sam.ask('POST', `/actions/${id}/decision-hold`, { decision: 'reject', digest });
    await events.until(() => events.told.some(({ type, data }) => type === 'hold.started' && data.includes(id)));
    await client.decideAction(id, { decision: 'approve' });
    const isTold = ({ type, data }: Told) =>
      type === 'delivery.updated' && data.includes(id) && data.includes('delivered');
    await events.until(() => events.told.some(isTold));
  },
);

/** Believes the database's clock, as the real one does; its own is wrong. */
function skewedWorld(seconds: number): FakeWorld {
  return { ...fakeWorld(), nowMs: (databaseMs) => databaseMs ?? Date.now() + seconds * 1000 };
}

for (const skew of [-30, 30]) {
  test(
    `an instance whose clock is ${skew} s off decides, expires and sends by the database's`,
    onPostgres,
    async (t) => {
      const database = await newDatabase();
      const config = readConfig({
        HOST: '127.0.0.1',
        PORT: '0',
        DATABASE_URL: database.url,
        SERVICE_ALLOW_PRIVATE_TARGETS: '1',
      });
      const running = await boot(config, skewedWorld(skew));
      t.after(async () => {
        await running.close();
        await database.drop();
      });
      const client = new Countersign({ baseUrl: running.url, apiKey: running.firstStart?.key ?? '' });
      const receiver = await givenReceiver(t);
      const near = (seconds: number, what: string) =>
        assert.ok(Math.abs(seconds - Date.now() / 1000) <= 15, `${what} is ${seconds - Date.now() / 1000} s off`);

      const { id } = await client.createAction(proposal({ callback_url: receiver.url }));
      near((await client.decideAction(id, { decision: 'approve' })).decided_at, 'the decision');
      await receiver.count(1);
      near(Number(receiver.received[0]?.headers['x-service-timestamp']), 'the signature');

      const late = await client.createAction(proposal({ callback_url: receiver.url, expires_in: 300 }));
      near(late.expires_at - 300, 'the creation');
      await runSql(
        { url: database.url, file: '' },
        `UPDATE actions SET expires_at = expires_at - 297 WHERE id = '${late.id}'`,
      );
      running.app.wake('expiry'); // it looks again
      await receiver.count(2);
      const sent = Number(receiver.received[1]?.headers['x-service-timestamp']);
      assert.ok(
        sent >= late.expires_at - 297 && sent <= late.expires_at - 297 + 20,
        `${sent - late.expires_at + 297} s late`,
      );
    },
  );
}

test('an instance whose clock is ahead calls nothing expired that can still be approved', onPostgres, async (t) => {
  const database = await newDatabase();
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: database.url });
  const running = await boot(config, skewedWorld(30));
  t.after(async () => {
    await running.close();
    await database.drop();
  });
  const client = new Countersign({ baseUrl: running.url, apiKey: running.firstStart?.key ?? '' });
  const { id } = await client.createAction(proposal({ expires_in: 300 }));
  // Twenty seconds are left; by the clock of the instance it has been over for ten.
  await runSql({ url: database.url, file: '' }, `UPDATE actions SET expires_at = expires_at - 280 WHERE id = '${id}'`);

  assert.equal((await client.getAction(id)).status, 'pending');
  assert.deepEqual((await client.listActions({ status: 'expired' })).items, []);
  assert.deepEqual(
    (await client.listActions({ status: 'pending' })).items.map((action) => action.id),
    [id],
  );
  const waited = client.getAction(id, { wait: 15 });
  await until(() => running.app.calls.count('wait') === 1, 'the wait has begun');
  await client.decideAction(id, { decision: 'approve' });
  assert.equal((await waited).status, 'approved');
});

test('a tool call that waits on one instance ends with the decision made on another', onPostgres, async (t) => {
  const { running, clients, key } = await givenInstances(t, 2);
  const [first, second] = running.map((instance) => rpcOf({ running: instance }, key));
  await Promise.all([first?.request('ping'), second?.request('ping')]); // the protocol library is loaded
  const taken: number[] = [];
  for (let trial = 0; trial < 10; trial++) {
    const pushed = await first?.call('service_push_action', {
      kind: 'k',
      title: `trial ${trial}`,
      preview: { format: 'text', body: 'b' },
    });
    const action_id = String(pushed?.structured.action_id);
    const waited = second?.call('service_await_decision', { action_id, timeout_s: 60 });
    await delay(20);
    const decidedMs = performance.now();
    await clients[0]?.decideAction(action_id, { decision: 'approve' });
    assert.equal((await waited)?.structured.status, 'approved');
    taken.push(performance.now() - decidedMs);
  }
  assert.ok(Math.min(...taken) < 3000, `${taken} ms`); // by itself it looks every 5 seconds
});
