// How soon a webhook is there after the decision's answer: on an idle server, and while a thousand receivers hang. Everything
// in one project, where it hurts most. And how many a second when nobody hangs.

import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Countersign } from '../../packages/sdk/src/index.ts';
import { enqueueDelivery } from '../../packages/server/src/features/deliveries/enqueue.ts';
import { listProjects } from '../../packages/server/src/features/project/store.ts';
import { inTransaction } from '../../packages/server/src/storage/database.ts';
import { HUNG_P99_MS, IDLE_P50_MS, IDLE_P99_MS, OVERLOAD_RSS_MB } from '../bars.ts';
import { newDatabase, openBenchApp } from '../databases.ts';
import { quantileOf } from '../load/quantiles.ts';
import type { Fact, Report } from '../report.ts';
import { type Child, startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const HUNG = 1000;
/** One after the other. */
const IDLE_TRIALS = 300;
/** Few enough to be over while the others hang, which they do for 15 seconds. */
const HUNG_TRIALS = 100;
const MANY = 3000;

export async function measureDeliveries({ engine, options, say }: Bench): Promise<Report> {
  const database = await newDatabase(engine);
  const receiver = await openReceiver();
  const hung = await openHung(HUNG);
  const start = () =>
    startOurs(database.url, { profile: options.profile, environment: { SERVICE_ALLOW_PRIVATE_TARGETS: '1' } });
  const clientOf = ({ port }: Child) => new Countersign({ baseUrl: `http://127.0.0.1:${port}`, apiKey: database.key });

  say(`${MANY} deliveries as fast as they go`);
  await fillDeliveries(database.url, Array<string>(MANY).fill(receiver.url));
  const first = await start();
  const perSecond = await receiver.speed(MANY);
  const cpuMs = first.cpuMs() / MANY;
  say('deliveries on an idle server');
  const idle = await waitsOf(clientOf(first), receiver, IDLE_TRIALS);
  await first.stop();

  say(`deliveries while ${HUNG} receivers hang`);
  await fillDeliveries(database.url, hung.urls);
  const server = await start();
  const rssMb = await rssMbOf(server);
  await hung.reached(HUNG);
  const besides = await waitsOf(clientOf(server), receiver, HUNG_TRIALS);
  const stillOpen = hung.open();
  const hungRssMb = await rssMbOf(server);

  hung.close();
  receiver.close();
  await server.stop();
  await database.drop();

  const fact = (what: string, value: string, met?: boolean): Fact => ({ engine: engine.name, what, value, met });
  const [p50, p99, hungP99] = [quantileOf(idle, 0.5), quantileOf(idle, 0.99), quantileOf(besides, 0.99)];
  const hungSays = `p99 ${ms(hungP99)}, p50 ${ms(quantileOf(besides, 0.5))}, worst ${ms(Math.max(...besides))}`;
  return {
    lines: [],
    facts: [
      fact('webhook, idle', `p50 ${ms(p50)} after the decision's answer (bar ${IDLE_P50_MS})`, p50 < IDLE_P50_MS),
      fact('webhook, idle', `p99 ${ms(p99)}, worst ${ms(Math.max(...idle))} (bar ${IDLE_P99_MS})`, p99 < IDLE_P99_MS),
      fact(
        `webhook, ${HUNG} hung`,
        `${hungSays}, ${stillOpen} still hung at the end (bar ${HUNG_P99_MS})`,
        hungP99 < HUNG_P99_MS && stillOpen > 0,
      ),
      fact(
        `RSS, ${HUNG} hung`,
        `${Math.round(hungRssMb)} MB, ${Math.round(rssMb)} MB before (bar ${OVERLOAD_RSS_MB})`,
        hungRssMb < OVERLOAD_RSS_MB,
      ),
      fact(
        'webhooks to one host',
        `${Math.round(perSecond)} a second, ${(cpuMs * 1000).toFixed(0)} µs of our processor each`,
      ),
    ],
  };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

let made = 0;

async function approve(client: Countersign, callback_url: string): Promise<string> {
  const { id } = await client.createAction({ kind: 'bench', title: `${made++}`, preview: { body: 'x' }, callback_url });
  await client.decideAction(id, { decision: 'approve' });
  return id;
}

/** From the answer of the decision to the arrival of its webhook; below zero when the webhook was first. */
async function waitsOf(client: Countersign, receiver: Receiver, trials: number): Promise<number[]> {
  const waits: number[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const id = await approve(client, receiver.url);
    const answeredMs = performance.now();
    waits.push((await receiver.arrival(id)) - answeredMs);
    await sleep(20);
  }
  return waits;
}

/** As if so many decisions had just been made. */
async function fillDeliveries(databaseUrl: string, urls: readonly string[]): Promise<void> {
  const app = await openBenchApp(databaseUrl);
  const [project] = await listProjects(app.reader);
  await inTransaction(app, async (tx) => {
    for (const url of urls) {
      const action_id = tx.newId('act');
      const body = JSON.stringify({ event: 'action.updated', action_id, status: 'expired' });
      await enqueueDelivery(tx, { project_id: project?.id ?? '', action_id, url, body });
    }
  });
  await app.storage.close();
}

interface Receiver {
  readonly url: string;
  /** When the webhook of this action came, or comes. */
  arrival(action_id: string): Promise<number>;
  /** How many a second come, from the first to the last of so many. */
  speed(count: number): Promise<number>;
  close(): void;
}

async function openReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const arrivalOf = (id: string) => {
    const known = arrivals.get(id) ?? Promise.withResolvers<number>();
    arrivals.set(id, known);
    return known;
  };
  let firstMs = 0;
  let count = 0;
  const server: HttpServer = createHttpServer(async (request, response) => {
    const atMs = performance.now();
    if (count++ === 0) firstMs = atMs;
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    response.end();
    arrivalOf((JSON.parse(body) as { action_id: string }).action_id).resolve(atMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrival: (id) => arrivalOf(id).promise,
    async speed(wanted) {
      while (count < wanted) await sleep(5);
      return (wanted / (performance.now() - firstMs)) * 1000;
    },
    close: () => server.close(),
  };
}

interface Hung {
  readonly urls: readonly string[];
  /** Ends when so many connections are open. */
  reached(count: number): Promise<void>;
  open(): number;
  close(): void;
}

/** Each on a port of its own, so each another host: takes the connection, and never says a word. */
async function openHung(count: number): Promise<Hung> {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
    async reached(wanted) {
      for (let waited = 0; sockets.size < wanted && waited < 1000; waited++) await sleep(10);
    },
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}

async function rssMbOf({ port }: Child): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/process_resident_memory_bytes (\d+)/.exec(text)?.[1]) / 1e6;
}
