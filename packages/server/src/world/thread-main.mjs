// What runs in a thread: takes a task, loads its module, answers. In plain JavaScript: with the cache of the process on before
// any TypeScript is loaded, a thread finds it translated already, and is smaller by what would translate it.

import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

if (workerData.cache !== undefined) enableCompileCache(workerData.cache);

parentPort?.on('message', async ({ module, input }) => {
  let result;
  try {
    const { work } = await import(module);
    result = { done: await work(input) };
  } catch (error) {
    result = { threw: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ ...result, usedMs: (user + system) / 1000 });
});
