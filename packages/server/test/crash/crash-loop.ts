// Ends a real server under load, again and again, and lets the next one go on with what it left.

import type { TestDatabase } from '../support/databases.ts';
import { keyIn, type Served, serve } from '../support/serve-process.ts';
import { elapse } from '../support/sql.ts';
import { endingAt, type Failpoint } from './failpoints.ts';
import { type Acknowledged, workUntilGone } from './load.ts';
import { deliveriesIn, extraPosts, openDeliveries, wrongActions, wrongDeliveries } from './promises.ts';
import { openReceivers, type Receivers } from './receivers.ts';

/** Less than a lease and less than the first retry: what one server leaves, one of the next few takes up. */
const PASSES_SECONDS = 20;
const LONGEST_RETRY_SECONDS = 50_000;
const HEALING_ROUNDS = 8;
const SERVER_LASTS_MS = 60_000;

export const UNDER_LOAD = {
  LOG_LEVEL: 'error',
  RATE_LIMIT_CREATE: '0',
  RATE_LIMIT_DECIDE: '0',
  SERVICE_ALLOW_PRIVATE_TARGETS: '1',
};

export interface CrashLoop {
  readonly database: TestDatabase;
  readonly crashes: number;
  /** Without any the moment is left to chance. */
  readonly failpoints?: readonly Failpoint[];
  /** Hears now and then how far it is. */
  say?(line: string): void;
}

export interface Findings {
  readonly wrong: readonly string[];
  readonly acknowledged: number;
  readonly deliveries: number;
  readonly posts: number;
  /** Posts that only a crash explains. */
  readonly extra: number;
}

export async function crashLoop({ database, crashes, failpoints = [], say }: CrashLoop): Promise<Findings> {
  const acknowledged: Acknowledged = new Map();
  const receivers = await openReceivers();
  const wrong: string[] = [];
  const key = await firstKey(database);

  for (let crash = 1; crash <= crashes; crash++) {
    const failpoint = failpoints[(crash - 1) % failpoints.length];
    const server = await start(database, failpoint);
    const killing = setTimeout(() => server.kill('SIGKILL'), failpoint ? SERVER_LASTS_MS : 50 + Math.random() * 300);
    const startedMs = performance.now();
    const [newest = ''] = [...acknowledged.keys()].toSorted().slice(-1);
    if (server.url !== '') await workUntilGone({ targets: [{ url: server.url, key }], receivers, acknowledged });
    await server.exitCode;
    clearTimeout(killing);
    if (performance.now() - startedMs > SERVER_LASTS_MS) wrong.push(`${failpoint} was not reached`);
    if (server.url === '' && server.stderr() !== '') wrong.push(`no start: ${server.stderr()}`);
    wrong.push(...(await wrongActions(database, newerThan(newest, acknowledged), newest)));
    await receivers.nextLife();
    await elapse(database, PASSES_SECONDS);
    if (crash % 20 === 0) say?.(`${crash} crashes, ${acknowledged.size} actions, ${wrong.length} wrong`);
  }

  await heal(database, receivers);
  receivers.close();
  wrong.push(...(await wrongActions(database, acknowledged)));
  const deliveries = await deliveriesIn(database);
  wrong.push(...wrongDeliveries(deliveries, receivers, crashes));
  const posts = deliveries.map(({ id, kind }) => ({ kind, posted: receivers.posted.get(id) ?? [] }));
  return {
    wrong,
    acknowledged: acknowledged.size,
    deliveries: deliveries.length,
    posts: posts.reduce((sum, { posted }) => sum + posted.length, 0),
    extra: posts.reduce((sum, { kind, posted }) => sum + extraPosts(kind, posted), 0),
  };
}

/** The first start shows the key only once, so it goes well. */
export async function firstKey(database: TestDatabase): Promise<string> {
  const server = await start(database);
  const key = keyIn(server.stdout());
  await end(server);
  return key;
}

export function start(database: TestDatabase, failpoint?: Failpoint): Promise<Served> {
  const ending = failpoint && endingAt(failpoint, 1 + Math.floor(Math.random() * 40));
  return serve({ databaseUrl: database.url, ...ending, environment: { ...UNDER_LOAD, ...ending?.environment } });
}

async function end(server: Served): Promise<void> {
  server.kill('SIGTERM');
  await server.exitCode;
}

/** All that is open may become due, as often as the ladder has rungs. */
export async function heal(database: TestDatabase, receivers: Receivers): Promise<void> {
  for (let round = 0; round < HEALING_ROUNDS; round++) {
    await elapse(database, LONGEST_RETRY_SECONDS);
    await receivers.nextLife();
    const server = await start(database);
    const open = await settled(database);
    await end(server);
    if (open === 0) return;
  }
}

/** How many deliveries are still open when nothing is being sent any more. */
async function settled(database: TestDatabase): Promise<number> {
  for (let before = -1, still = 0; ; ) {
    const open = await openDeliveries(database);
    still = open === before ? still + 1 : 0;
    if (still === 5) return open;
    before = open;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function newerThan(id: string, acknowledged: Acknowledged): Acknowledged {
  return new Map([...acknowledged].filter(([other]) => other > id));
}
