// Who goes on next. Everything that waits, waits here; the generator picks who is let through.

import type { Life } from './life.ts';
import type { Random } from './random.ts';

export interface Scheduler {
  /** A place where others may come first, and where the instance may end or stand still. */
  pause(label: string, life: Life): Promise<void>;
  /**
   * The same inside a transaction: when the instance ends, it rejects, so that the engine can go on. It does not stand still
   * here, for all others would have to wait.
   */
  pauseInside(label: string, life: Life): Promise<void>;
  /** How many could be let through. */
  waiting(): number;
  /** Lets one through and returns when everything stands still again; the label says who it was. */
  resumeOne(): Promise<string>;
  /** Nobody of an ended instance is ever let through. */
  abandonEnded(): void;
}

interface Waiting {
  readonly label: string;
  readonly life: Life;
  readonly inside: boolean;
  resume(): void;
  abandon(): void;
}

export class InstanceEnded extends Error {}

/** `standstill`: until everybody waits here, sleeps, or is done. */
export function makeScheduler(random: Random, standstill: () => Promise<void>): Scheduler {
  let waiting: Waiting[] = [];
  const ready = () => waiting.filter(({ life, inside }) => inside || !life.frozen());

  return {
    pause: (label, life) =>
      new Promise((resume) => {
        if (life.alive()) waiting.push({ label, life, inside: false, resume, abandon: () => undefined });
      }),
    pauseInside: (label, life) =>
      new Promise((resume, reject) => {
        const abandon = () => reject(new InstanceEnded());
        if (life.alive()) waiting.push({ label, life, inside: true, resume, abandon });
        else abandon();
      }),
    waiting: () => ready().length,
    async resumeOne() {
      const chosen = random.pickAny(ready());
      if (!chosen) throw new Error('Nobody waits.');
      waiting = waiting.filter((other) => other !== chosen);
      chosen.resume();
      await standstill();
      return chosen.label;
    },
    abandonEnded() {
      const abandoned = waiting.filter(({ life }) => !life.alive());
      waiting = waiting.filter(({ life }) => life.alive());
      for (const { abandon } of abandoned) abandon();
    },
  };
}
