// Search on PostgreSQL: pg_trgm over the folded text. GIN keeps its own list of what it has not sorted in yet.

import type { SearchIndex } from './search.ts';

export const postgresSearch: SearchIndex = {
  async add(tx, project_id, entries) {
    await tx.run({
      sql: `INSERT INTO search_texts (project_id, action_id, text)
        SELECT $1, action_id, text FROM unnest($2::text[], $3::text[]) AS entry (action_id, text) ON CONFLICT DO NOTHING`,
      parameters: [project_id, entries.map(({ action_id }) => action_id), entries.map(({ text }) => text)],
    });
    return [];
  },

  async find(reader, { project_id, text, before, limit }) {
    // Materialized: with the LIMIT in sight the planner would rather walk the whole project backwards.
    const found = await reader.run<{ action_id: string }>({
      sql: `WITH found AS MATERIALIZED (
          SELECT action_id FROM search_texts WHERE project_id = $1 AND text LIKE $2 AND action_id < $3
        ) SELECT action_id FROM found ORDER BY action_id DESC LIMIT $4`,
      parameters: [project_id, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`, before ?? '~', limit],
    });
    return found.map(({ action_id }) => action_id);
  },
};
