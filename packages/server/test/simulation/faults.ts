// What goes wrong in a run. Each seed draws its own mix: a fault that is always on hides what only happens without it.

import type { Random } from './random.ts';

export interface Faults {
  /** One for each instance: how far its clock is off. */
  readonly skewsMs: readonly number[];
  /** Per step: the process ends. */
  readonly crash: number;
  /** Per answer: it never arrives. */
  readonly lostAnswer: number;
  /** Per transaction: others run between its statements, and the process may end there. */
  readonly slowTransaction: number;
  /** Per step of the disk actor. */
  readonly fullDisk: number;
  readonly clockSetBack: boolean;
  /** Others may commit between two reads of one request. */
  readonly tornReads: boolean;
}

/** What is different once all is well again. */
export const healed = { crash: 0, lostAnswer: 0, slowTransaction: 0, fullDisk: 0, clockSetBack: false };

export function drawFaults(random: Random): Omit<Faults, 'tornReads'> {
  const instances = 1 + random.below(3);
  const skewed = random.chance(0.3);
  return {
    skewsMs: Array.from({ length: instances }, () => (skewed ? random.below(60_000) - 30_000 : 0)),
    crash: random.chance(0.7) ? 0.006 : 0,
    lostAnswer: random.chance(0.5) ? 0.1 : 0,
    slowTransaction: random.pick([0, 0.2, 0.6]),
    fullDisk: random.chance(0.4) ? 0.5 : 0,
    clockSetBack: random.chance(0.4),
  };
}

/** What the disk does with the next write. `commit`: the statements pass and the commit fails. */
export type DiskState = 'well' | 'statement' | 'commit';
