// `npm run simulate -- --seeds 1000 --from 1`: runs seeds on every core and prints the first that fails, with the way to replay it.
// `--torn-reads always|never`: whether others may commit between two reads of one request, as PostgreSQL lets them and SQLite
// does not; without it the seed decides. `--engine postgres` runs on a PostgreSQL of its own, where a seed does not replay to the
// byte. `--planted` runs until each of the planted bugs is found, and says where.

import { parseArgs } from 'node:util';
import { startCluster } from '../support/postgres-cluster.ts';
import { onEveryCore } from './many-processes.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { DEEP } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';
import { type Totals, totalsOf } from './totals.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    'torn-reads': { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    planted: { type: 'boolean', default: false },
  },
});
const tornReads = values['torn-reads'] === undefined ? undefined : values['torn-reads'] === 'always';
const range = { from: Number(values.from), seeds: Number(values.seeds), tornReads };
const say = (line: string) => process.stdout.write(`${line}\n`);

async function runAll(): Promise<boolean> {
  const told = everyMinute(({ seeds }: Totals) => say(`${seeds} seeds hold`));
  return tell(() => onEveryCore(range, told));
}

/** One after the other: what is short of time there is the database. */
async function runOnPostgres(): Promise<boolean> {
  const cluster = await startCluster({ durable: false });
  try {
    return await tell(() => totalsOf({ ...range, cluster: cluster.url }));
  } finally {
    await cluster.stop();
  }
}

async function tell(run: () => Promise<Totals>): Promise<boolean> {
  const started = performance.now();
  const { seeds, counts, failure } = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${seeds} seeds in ${seconds} s: ${counts.requests} requests, ${counts.actions} actions`);
  say(
    `${counts.posts} webhooks posted, ${counts.looks} looks at sites, ${counts.crashes} crashes, ${counts.freezes} freezes`,
  );
  if (failure !== undefined) say(failure);
  return failure === undefined;
}

function everyMinute<Heard>(hear: (heard: Heard) => void): (heard: Heard) => void {
  let last = performance.now();
  return (heard) => {
    if (performance.now() - last < 60_000) return;
    last = performance.now();
    hear(heard);
  };
}

async function findPlanted(): Promise<boolean> {
  let missed = 0;
  for (const [bug, plant] of Object.entries(PLANTED_BUGS)) {
    const from = plant.from ?? range.from;
    const { runs, failed } = await runSeeds({ ...range, from, plant, steps: DEEP });
    if (!failed) missed++;
    const [reason] = String(failed?.failure).split('\n');
    say(failed ? `✔ ${bug}: seed ${runs.length}: ${reason?.slice(0, 120)}` : `✖ ${bug}: not in ${runs.length} seeds`);
  }
  return missed === 0;
}

const run = values.planted ? findPlanted : values.engine === 'postgres' ? runOnPostgres : runAll;
process.exitCode = (await run()) ? 0 : 1;
