// Many watchers in one process against a local site: how late their runs begin, what they weigh, and whether anyone else
// notices. Every watcher has a host of its own: all of 127.0.0.0/8 is this machine.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProjects } from '../../packages/server/src/features/project/store.ts';
import { addWatcher } from '../../packages/server/src/features/watchers/managing/create-watcher.ts';
import { inTransaction } from '../../packages/server/src/storage/database.ts';
import { API_BESIDE_P99_MS, WATCHERS_RSS_MB } from '../bars.ts';
import { newDatabase, openBenchApp } from '../databases.ts';
import { quantileOf } from '../load/quantiles.ts';
import type { Fact, Report } from '../report.ts';
import { startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const WATCHERS = 10_000;
const ITEMS = 25;
/** Half of what an hourly rhythm of 72,000 would be: more than 10,000 watchers at half an hour make (5.6). */
const RUNS_PER_SECOND = 20;
const MEASURED_SECONDS = 60;
const STEP = 200;
/** For the start of the server. */
const SETTLE_SECONDS = 15;
const LOOK_EVERY_MS = 50;
/** Asked before the first watcher is due: what the machine itself allows. */
const ALONE = 150;

export async function measureWatchers({ engine, options, say }: Bench): Promise<Report> {
  const site = await openSite();
  const database = await newDatabase(engine);
  say(`${WATCHERS} watchers`);
  await fillWatchers(database.url, site.port);
  const environment = { SERVICE_ALLOW_PRIVATE_TARGETS: '1', WATCHER_IGNORE_ROBOTS: '1' };
  const server = await startOurs(database.url, { profile: options.profile, environment });
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();

  say(`${MEASURED_SECONDS} s at ${RUNS_PER_SECOND} runs a second`);
  const alone: number[] = [];
  for (let n = 0; n < ALONE; n++) {
    alone.push(await askBeside(server.port, database.key, n));
    await sleep(LOOK_EVERY_MS);
  }
  await sleep(SETTLE_SECONDS * 1000 - ALONE * LOOK_EVERY_MS + 5000); // the first runs load what is loaded late
  const before = await metrics();
  const cpuBeforeMs = server.cpuMs();
  const besides: number[] = [];
  let rssMb = 0;
  const untilMs = performance.now() + MEASURED_SECONDS * 1000;
  for (let n = 0; performance.now() < untilMs; n++) {
    besides.push(await askBeside(server.port, database.key, n));
    if (n % 20 === 0) rssMb = Math.max(rssMb, gaugeIn(await metrics(), 'process_resident_memory_bytes') / 1e6);
    await sleep(LOOK_EVERY_MS);
  }
  const after = await metrics();
  const cpuShare = (server.cpuMs() - cpuBeforeMs) / (MEASURED_SECONDS * 1000);
  await server.stop();
  await database.drop();
  site.close();

  const grown = (name: string) => gaugeIn(after, name) - gaugeIn(before, name);
  const runs = grown('countersign_watcher_due_lag_seconds_count');
  const inTime = grown('countersign_watcher_due_lag_seconds_bucket{le="5"}');
  const p99Ms = quantileOf(besides, 0.99);
  const fact = (what: string, value: string, met?: boolean): Fact => ({ engine: engine.name, what, value, met });
  const share = ((100 * inTime) / runs).toFixed(2);
  return {
    lines: [],
    facts: [
      fact(
        `${WATCHERS} watchers: begun within 5 s of their time`,
        `${share} % of ${runs} (bar 99)`,
        inTime >= 0.99 * runs && runs > 0,
      ),
      fact('… resident memory', `${Math.round(rssMb)} MB (bar ${WATCHERS_RSS_MB})`, rssMb <= WATCHERS_RSS_MB),
      fact(
        `… the API meanwhile, ${(runs / MEASURED_SECONDS).toFixed(1)} runs a second`,
        `${spread(besides)} (bar ${API_BESIDE_P99_MS})`,
        p99Ms < API_BESIDE_P99_MS,
      ),
      fact('… the API without them', spread(alone)),
      fact('… of one core', `${Math.round(100 * cpuShare)} %`),
    ],
  };
}

function spread(values: readonly number[]): string {
  return `p50 ${quantileOf(values, 0.5).toFixed(1)} ms, p99 ${quantileOf(values, 0.99).toFixed(1)} ms`;
}

/** A feed that changes with every request, so that each run has everything to do. */
async function openSite() {
  const server = createServer((request, response) => {
    const at = Math.floor(Date.now() / 1000);
    const items = Array.from({ length: ITEMS }, (_, n) => {
      const id = n === 0 && at % 20 === 0 ? at : n;
      return `<item><guid>${id}</guid><title>Story ${id} of ${request.headers.host}</title><link>http://x.example/${id}</link><description>${'Some words about it. '.repeat(20)}</description></item>`;
    });
    response.writeHead(200, { 'content-type': 'application/rss+xml' });
    response.end(
      `<rss version="2.0"><channel><title>Site</title><lastBuildDate>${at}</lastBuildDate>${items.join('')}</channel></rss>`,
    );
  }).listen(0, '0.0.0.0');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

async function fillWatchers(databaseUrl: string, port: number): Promise<void> {
  const app = await openBenchApp(databaseUrl);
  const [project] = await listProjects(app.reader);
  if (!project) throw new Error('There is no project.');
  const caller = { type: 'key', id: 'key_bench', name: 'Bench', project_id: project.id, scopes: ['admin'] } as const;
  const ids: string[] = [];
  for (let first = 0; first < WATCHERS; first += STEP) {
    await inTransaction(app, async (tx) => {
      for (let n = first; n < first + STEP; n++) {
        const url = `http://127.${1 + Math.floor(n / 40_000)}.${Math.floor(n / 200) % 200}.${1 + (n % 200)}:${port}/feed.xml`;
        const body = {
          name: `Watcher ${n}`,
          kind: 'rss' as const,
          config: { url },
          keywords: [{ pattern: 'needle', points: 1 }],
          schedule: { every: '1h' },
        };
        ids.push((await addWatcher(tx, app, caller, body, { config: { url }, keyword_modes: ['phrase'] })).id);
      }
    });
  }
  // Their time is set when all are there: what is due while they are made would be late through no fault of the server.
  await inTransaction(app, async (tx) => {
    for (const [n, id] of ids.entries()) {
      const at = tx.now + SETTLE_SECONDS + Math.floor(n / RUNS_PER_SECOND);
      await tx.q
        .updateTable('watchers')
        .set({ due_at: at, next_run_at: at })
        .where('id', '=', id)
        .where('project_id', '=', project.id)
        .execute();
    }
  });
  await app.storage.close();
}

/** What someone at the inbox would do: a list, now and then a new action. */
async function askBeside(port: number, key: string, n: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/v1/actions`;
  const body = JSON.stringify({ kind: 'bench', title: `Action ${n}`, preview: { body: 'Do it.' } });
  const startedMs = performance.now();
  const answer = await (n % 2 === 0
    ? fetch(`${url}?limit=20`, { headers })
    : fetch(url, { method: 'POST', headers, body }));
  await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}`);
  return performance.now() - startedMs;
}

function gaugeIn(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
