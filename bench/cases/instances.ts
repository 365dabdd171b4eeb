// What a second server on the same PostgreSQL adds, and how busy the machine was: where servers and database share few
// processors, it is they that limit both.

import { cpus } from 'node:os';
import { TWO_BY_ONE } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { contest, ratioOf } from '../load/contest.ts';
import { requestsWith } from '../load/requests.ts';
import type { Report } from '../report.ts';
import { type Child, startOurs } from '../servers.ts';
import { watchBacklog } from './backlog.ts';
import type { Bench } from './bench-case.ts';

export async function measureInstances({ engine, options, say }: Bench): Promise<Report> {
  if (engine.name === 'sqlite') return { lines: [], facts: [] }; // it is for one server
  const database = await newDatabase(engine);
  const servers = [await startOurs(database.url), await startOurs(database.url)] as const;
  say('instances');
  const rest = watchBacklog(database).drained;
  const next = requestsWith(database.key).create;
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
  const ratio = ratioOf(two, one);
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  for (const server of servers) await server.stop();
  await database.drop();
  return {
    lines: [],
    facts: [
      {
        engine: engine.name,
        what: 'creates on two servers',
        value: `${ratio.toFixed(2)} × those on one, on ${cpus().length} processors that were ${Math.round(100 * busy)} % busy`,
        met: ratio >= TWO_BY_ONE,
      },
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
