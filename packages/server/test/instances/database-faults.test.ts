// PostgreSQL restarts, falls silent, is cut off or has no connection left: refusals in bounded time, then work as before.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import pg from 'pg';
import { newDatabase, type TestDatabase } from '../support/databases.ts';
import { openEvents } from '../support/event-source.ts';
import { openProxy } from '../support/faulty-proxy.ts';
import { givenApproved, proposal } from '../support/given.ts';
import { ownCluster } from '../support/own-cluster.ts';
import { givenReceiver } from '../support/receiver.ts';
import { serve } from '../support/serve-process.ts';
import { runSql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { call } from '../support/wire.ts';
import { type Fleet, startFleet } from './fleet.ts';

/** What a request may take while the database says nothing: 15 s for a connection to be given up, and a busy machine. */
const BOUND_MS = 60_000;
/** For a commit whose outcome must be asked for, too. */
const COMMIT_BOUND_MS = 90_000;

const cluster = ownCluster({ durable: true, maxConnections: 40 });

async function givenServer(t: TestContext) {
  const database = await newDatabase('postgres');
  const proxy = await openProxy(cluster().port);
  const behind = database.url.replace(String(cluster().port), String(proxy.port));
  const fleet = await startFleet(database, [behind]);
  t.after(async () => {
    await fleet.stop();
    proxy.close();
    await database.drop();
  });
  return { database, proxy, fleet, client: fleet.clients[0] as Countersign };
}

interface Outcome {
  readonly status: number;
  readonly ms: number;
}

async function create({ targets }: Fleet, title: string): Promise<Outcome> {
  const startedMs = performance.now();
  const [{ url, key } = { url: '', key: '' }] = targets;
  const { status } = await call('POST', `${url}/v1/actions`, { key, body: JSON.stringify(proposal({ title })) });
  return { status, ms: performance.now() - startedMs };
}

/** Works while something goes wrong; everything is answered, in time, with 201, or that it cannot be done now. */
async function throughout(
  fleet: Fleet,
  trouble: (so: readonly Outcome[]) => Promise<void>,
  boundMs = BOUND_MS,
): Promise<Outcome[]> {
  let goesOn = true;
  const outcomes: Outcome[] = [];
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let n = 0; goesOn; n++) outcomes.push(await create(fleet, `${client} ${n}`));
  });
  await trouble(outcomes);
  goesOn = false;
  await Promise.all(clients);
  const statuses = new Set(outcomes.map(({ status }) => status));
  assert.deepEqual([...statuses.difference(new Set([201, 500, 503]))], []);
  assert.ok(Math.max(...outcomes.map(({ ms }) => ms)) < boundMs);
  return outcomes;
}

const counted = (outcomes: readonly Outcome[], status: number) =>
  outcomes.filter((outcome) => outcome.status === status).length;

/** It creates, decides and sends as if nothing had been. */
async function assertWell(t: TestContext, client: Countersign): Promise<void> {
  const receiver = await givenReceiver(t);
  const { id } = await givenApproved(client, { callback_url: receiver.url });
  await receiver.count(1);
  assert.equal((await client.getAction(id)).status, 'approved');
}

/** A 201 is there, a 503 is not; only a 500 may be either. */
async function assertTrue(database: TestDatabase, outcomes: readonly Outcome[]): Promise<void> {
  const [{ rows } = { rows: 0 }] = await runSql<{ rows: string | number }>(
    database,
    'SELECT count(*) AS rows FROM actions',
  );
  const least = counted(outcomes, 201);
  const most = least + counted(outcomes, 500);
  assert.ok(Number(rows) >= least && Number(rows) <= most, `${rows} actions, ${least} to ${most} acknowledged`);
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a restart of the database: some 503, nothing acknowledged is lost, the server goes on', async (t) => {
  const { database, fleet, client } = await givenServer(t);
  const outcomes = await throughout(fleet, async (so) => {
    await until(() => counted(so, 201) > 0, 'something is created');
    await cluster().restart();
    await until(() => counted(so, 503) > 0, 'something is refused');
    await rest(1500);
  });
  t.diagnostic(`${counted(outcomes, 201)} created, ${counted(outcomes, 503)} refused`);
  assert.ok(counted(outcomes, 201) > 0 && counted(outcomes, 503) > 0);
  await assertTrue(database, outcomes);
  await assertWell(t, client);
});

test('a crash of the database: who follows what happens is told to read anew, and goes on', async (t) => {
  const { fleet, client } = await givenServer(t);
  const [{ url, key } = { url: '', key: '' }] = fleet.targets;
  const events = await openEvents(`${url}/v1`, key);
  t.after(() => events.close());
  await client.createAction(proposal({ title: 'before the crash' }));
  await events.count(1);
  await cluster().restart();
  await events.until(() => events.told.some(({ type }) => type === 'reset'));
  await until(async () => (await create(fleet, 'after the crash')).status === 201, 'something is created');
  await events.until(() => events.told.at(-1)?.type === 'action.created');
  assert.deepEqual(JSON.parse(events.told.find(({ type }) => type === 'reset')?.data ?? ''), { reason: 'unknown_id' });
});

test('a crash of the database: who was away meanwhile is told to read anew', async (t) => {
  const { fleet, client } = await givenServer(t);
  const [{ url, key } = { url: '', key: '' }] = fleet.targets;
  const events = await openEvents(`${url}/v1`, key);
  await client.createAction(proposal({ title: 'before the crash' }));
  await events.count(1);
  events.close();
  await cluster().restart();
  await until(async () => (await create(fleet, 'after the crash')).status === 201, 'something is created');
  const back = await openEvents(`${url}/v1`, key, { lastEventId: events.lastEventId() });
  t.after(() => back.close());
  assert.deepEqual(JSON.parse((await back.count(1))[0]?.data ?? ''), { reason: 'unknown_id' });
  const again = await openEvents(`${url}/v1`, key, { lastEventId: back.lastEventId() });
  t.after(() => again.close());
  await client.createAction(proposal({ title: 'told' }));
  assert.equal((await again.count(1))[0]?.type, 'action.created', 'from there it goes on');
});

test('connections that are cut again and again, some in the middle of a commit: each answer is true', async (t) => {
  const { database, proxy, fleet, client } = await givenServer(t);
  const outcomes = await throughout(fleet, async () => {
    for (let n = 0; n < 10; n++) {
      await rest(100);
      proxy.onCommit = n % 2 === 0 ? 'forward, then cut' : 'cut';
      await rest(50);
      proxy.onCommit = 'forward';
      if (n % 3 === 0) proxy.cutAll();
    }
  });
  await assertTrue(database, outcomes);
  await assertWell(t, client);
});

test('a database that falls silent: 503 in bounded time, and work as before when it speaks again', async (t) => {
  const { database, proxy, fleet, client } = await givenServer(t);
  const outcomes = await throughout(
    fleet,
    async () => {
      await rest(500);
      proxy.become('swallow');
      await rest(18_000);
      proxy.become('forward');
      await rest(1000);
    },
    COMMIT_BOUND_MS,
  );
  t.diagnostic(
    `${counted(outcomes, 201)} created, ${counted(outcomes, 503)} refused, ${counted(outcomes, 500)} unknown`,
  );
  t.diagnostic(`the longest took ${Math.round(Math.max(...outcomes.map(({ ms }) => ms)))} ms`);
  assert.ok(counted(outcomes, 503) + counted(outcomes, 500) > 0);
  await assertTrue(database, outcomes);
  await assertWell(t, client);
});

test('no connection to be had: 503, and none is needed for long', async (t) => {
  const { fleet, client } = await givenServer(t);
  const taken = await takeConnections(cluster().url);
  const OURS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'countersign'`;
  await taken[0]?.query(OURS); // a place that is left for it, the server may take first
  taken.push(...(await takeConnections(cluster().url)));
  const refused = await create(fleet, 'refused');
  assert.deepEqual([refused.status, refused.ms < BOUND_MS], [503, true]);
  await Promise.all(taken.map((one) => one.end()));
  await assertWell(t, client);
});

test('a server that is started before its database waits for it', async (t) => {
  const database = await newDatabase('postgres');
  const proxy = await openProxy(cluster().port);
  proxy.become('refuse');
  const serving = serve({ databaseUrl: database.url.replace(String(cluster().port), String(proxy.port)) });
  t.after(async () => {
    const served = await serving;
    served.kill('SIGKILL');
    await served.exitCode;
    proxy.close();
    await database.drop();
  });
  await until(() => proxy.refused >= 2, 'it has tried again');
  proxy.become('forward');
  const { url, stderr } = await serving;
  assert.match(stderr(), /storage\.not_reached.*Cannot reach PostgreSQL at 127\.0\.0\.1/);
  assert.notEqual(url, '', 'it listens');
});

test('a server that waits for its database ends when it is told to', async (t) => {
  const proxy = await openProxy(cluster().port);
  t.after(() => proxy.close());
  proxy.become('refuse');
  const databaseUrl = cluster().url.replace(String(cluster().port), String(proxy.port));
  const { promise: started, resolve } = Promise.withResolvers<(signal: NodeJS.Signals) => void>();
  const serving = serve({ databaseUrl, started: resolve });
  await until(() => proxy.refused >= 1, 'it has tried');
  (await started)('SIGTERM');
  assert.equal(await (await serving).exitCode, 0, 'by itself, not by the system');
});

test('SIGTERM while the database is silent still ends the server', async (t) => {
  const { proxy, fleet } = await givenServer(t);
  const [server] = fleet.servers;
  const startedMs = performance.now();
  proxy.become('swallow');
  const asked = create(fleet, 'never').catch(() => undefined);
  await rest(200);
  server?.kill('SIGTERM');
  const code = await server?.exitCode;
  const seconds = (performance.now() - startedMs) / 1000;
  t.diagnostic(`it took ${seconds.toFixed(1)} s`);
  assert.deepEqual([code, seconds < 90], [0, true]);
  await asked;
});

async function takeConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      return taken; // that was the last
    }
  }
}
