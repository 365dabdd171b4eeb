// Contenders take turns, round by round, so that whatever else the machine does hits all of them alike.

import { load, type Round, type Target } from './load.ts';
import { medianOf, quantileOf } from './quantiles.ts';

/** Many and short rather than few and long: noise that lasts as long as a round spoils the pair. */
const ROUNDS = 10;
const WARM_UP_ROUNDS = 3;

export interface Measured {
  /** Per round, in order: the rounds of two contenders belong together. */
  readonly rates: readonly number[];
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loadBusy: number;
  /** Of the server's process, per request. Other work on the machine disturbs this least. */
  readonly cpuMs: number;
}

/** For each contender, all its rounds together. */
export interface Length {
  readonly seconds: number;
  /** They may end earlier, when the requests are things that run out. */
  readonly requests?: number | undefined;
}

/** How many requests a target must have in store, warm-up included. */
export function supplyFor(requests: number): number {
  return Math.ceil(requests / ROUNDS) * (ROUNDS + WARM_UP_ROUNDS);
}

export async function contest(targets: readonly Target[], { seconds, requests }: Length): Promise<Measured[]> {
  const length = { seconds: seconds / ROUNDS, requests: requests && Math.ceil(requests / ROUNDS) };
  const rounds = targets.map(() => [] as Round[]);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, target] of targets.entries()) {
      const measured = await load(target, length);
      if (round >= 0) rounds[index]?.push(measured);
      await target.rest?.();
    }
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
      cpuMs: own.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / latencies.length,
    };
  });
}

/** The median of the ratios of rounds that stood side by side. */
export function ratioOf(ours: Measured, floor: Measured): number {
  return medianOf(ours.rates.map((rate, round) => rate / (floor.rates[round] ?? Number.NaN)));
}
