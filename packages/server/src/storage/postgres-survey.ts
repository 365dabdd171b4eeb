// PostgreSQL plans by what it knows of a table, and looks at one that has changed once a minute. Of a new one it knows nothing: every
// index seems as good as any other, and reading a row by its key may lead through one entry for each kind.

import type pg from 'pg';

/** Fewer rows are read in no time, whichever way. */
const SMALL = 100;

/** What has doubled since it was last looked at; what somebody else is looking at is left to them. */
export async function surveyTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, s.relname) AS name
     FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
     WHERE schemaname = current_schema() AND n_mod_since_analyze > greatest(${SMALL}, c.reltuples)`,
  );
  for (const { name } of rows) await pool.query(`ANALYZE (SKIP_LOCKED) ${name}`);
}
