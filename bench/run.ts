// `npm run bench`: our server beside a floor that does only the unavoidable, by turns in the same run. Ratios count; on a
// busy machine the figures themselves say little.

import { measureAwaits } from './cases/awaits.ts';
import type { Bench, BenchCase } from './cases/bench-case.ts';
import { measureBoot } from './cases/boot.ts';
import { measureCeiling } from './cases/ceiling.ts';
import { measureData } from './cases/data.ts';
import { measureDeliveries } from './cases/deliveries.ts';
import { measureInstances } from './cases/instances.ts';
import { measureKeyCheck } from './cases/key-check.ts';
import { measureLists } from './cases/lists.ts';
import { measureNeighbours } from './cases/neighbours.ts';
import { measureOperations } from './cases/operations.ts';
import { measurePieces } from './cases/pieces.ts';
import { measureRules } from './cases/rules.ts';
import { measureSealing } from './cases/sealing.ts';
import { measureTiming } from './cases/timing.ts';
import { measureWaits } from './cases/waits.ts';
import { measureWatchers } from './cases/watchers.ts';
import { openEngine } from './databases.ts';
import { type CaseName, type Options, readOptions, USAGE } from './options.ts';
import { type Report, render } from './report.ts';

/** Each measurement, and the cases that call for it. */
const MEASUREMENTS: readonly (readonly [BenchCase, ...CaseName[]])[] = [
  [measureOperations, 'create', 'read', 'decide'],
  [measurePieces, 'pieces'],
  [measureLists, 'list', 'search'],
  [measureInstances, 'instances'],
  [measureDeliveries, 'deliveries'],
  [measureBoot, 'boot'],
  [measureKeyCheck, 'key'],
  [measureAwaits, 'await'],
  [measureWaits, 'waits'],
  [measureData, 'data'],
  [measureWatchers, 'watchers'],
  [measureNeighbours, 'neighbours'],
  [measureTiming, 'timing'],
  [measureRules, 'rules'],
  [measureSealing, 'sealing'],
];

async function runAll(options: Options, ending: AsyncDisposableStack): Promise<Report> {
  const reports: Report[] = [];
  if (options.cases.includes('ceiling')) reports.push(await measureCeiling(options.seconds));
  for (const name of options.engines) {
    const engine = await openEngine(name, ending);
    const bench: Bench = { engine, options, say: (what) => process.stderr.write(`${name}: ${what}\n`) };
    for (const [measure, ...cases] of MEASUREMENTS) {
      if (cases.some((one) => options.cases.includes(one))) reports.push(await measure(bench));
    }
  }
  return { lines: reports.flatMap(({ lines }) => lines), facts: reports.flatMap(({ facts }) => facts) };
}

async function main(): Promise<void> {
  let options: Options | undefined;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  if (!options) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const ending = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ending.disposeAsync().finally(() => process.exit(1)));
  }
  try {
    process.stdout.write(`${render(await runAll(options, ending))}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`); // before what is taken down below complains of it
    process.exitCode = 1;
  } finally {
    await ending.disposeAsync();
  }
}

await main();
