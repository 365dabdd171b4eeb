// `npm run simulate -- --seeds 1000 --from 1`: runs seeds and prints the first that fails, with the way to replay it.

import { parseArgs } from 'node:util';
import { report, runSeeds } from './run-seeds.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '200' }, from: { type: 'string', default: '1' } },
});
const started = performance.now();
const { runs, failed } = await runSeeds({ from: Number(values.from), seeds: Number(values.seeds) });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const sum = (count: 'ops' | 'actions' | 'crashes') => runs.reduce((total, { counts }) => total + counts[count], 0);
process.stdout.write(
  `${runs.length} seeds, ${sum('ops')} requests, ${sum('actions')} actions, ${sum('crashes')} crashes in ${seconds} s\n`,
);
if (failed) process.stdout.write(`${report(failed)}\n`);
process.exitCode = failed ? 1 : 0;
