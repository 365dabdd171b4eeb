// Long work in short steps: each as large as may be without anyone noticing, and after each the others have their turn.

import type { App } from '../../app.ts';

/** What a step should take; others wait so long for it at most, give or take. */
const STEP_MS = 40;
const LARGEST = 100;
const SMALLEST = 5;

/** `step` does at most so many and says how many there were; it ends when there are none. All of them together. */
export async function inSteps(app: Pick<App, 'world'>, step: (most: number) => Promise<number>): Promise<number> {
  let done = 0;
  for (let most = 25; ; ) {
    const startedMs = app.world.nowMs();
    const some = await step(most);
    if (some === 0) return done;
    done += some;
    const tookMs = Math.max(1, Math.min(1000, app.world.nowMs() - startedMs)); // the clock may have been set
    await app.world.sleep(Math.ceil(tookMs / 2));
    most = Math.max(SMALLEST, Math.min(LARGEST, Math.floor((most * STEP_MS) / tookMs)));
  }
}
