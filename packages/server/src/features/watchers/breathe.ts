// Lets others have their turn in the middle of much work: a long transaction on SQLite would else hold everyone.

import type { App } from '../../app.ts';

export type Breathe = () => Promise<void>;

/** To be called for every small piece of work; really pauses after every so many of them, and never for a single one. */
export function breatherOf(app: Pick<App, 'world'>, every: number): Breathe {
  let done = 0;
  return async () => {
    if (++done > 1 && done % every === 0) await app.world.sleep(0);
  };
}
