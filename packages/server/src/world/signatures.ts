// Signatures (Ed25519), worked out beside the event loop: to some processors one is a tenth of a millisecond. Those that are wanted
// in one turn go to a thread together, for to wake one costs the loop nearly as much as to sign.

import { type KeyObject, sign } from 'node:crypto';
import { type SigningThread, startSigningThread, type Wanted } from './signing-thread.ts';

export function openSignatures(): (text: string, key: KeyObject) => Promise<Buffer> {
  let gathered: Wanted[] = [];
  let thread: SigningThread | 'starting' | undefined;

  const ready = (started: SigningThread) => {
    thread = started;
  };
  const gone = (left: readonly Wanted[]) => {
    thread = undefined;
    left.forEach(signAlone); // whatever it died of, those who wait need not know
  };
  const start = () => {
    thread = 'starting';
    try {
      startSigningThread({ ready, gone });
    } catch {
      gone([]); // the system gives no more threads
    }
  };

  const leave = () => {
    const wanted = gathered;
    gathered = [];
    const [first, second] = wanted;
    if (first && second && typeof thread === 'function') return thread(first.key, wanted);
    wanted.forEach(signAlone); // nobody waits until a thread has come up
    if (second && !thread) start();
  };

  return (text, key) =>
    new Promise((resolve, reject) => {
      if (gathered[0] && gathered[0].key !== key) leave(); // keys change rarely
      if (gathered.length === 0) process.nextTick(leave); // when whoever runs has to wait for something
      gathered.push({ text, key, resolve, reject });
    });
}

/** By a thread of Node's own, which needs no memory. */
function signAlone({ text, key, resolve, reject }: Wanted): void {
  sign(null, Buffer.from(text), key, (error, signature) => (error ? reject(error) : resolve(signature)));
}
