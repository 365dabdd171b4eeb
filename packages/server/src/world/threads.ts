// Work that would hold the event loop, done beside it: a few threads, started when first needed, gone when idle.

import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { openLines } from './lines.ts';

/** What became of the work; that it took too long, too much memory, or had too many before it, is an answer like another. */
export type Done<T> = { readonly done: T } | { readonly failed: 'timeout' | 'memory' | 'crowded' };

/**
 * Runs `work(input)` of a module in a thread. Input and output are copied. An exception in it is a bug of ours, and
 * rejects.
 */
export type Think = <T>(module: URL, input: unknown, how: Thinking) => Promise<Done<T>>;

export interface Thinking {
  /** Of the processor, from when a thread has it; then the thread is ended. On a busy machine that takes longer by the clock. */
  readonly deadlineMs: number;
  /** For whom it is: see `lines.ts`. */
  readonly line?: string;
  /** Someone waits for it with an open request. */
  readonly hasty?: boolean;
}

/** Between this process and a thread. */
export interface Task {
  readonly module: string;
  readonly input: unknown;
}
export type TaskResult = ({ readonly done: unknown } | { readonly threw: string }) & {
  /** What this thread has used of the processor since it began. */
  readonly usedMs: number;
};

interface Waiting extends Task, Required<Thinking> {
  readonly sinceMs: number;
  resolve(done: Done<never>): void;
  reject(error: Error): void;
}

const MAX_THREADS = 2;
const IDLE_MS = 20_000;
const CROWDED_MS = 50;
/** Of someone with an open request. */
const PATIENCE_MS = 15_000;
/** By the clock: who had so little of the processor by then was not too slow, others had it. */
const mostByTheClock = (deadlineMs: number) => Math.max(PATIENCE_MS, 3 * deadlineMs);
/** To say what it used; a thread that does not is past asking. */
const SILENT_MS = 5000;
const MAX_HEAP_MB = 192;
const NURSERY_MB = 8;

export function openThreads(mostMs = mostByTheClock): Think {
  /** One stays free for others. */
  const lines = openLines<Waiting>(MAX_THREADS - 1);
  /** With what will end them if nothing comes. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  /** Of the processor, before what it does now. */
  const usedMs = new WeakMap<Worker, number>();
  let alive = 0;
  let growing = false;

  const start = () => {
    while (idle.size > 0 || alive === 0) {
      const task = nextInTime();
      if (!task) return;
      give(takeIdle() ?? spawn(), task);
    }
    growSoon();
  };

  /** Who has waited for too long is told so, rather than served when nobody is there any more. */
  const nextInTime = () => {
    for (;;) {
      const nowMs = performance.now();
      const task = lines.next(nowMs);
      if (!task?.hasty || nowMs - task.sinceMs < PATIENCE_MS) return task;
      lines.leave(task, 0, nowMs);
      task.resolve({ failed: 'crowded' });
    }
  };

  /** A thread weighs some fifty megabytes: another one is made only when someone has to wait for the first. */
  const growSoon = () => {
    if (growing || alive >= MAX_THREADS) return;
    growing = true;
    setTimeout(() => {
      growing = false;
      const task = alive < MAX_THREADS ? nextInTime() : undefined;
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
    const givenMs = performance.now();
    const leave = () => lines.leave(task, performance.now() - givenMs, performance.now());
    let isOver = false;
    const lose = (settle: () => void) => {
      isOver = true;
      clearTimeout(timer);
      leave();
      worker.removeAllListeners();
      worker.on('error', () => undefined); // it is over; what it still says matters to nobody
      void worker.terminate();
      alive--;
      settle();
      start();
    };
    const end = (failed: 'timeout' | 'crowded') => lose(() => task.resolve({ failed }));
    const untilMs = givenMs + mostMs(task.deadlineMs);
    const judge = async () => {
      const clockMs = untilMs - performance.now();
      timer = setTimeout(() => end('timeout'), Math.max(SILENT_MS, clockMs));
      const used = await worker.cpuUsage().catch(() => undefined); // it has not begun, or is about to end
      if (isOver) return;
      const leftMs = task.deadlineMs - (used ? (used.user + used.system) / 1000 - (usedMs.get(worker) ?? 0) : 0);
      if (leftMs <= 0) return end('timeout');
      if (clockMs <= 0) return end('crowded');
      clearTimeout(timer);
      timer = setTimeout(judge, Math.ceil(Math.min(leftMs, clockMs)));
    };
    let timer = setTimeout(judge, Math.min(task.deadlineMs, mostMs(task.deadlineMs)));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lose(() => (memory ? task.resolve({ failed: 'memory' }) : task.reject(error)));
    });
    worker.on('exit', () => lose(() => task.reject(new Error('A thread ended by itself.'))));
    worker.on('message', ({ usedMs: used, ...result }: TaskResult) => {
      isOver = true;
      clearTimeout(timer);
      usedMs.set(worker, used);
      leave();
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

  return <T>(module: URL, input: unknown, { deadlineMs, line = '', hasty = false }: Thinking) =>
    new Promise<Done<T>>((resolve, reject) => {
      const settle = { resolve: resolve as Waiting['resolve'], reject };
      if (lines.join({ module: module.href, input, deadlineMs, line, hasty, sinceMs: performance.now(), ...settle }))
        start();
      else resolve({ failed: 'crowded' });
    });
}
