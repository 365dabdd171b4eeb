// Create, read and decide: our server and the floor by turns, on one database.

import { RATIO_BARS } from '../bars.ts';
import { type BenchDatabase, newDatabase } from '../databases.ts';
import { chanceFrom } from '../fill/chance.ts';
import { fillActions } from '../fill/fill-actions.ts';
import { openBulk } from '../fill/open-bulk.ts';
import { contest, type Length, ratioOf, supplyFor } from '../load/contest.ts';
import { type Requests, requestsWith } from '../load/requests.ts';
import type { Fact, Line, Report } from '../report.ts';
import { startFloor, startOurs } from '../servers.ts';
import { watchBacklog } from './backlog.ts';
import type { Bench } from './bench-case.ts';

/** A decision uses its action up, so there is a number of them. */
const DECISIONS_A_SECOND = 3000;
const LEAST_ROWS = 10_000;

interface Load {
  next(): string | undefined;
  readonly expected: number;
  readonly length: Length;
}

export async function measureOperations({ engine, options, say }: Bench): Promise<Report> {
  const { seconds, cases, profile } = options;
  const requests = Math.round(DECISIONS_A_SECOND * seconds);
  const rows = cases.includes('decide') ? Math.max(LEAST_ROWS, 2 * supplyFor(requests)) : LEAST_ROWS;
  const database = await newDatabase(engine);
  say(`filling ${rows} pending actions`);
  await fillActions(database.url, rows, { decidedPercent: 0, indexed: false });
  const ids = await idsOf(database);
  const loads = loadsOf(requestsWith(database.key), ids, { seconds, requests });

  const ours = await startOurs(database.url, { profile });
  const floor = await startFloor(database.url);
  const lines: Line[] = [];
  const facts: Fact[] = [];
  for (const [operation, { next, expected, length }] of Object.entries(loads)) {
    if (!cases.includes(operation as keyof typeof loads)) continue;
    say(operation);
    const backlog = watchBacklog(database);
    const targets = [
      { server: floor, next, expected },
      { server: ours, next, expected, rest: backlog.drained },
    ];
    const [floors, our] = await contest(targets, length);
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
  await ours.stop();
  await floor.stop();
  await database.drop();
  return { lines, facts };
}

function loadsOf(
  { create, read, decide }: Requests,
  ids: readonly string[],
  { seconds, requests }: { seconds: number; requests: number },
): Record<'create' | 'read' | 'decide', Load> {
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
