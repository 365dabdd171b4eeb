// How many wait in each split of one's own. They may be searches, so the server is asked seldom: at once, and for whatever
// happened meanwhile once more after a pause, the longer the more it had to look through.

import { api } from '../api.ts';
import { number } from '../i18n/translate.ts';
import { splitCounts } from './counts.ts';

const PAUSE_MS = 2000;
/** A server that is busy with it for a while is left alone for so many times as long. */
const PAUSE_TIMES = 20;

let asking: 'no' | 'pause' | 'more' = 'no';

export async function countSplits(): Promise<void> {
  if (asking !== 'no') {
    asking = 'more';
    return;
  }
  asking = 'pause';
  const begunMs = performance.now();
  try {
    const { items } = await api.countSplits();
    splitCounts.value = new Map(
      items.map(({ name, count, more }) => [name, count > 0 ? number(count) + (more ? '+' : '') : '']),
    );
  } catch {
    // the stream says that we are offline
  }
  const tookMs = performance.now() - begunMs;
  setTimeout(
    () => {
      const again = asking === 'more';
      asking = 'no';
      if (again) void countSplits();
    },
    Math.max(PAUSE_MS, tookMs * PAUSE_TIMES),
  );
}
