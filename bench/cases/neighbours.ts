// What others feel of one client that floods, guesses keys, or opens thousands of connections and says nothing: the p99 of a
// read in another project, meanwhile and without. Faults O11, A05 and O01; with the rate limits that everybody has.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawKeyOf } from '../../packages/server/src/features/keys/key.ts';
import { NEIGHBOUR_RATIO, OVERLOAD_RSS_MB, SLOW_P99_MS } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { secondProject } from '../fill/second-project.ts';
import { openConnection } from '../load/connection.ts';
import { startProbe } from '../load/probe.ts';
import { requestsWith } from '../load/requests.ts';
import type { Fact, Report } from '../report.ts';
import { type Child, startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

/** Before and after: a machine that is taken away for a moment every few seconds must count in what is compared, too. */
const CALM_MS = 15_000;
const SETTLING_MS = 2000;
/** So many, or for so long: a client that does not listen is answered late, and takes ten minutes for them. */
const FLOOD = 100_000;
const FLOODING_MS = 60_000;
const FLOODERS = 32;
const PER_MINUTE = 600;
const POLITE_MS = 15_000;
const GUESSES_PER_SECOND = 1000;
const GUESSING_MS = 10_000;
const SLOW = 5000;
const SLOW_MS = 12_000;
const AT_ONCE = 100;

export async function measureNeighbours({ engine, say }: Bench): Promise<Report> {
  const database = await newDatabase(engine);
  const other = await secondProject(database.url);
  const server = await startOurs(database.url, { environment: { RATE_LIMIT_CREATE: String(PER_MINUTE) } });
  const id = await createdId(server, other);
  const { create } = requestsWith(database.key);
  const facts: Omit<Fact, 'engine'>[] = [];
  const measure = async (what: string, attack: (probe: () => Promise<void>) => Promise<string>) => {
    const probe = await startProbe(server.port, requestsWith(other).read(id));
    const calm = async () => {
      await sleep(SETTLING_MS);
      await probe.read();
      await sleep(CALM_MS);
      return (await probe.read()).p99Ms;
    };
    const before = await calm();
    say(what);
    const words = await attack(async () => void (await probe.read()));
    const during = await probe.read();
    const after = await calm();
    await probe.stop();
    return { before, after, during, words, ratio: during.p99Ms / ((before + after) / 2) };
  };
  const felt = (one: Awaited<ReturnType<typeof measure>>, bar?: string) =>
    `p99 ${one.during.p99Ms.toFixed(1)} ms, ${one.ratio.toFixed(1)} × that of before and after, ${one.before.toFixed(1)} and ${one.after.toFixed(1)}${bar ? ` (bar ${bar})` : ''}; ${one.words}`;

  const polite = await measure('creates within the limit', () => createWithin(server, create));
  facts.push({ what: 'beside what the limit allows', value: felt(polite) });
  const flood = await measure(`${FLOOD} creates at once`, () => floodWith(server, create));
  facts.push({
    what: 'beside a flood',
    value: felt(flood, `${NEIGHBOUR_RATIO} ×`),
    met: flood.ratio < NEIGHBOUR_RATIO,
  });
  const guess = await measure('bad keys', () => guessKeys(server, database.key));
  facts.push({
    what: 'beside bad keys',
    value: felt(guess, `${NEIGHBOUR_RATIO} ×`),
    met: guess.ratio < NEIGHBOUR_RATIO,
  });
  const slow = await measure(`${SLOW} slow connections`, (begin) => dawdle(server, begin));
  facts.push({
    what: 'beside slow connections',
    value: felt(slow, `${SLOW_P99_MS} ms`),
    met: slow.during.p99Ms < SLOW_P99_MS,
  });
  const rssMb = (await metric(server, 'process_resident_memory_bytes')) / 1e6;
  facts.push({
    what: 'RSS after all of it',
    value: `${Math.round(rssMb)} MB (bar ${OVERLOAD_RSS_MB})`,
    met: rssMb < OVERLOAD_RSS_MB,
  });
  await server.stop();
  await database.drop();
  return { lines: [], facts: facts.map((fact) => ({ engine: engine.name, ...fact })) };
}

/** What a flood gets in, from a client that listens: without it, nobody could tell the flood's part in what others feel. */
async function createWithin(server: Child, create: () => string): Promise<string> {
  const connection = await openConnection(server.port);
  const untilMs = performance.now() + POLITE_MS;
  while (performance.now() < untilMs) {
    const status = await connection.send(create());
    if (status !== 201) throw new Error(`A create within the limit got ${status}.`);
    await sleep(60_000 / PER_MINUTE);
  }
  connection.close();
  return `${60 / PER_MINUTE} s between two creates`;
}

/** One project proposes as fast as it can, whatever it is answered. */
async function floodWith(server: Child, create: () => string): Promise<string> {
  const statuses = new Map<number, number>();
  let sent = 0;
  const startedMs = performance.now();
  const flooder = async () => {
    const connection = await openConnection(server.port);
    while (sent < FLOOD && performance.now() - startedMs < FLOODING_MS) {
      sent++;
      const status = await connection.send(create());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: FLOODERS }, flooder));
  const seconds = (performance.now() - startedMs) / 1000;
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `${Math.round(sent / seconds)} a second: ${told}`;
}

/** Keys that begin like one that exists, and are none. */
async function guessKeys(server: Child, key: string): Promise<string> {
  const secret = Buffer.from(key.slice(4, 47), 'base64url');
  const asked = requestsWith(key).list();
  let guesses = 0;
  const guess = () => {
    const wrong = Buffer.from(secret);
    wrong.writeUInt32BE(guesses++, wrong.length - 8);
    return asked.replace(key, rawKeyOf(wrong));
  };
  const connections = await Promise.all(Array.from({ length: 8 }, () => openConnection(server.port)));
  const untilMs = performance.now() + GUESSING_MS;
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    for (let n = 0; n < GUESSES_PER_SECOND / 10; n += connections.length) {
      const statuses = await Promise.all(connections.map((connection) => connection.send(guess())));
      if (statuses.some((status) => status !== 401)) throw new Error(`A wrong key got ${statuses}.`);
    }
    await sleep(Math.max(0, 100 - (performance.now() - startedMs)));
  }
  for (const connection of connections) connection.close();
  return `${Math.round(guesses / (GUESSING_MS / 1000))} guesses a second`;
}

/** Half of them never end their headers, half never their body; all are there before it counts. */
async function dawdle(server: Child, begin: () => Promise<void>): Promise<string> {
  const sockets: Socket[] = [];
  let cut = 0;
  while (sockets.length < SLOW) {
    const some = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const socket = connect(server.port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.on('close', () => cut++);
        socket.resume();
        await once(socket, 'connect');
        const head = 'POST /v1/actions HTTP/1.1\r\nhost: bench\r\n';
        socket.write(n % 2 ? head : `${head}content-length: 100\r\ncontent-type: application/json\r\n\r\n{`);
        return socket;
      }),
    );
    sockets.push(...some);
  }
  await begin();
  await sleep(SLOW_MS);
  const told = `${cut} of ${SLOW} cut off after ${SLOW_MS / 1000} s`;
  for (const socket of sockets) socket.destroy();
  return told;
}

async function createdId({ port }: Child, key: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'bench', title: 'One', preview: { body: 'x' } }),
  });
  return ((await response.json()) as { id: string }).id;
}

async function metric({ port }: Child, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}
