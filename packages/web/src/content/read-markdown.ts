// Asks the worker for the tree of a text, and stops asking after a while: then the text is shown as it is.

import { trustedScript } from '../trusted.ts';
import workerUrl from './markdown-worker.ts?worker&url';
import type { Node } from './tree.ts';

const LIMIT_MS = 1500;

type Give = (tree: readonly Node[] | undefined) => void;

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, Give>();

/** Undefined when it is too complex to render in time. */
export function readMarkdown(source: string): Promise<readonly Node[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<readonly Node[] | undefined>();
  const id = ++last;
  worker ??= started();
  const timer = setTimeout(giveUp, LIMIT_MS);
  waiting.set(id, (tree) => {
    clearTimeout(timer);
    resolve(tree);
  });
  worker.postMessage({ id, source });
  return promise;
}

function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  for (const give of waiting.values()) give(undefined);
  waiting.clear();
}

function started(): Worker {
  const made = new Worker(trustedScript(workerUrl), { type: 'module' });
  made.addEventListener(
    'message',
    ({ data }: MessageEvent<{ readonly id: number; readonly tree?: readonly Node[] }>) => {
      waiting.get(data.id)?.(data.tree);
      waiting.delete(data.id);
    },
  );
  return made;
}
