// How long one request takes, again and again, from a thread of its own: what others feel of a load. Unless told otherwise it
// asks for nothing.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { quantileOf } from './quantiles.ts';

export interface Felt {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export interface Probe {
  /** Of all requests since the last time it was asked. */
  read(): Promise<Felt>;
  stop(): Promise<void>;
}

const NOTHING = 'GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n';

export async function startProbe(port: number, request = NOTHING): Promise<Probe> {
  const thread = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData: { port, request } });
  const read = async () => {
    thread.postMessage('read');
    const [timesMs] = (await once(thread, 'message')) as [number[]];
    return {
      medianMs: quantileOf(timesMs, 0.5),
      p99Ms: quantileOf(timesMs, 0.99),
      longestMs: Math.max(0, ...timesMs),
    };
  };
  await read(); // it is up
  return {
    read,
    async stop() {
      await thread.terminate();
    },
  };
}
