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
  if (others.length === 0) return first.execute();
  const all = ranges.map((range) => q.selectFrom(range.as('range')).selectAll());
  return all.reduce((both, other) => both.unionAll(other)).execute() as Promise<Row[]>;
}
