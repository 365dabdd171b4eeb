// SQLite: one file, one writer, one reader.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { passId } from '../base/id.ts';
import { Problem } from '../base/problem.ts';
import type { World } from '../world/world.ts';
import { appendLine } from './append-line.ts';
import { noRoomFor, whyNoFile } from './cannot-open.ts';
import type { Storage } from './database.ts';
import { assertInPlace, type Opened, openedAs } from './in-place.ts';
import { makeFolder } from './make-folder.ts';
import { pendingMigrations, tellMigrated } from './migrate.ts';
import { rewriteUnused } from './rewrite-unused.ts';
import { settleFile } from './settle-file.ts';
import { BUSY_MS, openBatches } from './sqlite-batches.ts';
import { type Checkpoints, openCheckpoints } from './sqlite-checkpoints.ts';
import { isBusy } from './sqlite-errors.ts';
import { handleOf } from './sqlite-handle.ts';
import { holdOf } from './sqlite-hold.ts';

/** How long to wait for readers to end before the log is emptied. */
const READERS_MS = 60_000;
const READERS_STEP_MS = 10;
const ALL_PAGES = 2 ** 31 - 1;
/** Of whoever writes. A decision changes a dozen pages, most of them of indexes, and SQLite's own two megabytes hold few of them. */
const CACHE_KIB = 8192;
/** Of `PRAGMA auto_vacuum`. */
const INCREMENTAL = 2;

/** For giving pages of the file back, at a time; as long again the others have for themselves. */
const VACUUM_MS = 20;

/** Changes nothing, and is written all the same: a commit of nothing would not meet a full disk. Nobody uses this number. */
const REWRITE_A_PAGE = { sql: 'PRAGMA user_version = 0', parameters: [] };

/** For a proposal or two of the largest, with what else a commit writes. */
const ENOUGH_BYTES = 4 * 1024 * 1024;

interface OpenOptions {
  /** For `serve`, which must be alone; operator commands work beside it. */
  readonly exclusive: boolean;
  /** Its schema is not touched: a copy that is made before an upgrade is the way back from it. */
  readonly asItIs?: boolean;
}

export function openSqlite(name: string, world: World, options: OpenOptions): Storage {
  try {
    return openFile(name, world, options);
  } catch (error) {
    throw whyNoFile(name, error);
  }
}

function openFile(name: string, world: World, { exclusive, asItIs = false }: OpenOptions): Storage {
  const file = findFile(name, { create: exclusive });
  refuseHalfRestored(file);
  const lock = exclusive ? lockFile(file) : undefined;
  const opened: DatabaseSync[] = [];
  const files: number[] = [];
  // The last connection to go brings the log into the file and deletes it, unless it may only read.
  const closeAll = ({ keepLog = false } = {}) => {
    for (const db of keepLog ? opened : opened.toReversed()) if (db.isOpen) db.close();
    if (lock?.isOpen) lock.close();
    for (const one of files.splice(0)) closeSync(one); // last: with them the system drops every lock of ours on the file
  };
  let writer: DatabaseSync;
  let readerConnection: DatabaseSync;
  let log: number;
  let inPlace: readonly Opened[];
  let checkpoints: Checkpoints;
  try {
    if (!existsSync(file)) createFile(file, world);
    writer = openWriter(file);
    opened.push(writer);
    if (asItIs) {
      writer.exec('BEGIN IMMEDIATE; COMMIT'); // makes its log, where there is none
    } else {
      migrate(writer, world, exclusive ? undefined : () => lockBesideServer(file));
      countOn(writer, world);
    }
    readerConnection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    opened.push(readerConnection);
    // Each commit is seen to by ourselves from here on: SQLite would stop the event loop until the disk has it.
    writer.exec('PRAGMA synchronous = NORMAL');
    log = openSync(`${file}-wal`, 'r+');
    const itself = openSync(file, 'r+');
    files.push(log, itself);
    inPlace = [openedAs(file, itself), openedAs(`${file}-wal`, log)];
    const keeper = new DatabaseSync(file, { readOnly: true });
    opened.push(keeper);
    checkpoints = openCheckpoints({ writer, keeper, log, file: itself, name: file, world });
  } catch (error) {
    closeAll();
    throw error;
  }
  const hold = holdOf(readerConnection);
  const checkPlace = () => assertInPlace(inPlace);
  const batches = openBatches({ writer, log, checkpoints, hold, checkPlace, world });
  const reader = handleOf(readerConnection, { vouch: batches.vouch });

  return {
    reader,
    transaction: batches.transaction,
    nowMs: () => world.nowMs(),
    hear: batches.hear,
    tellOthers: () => undefined, // there is one server to a file
    async probe() {
      // A full disk may have room for this page, in what is left of the log, and none for the next proposal.
      if (batches.wasFull() && (await world.room(dirname(file))) < ENOUGH_BYTES) throw new Problem('unavailable');
      await batches.transaction((tx) => tx.run(REWRITE_A_PAGE));
    },
    async scrub(tables, stopping) {
      const goOn = () => {
        if (stopping?.aborted) throw new Problem('unavailable');
      };
      goOn();
      // A file that was not made here (read back from a dump, say) may have no room to give back: what is free it keeps, empty.
      const { auto_vacuum } = writer.prepare('PRAGMA auto_vacuum').get() as { auto_vacuum: number };
      while (auto_vacuum === INCREMENTAL && (await batches.between(() => giveBackPages(writer)))) {
        await world.sleep(VACUUM_MS);
        goOn();
      }
      await rewriteUnused(writer, tables, batches.between);
      // Whoever reads the file meanwhile (a backup) keeps the log from being emptied, and the file from being overwritten.
      // With what is in it brought into the file before, beside the event loop, there is little to do.
      checkpoints.soon();
      await batches.between(() => undefined);
      await checkpoints.idle();
      const emptied = () => (writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
      for (const untilMs = world.nowMs() + READERS_MS; !(await batches.between(emptied)); ) {
        goOn();
        if (world.nowMs() >= untilMs) throw new Error('The log of SQLite cannot be emptied: something reads the file.');
        await world.sleep(READERS_STEP_MS);
      }
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
      appendLine(erasuresFile(file), line);
    },
    async backup(target) {
      if (existsSync(target)) throw new Error(`${target} is there already.`);
      closeSync(openSync(target, 'wx', 0o600));
      try {
        await backup(readerConnection, target, { rate: ALL_PAGES }); // in several steps, each write would begin it anew
        const copy = new DatabaseSync(target);
        copy.exec('PRAGMA journal_mode = DELETE'); // one file, without companions
        copy.close();
        settleFile(target);
      } catch (error) {
        for (const part of [target, `${target}-journal`]) rmSync(part, { force: true }); // nobody takes half of it for a backup
        throw noRoomFor(target, error) ?? error;
      }
    },
    async close() {
      await batches.end().catch(() => undefined); // who waited has been told
      await checkpoints.idle(); // its connection must not be the last
      closeAll({ keepLog: batches.hasFailed() || checkpoints.hasFailed() }); // what the disk did not take, the log may still have
    },
  };
}

/**
 * Whether there are more. One by one: with much to give back SQLite looks through all that is free for each that it must move
 * first, which takes milliseconds, and the next may take none.
 */
function giveBackPages(writer: DatabaseSync): boolean {
  const untilMs = performance.now() + VACUUM_MS;
  const one = writer.prepare('PRAGMA incremental_vacuum(1)');
  const free = writer.prepare('PRAGMA freelist_count');
  const isMore = () => (free.get() as { freelist_count: number }).freelist_count > 0;
  writer.exec('BEGIN IMMEDIATE');
  try {
    while (isMore() && performance.now() < untilMs) one.all();
    writer.exec('COMMIT');
  } finally {
    if (writer.isTransaction) writer.exec('ROLLBACK');
  }
  return isMore();
}

/** Beside the database and not in it, so that a restore does not replace it. */
export function erasuresFile(file: string): string {
  return `${file}.erasures`;
}

/** Where a copy of a backup lies until it is the database. */
export function restoringFile(file: string): string {
  return `${file}.restoring`;
}

/** What is there may be without its log, or nothing: to begin anew in its place would lose it without a word. */
function refuseHalfRestored(file: string): void {
  const copy = restoringFile(file);
  if (!existsSync(copy)) return;
  throw new Error(
    `A restore is under way, or was cut short: there is ${copy}. Restore again; what was there before is in ${file}, or beside it with .before-restore on its name.`,
  );
}

/** The file itself, whatever link led to it: two names must not mean two locks. */
function findFile(name: string, { create }: { create: boolean }): string {
  if (existsSync(name)) {
    const file = realpathSync(name);
    if (statSync(file).isDirectory())
      throw new Error(`${file} is a folder: DATABASE_URL names a file in it, such as file:${file}/countersign.db`);
    if (statSync(file).size > 0) return file;
    throw new Error(
      `${file} is empty, so what was in it is lost. Restore a backup; if there never was anything, delete it.`,
    );
  }
  if (!create) throw new Error(`There is no database at ${name}. Is DATABASE_URL the one the server uses?`);
  makeFolder(dirname(name));
  return join(realpathSync(dirname(name)), basename(name));
}

/** Made beside its place and moved there whole: an empty file in that place is never our doing. */
function createFile(file: string, world: World): void {
  const fresh = `${file}.new`;
  for (const leftover of [fresh, `${fresh}-wal`, `${fresh}-shm`]) rmSync(leftover, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600)); // it will hold secrets; SQLite gives its companions the same mode
  const db = openWriter(fresh, { isNew: true });
  migrate(db, world);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  renameSync(fresh, file);
}

/** A file beside the database whose lock the kernel drops with the process, however it ends. `advice` is for whoever is too late. */
export function lockFile(
  file: string,
  advice = 'SQLite is for one server; for several, use PostgreSQL.',
): DatabaseSync {
  const name = `${file}.lock`;
  if (existsSync(name)) accessSync(name, constants.W_OK); // one that may only be read is locked by nobody, without a word
  const lock = new DatabaseSync(name);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new Error(`Another Countersign server is using ${file}. ${advice}`);
  }
}

/** Under a server that runs nothing is changed: it would go on with tables that it does not know. Undefined: none ever ran. */
function lockBesideServer(file: string): DatabaseSync | undefined {
  if (!existsSync(`${file}.lock`)) return undefined; // made here, it might be root's
  return lockFile(file, 'It is of an older version than this command: use its own, or end it first.');
}

/** Until `migrate` is done it waits for others who write: nobody is served yet, and a command must not fail beside a server. */
function openWriter(file: string, { isNew = false } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true });
  // Erasure gives pages back with auto_vacuum. It takes effect only before the first table, and is written every time: on a full
  // disk nothing could be opened any more, not even to be saved elsewhere.
  if (isNew) db.exec('PRAGMA auto_vacuum = INCREMENTAL');
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;
    PRAGMA cache_size = -${CACHE_KIB}`,
  );
  const { synchronous } = db.prepare('PRAGMA synchronous').get() as { synchronous: number };
  const { journal_mode } = db.prepare('PRAGMA journal_mode').get() as { journal_mode: string };
  if (synchronous !== 2 || journal_mode !== 'wal') {
    throw new Error(`SQLite would not promise durability (synchronous ${synchronous}, journal ${journal_mode}).`);
  }
  return db;
}

/** Every action has its row in the audit log, made after it: what is made from here on sorts after what is there. */
function countOn(db: DatabaseSync, world: World): void {
  const newest = db.prepare('SELECT id FROM audit ORDER BY rowid DESC LIMIT 1').get() as { id: string } | undefined;
  if (newest) passId(world.newId, newest.id, world.nowMs());
}

/** `lock` is taken before anything is changed, and for no longer than that takes. */
function migrate(db: DatabaseSync, world: World, lock: () => DatabaseSync | undefined = () => undefined): void {
  db.exec('CREATE TABLE IF NOT EXISTS migrations (version BIGINT NOT NULL PRIMARY KEY, applied_at BIGINT NOT NULL)');
  db.exec('BEGIN IMMEDIATE');
  const applied = db.prepare('SELECT version FROM migrations').all() as { version: number }[];
  const pending = pendingMigrations(
    applied.map((row) => row.version),
    'sqlite',
  );
  const held = pending.length > 0 ? lock() : undefined;
  for (const { version, sql } of pending) {
    db.exec(sql);
    db.prepare('INSERT INTO migrations VALUES (?, ?)').run(version, Math.floor(world.nowMs() / 1000));
  }
  db.exec('COMMIT');
  held?.close();
  tellMigrated(world, pending);
  db.exec('PRAGMA busy_timeout = 0');
}
