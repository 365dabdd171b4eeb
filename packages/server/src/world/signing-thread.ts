// A thread that signs many texts at once.

import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

export interface Wanted {
  readonly text: string;
  readonly key: KeyObject;
  resolve(signature: Buffer): void;
  reject(error: Error): void;
}

/** Takes what belongs together: all of it is signed with one key. */
export type SigningThread = (key: KeyObject, wanted: readonly Wanted[]) => void;

interface Life {
  /** From here on it takes something. */
  ready(thread: SigningThread): void;
  /** From here on it takes nothing; this is left of what it was given. */
  gone(left: readonly Wanted[]): void;
}

const IDLE_MS = 20_000;

/** Ends when nobody has wanted anything for a while. */
export function startSigningThread({ ready, gone }: Life): void {
  const worker = new Worker(new URL('./signing-thread-main.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    env: {},
    execArgv: [],
  });
  const given: (readonly Wanted[])[] = [];
  let known: KeyObject | undefined;

  const end = () => {
    clearTimeout(leaving);
    worker.removeAllListeners();
    worker.on('error', () => undefined); // what it still says matters to nobody
    void worker.terminate();
    gone(given.splice(0).flat());
  };
  const leaving = setTimeout(() => {
    if (given.length > 0) leaving.refresh();
    else end();
  }, IDLE_MS).unref();

  const take: SigningThread = (key, wanted) => {
    worker.ref();
    leaving.refresh();
    given.push(wanted);
    worker.postMessage({ texts: wanted.map(({ text }) => text), ...(key === known ? {} : { key }) });
    known = key;
  };
  const hear = (said: 'ready' | Uint8Array<ArrayBuffer>) => {
    if (said === 'ready') return ready(take);
    const wanted = given.shift() ?? [];
    if (given.length === 0) worker.unref();
    const each = said.length / wanted.length;
    for (const [n, { resolve }] of wanted.entries()) resolve(Buffer.from(said.buffer, n * each, each));
  };
  worker.on('error', end);
  worker.on('exit', end);
  worker.on('message', hear);
  worker.unref();
}
