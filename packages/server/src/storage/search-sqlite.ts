// Search on SQLite: FTS5 trigrams without positions or content. Row numbers begin with the project's, so that one project's
// search never walks through another's rows, and grow with the action's id, so that the newest come first.

import type { Connection, SearchEntry, SearchIndex, Writing } from './search.ts';

/** So many rows a project; the number of projects fits in what is left of 53 bits. */
const ROWS_PER_PROJECT = 2 ** 36;
/** More would narrow the candidates little and cost a walk each. */
const MAX_TRIGRAMS = 8;

/**
 * FTS5 would merge its segments inside whichever transaction writes next, and reads a segment without end as long as all it
 * finds there was deleted: seconds for someone who only wanted to create. So that is off (migration 0010), and steps of so
 * many written pages do it, in transactions of their own, eight segments into one: four would write each row once more. A
 * segment is written anew when 60 of 100 of its rows are gone, so a step reads three times as much at most.
 */
const PAGES_A_STEP = 64;

interface SearchRow {
  readonly row_id: number;
  readonly action_id: string;
}

export const sqliteSearch: SearchIndex = {
  async add(tx, entries) {
    const refused: SearchEntry[] = [];
    for (const [project_id, own] of Map.groupBy(entries, (entry) => entry.project_id)) {
      let newest = await newestRow(tx, project_id);
      const first = newest ? 0 : (await numberOf(tx, project_id)) * ROWS_PER_PROJECT;
      for (const entry of own) {
        // Older than what is in the index (the clock was set back): its row number would lie about its age.
        const isLate =
          newest && (entry.piece === 0 ? entry.action_id <= newest.action_id : entry.action_id !== newest.action_id);
        if (isLate) refused.push(entry);
        else newest = await addOne(tx, entry, 1 + (newest?.row_id ?? first));
      }
    }
    return refused;
  },

  async remove(tx, project_id, action_ids) {
    const rows = await tx.run<{ row_id: number }>({
      sql: `DELETE FROM search_rows
        WHERE project_id = ? AND action_id IN (SELECT value FROM json_each(?)) RETURNING row_id`,
      parameters: [project_id, JSON.stringify(action_ids)],
    });
    await tx.run({
      sql: 'DELETE FROM search_index WHERE rowid IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify(rows.map(({ row_id }) => row_id))],
    });
  },

  tidy: (tx) => merge(tx, PAGES_A_STEP),
  rewrite: (tx, isFirst) => merge(tx, isFirst ? -PAGES_A_STEP : PAGES_A_STEP),

  async find(reader, { project_id, text, before, limit }) {
    const newest = await newestRow(reader, project_id, before);
    if (!newest) return { ids: [], seenTo: undefined };
    const first = Math.floor(newest.row_id / ROWS_PER_PROJECT) * ROWS_PER_PROJECT;
    const found = await reader.run<{ action_id: string }>({
      sql: `SELECT search_rows.action_id FROM search_index JOIN search_rows ON search_rows.row_id = search_index.rowid
        WHERE search_index MATCH ? AND search_index.rowid BETWEEN ? AND ? ORDER BY search_index.rowid DESC LIMIT ${limit}`, // written out: see LiteralLimits
      parameters: [trigramsOf(text), first, newest.row_id],
    });
    const ids = [...new Set(found.map(({ action_id }) => action_id))];
    return { ids, seenTo: found.length === limit ? ids.at(-1) : undefined };
  },
};

async function addOne(tx: Writing, { project_id, action_id, text }: SearchEntry, row_id: number): Promise<SearchRow> {
  await tx.send({ sql: 'INSERT INTO search_index (rowid, text) VALUES (?, ?)', parameters: [row_id, text] });
  await tx.send({
    sql: 'INSERT INTO search_rows (row_id, project_id, action_id) VALUES (?, ?, ?)',
    parameters: [row_id, project_id, action_id],
  });
  return { row_id, action_id };
}

/** By FTS5's own word fewer than two changes mean that there was nothing to do. A negative number begins with everything. */
async function merge(tx: Pick<Connection, 'run'>, pages: number): Promise<boolean> {
  const before = await changesOf(tx);
  await tx.run({ sql: "INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)", parameters: [pages] });
  return (await changesOf(tx)) - before > 1;
}

async function changesOf(tx: Pick<Connection, 'run'>): Promise<number> {
  const [row] = await tx.run<{ changes: number }>({ sql: 'SELECT total_changes() AS changes', parameters: [] });
  return row?.changes ?? 0;
}

async function numberOf(tx: Pick<Connection, 'run'>, project_id: string): Promise<number> {
  await tx.run({
    sql: 'INSERT INTO search_projects (project_id) VALUES (?) ON CONFLICT DO NOTHING',
    parameters: [project_id],
  });
  const [row] = await tx.run<{ number: number }>({
    sql: 'SELECT number FROM search_projects WHERE project_id = ?',
    parameters: [project_id],
  });
  return row?.number ?? 0;
}

async function newestRow(connection: Pick<Connection, 'run'>, project_id: string, before?: string) {
  const [row] = await connection.run<SearchRow>({
    sql: `SELECT row_id, action_id FROM search_rows WHERE project_id = ? AND action_id < ?
      ORDER BY action_id DESC, row_id DESC LIMIT 1`,
    parameters: [project_id, before ?? '~'], // sorts after every id
  });
  return row;
}

/** Trigrams of the text, evenly spread, all of which must occur. */
function trigramsOf(text: string): string {
  const letters = [...text];
  const last = letters.length - 3;
  const count = Math.min(MAX_TRIGRAMS, last + 1);
  const starts = Array.from({ length: count }, (_, n) => (count === 1 ? 0 : Math.round((n * last) / (count - 1))));
  return starts
    .map(
      (start) =>
        `"${letters
          .slice(start, start + 3)
          .join('')
          .replaceAll('"', '""')}"`,
    )
    .join(' AND ');
}
