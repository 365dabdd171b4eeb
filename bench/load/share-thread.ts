// Gives processes a share of a processor each: stopped and continued in turn, from a thread of its own so that the load
// that is made meanwhile does not disturb the beat.

import { workerData } from 'node:worker_threads';

export interface Shared {
  readonly pids: readonly number[];
  readonly share: number;
  /** Set to 1 when it is over. */
  readonly over: Int32Array<SharedArrayBuffer>;
}

const PERIOD_MS = 10;

const { pids, share, over } = workerData as Shared;
/** Each begins at its own place in the period: together they are not all awake, or all asleep. */
const beats = pids
  .flatMap((pid, n) => {
    const startsMs = (n * PERIOD_MS) / pids.length;
    return [
      { atMs: startsMs, pid, signal: 'SIGCONT' as const },
      { atMs: (startsMs + share * PERIOD_MS) % PERIOD_MS, pid, signal: 'SIGSTOP' as const },
    ];
  })
  .sort((a, b) => a.atMs - b.atMs);

for (let periodMs = performance.now(); over[0] === 0; periodMs = Math.max(periodMs + PERIOD_MS, performance.now())) {
  for (const { atMs, pid, signal } of beats) {
    const waitMs = periodMs + atMs - performance.now();
    if (waitMs > 0) Atomics.wait(over, 0, 0, waitMs);
    process.kill(pid, signal);
  }
}
for (const pid of pids) process.kill(pid, 'SIGCONT');
