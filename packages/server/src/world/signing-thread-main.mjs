// What signing-thread.ts runs. In plain JavaScript: it loads nothing, and begins at once.

import { sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** Of Ed25519. */
const SIGNATURE_BYTES = 64;

let known;

parentPort?.on('message', ({ texts, key = known }) => {
  known = key;
  const all = new Uint8Array(texts.length * SIGNATURE_BYTES);
  for (const [n, text] of texts.entries()) all.set(sign(null, Buffer.from(text), key), n * SIGNATURE_BYTES);
  parentPort?.postMessage(all, [all.buffer]); // as one: each by itself would cost whoever asked some microseconds more
});
parentPort?.postMessage('ready');
