// Five thousand requests that wait: what they cost while they wait, and what others feel when all of them end at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { LOOP_HELD_MS, QUERIES_PER_SECOND } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { openBulk } from '../fill/open-bulk.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { startProbe } from '../load/probe.ts';
import { type Requests, requestsWith } from '../load/requests.ts';
import type { Fact, Report } from '../report.ts';
import { type Child, startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const WAITERS = 5000;
const WARM_UP = 500;
const AT_ONCE = 100;
/** PostgreSQL's counts are up to ten seconds old. */
const COUNTED_MS = 11_000;
const HOLD_MS = 10_000;
const BULK = 50;
const SENDERS = 20;

interface Ground {
  readonly server: Child;
  readonly requests: Requests;
  readonly key: string;
  /** How many statements the database has run, where it counts them. */
  queries(): Promise<number>;
}

export async function measureWaits({ engine, say }: Bench): Promise<Report> {
  say('waits');
  const database = await newDatabase(engine);
  const server = await startOurs(database.url);
  const requests = requestsWith(database.key);
  await sendAll(server, Array.from({ length: WARM_UP }, requests.create));
  const queries = await counterOf(engine.name, database.url);
  const ground: Ground = { server, requests, key: database.key, queries: queries.read };
  const facts = [
    ...(await measure(ground, await createdIds(ground, 1), 'one action', say)),
    ...(await measure(ground, await createdIds(ground, WAITERS), `${WAITERS} actions`, say)),
  ];
  await queries.close();
  await server.stop();
  await database.drop();
  return { lines: [], facts: facts.map((fact) => ({ engine: engine.name, ...fact })) };
}

async function measure(ground: Ground, ids: readonly string[], on: string, say: Bench['say']) {
  const { server, requests, queries } = ground;
  say(`${WAITERS} waits on ${on}`);
  const waiters: Connection[] = [];
  while (waiters.length < WAITERS) {
    waiters.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openConnection(server.port)))));
  }
  const connectedBytes = await metric(server, 'process_resident_memory_bytes');
  const answers: Promise<number>[] = [];
  for (const [index, waiter] of waiters.entries()) {
    answers.push(waiter.send(requests.wait(ids[index % ids.length] ?? '')));
    if (index % AT_ONCE === 0) await sleep(10);
  }
  while ((await metric(server, 'countersign_open_calls{kind="wait"}')) < WAITERS) await sleep(50);
  await sleep(1000);
  const waitingBytes = await metric(server, 'process_resident_memory_bytes');

  await sleep(COUNTED_MS); // what it took to come here is counted by then
  const [queriesBefore, cpuBefore] = [await queries(), server.cpuMs()];
  await sleep(HOLD_MS);
  const [queriesHeld, cpuHeld] = [await queries(), server.cpuMs()];

  const probe = await startProbe(server.port);
  await sleep(500);
  await probe.read();
  const startedMs = performance.now();
  await decideAll(ground, ids);
  const decidedMs = performance.now() - startedMs;
  const statuses = await Promise.all(answers);
  const answeredMs = performance.now() - startedMs;
  const during = await probe.read();
  if (statuses.some((status) => status !== 200)) throw new Error(`A wait was answered with ${new Set(statuses)}.`);
  await Promise.all(waiters.map((waiter, index) => waiter.send(requests.read(ids[index % ids.length] ?? ''))));
  const reading = await probe.read();
  await probe.stop();
  for (const waiter of waiters) waiter.close();

  const fact = (what: string, value: string, met?: boolean): Omit<Fact, 'engine'> => ({
    what: `${WAITERS} waits on ${on}: ${what}`,
    value,
    met,
  });
  const perSecond = (queriesHeld - queriesBefore) / (HOLD_MS / 1000);
  return [
    ...(ids.length > 1
      ? [] // what the first ones left behind is in the way
      : [
          fact(
            'memory for each',
            `${((waitingBytes - connectedBytes) / WAITERS / 1024).toFixed(1)} KiB beside its connection`,
          ),
        ]),
    fact('processor while they wait', `${((cpuHeld - cpuBefore) / (HOLD_MS / 100)).toFixed(1)} %`),
    ...(Number.isNaN(perSecond)
      ? []
      : [
          fact(
            'queries while they wait',
            `${perSecond.toFixed(1)} a second (bar ${QUERIES_PER_SECOND})`,
            perSecond < QUERIES_PER_SECOND,
          ),
        ]),
    fact(
      'answered',
      `${Math.round(answeredMs)} ms after the first decision began, ${Math.round(decidedMs)} ms of it deciding`,
    ),
    fact(
      'others felt',
      `at most ${during.longestMs.toFixed(0)} ms, median ${during.medianMs.toFixed(1)} (of ${WAITERS} plain reads: ${reading.longestMs.toFixed(0)}, ${reading.medianMs.toFixed(1)}; bar ${LOOP_HELD_MS})`,
      during.longestMs < Math.max(LOOP_HELD_MS, reading.longestMs),
    ),
  ];
}

function decideAll({ server, requests }: Ground, ids: readonly string[]): Promise<void> {
  const bulks = Array.from({ length: Math.ceil(ids.length / BULK) }, (_, n) => ids.slice(n * BULK, (n + 1) * BULK));
  return sendAll(
    server,
    bulks.map((bulk) => requests.bulkDecide(bulk)),
  );
}

async function sendAll(server: Child, requests: readonly string[]): Promise<void> {
  const left = [...requests];
  const senders = Array.from({ length: SENDERS }, async () => {
    const connection = await openConnection(server.port);
    for (let request = left.pop(); request; request = left.pop()) await connection.send(request);
    connection.close();
  });
  await Promise.all(senders);
}

async function createdIds({ server, requests, key }: Ground, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` };
  await sendAll(server, Array.from({ length: count }, requests.create));
  const ids: string[] = [];
  for (let cursor = ''; ids.length < count; ) {
    const address = `http://127.0.0.1:${server.port}/v1/actions?status=pending&limit=${Math.min(100, count)}${cursor}`;
    const page = (await (await fetch(address, { headers })).json()) as {
      items: { id: string }[];
      next_cursor: string | null;
    };
    ids.push(...page.items.map(({ id }) => id));
    cursor = `&cursor=${page.next_cursor}`;
  }
  return ids.slice(0, count);
}

async function metric(server: Child, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

async function counterOf(engine: string, databaseUrl: string) {
  if (engine !== 'postgres') return { read: async () => Number.NaN, close: async () => undefined };
  const bulk = await openBulk(databaseUrl);
  const COUNT = 'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()';
  return {
    read: async () => Number((await bulk.all<{ count: string }>(COUNT))[0]?.count),
    close: () => bulk.close(),
  };
}
