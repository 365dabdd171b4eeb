// Whether time tells what an answer does not: a key whose beginning exists from one whose does not, and an action of another
// project from none at all. Faults A03 and A04. Interleaved, the slowest tenth left out, compared by Welch's t.

import { rawKeyOf } from '../../packages/server/src/features/keys/key.ts';
import { TIMING_T } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { secondProject } from '../fill/second-project.ts';
import { openConnection } from '../load/connection.ts';
import { quantileOf } from '../load/quantiles.ts';
import { requestsWith } from '../load/requests.ts';
import type { Fact, Report } from '../report.ts';
import { startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const TIMINGS = 10_000;
const KEPT = 0.9;

const NOTHING = 'GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n';

export async function measureTiming({ engine, say }: Bench): Promise<Report> {
  say('timing');
  const database = await newDatabase(engine);
  const other = await secondProject(database.url);
  const facts = [await keys(database.url, database.key), await actions(database.url, database.key, other)];
  await database.drop();
  return { lines: [], facts: facts.map((fact) => ({ engine: engine.name, ...fact })) };
}

async function keys(databaseUrl: string, key: string): Promise<Omit<Fact, 'engine'>> {
  const server = await startOurs(databaseUrl);
  const connection = await openConnection(server.port);
  const secret = Buffer.from(key.slice(4, 47), 'base64url');
  const requestUnlike = (at: number) => {
    const wrong = Buffer.from(secret);
    wrong.writeUInt8(wrong.readUInt8(at) ^ 1, at);
    return requestsWith(rawKeyOf(wrong)).list();
  };
  const [beginning, end] = [requestUnlike(0), requestUnlike(secret.length - 1)]; // the first is in what is looked up
  const found = await welch(
    () => connection.send(beginning),
    () => connection.send(end),
    () => connection.send(NOTHING), // who is refused again and again is answered late; this makes up for it
  );
  connection.close();
  await server.stop();
  return fact('an unknown beginning of a key and a wrong end of one', found);
}

async function actions(databaseUrl: string, key: string, other: string): Promise<Omit<Fact, 'engine'>> {
  const server = await startOurs(databaseUrl);
  const connection = await openConnection(server.port);
  await connection.send(requestsWith(other).create());
  const id = /act_\w+/.exec(connection.lastWords())?.[0] ?? '';
  const { read } = requestsWith(key);
  const missing = `${id.slice(0, -4)}0000`;
  const found = await welch(
    () => connection.send(read(id)),
    () => connection.send(read(missing)),
  );
  connection.close();
  await server.stop();
  return fact("another project's action and one that is not there", found);
}

function fact(what: string, { t, apartMs }: Compared): Omit<Fact, 'engine'> {
  return {
    what,
    value: `t = ${t.toFixed(2)} of ${TIMINGS} timings each, ${(apartMs * 1000).toFixed(1)} µs apart (bar ${TIMING_T})`,
    met: Math.abs(t) < TIMING_T,
  };
}

interface Compared {
  readonly t: number;
  readonly apartMs: number;
}

/** By turns, in an order that does not matter to caches; the first tenth warms up. What is done between is not timed. */
async function welch(
  one: () => Promise<unknown>,
  two: () => Promise<unknown>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Compared> {
  const times: [number[], number[]] = [[], []];
  for (let n = -TIMINGS / 10; n < TIMINGS; n++) {
    for (const which of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedMs = performance.now();
      await (which === 0 ? one : two)();
      if (n >= 0) times[which].push(performance.now() - startedMs);
      await between();
    }
  }
  const bound = quantileOf(times.flat(), KEPT);
  const [a, b] = times.map((all) => moments(all.filter((ms) => ms < bound)));
  if (!a || !b) throw new Error('There is nothing to compare.');
  const apartMs = a.mean - b.mean;
  return { apartMs, t: apartMs / Math.sqrt(a.variance / a.count + b.variance / b.count) };
}

function moments(values: readonly number[]) {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { count, mean, variance };
}
