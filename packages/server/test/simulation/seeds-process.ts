// A process of many-processes.ts: runs the parts of the range that it is given, one after the other.

import type { Seeds } from './run-seeds.ts';
import { totalsOf } from './totals.ts';

process.on('message', async (part: Seeds) => {
  process.send?.(await totalsOf(part));
});
