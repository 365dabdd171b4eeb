// Who takes part. A sweep, a receiver or a watcher joins with one line here: a step is a function `(sim) => Promise<void>`.

import type { Step } from '../sim.ts';
import { propose } from './agents.ts';
import { decide, decideInBulk } from './deciders.ts';
import { erase } from './erasers.ts';
import { claim, report } from './executors.ts';
import { daysPass, sweepCounts, sweepRetention, wishToKeep } from './keepers.ts';
import { approve, hold, undo } from './people.ts';
import { list, read } from './readers.ts';
import { redeliver } from './redeliverers.ts';
import { clock, disk, frost, names } from './surroundings.ts';
import {
  sweepChannels,
  sweepDeliveries,
  sweepErasures,
  sweepExpiry,
  sweepHits,
  sweepHolds,
  sweepSeals,
  sweepSearch,
  sweepWatchers,
} from './sweeps.ts';
import { askForRun, pauseOrResume, publish } from './watching.ts';

interface Actor {
  readonly name: string;
  /** How often its turn comes, relative to the others. */
  readonly weight: number;
  readonly step: Step;
}

const ACTORS: readonly Actor[] = [
  { name: 'agent', weight: 8, step: propose },
  { name: 'decider', weight: 9, step: decide },
  { name: 'bulk decider', weight: 1, step: decideInBulk },
  { name: 'approver', weight: 5, step: approve },
  { name: 'holder', weight: 3, step: hold },
  { name: 'undoer', weight: 1, step: undo },
  { name: 'worker', weight: 4, step: claim },
  { name: 'reporter', weight: 4, step: report },
  { name: 'reader', weight: 4, step: read },
  { name: 'lister', weight: 2, step: list },
  { name: 'clock', weight: 3, step: clock },
  { name: 'disk', weight: 2, step: disk },
  { name: 'frost', weight: 2, step: frost },
  { name: 'names', weight: 2, step: names },
  { name: 'search sweep', weight: 1, step: sweepSearch },
  { name: 'expiry sweep', weight: 2, step: sweepExpiry },
  { name: 'delivery sweep', weight: 6, step: sweepDeliveries },
  { name: 'channel sweep', weight: 4, step: sweepChannels },
  { name: 'hold sweep', weight: 2, step: sweepHolds },
  { name: 'hit sweep', weight: 1, step: sweepHits },
  { name: 'seal sweep', weight: 1, step: sweepSeals },
  { name: 'redeliverer', weight: 2, step: redeliver },
];

/** Where watchers take part, what they find is what there is to decide. */
const WATCHING: readonly Actor[] = [
  { name: 'site', weight: 8, step: publish },
  { name: 'watcher sweep', weight: 20, step: sweepWatchers },
  { name: 'impatient', weight: 4, step: askForRun },
  { name: 'gardener', weight: 2, step: pauseOrResume },
  { name: 'decider', weight: 3, step: decide },
  { name: 'approver', weight: 1, step: approve },
  { name: 'lister', weight: 1, step: list },
  { name: 'clock', weight: 12, step: clock },
  { name: 'disk', weight: 2, step: disk },
  { name: 'frost', weight: 4, step: frost },
  { name: 'names', weight: 2, step: names },
  { name: 'search sweep', weight: 1, step: sweepSearch },
  { name: 'expiry sweep', weight: 1, step: sweepExpiry },
  { name: 'channel sweep', weight: 1, step: sweepChannels },
  { name: 'seal sweep', weight: 1, step: sweepSeals },
];

const ERASING: readonly Actor[] = [
  { name: 'eraser', weight: 2, step: erase },
  { name: 'erasure sweep', weight: 3, step: sweepErasures },
];

const RETAINING: readonly Actor[] = [
  { name: 'keeper', weight: 1, step: (sim) => wishToKeep(sim) },
  { name: 'retention sweep', weight: 4, step: sweepRetention },
  { name: 'count sweep', weight: 1, step: sweepCounts },
  { name: 'calendar', weight: 2, step: daysPass },
];

/** Each actor as often as it weighs. */
const turnsOf = (actors: readonly Actor[]): readonly Step[] =>
  actors.flatMap(({ weight, step }) => Array.from({ length: weight }, () => step));

const [usual, watching, erasing, retaining] = [ACTORS, WATCHING, ERASING, RETAINING].map(turnsOf);

/** What there is in a world beside agents and deciders. */
export interface Parts {
  readonly watched: boolean;
  readonly erasing: boolean;
  readonly retaining: boolean;
}

export function turnsFor(world: Parts): readonly Step[] {
  return [
    ...((world.watched ? watching : usual) ?? []),
    ...((world.erasing && erasing) || []),
    ...((world.retaining && retaining) || []),
  ];
}
