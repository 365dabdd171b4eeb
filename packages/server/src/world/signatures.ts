// Signatures (Ed25519), worked out beside the event loop: to some processors one is a tenth of a millisecond. Those that are wanted
// in one turn go to a thread together, for to wake one costs the loop nearly as much as to sign.

import { type KeyObject, sign } from 'node:crypto';
import { Worker } from 'node:worker_threads';

interface Wanted {
  readonly text: string;
  readonly key: KeyObject;
  resolve(signature: Buffer): void;
  reject(error: Error): void;
}

/** Given what belongs together: one key. */
type Thread = (key: KeyObject, wanted: readonly Wanted[]) => void;

const IDLE_MS = 20_000;

export function openSignatures(): (text: string, key: KeyObject) => Promise<Buffer> {
  let gathered: Wanted[] = [];
  let thread: Thread | undefined;

  const leave = () => {
    const wanted = gathered;
    gathered = [];
    const [first, second] = wanted;
    if (!first) return;
    if (!second) return signAlone(first);
    try {
      thread ??= startThread(() => {
        thread = undefined;
      });
    } catch {
      return wanted.forEach(signAlone); // the system gives no more threads
    }
    thread(first.key, wanted);
  };

  return (text, key) =>
    new Promise((resolve, reject) => {
      if (gathered[0] && gathered[0].key !== key) leave(); // keys change rarely
      if (gathered.length === 0) process.nextTick(leave); // when whoever runs has to wait for something
      gathered.push({ text, key, resolve, reject });
    });
}

/** Nobody else is there: a thread of Node's own does, and needs no memory. */
function signAlone({ text, key, resolve, reject }: Wanted): void {
  sign(null, Buffer.from(text), key, (error, signature) => (error ? reject(error) : resolve(signature)));
}

/** `gone`: it takes nothing any more. */
function startThread(gone: () => void): Thread {
  const worker = new Worker(new URL('./signing-thread.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    env: {},
    execArgv: [],
  });
  const given: (readonly Wanted[])[] = [];
  let known: KeyObject | undefined;

  const end = () => {
    clearTimeout(leaving);
    gone();
    worker.removeAllListeners();
    worker.on('error', () => undefined); // what it still says matters to nobody
    void worker.terminate();
    given.splice(0).flat().forEach(signAlone); // whatever it died of, those who wait need not know
  };
  const leaving = setTimeout(() => {
    if (given.length > 0) leaving.refresh();
    else end();
  }, IDLE_MS).unref();

  worker.on('error', end);
  worker.on('exit', end);
  worker.on('message', (signatures: readonly Uint8Array[]) => {
    const wanted = given.shift() ?? [];
    if (given.length === 0) worker.unref();
    for (const [n, { resolve }] of wanted.entries()) resolve(Buffer.from(signatures[n] ?? []));
  });
  return (key, wanted) => {
    worker.ref();
    leaving.refresh();
    given.push(wanted);
    worker.postMessage({ texts: wanted.map(({ text }) => text), ...(key === known ? {} : { key }) });
    known = key;
  };
}
