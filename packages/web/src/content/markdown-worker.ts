// Reads markdown away from the page, so that no text can stall it; the page ends this worker when it takes too long.

import { treeOf } from './markdown-tree.ts';

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage({ tree: treeOf(data) });
});
self.postMessage({}); // from now on it is the text that takes its time
