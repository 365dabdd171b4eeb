// What a second server on the same PostgreSQL adds, and how busy the machine was: where servers, database and load share
// few processors, it is they that limit both. So it is measured once more with servers that may use only a share of one,
// as if each had a slow machine to itself: then only the database could hold the second back.

import { cpus } from 'node:os';
import { TWO_BY_ONE } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { contest, ratioOf } from '../load/contest.ts';
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
  const database = await newDatabase(engine);
  const servers = [await startOurs(database.url), await startOurs(database.url)] as const;
  const rest = watchBacklog(database).drained;
  const next = requestsWith(database.key).create;
  const measure = async () => {
    const before = spent();
    const [one, two] = await contest(
      [
        { server: servers[0], next, expected: 201, rest },
        { server: byTurns(servers), next, expected: 201, rest },
      ],
      options,
    );
    const after = spent();
    if (!one || !two) throw new Error('A contender is missing.');
    const busy = Math.round(100 * (1 - (after.idle - before.idle) / (after.all - before.all)));
    return { ratio: ratioOf(two, one), machine: `${cpus().length} processors that were ${busy} % busy` };
  };
  say('instances');
  const whole = await measure();
  say('instances, each on a share of a processor');
  const shares = shareOut(
    servers.map(({ pid }) => pid),
    SHARE,
  );
  const shared = await measure();
  await shares.end();
  for (const server of servers) await server.stop();
  await database.drop();
  const factOf = (what: string, { ratio, machine }: typeof whole): Fact => ({
    engine: engine.name,
    what,
    value: `${ratio.toFixed(2)} × those on one, on ${machine}`,
    met: ratio >= TWO_BY_ONE,
  });
  return {
    lines: [],
    facts: [
      factOf('creates on two servers', whole),
      factOf(`creates on two servers with ${100 * SHARE} % of a processor each`, shared),
    ],
  };
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
