// How many runs there are at once. Whoever waits is served in turn.

import type { App } from '../../../app.ts';

export interface FreeSlots {
  /** Gives what frees it again. */
  take(app: App): Promise<() => void>;
}

export function openSlots(): FreeSlots {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async take(app) {
      if (taken >= app.config.watcherConcurrency) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken++;
      return () => {
        const next = waiting.shift();
        if (next) next();
        else taken--;
      };
    },
  };
}
