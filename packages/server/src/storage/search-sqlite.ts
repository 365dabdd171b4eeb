// Search on SQLite: FTS5 trigrams without positions or content, in volumes. Row numbers begin with the project's, so that one
// project's search never walks through another's rows, and grow with the action's id, so that the newest come first.

import { nextTurn } from './next-turn.ts';
import type { Connection, SearchEntry, SearchIndex, Writing } from './search.ts';
import { fillVolume, removeFrom, rewriteVolumes, tableOf, tidyVolumes } from './search-volumes.ts';

/** So many rows a project; the number of projects fits in what is left of 53 bits. */
const ROWS_PER_PROJECT = 2 ** 36;
/** More would narrow the candidates little and cost a walk each. */
const MAX_TRIGRAMS = 6;
/** Looked at to find some that are rare, each in no time. */
const MAX_PROBED = 12;
/** In at most one of so many rows, and in less than can be counted at once: a few such say all that the others could. */
const RARE = 100;
const MAX_COUNTED = 200;
const MAX_RARE = 3;
/** Asked before others get their turn. */
const VOLUMES_A_TURN = 8;

interface SearchRow {
  readonly row_id: number;
  readonly action_id: string;
  readonly volume: number;
}

export const sqliteSearch: SearchIndex = {
  async add(tx, entries) {
    const refused: SearchEntry[] = [];
    const volume = await fillVolume(
      tx,
      entries.reduce((sum, { text }) => sum + text.length, 0),
    );
    for (const [project_id, own] of Map.groupBy(entries, (entry) => entry.project_id)) {
      let newest = await newestRow(tx, project_id);
      const first = newest ? 0 : (await numberOf(tx, project_id)) * ROWS_PER_PROJECT;
      let added = 0;
      for (const entry of own) {
        // Older than what is in the index (the clock was set back): its row number would lie about its age.
        const isLate =
          newest && (entry.piece === 0 ? entry.action_id <= newest.action_id : entry.action_id !== newest.action_id);
        if (isLate) {
          refused.push(entry);
          continue;
        }
        newest = await addOne(tx, volume, entry, 1 + (newest?.row_id ?? first));
        added++;
        await tx.letOthersIn();
      }
      if (added > 0) await countRows(tx, project_id, volume, added);
    }
    return refused;
  },

  async remove(tx, project_id, action_ids) {
    const rows = await tx.run<{ row_id: number; volume: number }>({
      sql: `DELETE FROM search_rows
        WHERE project_id = ? AND action_id IN (SELECT value FROM json_each(?)) RETURNING row_id, volume`,
      parameters: [project_id, JSON.stringify(action_ids)],
    });
    for (const [volume, own] of Map.groupBy(rows, (row) => row.volume)) {
      await countRows(tx, project_id, volume, -own.length);
      await removeFrom(
        tx,
        volume,
        own.map(({ row_id }) => row_id),
      );
    }
  },

  tidy: tidyVolumes,
  rewrite: rewriteVolumes,

  async find(reader, { project_id, text, before, limit }) {
    const newest = await newestRow(reader, project_id, before);
    if (!newest) return { ids: [], seenTo: undefined };
    const first = Math.floor(newest.row_id / ROWS_PER_PROJECT) * ROWS_PER_PROJECT;
    const volumes = await reader.run<Part>({
      sql: 'SELECT volume, rows FROM search_parts WHERE project_id = ? AND volume <= ? ORDER BY volume DESC',
      parameters: [project_id, newest.volume],
    });
    const largest = volumes.reduce((a, b) => (b.rows > a.rows ? b : a), { volume: 0, rows: 0 });
    const rare = await rareTrigrams(reader, text, { ...largest, first, last: newest.row_id });
    const trigrams = allOf(rare.length > 0 ? rare : trigramsOf(text, MAX_TRIGRAMS));
    const found: string[] = [];
    for (const [n, { volume }] of volumes.entries()) {
      if (n > 0 && n % VOLUMES_A_TURN === 0) await nextTurn();
      const some = await findIn(reader, volume, { trigrams, first, last: newest.row_id, limit });
      found.push(...some.slice(0, limit - found.length));
      if (found.length === limit) break;
    }
    const ids = [...new Set(found)];
    return { ids, seenTo: found.length === limit ? ids.at(-1) : undefined };
  },
};

/** What a volume has of a project. */
interface Part {
  readonly volume: number;
  readonly rows: number;
}

interface Within {
  readonly trigrams: string;
  readonly first: number;
  readonly last: number;
  readonly limit: number;
}

/** Actions, newest first. */
async function findIn(
  reader: Connection,
  volume: number,
  { trigrams, first, last, limit }: Within,
): Promise<readonly string[]> {
  const table = tableOf(volume);
  const rows = await askVolume<{ action_id: string }>(reader, volume, {
    sql: `SELECT search_rows.action_id FROM ${table} JOIN search_rows ON search_rows.row_id = ${table}.rowid
      WHERE ${table} MATCH ? AND ${table}.rowid BETWEEN ? AND ? ORDER BY ${table}.rowid DESC LIMIT ${limit}`, // written out: see LiteralLimits
    parameters: [trigrams, first, last],
  });
  return rows.map(({ action_id }) => action_id);
}

/** No rows when the volume was dropped a moment ago. */
async function askVolume<Row>(
  reader: Connection,
  volume: number,
  query: Parameters<Connection['run']>[0],
): Promise<readonly Row[]> {
  try {
    return await reader.run<Row>(query);
  } catch (error) {
    if ((error as Error).message === `no such table: ${tableOf(volume)}`) return [];
    throw error;
  }
}

async function addOne(
  tx: Writing,
  volume: number,
  { project_id, action_id, text }: SearchEntry,
  row_id: number,
): Promise<SearchRow> {
  await tx.send({ sql: `INSERT INTO ${tableOf(volume)} (rowid, text) VALUES (?, ?)`, parameters: [row_id, text] });
  await tx.send({
    sql: 'INSERT INTO search_rows (row_id, project_id, action_id, volume) VALUES (?, ?, ?, ?)',
    parameters: [row_id, project_id, action_id, volume],
  });
  return { row_id, action_id, volume };
}

/** How many rows of a project are in a volume; which none are in is not among its volumes. */
async function countRows(tx: Pick<Connection, 'run'>, project_id: string, volume: number, more: number): Promise<void> {
  const [part] = await tx.run<{ rows: number }>({
    sql: `INSERT INTO search_parts (project_id, volume, rows) VALUES (?, ?, ?)
      ON CONFLICT (project_id, volume) DO UPDATE SET rows = rows + excluded.rows RETURNING rows`,
    parameters: [project_id, volume, more],
  });
  if (part?.rows !== 0) return;
  await tx.run({
    sql: 'DELETE FROM search_parts WHERE project_id = ? AND volume = ?',
    parameters: [project_id, volume],
  });
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
    sql: `SELECT row_id, action_id, volume FROM search_rows WHERE project_id = ? AND action_id < ?
      ORDER BY action_id DESC, row_id DESC LIMIT 1`,
    parameters: [project_id, before ?? '~'], // sorts after every id
  });
  return row;
}

/**
 * The rarest of the text, by one volume; none when all are common, or there is too little to tell by. The lists of common
 * ones are long, and FTS5 walks each to its end.
 */
async function rareTrigrams(
  reader: Connection,
  text: string,
  { volume, rows, first, last }: Part & Pick<Within, 'first' | 'last'>,
): Promise<readonly string[]> {
  const most = Math.floor(rows / RARE);
  if (most === 0) return [];
  const table = tableOf(volume);
  const counted: { readonly trigram: string; readonly count: number }[] = [];
  for (const trigram of trigramsOf(text, MAX_PROBED)) {
    const [found] = await askVolume<{ count: number }>(reader, volume, {
      sql: `SELECT count(*) AS count FROM (
        SELECT 1 FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ? LIMIT ${MAX_COUNTED})`,
      parameters: [allOf([trigram]), first, last],
    });
    counted.push({ trigram, count: found?.count ?? 0 });
  }
  return counted
    .filter(({ count }) => count <= most && count < MAX_COUNTED)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, MAX_RARE)
    .map(({ trigram }) => trigram);
}

/** Evenly spread, so many at most. */
function trigramsOf(text: string, most: number): readonly string[] {
  const letters = [...text];
  const last = letters.length - 3;
  const count = Math.min(most, last + 1);
  const starts = Array.from({ length: count }, (_, n) => (count === 1 ? 0 : Math.round((n * last) / (count - 1))));
  return starts.map((start) => letters.slice(start, start + 3).join(''));
}

/** For MATCH: each of them must occur. */
function allOf(trigrams: readonly string[]): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}
