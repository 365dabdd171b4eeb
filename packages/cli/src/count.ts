// How many, as `--count` says it.

import { UsageError } from './failure.ts';

/** Without one there is no end. */
export function countOf(given: string | undefined): number {
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new UsageError(`--count is a number such as 10, not ${given}`);
  return Number(given);
}
