// What goes wrong in a run. Each seed draws its own mix: a fault that is always on hides what only happens without it.

import type { Random } from './random.ts';

/** How far the clock of an instance may be from the others'. */
export const MOST_SKEW_S = 30;

export interface Faults {
  /** One for each instance: how far its clock is off. */
  readonly skewsMs: readonly number[];
  /** Per step: all instances end at once, as when the machine does. */
  readonly crash: number;
  /** Per step: one instance ends, and another starts in its place. */
  readonly oneCrash: number;
  /** Per turn of the frost: an instance stands still, for as long as it takes. */
  readonly freeze: number;
  /** Per answer: it never arrives. */
  readonly lostAnswer: number;
  /** Per transaction: others run between its statements, and the process may end there. */
  readonly slowTransaction: number;
  /** Per step of the disk actor. */
  readonly fullDisk: number;
  /** Per commit: the disk takes its time, and others go on meanwhile (SQLite). */
  readonly slowDisk: number;
  readonly clockSetBack: boolean;
  /** Others may commit between two reads of one request. */
  readonly tornReads: boolean;
  /** Per POST: the receiver does anything but accept it. */
  readonly badReceiver: number;
  /** Per request of a watcher: the site does anything but show what it has. */
  readonly badSite: number;
  /** Per turn of the names. */
  readonly badName: number;
}

/** What is different once all is well again. */
export const healed = {
  crash: 0,
  oneCrash: 0,
  freeze: 0,
  lostAnswer: 0,
  slowTransaction: 0,
  fullDisk: 0,
  slowDisk: 0,
  clockSetBack: false,
  badReceiver: 0,
  badSite: 0,
  badName: 0,
};

export function drawFaults(random: Random): Faults {
  const instances = 1 + random.below(3);
  const skewed = random.chance(0.3);
  return {
    skewsMs: Array.from({ length: instances }, () =>
      skewed ? random.below(2000 * MOST_SKEW_S) - 1000 * MOST_SKEW_S : 0,
    ),
    crash: random.chance(0.5) ? 0.006 : 0,
    oneCrash: random.chance(0.5) ? 0.01 : 0,
    freeze: random.chance(0.5) ? 0.7 : 0,
    lostAnswer: random.chance(0.5) ? 0.1 : 0,
    slowTransaction: random.pick([0, 0.2, 0.6]),
    fullDisk: random.chance(0.4) ? 0.5 : 0,
    clockSetBack: random.chance(0.4),
    tornReads: random.chance(0.75),
    badReceiver: random.pick([0, 0.3, 0.8]),
    badSite: random.pick([0, 0.3, 0.7]),
    badName: random.chance(0.4) ? 0.7 : 0,
    slowDisk: random.pick([0, 0.3, 0.9]),
  };
}

/** What the disk does with the next write. `commit`: the statements pass and the commit fails. */
export type DiskState = 'well' | 'statement' | 'commit';
