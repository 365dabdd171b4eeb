// Servers on a small share of a processor each: what more machines would add can then be seen on one.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Shared } from './share-thread.ts';

/** Until `end`, each process runs for so much of the time and no more. */
export function shareOut(pids: readonly number[], share: number): { end(): Promise<void> } {
  const over = new Int32Array(new SharedArrayBuffer(4));
  const workerData: Shared = { pids, share, over };
  const thread = new Worker(new URL('share-thread.ts', import.meta.url), { workerData });
  const ended = once(thread, 'exit');
  return {
    async end() {
      Atomics.store(over, 0, 1);
      Atomics.notify(over, 0);
      await ended;
    },
  };
}
