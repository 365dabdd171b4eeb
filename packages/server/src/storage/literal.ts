// Values that must stand in the text of a query: an index on part of a table serves only a query that names that part.

import { sql } from 'kysely';

/** Of a word of ours, never of anyone else's. */
export const asLiteral = <T extends string>(word: T) => sql.lit(word);

export const PENDING = sql.lit('pending' as const);
export const YES = sql.lit(1 as const);
export const NONE = sql.lit(0 as const);
/** A bound LIMIT is prepared anew each time. */
export const ONE = sql.lit(1);
/** As the index on deliveries in trouble says it: SQLite takes it only for a query that says the same. */
export const IN_TROUBLE = (['retry', 'dlq', 'gone'] as const).map((status) => sql.lit(status));
