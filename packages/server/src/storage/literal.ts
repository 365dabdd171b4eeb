// Values that must stand in the text of a query: an index on part of a table serves only a query that names that part.

import { sql } from 'kysely';

export const PENDING = sql.lit('pending' as const);
export const YES = sql.lit(1 as const);
/** A bound LIMIT is prepared anew each time. */
export const ONE = sql.lit(1);
