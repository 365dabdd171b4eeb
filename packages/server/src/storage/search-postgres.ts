// Search on PostgreSQL: pg_trgm over the folded text. GIN keeps its own list of what it has not sorted in yet.

import type { Candidates, Connection, SearchIndex, SearchQuestion } from './search.ts';

/** The index knows no order. A text whose trigrams are everywhere would have it look at everything: so long, no longer. */
const INDEX_MS = 40;
/** Then the newest rows are looked at instead, so many for one page. */
const WINDOW = 3000;

export const postgresSearch: SearchIndex = {
  async add(tx, entries) {
    await tx.send({
      sql: `INSERT INTO search_texts (project_id, action_id, piece, text)
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) ON CONFLICT DO NOTHING`,
      parameters: (['project_id', 'action_id', 'piece', 'text'] as const).map((name) =>
        entries.map((entry) => entry[name]),
      ),
    });
    return [];
  },

  async remove(tx, project_id, action_ids) {
    await tx.run({
      sql: 'DELETE FROM search_texts WHERE project_id = $1 AND action_id = ANY ($2)',
      parameters: [project_id, action_ids],
    });
  },

  tidy: async () => false, // vacuum does it
  rewrite: async () => false,

  async find(reader, question) {
    return (await byIndex(reader, question)) ?? (await byWindow(reader, question));
  },
};

async function byIndex(
  reader: Connection,
  { project_id, text, before, limit }: SearchQuestion,
): Promise<Candidates | undefined> {
  // Materialized: with the LIMIT in sight the planner would rather walk the whole project backwards.
  const found = await reader.runWithin<{ action_id: string }>(INDEX_MS, {
    sql: `WITH found AS MATERIALIZED (
        SELECT action_id FROM search_texts WHERE project_id = $1 AND text LIKE $2 AND action_id < $3
      ) SELECT DISTINCT action_id FROM found ORDER BY action_id DESC LIMIT $4`,
    parameters: [project_id, pattern(text), before ?? AFTER_ALL, limit],
  });
  if (!found) return undefined;
  const ids = found.map(({ action_id }) => action_id);
  return { ids, seenTo: ids.length === limit ? ids.at(-1) : undefined };
}

/** The last of them is one in any case: of a long action, only some of the pieces may have been looked at. */
async function byWindow(reader: Connection, { project_id, text, before }: SearchQuestion): Promise<Candidates> {
  const rows = await reader.run<{ action_id: string; last: boolean }>({
    sql: `SELECT action_id, rank = ${WINDOW} AS last FROM (
        SELECT action_id, text, row_number() OVER (ORDER BY action_id DESC, piece DESC) AS rank FROM (
          SELECT action_id, piece, text FROM search_texts WHERE project_id = $1 AND action_id < $3
          ORDER BY action_id DESC, piece DESC LIMIT ${WINDOW}
        ) AS newest
      ) AS ranked WHERE text LIKE $2 OR rank = ${WINDOW}`,
    parameters: [project_id, pattern(text), before ?? AFTER_ALL],
  });
  const ids = rows.map(({ action_id }) => action_id);
  return { ids: [...new Set(ids)].toSorted().toReversed(), seenTo: rows.find(({ last }) => last)?.action_id };
}

/** Sorts after every id. */
const AFTER_ALL = '~';

function pattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
