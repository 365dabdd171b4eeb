// Gives processes a share of a processor each: who has used it up is stopped until there is more for it. From a thread of its
// own, so that the load that is made meanwhile does not disturb the beat. What each has used is asked of the system: by the clock
// alone, a process that others kept from running would have less.

import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

export interface Shared {
  readonly pids: readonly number[];
  readonly share: number;
  /** Set to 1 when it is over. */
  readonly over: Int32Array<SharedArrayBuffer>;
}

const LOOK_EVERY_MS = 1;
/** Who does not use its share may save so much of it. */
const MOST_SAVED_MS = 4;

const { pids, share, over } = workerData as Shared;
const metered = pids.map((pid) => ({ pid, usedMs: usedMs(pid), savedMs: 0, isStopped: false }));

for (let lastMs = performance.now(); over[0] === 0; ) {
  Atomics.wait(over, 0, 0, LOOK_EVERY_MS);
  const nowMs = performance.now();
  for (const one of metered) {
    const used = usedMs(one.pid);
    one.savedMs = Math.min(MOST_SAVED_MS, one.savedMs + share * (nowMs - lastMs) - (used - one.usedMs));
    one.usedMs = used;
    if (one.savedMs > 0 !== one.isStopped) continue;
    one.isStopped = !one.isStopped;
    process.kill(one.pid, one.isStopped ? 'SIGSTOP' : 'SIGCONT');
  }
  lastMs = nowMs;
}
for (const { pid } of metered) process.kill(pid, 'SIGCONT');

/** By its event loop; what collects garbage beside it is not counted. Only Linux tells so exactly. */
function usedMs(pid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
