// Search on PostgreSQL: pg_trgm over the folded text. GIN keeps its own list of what it has not sorted in yet.

import type { SearchIndex } from './search.ts';

export const postgresSearch: SearchIndex = {
  async add(tx, { project_id, action_id, piece, text }) {
    await tx.run({
      sql: `INSERT INTO search_texts (project_id, action_id, piece, text) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING`,
      parameters: [project_id, action_id, piece, text],
    });
    return true;
  },

  async find(reader, { project_id, text, before, limit }) {
    // Materialized: with the LIMIT in sight the planner would rather walk the whole project backwards.
    const found = await reader.run<{ action_id: string }>({
      sql: `WITH found AS MATERIALIZED (
          SELECT action_id FROM search_texts WHERE project_id = $1 AND text LIKE $2 AND action_id < $3
        ) SELECT DISTINCT action_id FROM found ORDER BY action_id DESC LIMIT $4`,
      parameters: [project_id, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`, before ?? '~', limit],
    });
    return { ids: found.map(({ action_id }) => action_id), more: found.length === limit };
  },
};
