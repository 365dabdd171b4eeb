// Does the same to each of many, in their order: a few at once, and one more whenever the processors have had little to do. Whoever
// waits for clocks and browsers would otherwise keep a place that somebody who computes could use.

import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough that a process which begins is seen to compute. */
const LOOK_MS = 2000;
/** Of all processors together: enough for one more. */
const IDLE = 0.4;

interface AtOnce {
  readonly least: number;
  readonly most: number;
}

export async function keepBusy<T>(
  all: Iterable<T>,
  { least, most }: AtOnce,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for (const one of all) {
    while (running.size >= least) {
      const before = idleMs();
      const someEnded = Promise.race(running).then(() => true);
      const isQuiet = !(await Promise.race([someEnded, sleep(LOOK_MS, false, { ref: false })]));
      if (isQuiet && running.size < most && idleMs() - before > IDLE * LOOK_MS) break;
    }
    const task: Promise<void> = work(one).finally(() => running.delete(task));
    running.add(task);
  }
  await Promise.all(running);
}

function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}
