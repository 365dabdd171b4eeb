// Three real servers on one PostgreSQL: started together, under load, one of them frozen, killed or told to end.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import { heal } from '../crash/crash-loop.ts';
import { type Acknowledged, workUntilGone } from '../crash/load.ts';
import { deliveriesIn, extraPosts, wrongActions, wrongDeliveries, wrongRepeats } from '../crash/promises.ts';
import { openReceivers } from '../crash/receivers.ts';
import { newDatabase, type TestDatabase } from '../support/databases.ts';
import { givenApproved } from '../support/given.ts';
import { ownCluster } from '../support/own-cluster.ts';
import { givenReceiver } from '../support/receiver.ts';
import { keyIn } from '../support/serve-process.ts';
import { elapse, runSql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { type Fleet, startFleet } from './fleet.ts';

const LEASE_SECONDS = 30;

ownCluster({ durable: false });

async function givenFleet(t: TestContext, count: number, { empty = false } = {}) {
  const database = await newDatabase('postgres', { empty });
  const fleet = await startFleet(database, Array<string>(count).fill(database.url));
  t.after(async () => {
    await fleet.stop();
    await database.drop();
  });
  return { database, fleet };
}

async function givenLoad(t: TestContext, fleet: Fleet, forMs: number) {
  const receivers = await openReceivers();
  t.after(() => receivers.close());
  const acknowledged: Acknowledged = new Map();
  const untilMs = performance.now() + forMs;
  const work = { targets: fleet.targets, receivers, acknowledged, goesOn: () => performance.now() < untilMs };
  return { receivers, acknowledged, working: workUntilGone(work) };
}

const attemptsIn = (database: TestDatabase) =>
  runSql<{ attempt: number; status_code: number }>(database, 'SELECT attempt, status_code FROM delivery_attempts');

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('three servers that start at once on an empty database all serve, and one of them prints the key', async (t) => {
  const { database, fleet } = await givenFleet(t, 3, { empty: true });
  const keys = fleet.servers.map((server) => keyIn(server.stdout())).filter((key) => key !== '');
  assert.equal(keys.length, 1);
  const { id } = await givenApproved(fleet.clients[0] as Countersign);
  for (const client of fleet.clients) assert.equal((await client.getAction(id)).status, 'approved');
  const [{ rows, versions } = { rows: 0, versions: 1 }] = await runSql<{ rows: number; versions: number }>(
    database,
    'SELECT count(*) AS rows, count(DISTINCT version) AS versions FROM migrations',
  );
  assert.equal(rows, versions);
});

test('three servers under load post each webhook once for each attempt', async (t) => {
  const { database, fleet } = await givenFleet(t, 3);
  const { receivers, acknowledged, working } = await givenLoad(t, fleet, 3000);
  await working;
  for (const server of fleet.servers) server.kill('SIGTERM');
  assert.deepEqual(await Promise.all(fleet.servers.map(({ exitCode }) => exitCode)), [0, 0, 0]);
  await heal(database, receivers);
  assert.deepEqual(await wrongActions(database, acknowledged), []);
  const deliveries = await deliveriesIn(database);
  assert.deepEqual(wrongDeliveries(deliveries, receivers, 0), []);
  assert.ok(deliveries.length > 5, `${deliveries.length} webhooks`);
});

test('what a server did while it was frozen past its lease counts for nothing: one more post, same id, same bytes', async (t) => {
  const { database, fleet } = await givenFleet(t, 1);
  const receiver = await givenReceiver(t);
  receiver.answerWith(0);
  const [frozen] = fleet.servers;
  const { id } = await givenApproved(fleet.clients[0] as Countersign, { callback_url: receiver.url });
  await receiver.count(1);
  frozen?.kill('SIGSTOP');
  await elapse(database, 3 * LEASE_SECONDS);

  receiver.answerWith(200);
  const second = await fleet.join();
  await receiver.count(2);
  await until(async () => (await attemptsIn(database)).length === 1, 'the attempt is written down');
  receiver.answerHeld(503); // the frozen one reads this when it wakes
  frozen?.kill('SIGCONT');
  const client = new Countersign({ baseUrl: frozen?.url ?? '', apiKey: fleet.key });
  assert.equal((await client.getAction(id)).status, 'approved'); // awake, and well
  await rest(500);

  assert.deepEqual(await attemptsIn(database), [{ attempt: '1', status_code: '200' }]);
  const { webhook_delivery } = await new Countersign({ baseUrl: second.url, apiKey: fleet.key }).getAction(id);
  assert.partialDeepStrictEqual(webhook_delivery, { status: 'delivered', attempt: 1, last_status_code: 200 });
  const [one, two] = receiver.received;
  assert.equal(receiver.received.length, 2);
  assert.equal(one?.headers['webhook-id'], two?.headers['webhook-id']);
  assert.equal(one?.body, two?.body);
});

test('what a killed server had in hand another takes up, and nothing acknowledged is lost', async (t) => {
  const { database, fleet } = await givenFleet(t, 3);
  const { receivers, acknowledged, working } = await givenLoad(t, fleet, 2500);
  await rest(1000);
  fleet.servers[0]?.kill('SIGKILL');
  await working; // the clients of the others go on
  await receivers.nextLife();
  await elapse(database, LEASE_SECONDS);
  const [, second] = fleet.clients;
  await givenApproved(second as Countersign, { kind: 'prompt', callback_url: receivers.urlOf('prompt') }); // wakes it
  await until(
    async () => (await runSql(database, 'SELECT id FROM deliveries WHERE leased = 1')).length === 0,
    'no lease is left',
  );
  for (const server of fleet.servers) server.kill('SIGTERM');
  await Promise.all(fleet.servers.map(({ exitCode }) => exitCode));
  await heal(database, receivers);

  const deliveries = await deliveriesIn(database);
  assert.deepEqual(wrongRepeats(deliveries, receivers), []);
  assert.deepEqual(await wrongActions(database, acknowledged), []);
  const extra = deliveries.reduce((sum, { id, kind }) => sum + extraPosts(kind, receivers.posted.get(id) ?? []), 0);
  t.diagnostic(`${deliveries.length} webhooks, ${extra} posted once more`);
});

test('a server that is told to end leaves its work to the others: no answer is lost, no lease stays', async (t) => {
  const { database, fleet } = await givenFleet(t, 3);
  const { receivers, acknowledged, working } = await givenLoad(t, fleet, 2500);
  await rest(1000);
  const [first] = fleet.servers;
  first?.kill('SIGTERM');
  assert.equal(await first?.exitCode, 0);
  await working;
  for (const server of fleet.servers) server.kill('SIGTERM');
  await Promise.all(fleet.servers.map(({ exitCode }) => exitCode));
  assert.deepEqual(await runSql(database, 'SELECT id FROM deliveries WHERE leased = 1'), []);
  await heal(database, receivers);
  assert.deepEqual(wrongDeliveries(await deliveriesIn(database), receivers, 0), []);
  assert.deepEqual(await wrongActions(database, acknowledged), []);
});
