// `npm test`: the checks, then every test file; what touches a database runs on both engines.
// With arguments, only the files whose path contains one of them, and no checks.

import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { makeTemplate } from '../packages/server/test/support/databases.ts';
import { startCluster } from '../packages/server/test/support/postgres-cluster.ts';
import { runChecks } from './check.ts';
import { eachOf } from './each-of.ts';
import { type Batch, planned } from './test/plan.ts';
import { type Outcome, runBatch } from './test/run-batch.ts';
import { tallyOf, triedAgain } from './test/try-again.ts';

/** Half of the files wait for clocks, processes and browsers, so that two more than there are cores keep them busy. */
const AT_ONCE = availableParallelism() + 2;
/** They put files into the sources for a moment, which no check may see. */
const PLANTS_FILES = /\/house\/arrows/;

// Each batch is a process of its own: what they all load is compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile');

const wanted = process.argv.slice(2);
const files = globSync('{packages/*/{src,test},scripts,e2e}/**/*.test.ts').filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
const checking = wanted.length === 0 ? runChecks() : Promise.resolve([]);

const batches = planned(files);
const cluster = batches.some(({ engine }) => engine === 'PostgreSQL')
  ? await startCluster({ durable: false })
  : undefined;
if (cluster) await makeTemplate(cluster.url);

async function outcomeOf(batch: Batch, followed = false): Promise<Outcome> {
  if (batch.files.some((file) => PLANTS_FILES.test(file))) await checking;
  const more = batch.engine === 'PostgreSQL' ? { TEST_POSTGRES: cluster?.url } : {};
  const begunMs = performance.now();
  const outcome = await runBatch(batch, { ...process.env, ...more }, followed);
  const alone = followed ? 'Once more, by itself: ' : '';
  const took = `${((performance.now() - begunMs) / 1000).toFixed(0)} s`;
  process.stdout.write(`\n── ${alone}${batch.engine}, ${took}: ${batch.files.join(', ')}\n${outcome.text}`);
  return outcome;
}

const outcomes: Outcome[] = [];
await eachOf(batches, AT_ONCE, async (batch) => void outcomes.push(await outcomeOf(batch)));
const { passed, failures, unsteady } =
  wanted.length > 0 ? tallyOf(outcomes) : await triedAgain(outcomes, (batch) => outcomeOf(batch, true));
await cluster?.stop();

// Told again here, where nobody must look for it among thousands of lines.
const wrong = [...(await checking), ...failures];
for (const text of unsteady) process.stdout.write(`\n⚠ failed among others and passed by itself: ${text}\n`);
for (const text of wrong) process.stdout.write(`\n✖ ${text}\n`);
// Alone on the last line, for whoever counts.
process.stdout.write(`\n${passed} passed, ${wrong.length} failed\n`);
process.exitCode = wrong.length === 0 && passed > 0 ? 0 : 1;
