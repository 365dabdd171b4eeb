// The door of time: runs each sweep when it is woken or due, never twice at once, until it is stopped.

import type { App } from '../app.ts';

export interface Sweep {
  /**
   * Does what is due, and breaks off when it is to stop. Returns in how many milliseconds there will be more: 0 for right away.
   */
  run(app: App, stopping: AbortSignal): Promise<number>;
  /** How long to gather after a wake, so that a burst is one run. */
  readonly gatherMs?: number;
  /** For one whose looks cost something, and who takes up nothing that another has left: how long it may rest unless it is woken. */
  readonly longestRestMs?: number;
  /** Ends what its runs have left under way, after the last of them. */
  stop?(app: App): Promise<void>;
}

export interface Sweeps {
  wake(name: string): void;
  /** Ends when no sweep is running any more, and nothing that one began is under way. */
  stop(): Promise<void>;
}

/** The safety net: a sweep runs at least this often, woken or not; with a lease of 30 s, nothing of a dead instance waits 60. */
const AT_LEAST_EVERY_MS = 30_000;
/** A database that was away is back before anyone would notice; to ask it every few seconds costs nothing. */
const BACK_OFF_MS = [1000, 2000, 5000];

/**
 * At the start they look one after another: all at once, each would open a connection to the database, most of which nobody
 * needs again. Whoever takes longer is not waited for.
 */
const TURN_MS = 50;

/** Without a reason of its own, each abort would make an error. */
const WOKEN = 'woken';

export function runSweeps(app: App, sweeps: Readonly<Record<string, Sweep>>): Sweeps {
  const stopping = new AbortController();
  const wakes = new Map<string, () => void>();

  const loop = async (name: string, sweep: Sweep, turn: Promise<void>, looked: () => void) => {
    await turn;
    for (let failures = 0; !stopping.signal.aborted; ) {
      const woken = new AbortController();
      wakes.set(name, () => woken.abort(WOKEN));
      try {
        const nextInMs = await sweep.run(app, stopping.signal).finally(looked);
        failures = 0;
        if (nextInMs <= 0) continue;
        const sleepMs = Math.min(nextInMs, sweep.longestRestMs ?? AT_LEAST_EVERY_MS);
        await app.world.sleep(sleepMs, woken.signal);
        if (woken.signal.aborted && sweep.gatherMs) await app.world.sleep(sweep.gatherMs, stopping.signal);
      } catch (error) {
        const waitMs = BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)] ?? 0;
        app.world.log('error', 'sweep.failed', { sweep: name, reason: String(error), wait_ms: waitMs });
        await app.world.sleep(waitMs, stopping.signal);
      }
    }
  };

  let turn = Promise.resolve();
  const loops = Object.entries(sweeps).map(([name, sweep]) => {
    const looked = new AbortController();
    const running = loop(name, sweep, turn, () => looked.abort(WOKEN));
    turn = turn.then(() => app.world.sleep(TURN_MS, AbortSignal.any([looked.signal, stopping.signal])));
    return running;
  });
  return {
    wake: (name) => wakes.get(name)?.(),
    async stop() {
      stopping.abort();
      for (const wake of wakes.values()) wake();
      await Promise.all(loops);
      await Promise.all(Object.values(sweeps).map((sweep) => sweep.stop?.(app)));
    },
  };
}
