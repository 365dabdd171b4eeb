// SQLite: one file, one writer, one reader. Waiting transactions share one fsync; answers leave after it.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { Problem } from '../base/problem.ts';
import type { World } from '../world/world.ts';
import type { Ear, Handle, Reader, Storage, Tx } from './database.ts';
import { kyselyOn } from './kysely-on.ts';
import { pendingMigrations } from './migrate.ts';
import { sqliteSearch } from './search-sqlite.ts';

/** How long a writer waits for another process (an operator command) to finish its short transaction. */
const BUSY_MS = 5000;
const BUSY_STEP_MS = 10;
const MAX_BATCH = 256;
const MAX_STATEMENTS = 500;
const SQLITE_BUSY = 5;
const ALL_PAGES = 2 ** 31 - 1;

interface Job {
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Of the file, given back at a time: others get their turn in between. */
const PAGES_A_STEP = 500;

/** `exclusive`: for `serve`, which must be alone; operator commands work beside it. */
export function openSqlite(name: string, world: World, { exclusive }: { exclusive: boolean }): Storage {
  const file = findFile(name, { create: exclusive });
  const lock = exclusive ? lockFile(file) : undefined;
  const opened: DatabaseSync[] = lock ? [lock] : [];
  const closeAll = () => {
    for (const db of opened.toReversed()) if (db.isOpen) db.close();
  };
  let writer: DatabaseSync;
  let readerConnection: DatabaseSync;
  try {
    if (!existsSync(file)) createFile(file, world);
    writer = openWriter(file);
    opened.push(writer);
    migrate(writer, world);
    readerConnection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    opened.push(readerConnection);
  } catch (error) {
    closeAll();
    throw error;
  }
  const reader = handleOf(readerConnection);
  const writerHandle = handleOf(writer, reader.builder);
  const newest = writer.prepare(NEWEST);

  let ear: Ear = () => undefined;

  let waiting: Job[] = [];
  let scheduled = false;
  let running: Promise<void> = Promise.resolve();

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    // After this turn of the event loop: every request that arrived in it joins the batch.
    setImmediate(() => {
      running = runBatch().finally(() => {
        scheduled = false;
        if (waiting.length > 0) schedule();
      });
    });
  };

  const runBatch = async () => {
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    const release: (() => void)[] = [];
    const announced = new Set<string>();
    try {
      await begin();
      let number = numberIn(newest.get());
      for (const job of batch) release.push(await runJob(job, ++number, announced));
      writer.exec('COMMIT');
    } catch (error) {
      // A full disk, a busy file: the engine took the whole batch back, so nobody's answer may stand.
      if (writer.isTransaction) writer.exec('ROLLBACK');
      world.log('error', 'storage.batch_failed', { reason: reasonOf(error), transactions: batch.length });
      for (const job of batch) job.reject(new Problem('unavailable'));
      return;
    }
    for (const answer of release) answer();
    if (announced.size > 0) ear(announced);
  };

  /** An operator command may be writing. It is waited for without stopping everyone else. */
  const begin = async () => {
    for (const untilMs = world.nowMs() + BUSY_MS; ; ) {
      try {
        return writer.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (!isBusy(error) || world.nowMs() >= untilMs) throw error;
        await world.sleep(BUSY_STEP_MS);
      }
    }
  };

  /** Refusals wait for the commit too: they may tell of a change made earlier in the same batch. */
  const runJob = async (job: Job, number: number, announced: Set<string>): Promise<() => void> => {
    writer.exec('SAVEPOINT job');
    const atMs = world.nowMs();
    const topics: string[] = [];
    const tx = {
      ...writerHandle,
      now: Math.floor(atMs / 1000),
      nowMs: atMs,
      number,
      announce: (topic) => void topics.push(topic),
      newId: (prefix) => world.newId(prefix, atMs),
      randomBytes: world.randomBytes,
      locked: (query) => query,
      skipLocked: (query) => query,
    } as Tx;
    try {
      const value = await job.work(tx);
      writer.exec('RELEASE job');
      for (const topic of topics) announced.add(topic);
      return () => job.resolve(value);
    } catch (error) {
      if (!writer.isTransaction) throw error;
      writer.exec('ROLLBACK TO job');
      writer.exec('RELEASE job');
      return () => job.reject(error);
    }
  };

  return {
    reader,
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        schedule();
      }),
    hear(listener) {
      ear = listener;
    },
    tellOthers: () => undefined, // there is one server to a file
    async probe() {
      await this.transaction(async () => undefined);
    },
    async scrub() {
      for (let left = 1; left > 0; ) {
        while (scheduled) await running.then(() => new Promise(setImmediate)); // between two batches
        writer.exec(`PRAGMA incremental_vacuum(${PAGES_A_STEP})`);
        ({ freelist_count: left } = writer.prepare('PRAGMA freelist_count').get() as { freelist_count: number });
        await new Promise(setImmediate);
      }
      while (scheduled) await running.then(() => new Promise(setImmediate));
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async describe() {
      const found = readerConnection
        .prepare(
          'SELECT sqlite_version() AS version, page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
        )
        .get() as { version: string; bytes: number };
      return { engine: 'sqlite', version: found.version, bytes: found.bytes };
    },
    async noteErasure(line) {
      const apart = openSync(erasuresFile(file), 'a', 0o600);
      try {
        writeSync(apart, `${line}\n`);
        fsyncSync(apart);
      } finally {
        closeSync(apart);
      }
    },
    async backup(target) {
      if (existsSync(target)) throw new Error(`${target} is there already.`);
      closeSync(openSync(target, 'wx', 0o600));
      await backup(readerConnection, target, { rate: ALL_PAGES }); // in several steps, each write would begin it anew
      const copy = new DatabaseSync(target);
      copy.exec('PRAGMA journal_mode = DELETE'); // one file, without companions
      copy.close();
    },
    async close() {
      while (scheduled) await running.then(() => new Promise(setImmediate));
      closeAll();
    },
  };
}

/** Beside the database and not in it, so that a restore does not replace it. */
export function erasuresFile(file: string): string {
  return `${file}.erasures`;
}

/** The file itself, whatever link led to it: two names must not mean two locks. */
function findFile(name: string, { create }: { create: boolean }): string {
  if (existsSync(name)) {
    const file = realpathSync(name);
    if (statSync(file).size > 0) return file;
    throw new Error(
      `${file} is empty, so what was in it is lost. Restore a backup; if there never was anything, delete it.`,
    );
  }
  if (!create) throw new Error(`There is no database at ${name}. Is DATABASE_URL the one the server uses?`);
  mkdirSync(dirname(name), { recursive: true });
  return join(realpathSync(dirname(name)), basename(name));
}

/** Made beside its place and moved there whole: an empty file in that place is never our doing. */
function createFile(file: string, world: World): void {
  const fresh = `${file}.new`;
  for (const leftover of [fresh, `${fresh}-wal`, `${fresh}-shm`]) rmSync(leftover, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600)); // it will hold secrets; SQLite gives its companions the same mode
  const db = openWriter(fresh);
  migrate(db, world);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  renameSync(fresh, file);
}

/** A file beside the database whose lock the kernel drops with the process, however it ends. */
export function lockFile(file: string): DatabaseSync {
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    throw new Error(
      `Another Countersign server is using ${file}. SQLite is for one server; for several, use PostgreSQL.`,
    );
  }
}

function openWriter(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
  // auto_vacuum takes effect only before the first table: erasure gives pages back with it.
  db.exec(
    'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON',
  );
  const { synchronous } = db.prepare('PRAGMA synchronous').get() as { synchronous: number };
  const { journal_mode } = db.prepare('PRAGMA journal_mode').get() as { journal_mode: string };
  if (synchronous !== 2 || journal_mode !== 'wal') {
    throw new Error(`SQLite would not promise durability (synchronous ${synchronous}, journal ${journal_mode}).`);
  }
  return db;
}

function migrate(db: DatabaseSync, world: World): void {
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`); // nobody is served yet
  db.exec('CREATE TABLE IF NOT EXISTS migrations (version BIGINT NOT NULL PRIMARY KEY, applied_at BIGINT NOT NULL)');
  db.exec('BEGIN IMMEDIATE');
  const applied = db.prepare('SELECT version FROM migrations').all() as { version: number }[];
  for (const { version, name, sql } of pendingMigrations(
    applied.map((row) => row.version),
    'sqlite',
  )) {
    db.exec(sql);
    db.prepare('INSERT INTO migrations VALUES (?, ?)').run(version, Math.floor(world.nowMs() / 1000));
    world.log('info', 'storage.migrated', { migration: name });
  }
  db.exec('COMMIT');
  db.exec('PRAGMA busy_timeout = 0');
}

/** One writer at a time: rows lie in the order of their commits, and the last one tells how far the numbers have come. */
const NEWEST = 'SELECT txid FROM audit ORDER BY rowid DESC LIMIT 1';

function numberIn(row: unknown): number {
  return (row as { txid: number } | undefined)?.txid ?? 0;
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY;
}

/** SQLite prepares a statement anew whenever its LIMIT is bound: five times the cost of the select. So it is written out. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
    else super.visitLimit(node);
  }
}

const COMPILING = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (database: never) => new SqliteIntrospector(database),
  createQueryCompiler: () => new LiteralLimits(),
};

function handleOf(db: DatabaseSync, builder?: Handle['builder']): Handle {
  const statements = new Map<string, StatementSync>();
  const run: Reader['run'] = async <Row>({ sql, parameters }: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statement = db.prepare(sql);
      statements.set(sql, statement);
    }
    return statement.all(...(parameters as SQLInputValue[])) as Row[];
  };
  const q = kyselyOn(COMPILING, run);
  // Nothing here takes long enough to be cut short: what could is bounded in rows.
  const runWithin: Reader['runWithin'] = (_ms, query) => run(query);
  const mark: Reader['mark'] = async () => {
    const [row] = await run({ sql: NEWEST, parameters: [] });
    return { next: numberIn(row) + 1, open: [] };
  };
  return { q, builder: builder ?? q, run, runWithin, search: sqliteSearch, mark };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
