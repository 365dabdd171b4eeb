// A service on PostgreSQL: a database of its own in a cluster. What is committed there is copied into SQLite after every step, so
// that the same questions can be asked of it. The database goes its own way: a seed does not replay to the byte.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Storage, Tx } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { copyOf, databaseIn } from '../support/databases.ts';
import type { Base } from './base.ts';
import { committedIn, TABLES } from './committed.ts';
import { withStatements } from './statements.ts';

/** For so long nothing has happened: then whoever still waits for the database waits for someone who pauses. */
const STUCK_MS = 12;
/** A busy machine takes its time before what was answered is heard of. */
const [LOOK_AGAIN_MS, MOST_LOOKS] = [5, 500];

/** How rows follow one another, where it is not by id. */
const ORDERS: Readonly<Record<string, string>> = {
  audit: 'rowid',
  audit_values: 'audit_id',
  server_facts: 'name',
  decisions: 'action_id',
  results: 'action_id',
  search_pending: 'action_id',
  search_rows: 'action_id, piece',
  watcher_items: 'id',
  watcher_sources: 'key',
  watcher_hosts: 'host',
  watcher_leftovers: 'watcher_id',
};

export interface PostgresTemplate {
  /** Of the cluster. */
  readonly url: string;
  /** Of the database to copy. */
  readonly name: string;
  /** A file with the tables of SQLite. */
  readonly file: string;
}

export async function postgresBase(folder: string, template: PostgresTemplate, seed: number): Promise<Base> {
  const name = `simulated_${process.pid}_${seed}_${Date.now()}`;
  await command(template.url, copyOf(template.name, name));
  const url = databaseIn(template.url, name);
  const mirror = await openMirror(url, join(folder, 'mirror.db'), template.file);
  let [underWay, lastMs, looks] = [0, 0, 0];
  /** Whether anything is on its way to the database or back. */
  const track = async <T>(work: Promise<T>): Promise<T> => {
    underWay++;
    lastMs = performance.now();
    try {
      return await work;
    } finally {
      underWay--;
      lastMs = performance.now();
    }
  };

  return {
    engine: 'postgres',
    async open(world) {
      // What instances tell each other is not simulated; whoever waits looks again by himself.
      const storage = await openPostgres(url, { ...world, sleep: async () => void (await sleep(1)) });
      return tracked(storage, (work) => {
        looks = 0;
        return track(work);
      });
    },
    crash: () => undefined,
    tidy: () => undefined,
    committed: async () => mirror.committed,
    refresh: () => track(mirror.refresh()),
    async standstill() {
      do {
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        if (underWay > 0) await sleep(1);
      } while (underWay > 0 && performance.now() - lastMs < STUCK_MS);
    },
    busy: () => underWay > 0,
    async mayStillMove() {
      await sleep(LOOK_AGAIN_MS);
      return ++looks < MOST_LOOKS;
    },
    async remove() {
      await mirror.close();
      await command(template.url, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

type Track = <T>(work: Promise<T>) => Promise<T>;

/** Not while the work of a transaction pauses: only while a statement, a BEGIN or a COMMIT is under way. */
function tracked(storage: Storage, track: Track): Storage {
  const reader = withStatements(storage.reader, (query) => track(storage.reader.run(query)));
  return {
    ...storage,
    reader,
    async transaction(work, manner) {
      let arrived = trackOne(track);
      const inside = async (tx: Tx) => {
        arrived();
        try {
          return await work(withStatements(tx, (query) => track(tx.run(query))));
        } finally {
          arrived = trackOne(track);
        }
      };
      try {
        return await storage.transaction(inside, manner);
      } finally {
        arrived();
      }
    },
  };
}

/** Something is under way until what this returns is called. */
function trackOne(track: Track): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void track(promise);
  return resolve;
}

async function openMirror(url: string, file: string, tables: string) {
  copyFileSync(tables, file);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
  for (const table of MIRRORED) db.exec(`DELETE FROM ${table}`);
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  client.on('error', () => undefined); // the database may go before it does
  await client.connect();
  const before = new Map<string, string>();
  /** Rows of SQLite have numbers, and what is known of an action has its own. */
  const numbers = new Map<string, number>();
  let changed = true;

  let written = '';
  const refresh = async () => {
    const { rows: position } = await client.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    if (position[0]?.lsn === written) return;
    written = position[0]?.lsn ?? '';
    const results = (await client.query(LOOK)) as unknown as readonly pg.QueryResult<Record<string, SQLInputValue>>[];
    for (const [index, table] of MIRRORED.entries()) {
      const rows = results[index + 1]?.rows ?? [];
      const text = JSON.stringify(rows);
      if (before.get(table) === text) continue;
      before.set(table, text);
      changed = true;
      db.exec(`BEGIN; DELETE FROM ${table}`);
      for (const row of rows) {
        const numbered = table === 'actions' ? { rowid: numberOf(numbers, String(row.id)), ...row } : row;
        const columns = Object.keys(numbered);
        db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`).run(
          ...Object.values(numbered),
        );
      }
      db.exec('COMMIT');
    }
  };
  await refresh();

  let turn = Promise.resolve();
  return {
    committed: {
      ...committedIn(db),
      inOrder: false,
      changed() {
        const since = changed;
        changed = false;
        return since;
      },
      close: () => undefined, // it outlives processes
    },
    refresh: () => (turn = turn.then(refresh)),
    async close() {
      await client.end();
      db.close();
    },
  };
}

const MIRRORED = [...TABLES, 'search_rows', 'watcher_snapshots', 'watcher_leftovers'];

const LOOK = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ',
  ...MIRRORED.map((table) =>
    table === 'search_rows'
      ? `SELECT row_number() OVER (ORDER BY action_id, piece) AS row_id, project_id, action_id, 1 AS volume FROM search_texts`
      : `SELECT * FROM ${table} ORDER BY ${ORDERS[table] ?? 'id'}`,
  ),
  'COMMIT',
].join('; ');

function numberOf(numbers: Map<string, number>, id: string): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}

const INT8 = 20;

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === INT8 ? Number : (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown);
}

export async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
