// Cleans up what all tests of a file share.

import { after } from 'node:test';

/**
 * To be called while the file is loaded; what is made in its `before` is then cleaned up after its last test, the newest first.
 * The `after` of `node:test` itself, called inside `before`, cleans up when that has ended.
 */
export function endOfFile(): { after(clean: () => unknown): void } {
  const cleanups: (() => unknown)[] = [];
  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });
  return { after: (clean) => void cleanups.push(clean) };
}
