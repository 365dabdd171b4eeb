// Chance with a seed: the same bench has the same data every time.

export interface Chance {
  /** A whole number below `bound`. */
  below(bound: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
}

/** Mulberry32. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return { below, pick: <T>(list: readonly T[]) => list[below(list.length)] as T };
}
