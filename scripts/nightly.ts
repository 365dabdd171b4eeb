// `npm run nightly`: the proofs that take hours, one after the other, whatever became of the one before; at the end what became of
// each. `--share 0.01` runs a hundredth of what can be counted. Every night simulates worlds of its own, by the date.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const SEEDS = 100_000;
const ON_POSTGRES = ['--engine', 'postgres'];

const { values } = parseArgs({ options: { share: { type: 'string', default: '1' } } });
const share = Number(values.share);
if (!(share > 0 && share <= 1)) throw new Error('--share is more than 0 and at most 1.');
/** Fewer show nothing. */
const LEAST = 5;
const some = (many: number) => String(Math.max(LEAST, Math.ceil(many * share)));
const from = String(Math.floor(Date.now() / 86_400_000) * SEEDS);

const PROOFS: readonly (readonly [script: string, ...words: string[]])[] = [
  ['simulate', '--seeds', some(SEEDS), '--from', from],
  ['simulate', '--seeds', some(1000), '--from', from, ...ON_POSTGRES],
  ['simulate', '--planted'],
  ['crash', some(1000)],
  ['crash', some(1000), ...ON_POSTGRES],
  ['crash', '--failpoints', some(200)],
  ['crash', '--failpoints', some(200), ...ON_POSTGRES],
  ['power', some(100)],
  ['races', some(10_000)],
  ['histories', '--seconds', some(3600)],
  ['instances'],
  ['egress'],
];

const became = PROOFS.map(([script, ...words]) => {
  const startMs = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...words], { stdio: 'inherit' });
  const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
  return { holds: status === 0, told: `npm run ${script} -- ${words.join(' ')} (${minutes} min)` };
});
for (const { holds, told } of became) process.stdout.write(`${holds ? '✔' : '✖'} ${told}\n`);
process.exitCode = became.every(({ holds }) => holds) ? 0 : 1;
