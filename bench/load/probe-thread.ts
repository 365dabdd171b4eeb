// The thread of probe.ts: one request every few milliseconds, and how long each took.

import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';

const EVERY_MS = 2;

const { port, request } = workerData as { port: number; request: string };
const connection = await openConnection(port);
let timesMs: number[] = [];
parentPort?.on('message', () => {
  parentPort?.postMessage(timesMs);
  timesMs = [];
});
for (;;) {
  const startedMs = performance.now();
  await connection.send(request);
  timesMs.push(performance.now() - startedMs);
  await sleep(EVERY_MS);
}
