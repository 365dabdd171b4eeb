// Several ranges of one table, read by one statement: between two of them PostgreSQL lets others commit, and a row that moves from
// one range to another meanwhile would be in both of them, or in neither.

import type { SelectQueryBuilder } from 'kysely';
import type { Reader } from './database.ts';

/** Their rows, one range after the other. */
export async function inOneLook<DB, T extends keyof DB, Row>(
  { q }: Reader,
  ranges: readonly SelectQueryBuilder<DB, T, Row>[],
): Promise<Row[]> {
  const [first, ...others] = ranges;
  if (!first) return [];
  return others.length === 0 ? first.execute() : (allOf(q, ranges).execute() as Promise<unknown> as Promise<Row[]>);
}

/** The same, to be read from: each of them in its order, and with its limit. */
export function allOf<DB, T extends keyof DB, Row>(q: Reader['q'], ranges: readonly SelectQueryBuilder<DB, T, Row>[]) {
  const all = ranges.map((range) => q.selectFrom(range.as('range')).selectAll());
  return all.reduce((both, other) => both.unionAll(other));
}
