// A whole project exported, then erased, while another project goes on at two hundred requests a second: what the others feel,
// and what it takes of memory.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DATA_P99_MS, DATA_RSS_MB, DATA_STEP_MS } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { fillActions } from '../fill/fill-actions.ts';
import type { Fact, Report } from '../report.ts';
import { type Child, startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const PER_SECOND = 200;
const COMMAND = fileURLToPath(new URL('../../packages/server/bin/countersign.mjs', import.meta.url));

export async function measureData({ engine, options, say }: Bench): Promise<Report> {
  const rows = Math.max(...options.rows);
  const database = await newDatabase(engine);
  say(`filling ${rows} actions`);
  await fillActions(database.url, rows);
  await promisify(execFile)('sync'); // else the disk would still be busy with it when others are measured
  const other = await newProjectKey(database.url);
  const server = await startOurs(database.url);
  const of = rows.toLocaleString('en');
  try {
    const idle = await besides(server, other, () => sleep(5000));
    say('export');
    const exported = await besides(server, other, () => readAll(server, database.key));
    say('erase');
    const erased = await besides(server, other, () => erase(server, database.key, rows));
    const facts = [
      { what: 'others, while nothing goes on', value: timesOf(idle), met: undefined },
      {
        what: `others, while ${of} actions are exported (${seconds(exported)})`,
        value: `${timesOf(exported)} (bar p99 ${DATA_P99_MS})`,
        met: exported.p99Ms <= DATA_P99_MS,
      },
      {
        what: `memory, while ${of} actions are exported`,
        value: `${exported.rssMb.toFixed(0)} MB (bar ${DATA_RSS_MB}; ${idle.rssMb.toFixed(0)} before)`,
        met: exported.rssMb <= DATA_RSS_MB,
      },
      {
        what: `others, while ${of} actions are erased (${seconds(erased)})`,
        value: `${timesOf(erased)} (bars p99 ${DATA_P99_MS}, longest ${DATA_STEP_MS})`,
        met: erased.p99Ms <= DATA_P99_MS && erased.maxMs <= DATA_STEP_MS,
      },
    ];
    return { lines: [], facts: facts.map((fact): Fact => ({ engine: engine.name, ...fact })) };
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function newProjectKey(databaseUrl: string): Promise<string> {
  const words = [COMMAND, 'admin', 'projects', 'create', 'Other'];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: { DATABASE_URL: databaseUrl } });
  return stdout.trim().split('\n').at(-1) ?? '';
}

interface Felt {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** When that one was sent, from the start of the work. */
  readonly maxAtMs: number;
  readonly tookMs: number;
  readonly rssMb: number;
  /** Of the others' requests. */
  readonly failed: number;
}

/** Half of the others' requests read, half create: on SQLite a create waits for whatever transaction is under way. */
async function besides(server: Child, key: string, work: () => Promise<unknown>): Promise<Felt> {
  const base = `http://127.0.0.1:${server.port}`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const latenciesMs: number[] = [];
  const sent: Promise<void>[] = [];
  let longest = { tookMs: 0, startedMs: 0 };
  let isOver = false;
  let failed = 0;
  let rssMb = 0;
  const one = async (n: number) => {
    const startedMs = performance.now();
    const body = JSON.stringify({ kind: 'bench', title: `Other ${startedMs} ${n}`, preview: { body: 'x' } });
    const answer = await fetch(`${base}/v1/actions${n % 2 ? '' : '?limit=10'}`, {
      headers,
      ...(n % 2 ? { method: 'POST', body } : {}),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The others got ${answer.status}.`);
    const tookMs = performance.now() - startedMs;
    latenciesMs.push(tookMs);
    if (tookMs > longest.tookMs) longest = { tookMs, startedMs };
  };
  const pace = async () => {
    const startedMs = performance.now();
    for (let n = 0; !isOver; n++) {
      await sleep(Math.max(0, startedMs + (n * 1000) / PER_SECOND - performance.now()));
      sent.push(one(n).catch(() => void failed++));
    }
  };
  const watch = async () => {
    while (!isOver) {
      rssMb = Math.max(rssMb, (await rssOf(base)) / 2 ** 20);
      await sleep(500);
    }
  };
  const startedMs = performance.now();
  const beside = Promise.all([pace(), watch()]);
  await work();
  const tookMs = performance.now() - startedMs;
  isOver = true;
  await beside;
  await Promise.all(sent);
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) =>
    latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(share * latenciesMs.length))] ?? 0;
  const maxAtMs = longest.startedMs - startedMs;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), maxAtMs, tookMs, rssMb, failed };
}

async function rssOf(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}

async function readAll({ port }: Child, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/project/export`, { headers });
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  if (!answer.ok || bytes === 0) throw new Error(`The export ended with ${answer.status}.`);
}

async function erase({ port }: Child, key: string, rows: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  // Not by fetch, which waits five minutes for an answer to begin: this one may begin later.
  const asked = request({ port, path: '/v1/project/data', method: 'DELETE', headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { actions } = (await json(answer)) as { actions: number };
  if (actions !== rows) throw new Error(`${actions} of ${rows} actions were erased.`);
}

function timesOf({ p50Ms, p99Ms, maxMs, maxAtMs, failed }: Felt): string {
  const longest = `longest ${maxMs.toFixed(0)} ms, after ${(maxAtMs / 1000).toFixed(0)} s`;
  const times = `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, ${longest}`;
  return failed === 0 ? times : `${times}, ${failed} without an answer`;
}

function seconds({ tookMs }: Felt): string {
  return `${(tookMs / 1000).toFixed(0)} s`;
}
