// Long work in short steps: each as large as may be without anyone noticing, and after each the others have their turn.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';

/** What a step should take; others wait so long for it at most, give or take. */
const STEP_MS = 40;
/** Of the search index, in steps of its own. */
const TIDIED_A_STEP = 16;
/** Few sizes: each is a statement of its own to the database. */
const SIZES = [5, 10, 25, 50, 100, 200] as const;

/** `step` does at most so many and says how many there were; it ends when there are none. All of them together. */
export async function inSteps(app: Pick<App, 'world'>, step: (most: number) => Promise<number>): Promise<number> {
  let done = 0;
  for (let most = 25; ; ) {
    const startedMs = app.world.nowMs();
    const some = await step(most);
    if (some === 0) return done;
    done += some;
    const tookMs = await rest(app, startedMs);
    most = SIZES.findLast((size) => size <= (most * STEP_MS) / tookMs) ?? SIZES[0];
  }
}

/**
 * After what was removed: the search index is put in order before more goes, so that no step of that grows long. Twice as much
 * as a step of removing makes necessary, and no more: others add to the index meanwhile, and it might never be in order.
 */
export async function tidySearch(app: Pick<App, 'world' | 'storage'>): Promise<void> {
  for (let [isMore, left] = [true, TIDIED_A_STEP]; isMore && left > 0; left--) {
    const startedMs = app.world.nowMs();
    isMore = await inTransaction(app, (tx) => tx.search.tidy(tx));
    if (isMore) await rest(app, startedMs);
  }
}

/** Half as long as the step took, which it says. */
export async function rest(app: Pick<App, 'world'>, startedMs: number): Promise<number> {
  const tookMs = Math.max(1, Math.min(1000, app.world.nowMs() - startedMs)); // the clock may have been set
  await app.world.sleep(Math.ceil(tookMs / 2));
  return tookMs;
}
