// `npm run simulate -- --seeds 1000 --from 1`: runs seeds and prints the first that fails, with the way to replay it.
// `--torn-reads` lets others commit between two reads of one request, as PostgreSQL does and SQLite does not.

import { parseArgs } from 'node:util';
import { report, runSeeds } from './run-seeds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    'torn-reads': { type: 'boolean', default: false },
  },
});
const tornReads = values['torn-reads'];
const started = performance.now();
const { runs, failed } = await runSeeds({ from: Number(values.from), seeds: Number(values.seeds), tornReads });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const sum = (count: 'requests' | 'actions' | 'crashes') => runs.reduce((total, { counts }) => total + counts[count], 0);
process.stdout.write(
  `${runs.length} seeds, ${sum('requests')} requests, ${sum('actions')} actions, ${sum('crashes')} crashes in ${seconds} s\n`,
);
if (failed) process.stdout.write(`${report(failed)}\n`);
process.exitCode = failed ? 1 : 0;
