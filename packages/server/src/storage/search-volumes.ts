// SQLite's search index comes in volumes of bounded size. FTS5 puts its segments together in steps that end when so many pages
// were written: where everything it finds was removed it writes nothing, and reads on to the end. In one index for all, that
// held everybody for seconds after a large project was erased, and longer the more there was. A volume can be read in one go,
// and one of which nothing is left is dropped.

import type { Connection, Writing } from './search.ts';

/** To read so much takes a fraction of a second; and a million actions are some seventy volumes to search. */
const MOST_CHARACTERS = 16_000_000;

/**
 * FTS5 would merge its segments inside whichever transaction writes next: much for someone who only wanted to create. So that is
 * off, and steps of so many written pages do it, in transactions of their own, eight segments into one: four would write
 * each row once more. A segment is written anew when 60 of 100 of its rows are gone.
 */
const PAGES_A_STEP = 32;

type Asking = Pick<Connection, 'run'>;

/** The table of a volume. */
export const tableOf = (volume: number) => `search_index_${volume}`;

/** The one that is being filled, with so much more in it. */
export async function fillVolume(tx: Writing, characters: number): Promise<number> {
  const [newest] = await tx.run<{ number: number; characters: number; rewriting: number }>({
    sql: 'SELECT number, characters, rewriting FROM search_volumes ORDER BY number DESC LIMIT 1',
    parameters: [],
  });
  // FTS5 leaves off writing a volume anew when a few new segments come into it, and calls it done.
  const isRoom = newest !== undefined && newest.characters < MOST_CHARACTERS && newest.rewriting === 0;
  const number = isRoom ? newest.number : (newest?.number ?? 0) + 1;
  if (!isRoom) await beginVolume(tx, number);
  await tx.send({
    sql: 'UPDATE search_volumes SET characters = characters + ?, untidy = 1 WHERE number = ?',
    parameters: [characters, number],
  });
  return number;
}

async function beginVolume(tx: Writing, number: number): Promise<void> {
  await tx.run({
    sql: 'INSERT INTO search_volumes (number, characters, untidy, removed, rewriting) VALUES (?, 0, 0, 0, 0)',
    parameters: [number],
  });
  const table = tableOf(number);
  await tx.run({
    sql: `CREATE VIRTUAL TABLE ${table} USING fts5(
      text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
    parameters: [],
  });
  // Without it FTS5 does not hear when a transaction that made it is taken back, and fails all that share its commit.
  for (const sql of ['SAVEPOINT made', 'RELEASE made']) await tx.run({ sql, parameters: [] });
  for (const [setting, value] of Object.entries({ automerge: 0, usermerge: 8, deletemerge: 60 })) {
    await tx.run({ sql: `INSERT INTO ${table} (${table}, rank) VALUES ('${setting}', ${value})`, parameters: [] });
  }
}

/** Takes rows out of a volume. The newest stays even if it is empty: numbers go on. */
export async function removeFrom(tx: Asking, volume: number, row_ids: readonly number[]): Promise<void> {
  const [left] = await tx.run<{ rest: number; newest: number }>({
    sql: `SELECT EXISTS (SELECT 1 FROM search_parts WHERE volume = ?) AS rest, (SELECT max(number) FROM search_volumes) AS newest`,
    parameters: [volume],
  });
  if (left?.rest === 0 && left.newest !== volume) {
    await tx.run({ sql: `DROP TABLE ${tableOf(volume)}`, parameters: [] });
    await tx.run({ sql: 'DELETE FROM search_volumes WHERE number = ?', parameters: [volume] });
    return;
  }
  await tx.run({
    sql: 'UPDATE search_volumes SET removed = 1, untidy = 1 WHERE number = ?',
    parameters: [volume],
  });
  await tx.run({
    sql: `DELETE FROM ${tableOf(volume)} WHERE rowid IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(row_ids)],
  });
}

/** A step of merging the segments of one; false when none has any to merge. */
export async function tidyVolumes(tx: Asking): Promise<boolean> {
  const number = await firstWhere(tx, 'untidy = 1');
  if (number === undefined) return false;
  if (await merge(tx, number, PAGES_A_STEP)) return true;
  await tx.run({ sql: 'UPDATE search_volumes SET untidy = 0 WHERE number = ?', parameters: [number] });
  return (await firstWhere(tx, 'untidy = 1')) !== undefined;
}

/** A step of writing those anew from which rows were taken; false when that is done. The first begins it. */
export async function rewriteVolumes(tx: Asking, isFirst: boolean): Promise<boolean> {
  if (isFirst) await tx.run({ sql: 'UPDATE search_volumes SET rewriting = 1 WHERE removed = 1', parameters: [] });
  const begun = await firstWhere(tx, 'rewriting = 2');
  const number = begun ?? (await firstWhere(tx, 'rewriting = 1'));
  if (number === undefined) return false;
  const begins = begun === undefined;
  const isMore = await merge(tx, number, begins ? -PAGES_A_STEP : PAGES_A_STEP);
  await tx.run({
    // What is taken out from here on is for the next time.
    sql: `UPDATE search_volumes SET rewriting = ?${begins ? ', removed = 0' : ''} WHERE number = ?`,
    parameters: [isMore ? 2 : 0, number],
  });
  return true;
}

async function firstWhere(tx: Asking, condition: string): Promise<number | undefined> {
  const [row] = await tx.run<{ number: number }>({
    sql: `SELECT number FROM search_volumes WHERE ${condition} ORDER BY number LIMIT 1`,
    parameters: [],
  });
  return row?.number;
}

/** By FTS5's own word fewer than two changes mean that there was nothing to do. A negative number begins with everything. */
async function merge(tx: Asking, volume: number, pages: number): Promise<boolean> {
  const before = await changesOf(tx);
  const table = tableOf(volume);
  await tx.run({ sql: `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, parameters: [pages] });
  return (await changesOf(tx)) - before > 1;
}

async function changesOf(tx: Asking): Promise<number> {
  const [row] = await tx.run<{ changes: number }>({ sql: 'SELECT total_changes() AS changes', parameters: [] });
  return row?.changes ?? 0;
}
