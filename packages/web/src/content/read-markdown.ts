// Asks a worker for the trees of texts, one after another. Whoever takes too long is shown as it is; the worker, which cannot
// be interrupted, is ended then, and the next text gets another.

import { trustedScript } from '../trusted.ts';
import workerUrl from './markdown-worker.ts?worker&url';
import type { Node } from './tree.ts';

type Tree = readonly Node[] | undefined;
interface Asked {
  readonly source: string;
  give(tree: Tree): void;
}

/** On a slow line: that is no fault of the text. */
const LOAD_MS = 10_000;
const READ_MS = 1500;
/** For a text that nobody looks at any more. */
const LEFT_MS = 100;

let worker: Worker | undefined;
let reading: Asked | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let line: readonly Asked[] = [];
let isLoaded = false;

/** Undefined when it is too complex to render in time, or nobody waits for it any more. */
export function readMarkdown(source: string, left: AbortSignal): Promise<Tree> {
  const { promise, resolve } = Promise.withResolvers<Tree>();
  const asked = { source, give: resolve };
  line = [...line, asked];
  left.addEventListener('abort', () => {
    line = line.filter((other) => other !== asked);
    if (reading === asked) within(LEFT_MS);
  });
  if (!worker) start();
  else if (isLoaded && !reading) readNext();
  return promise;
}

function within(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(giveUp, ms);
}

function start(): void {
  worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<{ readonly tree?: Tree }>) => {
    isLoaded = true; // its first word says so
    reading?.give(data.tree);
    readNext();
  });
  worker.addEventListener('error', giveUp);
  within(LOAD_MS);
}

function readNext(): void {
  clearTimeout(timer);
  [reading, ...line] = line;
  if (!reading) return;
  within(READ_MS);
  worker?.postMessage(reading.source);
}

function giveUp(): void {
  worker?.terminate();
  const lost = isLoaded ? [reading] : line; // where there is no worker to be had, all of them
  if (!isLoaded) line = [];
  [worker, reading, isLoaded] = [undefined, undefined, false];
  for (const one of lost) one?.give(undefined);
  if (line.length > 0) start();
}
