// Contenders take turns, round by round, so that whatever else the machine does hits all of them alike.

import { load, type Target } from './load.ts';
import { medianOf, quantileOf } from './quantiles.ts';

const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;

export interface Measured {
  /** Per round, in order: the rounds of two contenders belong together. */
  readonly rates: readonly number[];
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loadBusy: number;
}

export interface RoundLength {
  readonly seconds: number;
  /** A round may end earlier, when the requests are things that run out. */
  readonly requests?: number;
}

/** How many requests a target must have in store for rounds of bounded length. */
export function supplyFor(requestsPerRound: number): number {
  return requestsPerRound * (ROUNDS + WARM_UP_ROUNDS);
}

export async function contest(targets: readonly Target[], length: RoundLength): Promise<Measured[]> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const target of targets) await load(target, length);
  const rounds = targets.map(() => [] as Awaited<ReturnType<typeof load>>[]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, target] of targets.entries()) rounds[index]?.push(await load(target, length));
  }
  return rounds.map((own) => {
    const latencies = own.flatMap(({ latenciesMs }) => latenciesMs);
    const rates = own.map(({ perSecond }) => perSecond);
    return {
      rates,
      perSecond: medianOf(rates),
      p50Ms: quantileOf(latencies, 0.5),
      p99Ms: quantileOf(latencies, 0.99),
      loadBusy: medianOf(own.map(({ busy }) => busy)),
    };
  });
}

/** The median of the ratios of rounds that stood side by side. */
export function ratioOf(ours: Measured, floor: Measured): number {
  return medianOf(ours.rates.map((rate, round) => rate / (floor.rates[round] ?? Number.NaN)));
}
