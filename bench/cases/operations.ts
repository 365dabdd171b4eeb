// Create, read and decide: our server and the floor by turns, each on a database of its own. On one for both, our server would
// seal and count what the floor writes, at the floor's expense and at its own.

import { RATIO_BARS } from '../bars.ts';
import { type BenchDatabase, newDatabase } from '../databases.ts';
import { chanceFrom } from '../fill/chance.ts';
import { fillActions } from '../fill/fill-actions.ts';
import { openBulk } from '../fill/open-bulk.ts';
import { contest, type Length, ratioOf, supplyFor } from '../load/contest.ts';
import { type Requests, requestsWith } from '../load/requests.ts';
import type { Fact, Line, Report } from '../report.ts';
import { type Child, startFloor, startOurs } from '../servers.ts';
import { watchBacklog } from './backlog.ts';
import type { Bench } from './bench-case.ts';

/** A decision uses its action up, so there is a number of them. */
const DECISIONS_A_SECOND = 3000;
const LEAST_ROWS = 10_000;

const OPERATIONS = ['create', 'read', 'decide'] as const;
type Operation = (typeof OPERATIONS)[number];

interface Load {
  next(): string | undefined;
  readonly expected: number;
  readonly length: Length;
}

interface Contender {
  readonly database: BenchDatabase;
  readonly loads: Readonly<Record<Operation, Load>>;
  readonly server: Child;
}

export async function measureOperations({ engine, options, say }: Bench): Promise<Report> {
  const { seconds, cases, profile } = options;
  const requests = Math.round(DECISIONS_A_SECOND * seconds);
  const rows = cases.includes('decide') ? Math.max(LEAST_ROWS, 2 * supplyFor(requests)) : LEAST_ROWS;
  say(`filling ${rows} pending actions, and as many for the floor`);
  const open = async (start: (url: string) => Promise<Child>): Promise<Contender> => {
    const database = await newDatabase(engine);
    await fillActions(database.url, rows, { decidedPercent: 0, indexed: false });
    const loads = loadsOf(requestsWith(database.key), await idsOf(database), { seconds, requests });
    return { database, loads, server: await start(database.url) };
  };
  const ours = await open((url) => startOurs(url, { profile }));
  const floor = await open(startFloor);
  const lines: Line[] = [];
  const facts: Fact[] = [];
  for (const operation of OPERATIONS) {
    if (!cases.includes(operation)) continue;
    say(operation);
    const backlog = watchBacklog(ours.database);
    const targetOf = ({ server, loads }: Contender) => ({ ...loads[operation], server });
    const targets = [targetOf(floor), { ...targetOf(ours), rest: backlog.drained }];
    const [floors, our] = await contest(targets, ours.loads[operation].length);
    facts.push(...backlog.facts(engine.name, operation));
    if (!floors || !our) throw new Error('A contender is missing.');
    lines.push({
      engine: engine.name,
      operation,
      floor: floors,
      ours: our,
      ratio: ratioOf(our, floors),
      bar: RATIO_BARS[engine.name][operation],
      cpu: { floorMs: floors.cpuMs, oursMs: our.cpuMs },
      loadBusy: our.loadBusy,
    });
  }
  for (const { server, database } of [ours, floor]) {
    await server.stop();
    await database.drop();
  }
  return { lines, facts };
}

function loadsOf(
  { create, read, decide }: Requests,
  ids: readonly string[],
  { seconds, requests }: { seconds: number; requests: number },
): Record<Operation, Load> {
  const chance = chanceFrom(1);
  const undecided = ids.values();
  return {
    create: { next: create, expected: 201, length: { seconds } },
    read: { next: () => read(chance.pick(ids)), expected: 200, length: { seconds } },
    decide: {
      next() {
        const { value } = undecided.next();
        return value === undefined ? undefined : decide(value);
      },
      expected: 200,
      length: { seconds, requests },
    },
  };
}

async function idsOf(database: BenchDatabase): Promise<string[]> {
  const bulk = await openBulk(database.url);
  const rows = await bulk.all<{ id: string }>('SELECT id FROM actions ORDER BY id');
  await bulk.close();
  return rows.map(({ id }) => id);
}
