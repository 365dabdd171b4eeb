// Who goes on next. Everything that waits, waits here; the generator picks who is let through.

import type { Random } from './random.ts';

export interface Scheduler {
  /** A place where others may come first, and where the process may end. */
  pause(label: string): Promise<void>;
  /** The same inside a transaction: when the process ends, it rejects, so that the engine can be closed. */
  pauseInside(label: string): Promise<void>;
  waiting(): number;
  /** Lets one through and returns when everything stands still again; the label says who it was. */
  resumeOne(): Promise<string>;
  /** Nobody who waits is ever let through. */
  abandonAll(): void;
}

interface Waiting {
  readonly label: string;
  resume(): void;
  abandon(): void;
}

export class ProcessEnded extends Error {}

export function makeScheduler(random: Random): Scheduler {
  let waiting: Waiting[] = [];

  return {
    pause: (label) => new Promise((resume) => waiting.push({ label, resume, abandon: () => undefined })),
    pauseInside: (label) =>
      new Promise((resume, reject) => {
        waiting.push({ label, resume, abandon: () => reject(new ProcessEnded()) });
      }),
    waiting: () => waiting.length,
    async resumeOne() {
      const chosen = random.pickAny(waiting);
      if (!chosen) throw new Error('Nobody waits.');
      waiting = waiting.filter((other) => other !== chosen);
      chosen.resume();
      await standstill();
      return chosen.label;
    },
    abandonAll() {
      const abandoned = waiting;
      waiting = [];
      for (const { abandon } of abandoned) abandon();
    },
  };
}

/**
 * Promises settle before the next turn of the event loop, and storage starts a batch in the next one; so after two turns
 * everybody waits at a pause, sleeps, or is done. Nothing else runs in between, which is why a seed replays.
 */
export async function standstill(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}
