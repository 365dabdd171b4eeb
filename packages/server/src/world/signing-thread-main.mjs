// What signing-thread.ts runs. In plain JavaScript: it loads nothing, and begins at once.

import { sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

let known;

parentPort?.on('message', ({ texts, key = known }) => {
  known = key;
  parentPort?.postMessage(texts.map((text) => sign(null, Buffer.from(text), key)));
});
parentPort?.postMessage('ready');
