// Waits and streams on three real servers with one PostgreSQL: what happens on one is known on all, at once, and nothing is
// lost when they cannot tell each other.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ActionEvent, Countersign } from '@countersign/sdk';
import pg from 'pg';
import { LISTENER } from '../../src/storage/other-instances.ts';
import { newDatabase, type TestDatabase } from '../support/databases.ts';
import { type EventReader, openEvents } from '../support/event-source.ts';
import { proposal } from '../support/given.ts';
import { ownCluster } from '../support/own-cluster.ts';
import { runSql } from '../support/sql.ts';
import { call } from '../support/wire.ts';
import { type Fleet, startFleet } from './fleet.ts';

/** Sooner than the safety net, at least half of them: they were told. A machine that is busy may be late with any. */
const TOLD_MS = 4000;

const cluster = ownCluster({ durable: false });

interface Given {
  readonly database: TestDatabase;
  readonly fleet: Fleet;
  /** Of the nth server, whatever n. */
  client(n: number): Countersign;
  events(n: number, lastEventId?: string): Promise<EventReader>;
}

async function givenThree(t: TestContext): Promise<Given> {
  const database = await newDatabase('postgres');
  const fleet = await startFleet(database, [database.url, database.url, database.url]);
  t.after(async () => {
    await fleet.stop();
    await database.drop();
  });
  return {
    database,
    fleet,
    client: (n) => fleet.clients[n % 3] as Countersign,
    async events(n, lastEventId) {
      const target = fleet.targets[n % 3];
      const events = await openEvents(`${target?.url}/v1`, target?.key ?? '', { lastEventId });
      t.after(() => events.close());
      await events.until(() => events.retryMs() !== undefined);
      return events;
    },
  };
}

const idsIn = ({ told }: EventReader) => told.map(({ data }) => (JSON.parse(data) as ActionEvent).id);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const cutListeners = (database: TestDatabase) =>
  runSql(
    database,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = '${LISTENER}' AND datname = current_database()`,
  );

/** Milliseconds after the answer to the decision until a wait and a stream on the two other servers know of it. */
async function decideAndTime({ client, events }: Given, round: number): Promise<number[]> {
  const { id } = await client(round).createAction(proposal());
  const stream = await events(round + 2);
  const waiting = client(round + 1).getAction(id, { wait: 60 });
  await rest(50); // it has arrived by then
  await client(round).decideAction(id, { decision: 'approve' });
  const decidedMs = performance.now();
  const since = () => performance.now() - decidedMs;
  const told = Promise.all([
    waiting.then(({ status }) => {
      assert.equal(status, 'approved');
      return since();
    }),
    stream.until(() => stream.told.some(({ type }) => type === 'action.updated')).then(since),
  ]);
  const times = await told;
  stream.close();
  return times;
}

test('a decision on one server ends a wait on the second and is told by the third, at once', async (t) => {
  const given = await givenThree(t);
  const times: number[] = [];
  for (let round = 0; round < 12; round++) times.push(...(await decideAndTime(given, round)));
  t.diagnostic(`median ${Math.round(medianOf(times))} ms, at most ${Math.round(Math.max(...times))} ms`);
  assert.ok(medianOf(times) < TOLD_MS);
});

test('when the connections that listen are cut, everything still arrives, and soon at once again', async (t) => {
  const given = await givenThree(t);
  const { database, client, events } = given;
  const streams = [await events(0), await events(1), await events(2)];
  const made: string[] = [];
  for (let round = 0; round < 6; round++) {
    const { id } = await client(round).createAction(proposal());
    const waiting = [client(round + 1).getAction(id, { wait: 60 }), client(round + 2).getAction(id, { wait: 60 })];
    await rest(50);
    await cutListeners(database); // now nobody hears
    await client(round).decideAction(id, { decision: 'reject' });
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 'rejected');
    made.push(id, id);
  }
  for (const stream of streams) {
    await stream.count(made.length);
    assert.deepEqual(idsIn(stream).toSorted(), made.toSorted());
  }
  await rest(500);
  const times: number[] = [];
  for (let round = 0; round < 6; round++) times.push(...(await decideAndTime(given, round)));
  assert.ok(medianOf(times) < TOLD_MS, `${times}`);
});

test('a client that goes from server to server while all write, and one is killed, hears everything', async (t) => {
  const { fleet, events } = await givenThree(t);
  const start = await events(0);
  let lastEventId = start.lastEventId();
  start.close();
  const acknowledged = new Set<string>();
  const writers = Promise.all(
    Array.from({ length: 9 }, async (_, writer) => {
      const { url, key } = fleet.targets[writer % 3] ?? { url: '', key: '' };
      const impatient = new Countersign({ baseUrl: url, apiKey: key, retries: 0 });
      for (let n = 0; n < 60; n++) {
        const created = await impatient.createAction(proposal()).catch(() => undefined); // one of them is killed
        if (!created) return;
        acknowledged.add(created.id);
      }
    }),
  );
  const heard = new Set<string>();
  const listenOn = async (n: number) => {
    const stream = await events(n, lastEventId);
    await Promise.race([stream.count(5 + n), rest(300)]).catch(() => undefined);
    stream.close();
    for (const { type } of stream.told) assert.notEqual(type, 'reset');
    for (const id of idsIn(stream)) heard.add(id);
    lastEventId = stream.lastEventId();
  };
  for (let round = 0; round < 9; round++) {
    if (round === 4) fleet.servers[0]?.kill('SIGKILL');
    await listenOn(round < 4 ? round : 1 + (round % 2));
  }
  await writers;
  for (let round = 0; round < 200 && !acknowledged.isSubsetOf(heard); round++) await listenOn(1 + (round % 2));
  t.diagnostic(`${acknowledged.size} acknowledged, ${heard.size} heard`);
  assert.ok(acknowledged.isSubsetOf(heard));
  assert.ok(acknowledged.size > 200);
});

test('a transaction that someone keeps open elsewhere holds no stream up, and what commits late is told', async (t) => {
  const given = await givenThree(t);
  const { database, client, events } = given;
  const elsewhere = new pg.Client({ connectionString: cluster().url }); // another database of the same cluster
  await elsewhere.connect();
  await elsewhere.query('BEGIN; SELECT pg_current_xact_id()');
  const late = new pg.Client({ connectionString: database.url });
  await late.connect();

  const stream = await events(1);
  const before = await client(0).createAction(proposal());
  await late.query('BEGIN');
  const [{ now } = { now: 0 }] = (await late.query('SELECT pg_current_xact_id()::text::bigint AS now')).rows;
  await late.query(
    `INSERT INTO audit (project_id, id, event, entity_id, created_at, txid)
     SELECT project_id, 'evt_0', 'action.approved', id, created_at, $2 FROM actions WHERE id = $1`,
    [before.id, now],
  );
  const after = await client(0).createAction(proposal());
  await stream.count(2);
  const resumeFrom = stream.lastEventId();
  await late.query('COMMIT');
  const { id } = await client(2).createAction(proposal()); // announces; the late one was not ours to announce
  await stream.count(4);
  assert.deepEqual(idsIn(stream), [before.id, after.id, before.id, id]);

  const resumed = await events(2, resumeFrom);
  await resumed.count(2);
  assert.deepEqual(idsIn(resumed), [before.id, id]);
  await elsewhere.end();
  await late.end();
});

test('a key that is revoked, or struck out in the database itself, has nothing open 5 seconds later', async (t) => {
  const { database, fleet, client } = await givenThree(t);
  const { id } = await client(0).createAction(proposal());
  for (const how of ['by request', 'in the database'] as const) {
    const made = await client(0).createKey({ name: how, scopes: ['actions'] });
    const open = await Promise.all(
      fleet.targets.map(async ({ url }) => {
        const stream = await openEvents(`${url}/v1`, made.key);
        const waiting = call('GET', `${url}/v1/actions/${id}?wait=60`, { key: made.key });
        await stream.until(() => stream.retryMs() !== undefined);
        return { stream, waiting };
      }),
    );
    await rest(100);
    const startedMs = performance.now();
    if (how === 'by request') await client(1).revokeKey(made.id);
    else await runSql(database, `UPDATE api_keys SET revoked_at = 1 WHERE id = '${made.id}'`); // announced to nobody
    for (const { stream, waiting } of open) {
      assert.equal(await stream.ended, 'whole');
      assert.equal((await waiting).status, 401);
    }
    const tookMs = performance.now() - startedMs;
    t.diagnostic(`${how}: ${Math.round(tookMs)} ms`);
    assert.ok(tookMs < 20_000); // they would wait for a minute
  }
});
