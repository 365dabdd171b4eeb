// Reads markdown away from the page, so that no text can stall it; the page ends this worker when it takes too long.

import { treeOf } from './markdown-tree.ts';

self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly source: string }>) => {
  self.postMessage({ id: data.id, tree: treeOf(data.source) });
});
