// Agents that wait by tool: what a thousand of them weigh, and how long after the decision each knows of it.

import { setTimeout as sleep } from 'node:timers/promises';
import { AWAIT_ELSEWHERE_P99_MS, AWAIT_MB, AWAIT_P99_MS } from '../bars.ts';
import { type BenchDatabase, newDatabase } from '../databases.ts';
import { quantileOf } from '../load/quantiles.ts';
import type { Report } from '../report.ts';
import { startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const WAITERS = 1000;
/** Decided one after another while the others go on waiting; the rest all at once. */
const ONE_BY_ONE = 500;
const REST_MS = 2000;

interface Caller {
  readonly port: number;
  readonly key: string;
}

export async function measureAwaits({ engine, say }: Bench): Promise<Report> {
  say('await');
  const database = await newDatabase(engine);
  const server = await startOurs(database.url);
  const caller = { port: server.port, key: database.key };
  const warmUp = await propose(caller, 0);
  await decide(caller, warmUp);
  await wait(caller, warmUp); // the protocol library is loaded by the first call
  const ids: string[] = [];
  for (let i = 0; i < WAITERS; i++) ids.push(await propose(caller, i + 1));
  await sleep(REST_MS);

  const beforeMb = await rssMbOf(caller);
  const settled = new Map<string, Promise<number>>();
  const waiting = await Promise.all(ids.map((id) => wait(caller, id)));
  ids.forEach((id, index) => {
    const done = waiting[index]?.done();
    if (done) settled.set(id, done);
  });
  await sleep(REST_MS);
  const addedMb = (await rssMbOf(caller)) - beforeMb;

  const { decisionsMs, delaysMs } = await decideEach(caller, ids.slice(0, ONE_BY_ONE), settled);
  const startedMs = performance.now();
  await Promise.all(ids.slice(ONE_BY_ONE).map((id) => decide(caller, id)));
  await Promise.all(settled.values());
  const allMs = performance.now() - startedMs;
  const elsewhere = engine.name === 'postgres' ? await measureElsewhere(caller, database) : [];
  await server.stop();
  await database.drop();

  const p99Ms = quantileOf(delaysMs, 0.99);
  const fact = (what: string, value: string, met?: boolean) => ({ engine: engine.name, what, value, met });
  return {
    lines: [],
    facts: [
      fact(`${WAITERS} tool calls that wait`, `${Math.round(addedMb)} MB more (bar ${AWAIT_MB})`, addedMb < AWAIT_MB),
      fact('a decision that one of them waits for', spread(decisionsMs)),
      fact(
        'from its answer to the result of the call',
        `${spread(delaysMs)} (bar ${AWAIT_P99_MS})`,
        p99Ms < AWAIT_P99_MS,
      ),
      fact(`${WAITERS - ONE_BY_ONE} decisions at once`, `all known after ${Math.round(allMs)} ms`),
      ...elsewhere.map((delays) =>
        fact(
          'the same, decided on another server',
          `${spread(delays)} (bar ${AWAIT_ELSEWHERE_P99_MS})`,
          quantileOf(delays, 0.99) < AWAIT_ELSEWHERE_P99_MS,
        ),
      ),
    ],
  };
}

function spread(values: readonly number[]): string {
  return `p50 ${quantileOf(values, 0.5).toFixed(1)} ms, p99 ${quantileOf(values, 0.99).toFixed(1)} ms`;
}

/** One after another: how long each decision took, and how long after it the one who waits knew. */
async function decideEach(caller: Caller, ids: readonly string[], settled: ReadonlyMap<string, Promise<number>>) {
  const decisionsMs: number[] = [];
  const delaysMs: number[] = [];
  for (const id of ids) {
    const sentMs = performance.now();
    await decide(caller, id);
    const decidedMs = performance.now(); // committed, and said so to whoever decided
    decisionsMs.push(decidedMs - sentMs);
    const knownMs = (await settled.get(id)) ?? Number.NaN;
    delaysMs.push(Math.max(0, knownMs - decidedMs)); // the one who waits may know first
  }
  return { decisionsMs, delaysMs };
}

/** Agents wait at one server, and people decide at another of the same database. */
async function measureElsewhere(here: Caller, database: BenchDatabase): Promise<number[][]> {
  const server = await startOurs(database.url);
  const there = { port: server.port, key: database.key };
  const ids: string[] = [];
  for (let i = 0; i < ONE_BY_ONE; i++) ids.push(await propose(here, WAITERS + i + 1));
  const waiting = await Promise.all(ids.map((id) => wait(here, id)));
  const settled = new Map(ids.map((id, index) => [id, waiting[index]?.done() ?? Promise.resolve(Number.NaN)]));
  await sleep(REST_MS);
  const { delaysMs } = await decideEach(there, ids, settled);
  await server.stop();
  return [delaysMs];
}

const urlOf = ({ port }: Caller, path: string) => `http://127.0.0.1:${port}${path}`;

function headersOf({ key }: Caller): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
}

async function propose(caller: Caller, number: number): Promise<string> {
  const body = JSON.stringify({ kind: 'bench', title: `Action ${number}`, preview: { body: 'Do it. '.repeat(100) } });
  const answer = await fetch(urlOf(caller, '/v1/actions'), { method: 'POST', headers: headersOf(caller), body });
  return ((await answer.json()) as { id: string }).id;
}

async function decide(caller: Caller, id: string): Promise<void> {
  const body = '{"decision":"approve"}';
  await (
    await fetch(urlOf(caller, `/v1/actions/${id}/decision`), { method: 'POST', headers: headersOf(caller), body })
  ).text();
}

interface Waiting {
  /** The moment at which the result was there. */
  done(): Promise<number>;
}

/** Settles when the server has begun to answer. */
async function wait(caller: Caller, id: string): Promise<Waiting> {
  const params = {
    name: 'service_await_decision',
    arguments: { action_id: id, timeout_s: 600 },
    _meta: { progressToken: id },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const answer = await fetch(urlOf(caller, '/mcp'), { method: 'POST', headers: headersOf(caller), body });
  return {
    async done() {
      const text = await answer.text();
      if (!text.includes('"status":"approved"')) throw new Error(text.slice(0, 500));
      return performance.now();
    },
  };
}

async function rssMbOf(caller: Caller): Promise<number> {
  const text = await (await fetch(urlOf(caller, '/metrics'))).text();
  return Number(/process_resident_memory_bytes (\d+)/.exec(text)?.[1]) / 1e6;
}
