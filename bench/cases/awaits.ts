// Agents that wait by tool: what a thousand of them weigh, and how long after the decision each knows of it.

import { setTimeout as sleep } from 'node:timers/promises';
import { AWAIT_MB, AWAIT_P99_MS } from '../bars.ts';
import { newDatabase } from '../databases.ts';
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

  const decisionsMs: number[] = [];
  const delaysMs: number[] = [];
  for (const id of ids.slice(0, ONE_BY_ONE)) {
    const sentMs = performance.now();
    await decide(caller, id);
    const decidedMs = performance.now(); // committed, and said so to whoever decided
    decisionsMs.push(decidedMs - sentMs);
    const knownMs = (await settled.get(id)) ?? Number.NaN;
    delaysMs.push(Math.max(0, knownMs - decidedMs)); // the one who waits may know first
  }
  const startedMs = performance.now();
  await Promise.all(ids.slice(ONE_BY_ONE).map((id) => decide(caller, id)));
  await Promise.all(settled.values());
  const allMs = performance.now() - startedMs;
  await server.stop();
  await database.drop();

  const p99Ms = quantileOf(delaysMs, 0.99);
  const spread = (values: readonly number[]) =>
    `p50 ${quantileOf(values, 0.5).toFixed(1)} ms, p99 ${quantileOf(values, 0.99).toFixed(1)} ms`;
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
    ],
  };
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
