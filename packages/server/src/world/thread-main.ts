// What runs in a thread: takes a task, loads its module, answers.

import { parentPort } from 'node:worker_threads';
import type { Task, TaskResult } from './threads.ts';

parentPort?.on('message', async ({ module, input }: Task) => {
  let result: TaskResult;
  try {
    const { work } = (await import(module)) as { work: (input: unknown) => unknown };
    result = { done: await work(input) };
  } catch (error) {
    result = { threw: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(result);
});
