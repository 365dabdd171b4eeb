// Work that would hold the event loop, done beside it: a few threads, started when first needed, gone when idle.

import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';

/** What became of the work; that it took too long, or too much memory, is an answer like another. */
export type Done<T> = { readonly done: T } | { readonly failed: 'timeout' | 'memory' };

/**
 * Runs `work(input)` of a module in a thread. Input and output are copied. An exception in it is a bug of ours, and
 * rejects.
 */
export type Think = <T>(module: URL, input: unknown, deadlineMs: number) => Promise<Done<T>>;

/** Between this process and a thread. */
export interface Task {
  readonly module: string;
  readonly input: unknown;
}
export type TaskResult = { readonly done: unknown } | { readonly threw: string };

interface Waiting extends Task {
  readonly deadlineMs: number;
  resolve(done: Done<never>): void;
  reject(error: Error): void;
}

const MAX_THREADS = 2;
const IDLE_MS = 20_000;
const CROWDED_MS = 50;
const MAX_HEAP_MB = 192;
const NURSERY_MB = 8;

export function openThreads(): Think {
  const waiting: Waiting[] = [];
  /** With what will end them if nothing comes. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  let alive = 0;
  let growing = false;

  const start = () => {
    while (waiting.length > 0) {
      const worker = takeIdle() ?? (alive === 0 ? spawn() : undefined);
      if (!worker) return growSoon();
      const task = waiting.shift();
      if (task) give(worker, task);
    }
  };

  /** A thread weighs some fifty megabytes: another one is made only when someone has to wait for the first. */
  const growSoon = () => {
    if (growing || alive >= MAX_THREADS) return;
    growing = true;
    setTimeout(() => {
      growing = false;
      const task = alive < MAX_THREADS ? waiting.shift() : undefined;
      if (!task) return;
      give(spawn(), task);
      start();
    }, CROWDED_MS).unref();
  };

  /** The one that worked last: the others may grow old and go. */
  const takeIdle = () => {
    const [worker, leaving] = [...idle].at(-1) ?? [];
    if (!worker) return undefined;
    clearTimeout(leaving);
    idle.delete(worker);
    return worker;
  };

  const spawn = () => {
    alive++;
    const worker = new Worker(new URL('./thread-main.mjs', import.meta.url), {
      workerData: { cache: getCompileCacheDir() },
      // What a thread makes is short-lived: a small nursery costs little time and much less memory.
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: NURSERY_MB },
      env: {}, // nothing of the settings is any business of theirs
      execArgv: [],
    });
    worker.unref();
    return worker;
  };

  const give = (worker: Worker, task: Waiting) => {
    worker.removeAllListeners();
    const lose = (settle: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on('error', () => undefined); // it is over; what it still says matters to nobody
      void worker.terminate();
      alive--;
      settle();
      start();
    };
    const timer = setTimeout(() => lose(() => task.resolve({ failed: 'timeout' })), task.deadlineMs);
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lose(() => (memory ? task.resolve({ failed: 'memory' }) : task.reject(error)));
    });
    worker.on('exit', () => lose(() => task.reject(new Error('A thread ended by itself.'))));
    worker.on('message', (result: TaskResult) => {
      clearTimeout(timer);
      rest(worker);
      if ('done' in result) task.resolve(result as Done<never>);
      else task.reject(new Error(result.threw));
      start();
    });
    worker.ref();
    worker.postMessage({ module: task.module, input: task.input } satisfies Task);
  };

  /** Kept for a while: the next piece of work is often near. */
  const rest = (worker: Worker) => {
    worker.removeAllListeners();
    worker.unref();
    const leave = () => {
      clearTimeout(idle.get(worker));
      if (!idle.delete(worker)) return;
      alive--;
      void worker.terminate();
    };
    worker.on('error', leave);
    worker.on('exit', leave);
    idle.set(worker, setTimeout(leave, IDLE_MS).unref());
  };

  return <T>(module: URL, input: unknown, deadlineMs: number) =>
    new Promise<Done<T>>((resolve, reject) => {
      waiting.push({ module: module.href, input, deadlineMs, resolve: resolve as Waiting['resolve'], reject });
      start();
    });
}
