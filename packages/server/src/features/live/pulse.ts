// Something done again and again while there is anybody to do it for, and not a moment longer.

import type { World } from '../../world/world.ts';

export interface Pulse {
  start(): void;
  stop(): void;
}

export function makePulse(world: Pick<World, 'sleep'>, everyMs: number, beat: () => Promise<unknown>): Pulse {
  let running: AbortController | undefined;

  const run = async ({ signal }: AbortController) => {
    while (!signal.aborted) {
      await world.sleep(everyMs, signal);
      if (!signal.aborted) await beat();
    }
  };
  return {
    start() {
      if (running) return;
      running = new AbortController();
      void run(running);
    },
    stop() {
      running?.abort();
      running = undefined;
    },
  };
}
