// The thread of probe.ts: one request every few milliseconds, and how long each took.

import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';

const EVERY_MS = 2;

const connection = await openConnection((workerData as { port: number }).port);
let timesMs: number[] = [];
parentPort?.on('message', () => {
  parentPort?.postMessage(timesMs);
  timesMs = [];
});
for (;;) {
  const startedMs = performance.now();
  await connection.send('GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n');
  timesMs.push(performance.now() - startedMs);
  await sleep(EVERY_MS);
}
