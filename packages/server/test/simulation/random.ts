// Chance that can be replayed: everything random in a run comes from one number.

export interface Random {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<const T>(from: readonly T[]): T;
  /** Undefined when there is nothing to pick from. */
  pickAny<T>(from: readonly T[]): T | undefined;
  bytes(length: number): Buffer;
  /** A stream of its own, so that more draws here change nothing there. */
  fork(): Random;
}

/** SplitMix32. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);

  return {
    below,
    chance: (probability) => next() < probability * 2 ** 32,
    pick<const T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      return from[below(from.length)] as T;
    },
    pickAny: (from) => from[below(from.length)],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    fork: () => randomOf(next()),
  };
}
