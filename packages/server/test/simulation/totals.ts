// What many runs come to, and the first that failed.

import type { Run } from './run-seed.ts';
import { report, runsOf, type Seeds } from './run-seeds.ts';

type Count = keyof Run['counts'];

export interface Totals {
  readonly seeds: number;
  readonly counts: Readonly<Record<Count, number>>;
  /** The report of the run that failed. */
  readonly failure: string | undefined;
}

export const NOTHING_YET: Totals = {
  seeds: 0,
  counts: { requests: 0, actions: 0, posts: 0, looks: 0, crashes: 0, freezes: 0 },
  failure: undefined,
};

export function plus(one: Totals, other: Totals): Totals {
  const names = Object.keys(one.counts) as Count[];
  return {
    seeds: one.seeds + other.seeds,
    counts: Object.fromEntries(names.map((name) => [name, one.counts[name] + other.counts[name]])) as Totals['counts'],
    failure: one.failure ?? other.failure,
  };
}

export async function totalsOf(seeds: Seeds): Promise<Totals> {
  let totals = NOTHING_YET;
  for await (const run of runsOf(seeds)) {
    const failure = run.failure === undefined ? undefined : report(run);
    totals = plus(totals, { seeds: 1, counts: run.counts, failure });
  }
  return totals;
}
