// What a second server on the same PostgreSQL adds, and how busy the machine was: where servers, database and load share
// few processors, it is they that limit both. So it is measured once more with servers that may use only a share of one,
// as if each had a slow machine to itself: then only the database could hold the second back.

import { cpus } from 'node:os';
import { TWO_BY_ONE } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { contest, ratioOf } from '../load/contest.ts';
import type { Target } from '../load/load.ts';
import { requestsWith } from '../load/requests.ts';
import { shareOut } from '../load/share.ts';
import type { Fact, Report } from '../report.ts';
import { type Child, startOurs } from '../servers.ts';
import { watchBacklog } from './backlog.ts';
import type { Bench } from './bench-case.ts';

/** Of a processor, for each server: two of them and all that they make PostgreSQL do fit on two. */
const SHARE = 0.2;

export async function measureInstances({ engine, options, say }: Bench): Promise<Report> {
  if (engine.name === 'sqlite') return { lines: [], facts: [] }; // it is for one server
  // Each on a database of its own: a second server that has nothing to answer would still do what the first puts off.
  const [alone, both] = [await newDatabase(engine), await newDatabase(engine)];
  const one = await startOurs(alone.url);
  const two = [await startOurs(both.url), await startOurs(both.url)] as const;
  const targets: Target[] = [
    { server: one, next: requestsWith(alone.key).create, expected: 201, rest: watchBacklog(alone).drained },
    { server: byTurns(two), next: requestsWith(both.key).create, expected: 201, rest: watchBacklog(both).drained },
  ];
  const measure = async () => {
    const before = spent();
    const [byOne, byTwo] = await contest(targets, options);
    const after = spent();
    if (!byOne || !byTwo) throw new Error('A contender is missing.');
    const busy = Math.round(100 * (1 - (after.idle - before.idle) / (after.all - before.all)));
    return { ratio: ratioOf(byTwo, byOne), machine: `${cpus().length} processors that were ${busy} % busy` };
  };
  const factOf = (what: string, { ratio, machine }: Awaited<ReturnType<typeof measure>>): Omit<Fact, 'met'> => ({
    engine: engine.name,
    what,
    value: `${ratio.toFixed(2)} × those on one, on ${machine}`,
  });

  say('instances');
  const whole = factOf('creates on two servers', await measure()); // of these few processors; it has no bar
  say('instances, each on a share of a processor');
  const servers = [one, ...two];
  const shares = shareOut(
    servers.map(({ pid }) => pid),
    SHARE,
  );
  const shared = `creates on two servers with ${100 * SHARE} % of a processor each`;
  const measured = shares && (await measure());
  for (const server of servers) await server.stop();
  shares?.end();
  for (const database of [alone, both]) await database.drop();
  const value = 'not measured: it takes root, and control groups of Linux';
  const fact = measured
    ? { ...factOf(shared, measured), met: measured.ratio >= TWO_BY_ONE }
    : { engine: engine.name, what: shared, value };
  return { lines: [], facts: [whole, fact] };
}

/** Both as one: each gets every other connection. */
function byTurns(servers: readonly [Child, Child]) {
  let taken = 0;
  return {
    get port() {
      return servers[taken++ % 2 === 0 ? 0 : 1].port;
    },
    cpuMs: () => servers[0].cpuMs() + servers[1].cpuMs(),
  };
}

/** The time of all processors so far, whoever had it. */
function spent() {
  const times = cpus().map((processor) => processor.times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  return { idle, all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0) };
}
