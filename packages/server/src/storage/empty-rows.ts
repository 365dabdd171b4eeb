// What a write gives that returns nothing: as many rows as it changed.

const EMPTY: object = Object.freeze({});

export function emptyRows(count: number): object[] {
  return count === 1 ? [EMPTY] : Array.from({ length: count }, () => EMPTY);
}
