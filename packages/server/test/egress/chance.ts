// Chance from a seed, so that a spelling that got through can be made again.

export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  often(share: number): boolean;
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (values) => {
      const picked = values[below(values.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
    often: (share) => next() < share,
  };
}
