// `npm run power -- 100`: a real server under load, killed and started again, and the power taken away at moments of all that;
// not from the machine, but from a disk on paper that has seen each of its system calls (by strace, which must be installed).
// Prints what it found; exits 1 when something that anyone had been told is missing, or a file is not whole. `--planted`: until
// servers are found out that do not wait for the disk.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { powerLoop } from './power-loop.ts';

const DEFAULT_LOOPS = 10;
const LOOPS_OF_ONE = 10;
const CUTS = 10;
const MOST_LINES = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    planted: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const loops = Number(positionals[0] ?? DEFAULT_LOOPS);
const seed = Number(values.seed);

/** A database that has become large takes long to look at: every so many loops another begins. */
async function runAll(): Promise<boolean> {
  const startedMs = performance.now();
  const totals = { cuts: 0, told: 0, writes: 0, flushes: 0 };
  for (let done = 0; done < loops; done += LOOPS_OF_ONE) {
    const some = Math.min(LOOPS_OF_ONE, loops - done);
    const { wrong, ...found } = await powerLoop({ loops: some, cuts: CUTS, seed: seed + done });
    for (const what of Object.keys(totals) as (keyof typeof totals)[]) totals[what] += found[what];
    for (const line of wrong.slice(0, MOST_LINES)) say(line);
    if (wrong.length > 0) return false;
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    say(
      `${done + some} loops in ${seconds} s (seed ${seed}): ${totals.cuts} power cuts, ${totals.told} actions told of, 0 wrong`,
    );
  }
  say(`${totals.writes} writes, ${totals.flushes} flushes`);
  return totals.told > loops;
}

async function findPlanted(): Promise<boolean> {
  const found: boolean[] = [];
  for (const planted of ['log', 'file'] as const) {
    const { wrong, cuts } = await powerLoop({ loops, cuts: CUTS, seed, planted });
    found.push(wrong.length > 0);
    say(`${wrong.length > 0 ? '✔' : '✖'} the ${planted} is not waited for: ${cuts} power cuts, ${wrong[0]}`);
  }
  return found.every(Boolean);
}

const run = values.planted ? findPlanted : runAll;
if (spawnSync('strace', ['--version']).error) throw new Error('strace is not installed.');
process.exitCode = (await run()) ? 0 : 1;
