// Goes on with erasures that a crash or a restart cut short; and, once their rows are gone, has the search index forget what
// its pages still hold of them.

import type { App } from '../../app.ts';
import { passSecond } from '../../base/id.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { type Erasing, finishErasure } from './erase-project.ts';
import {
  type Erasure,
  lastOpenWish,
  leaseErasure,
  listUnforgotten,
  nextErasureAt,
  saveForgotten,
} from './erasure-store.ts';
import { LEASE_SECONDS, whileLeased } from './keep-erasure.ts';
import { ERASED_TABLES } from './manifest.ts';
import { rest } from './pace.ts';

/** Forgotten together; what is more has its turn. */
const MOST_AT_ONCE = 100;

export const makeErasureSweep =
  (erasing: Erasing) =>
  async (app: App): Promise<number> => {
    await passOpenWishes(app);
    const left = await inTransaction(app, (tx) => leaseErasure(tx, LEASE_SECONDS));
    if (!left) return waitMs(app);
    try {
      if (left.finished_at === null) await finishErasure(app, left, erasing);
      else await forget(app, left, erasing.stopping);
    } catch (error) {
      if (!erasing.stopping?.aborted) throw error; // the next start goes on
    }
    return 0;
  };

/**
 * What is made from here on came after every wish, and its id says so: whatever the clock says, now that it may have been set back,
 * and however little of the wish's own second is over. Decision 28.
 */
export async function passOpenWishes({ reader, world }: Pick<App, 'reader' | 'world'>): Promise<void> {
  const last = await lastOpenWish(reader);
  if (last !== undefined) passSecond(world.newId, last + 1);
}

/**
 * The index is one for all projects: whatever was finished before it is written anew is out of it, too. By name: a clock that is set
 * back meanwhile would make what comes later look as if it had come before.
 */
async function forget(app: App, erasure: Erasure, stopping?: AbortSignal): Promise<void> {
  const others = (await listUnforgotten(app.reader, MOST_AT_ONCE)).filter(({ id }) => id !== erasure.id);
  await whileLeased(app, erasure, async () => {
    await rewriteIndex(app, stopping);
    await app.storage.scrub(ERASED_TABLES, stopping);
  });
  await inTransaction(app, async (tx) => {
    for (const one of [erasure, ...others]) await saveForgotten(tx, one);
  });
}

async function rewriteIndex(app: App, stopping?: AbortSignal): Promise<void> {
  for (let [isFirst, isMore] = [true, true]; isMore; isFirst = false) {
    if (stopping?.aborted) throw new Problem('unavailable');
    const startedMs = app.world.nowMs();
    const begins = isFirst;
    isMore = await inTransaction(app, (tx) => tx.search.rewrite(tx, begins));
    if (isMore) await rest(app, startedMs);
  }
}

async function waitMs(app: App): Promise<number> {
  const at = await nextErasureAt(app.reader);
  return at === undefined ? Number.POSITIVE_INFINITY : Math.max(1000, at * 1000 - app.storage.nowMs());
}
