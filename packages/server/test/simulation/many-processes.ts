// A range of seeds on every core of the machine, up to the first that fails.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Seeds } from './run-seeds.ts';
import { NOTHING_YET, plus, type Totals } from './totals.ts';

const PROCESS = fileURLToPath(new URL('./seeds-process.ts', import.meta.url));
const PART = 100;
/** So many one process takes, and then another: of every world a little stays in its memory. */
const PARTS = 20;

/** `heard`: after every part. */
export async function onEveryCore({ from, seeds, ...kind }: Seeds, heard: (totals: Totals) => void): Promise<Totals> {
  let totals = NOTHING_YET;
  let next = from;
  const end = from + seeds;
  const isMore = () => next < end && totals.failure === undefined;
  const oneProcess = async () => {
    const child = fork(PROCESS);
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`A process of the simulation ended with ${code}.`);
    });
    died.catch(() => undefined); // it is killed below, and then nobody waits for it
    try {
      for (let taken = 0; taken < PARTS && isMore(); taken++) {
        const part: Seeds = { ...kind, from: next, seeds: Math.min(PART, end - next) };
        next += PART;
        child.send(part);
        const [done] = (await Promise.race([once(child, 'message'), died])) as [Totals];
        totals = plus(totals, done);
        heard(totals);
      }
    } finally {
      child.kill();
    }
  };
  const work = async () => {
    while (isMore()) await oneProcess();
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), Math.ceil(seeds / PART)) }, work));
  return totals;
}
