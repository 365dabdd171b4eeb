// A machine without power (C04), on paper: what the disk is sure to have is what was in a file when a flush of it began that has
// ended; of what was written since, it has some pages and not others. Whatever it has, the next start finds a whole file with
// everything that was promised.

import assert from 'node:assert/strict';
import { fstatSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { randomOf } from '../simulation/random.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenStorage } from '../support/open-storage.ts';

const PAGE = 4096;
/** Of the log: SQLite itself waits for these bytes when it begins the log anew. */
const HEADER = 32;

/** A disk on which each write since the last flush may have arrived or not. */
function diskOf(file: string, seed: number) {
  const random = randomOf(seed);
  const names = { file, log: `${file}-wal` };
  const sure = { file: readFileSync(names.file), log: readFileSync(names.log) };
  const nameOf = (fd: number) => (fstatSync(fd).ino === statSync(names.file).ino ? 'file' : 'log');

  /** After the power is back. */
  const image = (which: 'file' | 'log'): Buffer => {
    const written = readFileSync(names[which]);
    const length = random.chance(0.5) ? written.length : Math.max(written.length, sure[which].length);
    const found = Buffer.alloc(length);
    sure[which].copy(found);
    for (let at = 0; at < written.length; at += PAGE) {
      if (random.chance(0.5)) written.copy(found, at, at, at + PAGE);
    }
    if (which === 'log') written.copy(found, 0, 0, HEADER);
    return found;
  };
  return {
    image,
    async flush(fd: number, meanwhile: () => void): Promise<void> {
      const which = nameOf(fd);
      const then = readFileSync(names[which]);
      meanwhile();
      await new Promise(setImmediate);
      sure[which] = then;
      meanwhile();
    },
    /** Of what SQLite waits for by itself. */
    settle() {
      sure.file = readFileSync(names.file);
      sure.log = readFileSync(names.log);
    },
  };
}

/** By whoever opens it next. */
function foundIn(image: string): { health: string; promises: number } {
  const db = new DatabaseSync(image);
  try {
    const { integrity_check } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    const { n } = db.prepare('SELECT coalesce(max(n), 0) AS n FROM promises').get() as { n: number };
    return { health: integrity_check, promises: n };
  } catch (error) {
    return { health: (error as Error).message, promises: 0 };
  } finally {
    db.close();
  }
}

/** Rows that fill a page each. */
const ROWS = `WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 750)
  INSERT INTO filler (text) SELECT hex(randomblob(1500)) FROM k`;

for (const seed of [1, 2]) {
  test(`whenever the power fails, what was promised is there and the file is whole (${seed})`, async (t) => {
    const { storage: first, database } = await givenStorage(t);
    await first.close();
    const folder = mkdtempSync(join(tmpdir(), 'countersign-power-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const before = new DatabaseSync(database.file);
    before.exec(
      'CREATE TABLE promises (n INTEGER PRIMARY KEY); CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT)',
    );
    before.close();

    let promised = 0;
    let cuts = 0;
    const wrong: string[] = [];
    const cut = () => {
      const image = join(folder, `${++cuts}.db`);
      writeFileSync(image, disk.image('file'));
      writeFileSync(`${image}-wal`, disk.image('log'));
      const found = foundIn(image);
      rmSync(image);
      if (found.health !== 'ok' || found.promises < promised) {
        wrong.push(`cut ${cuts}: ${promised} was promised, ${found.promises} is there, ${found.health}`);
      }
    };
    const world = { ...fakeWorld(), flush: (fd: number) => disk.flush(fd, cut) };
    const storage = openSqlite(database.file, world, { exclusive: true });
    t.after(() => storage.close());
    const disk = diskOf(database.file, seed);
    const promise = async (n: number, sql: string) => {
      await storage.transaction(async (tx) => {
        await tx.run({ sql, parameters: [] });
        await tx.run({ sql: 'INSERT INTO promises VALUES (?)', parameters: [n] });
      });
      promised = n;
    };
    for (let n = 1; n <= 6; n++) await promise(n, ROWS);
    await promise(7, 'DELETE FROM filler WHERE id % 2 = 0');
    await storage.scrub(['filler']); // it gives room back between transactions, and nobody waits for the disk
    disk.settle();
    for (let n = 8; n <= 10; n++) await promise(n, ROWS);
    assert.deepEqual(wrong, []);
    assert.ok(cuts > 25, `${cuts} cuts`);
  });
}
