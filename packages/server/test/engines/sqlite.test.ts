// What only SQLite promises: one file, one server, batches that share a commit.

import assert from 'node:assert/strict';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Problem } from '../../src/base/problem.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { listProjects } from '../../src/features/project/store.ts';
import { work as copyLog } from '../../src/storage/copy-log.ts';
import type { Storage, Tx } from '../../src/storage/database.ts';
import { beginRestore } from '../../src/storage/restore.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import type { Think } from '../../src/world/threads.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenStorage } from '../support/open-storage.ts';
import { until } from '../support/until.ts';

const namesOf = async (storage: Storage) => (await listProjects(storage.reader)).map(({ name }) => name);

test('a later transaction of a batch sees the earlier one', async (t) => {
  const { storage } = await givenStorage(t);
  const [, seen] = await Promise.all([
    storage.transaction((tx) => createProject(tx, 'one')),
    storage.transaction(async (tx) => (await listProjects(tx)).map(({ name }) => name)),
  ]);
  assert.deepEqual(seen, ['one']);
});

/** Of a transaction that leaves a project for last, until it is told to go on. */
function leaveForLast(storage: Storage) {
  const ready = Promise.withResolvers<void>();
  const done = storage.transaction(async (tx) => {
    tx.atLast(async () => {
      await ready.promise;
      await createProject(tx, 'left');
    });
  });
  return { done, goOn: ready.resolve };
}

test('a later transaction of a batch waits for what was left for last; one that goes ahead does not', async (t) => {
  const { storage } = await givenStorage(t);
  const { done, goOn } = leaveForLast(storage);
  const seen: Record<string, string[]> = {};
  const look = (as: string) => async (tx: Tx) => {
    seen[as] = (await listProjects(tx)).map(({ name }) => name);
    if (as === 'ahead') goOn();
  };
  await Promise.all([done, storage.transaction(look('ahead'), { ahead: true }), storage.transaction(look('behind'))]);
  assert.deepEqual(seen, { ahead: [], behind: ['left'] });
});

/** From here on each transaction has a savepoint: as after one that failed when it had written. */
async function tellApart(storage: Storage): Promise<void> {
  const spoilt = storage.transaction(async (tx) => {
    await createProject(tx, 'spoilt');
    throw new Error('too late');
  });
  await assert.rejects(spoilt, /too late/);
}

test('one that goes ahead and fails is tried again when all is there: once, and nothing of the first try stays', async (t) => {
  const { storage } = await givenStorage(t);
  await tellApart(storage);
  const { done, goOn } = leaveForLast(storage);
  const tries: string[][] = [];
  const work = async (tx: Tx) => {
    tries.push((await listProjects(tx)).map(({ name }) => name));
    await createProject(tx, `try ${tries.length}`);
    tx.atLast(async () => void (await createProject(tx, `last of try ${tries.length}`)));
    goOn();
    if (tries.length === 1) throw new Error('too early');
  };
  const tried = storage.transaction(work, { ahead: true });
  const refused = storage.transaction(async () => Promise.reject(new Problem('not_found')), { ahead: true });
  await Promise.all([done, tried, assert.rejects(refused, { code: 'not_found' })]);
  assert.deepEqual(tries, [[], ['left']]);
  assert.deepEqual(await namesOf(storage), ['left', 'try 2', 'last of try 2']);
});

test('one that is refused before it has written disturbs nobody: only it is tried again, when all is there', async (t) => {
  const { storage } = await givenStorage(t);
  const { done, goOn } = leaveForLast(storage);
  const runs: string[] = [];
  const look = async (tx: Tx) => {
    runs.push('look');
    goOn();
    const found = await listProjects(tx);
    if (found.length === 0) throw new Error('too early');
    return found.map(({ name }) => name);
  };
  const [, seen] = await Promise.all([
    done,
    storage.transaction(look, { ahead: true }),
    storage.transaction(async () => void runs.push('other')),
  ]);
  assert.deepEqual(seen, ['left']);
  assert.deepEqual(runs, ['look', 'look', 'other']);
});

test('one that fails when it has written takes nobody with it: the others are run again without it, and none twice', async (t) => {
  const { storage } = await givenStorage(t);
  const runs: string[] = [];
  const write = (name: string) =>
    storage.transaction(async (tx) => {
      runs.push(name);
      await createProject(tx, name);
      tx.atLast(async () => void (await createProject(tx, `${name}, at last`)));
      if (name === 'bad') throw new Error('too late');
    });
  const many = () => Promise.allSettled(['one', 'bad', 'two'].map(write));
  const outcomes = await many();
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await namesOf(storage), ['one', 'one, at last', 'two', 'two, at last']);
  assert.deepEqual(runs, ['one', 'bad', 'one', 'bad', 'two']);

  runs.length = 0;
  await many();
  assert.deepEqual(runs, ['one', 'bad', 'two']); // who keeps sending such makes nobody's work double
});

test('when the engine takes a batch back, every transaction in it fails and none is half there', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction((tx) => createProject(tx, 'before'));
  const outcomes = await Promise.allSettled([
    storage.transaction((tx) => createProject(tx, 'one')),
    storage.transaction(async (tx) => {
      await tx.run({ sql: 'ROLLBACK', parameters: [] }); // what a full disk does
      throw new Error('disk full');
    }),
    storage.transaction((tx) => createProject(tx, 'two')),
  ]);
  for (const outcome of outcomes) {
    assert.equal(outcome.status, 'rejected');
    assert.equal((outcome.reason as Problem).code, 'unavailable');
  }
  assert.deepEqual(await namesOf(storage), ['before']);
  await storage.transaction((tx) => createProject(tx, 'after'));
  assert.deepEqual(await namesOf(storage), ['before', 'after']);
});

test('row numbers that no JavaScript number holds, as the search index has them, stop nobody', async (t) => {
  const { storage } = await givenStorage(t);
  const write = () =>
    storage.transaction(async (tx) => {
      const sql = "INSERT OR REPLACE INTO search_rows VALUES (9009535716950016, 'prj_x', 'act_x', 1)";
      await tx.run({ sql, parameters: [] });
    });
  await Promise.all([write(), write()]);
  await storage.transaction((tx) => createProject(tx, 'after'));
  assert.deepEqual(await namesOf(storage), ['after']);
});

/** A thread that needs no time. */
const copyAtOnce: Think = async <T>(_: URL, input: unknown) => ({ done: copyLog(input as { name: string }) as T });

/** Storage whose disk has what was written only when the test says so. */
async function onSlowDisk(t: { after(clean: () => unknown): void }) {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const flushes: PromiseWithResolvers<void>[] = [];
  const flushed: number[] = [];
  const flush = (file: number) => {
    const arrives = Promise.withResolvers<void>();
    flushes.push(arrives);
    flushed.push(file);
    return arrives.promise;
  };
  const world = { ...fakeWorld({ frozenAtMs: Date.now() }), flush, think: copyAtOnce };
  const storage = openSqlite(database.file, world, { exclusive: true });
  t.after(() => storage.close());
  const write = (name: string) => {
    const done = { is: false };
    const written = storage
      .transaction((tx) => createProject(tx, name))
      .then(() => {
        done.is = true;
      });
    return { done, written };
  };
  return { storage, world, file: database.file, flushes, flushed, write };
}

test('nobody hears of a commit before the disk has it; readers see what was there before, and do not wait', async (t) => {
  const { storage, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  assert.equal(flushes.length, 1, 'it is committed');
  assert.deepEqual(await namesOf(storage), [], 'and not told');
  assert.equal(one.done.is, false);
  flushes[0]?.resolve();
  await one.written;
  assert.deepEqual(await namesOf(storage), ['one'], 'whoever has the answer finds it');
  write('two');
  await turns();
  assert.deepEqual(await namesOf(storage), ['one']);
  flushes[1]?.resolve();
});

test('what is announced is there to be read', async (t) => {
  const { storage, flushes } = await onSlowDisk(t);
  let seen: Promise<string[]> | undefined;
  storage.hear(() => {
    seen = namesOf(storage);
  });
  const written = storage.transaction(async (tx) => {
    await createProject(tx, 'one');
    tx.announce('a project');
  });
  await turns();
  flushes[0]?.resolve();
  await written;
  assert.deepEqual(await seen, ['one']);
});

test('the log begins anew although readers are held at every commit, and does not grow with what is written', async (t) => {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const storage = openSqlite(database.file, { ...fakeWorld(), think: copyAtOnce }, { exclusive: true });
  t.after(() => storage.close());
  const write = () => storage.transaction((tx) => createProject(tx, 'x'.repeat(400_000)));
  for (let n = 0; n < 60; n++) await write(); // a hundred pages each
  assert.ok(statSync(`${database.file}-wal`).size < 3000 * 4096);
});

test('where no thread can be had, the log is brought into the file without one', async (t) => {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const think: Think = async () => ({ failed: 'memory' });
  const storage = openSqlite(database.file, { ...fakeWorld(), think }, { exclusive: true });
  t.after(() => storage.close());
  const write = () => storage.transaction((tx) => createProject(tx, 'x'.repeat(400_000)));
  for (let n = 0; n < 60; n++) await write();
  assert.ok(statSync(`${database.file}-wal`).size < 3000 * 4096);
});

test('a log that is written to faster than a thread gets done does not grow for ever', async (t) => {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const write = (pages: number) => storage.transaction((tx) => fillPages(tx, pages));
  const think: Think = async (module, input, how) => {
    const copied = await copyAtOnce(module, input, how);
    await write(3000); // more than is taken at once
    return copied as never;
  };
  const storage = openSqlite(database.file, { ...fakeWorld(), think }, { exclusive: true });
  t.after(() => storage.close());
  await write(2500);
  for (let n = 0; n < 20; n++) await write(1);
  assert.ok(statSync(`${database.file}-wal`).size < 25_000 * 4096);
});

test('a batch that takes long gives the others a turn between two transactions, and none of them a look inside', async (t) => {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const world = fakeWorld({ frozenAtMs: Date.now() });
  const storage = openSqlite(database.file, world, { exclusive: true });
  t.after(() => storage.close());
  const order: string[] = [];
  const seen: string[][] = [];
  const write = (name: string, seconds: number) =>
    storage.transaction(async (tx) => {
      order.push(name);
      await createProject(tx, name);
      setImmediate(async () => {
        order.push(`a turn after ${name}`);
        seen.push(await namesOf(storage));
      });
      world.wind(seconds);
      return name;
    });
  const written = [write('one', 0), write('two', 0.01), write('three', 0)];
  const together = storage.transaction(async () => order.push('four'));
  await Promise.all([...written, together]);
  assert.deepEqual(order.slice(0, 6), ['one', 'two', 'a turn after one', 'a turn after two', 'three', 'four']);
  await turns();
  assert.deepEqual(seen.slice(0, 2), [[], []], 'nothing of it is committed yet');
  assert.deepEqual((await namesOf(storage)).toSorted(), ['one', 'three', 'two']);
});

test('a commit made while the disk is busy waits for the next flush, and all that come meanwhile share it', async (t) => {
  const { flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  const [two, three] = [write('two'), write('three')];
  await turns();
  flushes[0]?.resolve();
  await one.written;
  await turns();
  assert.deepEqual([two.done.is, three.done.is, flushes.length], [false, false, 2]);
  flushes[1]?.resolve();
  await Promise.all([two.written, three.written]);
  assert.equal(flushes.length, 2);
});

test('while the disk is busy the next transactions are run, but neither committed nor seen', async (t) => {
  const { storage, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  const runs: string[] = [];
  const run = (name: string) =>
    storage.transaction(async (tx) => {
      runs.push(name);
      await createProject(tx, name);
    });
  const two = run('two');
  await turns();
  const three = run('three');
  await turns();
  assert.deepEqual([runs, flushes.length, await namesOf(storage)], [['two', 'three'], 1, []]);
  flushes[0]?.resolve();
  await one.written;
  await turns();
  assert.deepEqual([flushes.length, await namesOf(storage)], [2, ['one']]);
  flushes[1]?.resolve();
  await Promise.all([two, three]);
  assert.deepEqual(await namesOf(storage), ['one', 'two', 'three']);
});

test('a batch that fails while the disk has yet to take the one before lets nobody see that one', async (t) => {
  const { storage, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  const failing = storage.transaction(async (tx) => {
    await tx.run({ sql: 'ROLLBACK', parameters: [] }); // what a full disk does
    throw new Error('disk full');
  });
  await assert.rejects(failing, { code: 'unavailable' });
  assert.deepEqual([await namesOf(storage), one.done.is], [[], false]);
  flushes[0]?.resolve();
  await one.written;
  assert.deepEqual(await namesOf(storage), ['one']);
});

test('when the disk fails, what was run meanwhile is taken back', async (t) => {
  const { storage, file, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  const two = write('two');
  await turns();
  flushes[0]?.reject(new Error('EIO'));
  await assert.rejects(one.written, { code: 'internal' });
  await assert.rejects(two.written, { code: 'unavailable' });
  await storage.close();
  const again = openSqlite(file, fakeWorld(), { exclusive: true });
  t.after(() => again.close());
  assert.equal((await namesOf(again)).includes('two'), false);
});

test('what is done between two transactions waits for the disk, however many come', async (t) => {
  const { storage, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  let scrubbed = false;
  const scrub = storage.scrub([]).then(() => {
    scrubbed = true;
  });
  await turns();
  assert.equal(scrubbed, false);
  for (let n = 0; !scrubbed; n++) {
    flushes[n]?.resolve();
    await turns();
  }
  await Promise.all([scrub, one.written]);
});

test('more than a batch holds may come while the disk is busy: nothing is committed before it is done', async (t) => {
  const { storage, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  const runs: number[] = [];
  const many = Array.from({ length: 300 }, (_, n) => storage.transaction(async () => runs.push(n)));
  await turns();
  assert.deepEqual([runs.length, flushes.length], [256, 1]);
  flushes[0]?.resolve();
  await one.written;
  await turns();
  flushes[1]?.resolve();
  await turns();
  flushes[2]?.resolve();
  assert.equal((await Promise.all(many)).length, 300);
});

test('now and then the file is left to other processes for as long as the disk is busy', async (t) => {
  const { world, file, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  world.wind(1);
  const two = write('two');
  await turns();
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE; UPDATE projects SET name = 'theirs'; COMMIT");
  other.close();
  flushes[0]?.resolve();
  await one.written;
  const three = write('three');
  await turns();
  flushes[1]?.resolve();
  await Promise.all([two.written, three.written, flushes[2]?.resolve()]);
});

test('a read that fails when readers are held fails the batch, and nothing after it', async (t) => {
  const { storage } = await givenStorage(t);
  const { get } = StatementSync.prototype;
  StatementSync.prototype.get = function (...words) {
    if (this.sourceSQL !== 'SELECT 1 FROM migrations LIMIT 1') return Reflect.apply(get, this, words);
    StatementSync.prototype.get = get;
    throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
  };
  t.after(() => {
    StatementSync.prototype.get = get;
  });
  await assert.rejects(
    storage.transaction((tx) => createProject(tx, 'one')),
    { code: 'unavailable' },
  );
  await storage.transaction((tx) => createProject(tx, 'two'));
  assert.deepEqual(await namesOf(storage), ['two']);
});

test('what is lost to a guard, or does not come to writing, is no reason to run others again', async (t) => {
  const { storage } = await givenStorage(t);
  const runs: string[] = [];
  const lost = storage.transaction(async (tx) => {
    runs.push('lost');
    await tx.q.updateTable('projects').set({ name: 'x' }).where('id', '=', 'none').returning('id').execute();
    await tx.q.updateTable('projects').set({ name: 'x' }).where('id', '=', 'none').execute();
    throw new Problem('not_found');
  });
  const written = storage.transaction(async (tx) => {
    runs.push('written');
    await createProject(tx, 'one');
  });
  await Promise.all([assert.rejects(lost, { code: 'not_found' }), written]);
  assert.deepEqual(runs, ['lost', 'written']);
});

test('what was run while its file was moved away is not committed to it', async (t) => {
  const { file, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  const two = write('two');
  await turns();
  renameSync(file, `${file}.moved`);
  flushes[0]?.resolve();
  await one.written;
  await assert.rejects(two.written, { code: 'unavailable' });
  renameSync(`${file}.moved`, file);
});

test('who comes while it is closed is refused, also when the disk fails then', async (t) => {
  for (const fails of [false, true]) {
    const { storage, flushes, write } = await onSlowDisk(t);
    const one = write('one');
    one.written.catch(() => undefined);
    await turns();
    const closed = storage.close();
    const two = write('two');
    two.written.catch(() => undefined);
    await turns();
    if (fails) flushes[0]?.reject(new Error('EIO'));
    else flushes[0]?.resolve();
    await turns();
    flushes[1]?.resolve();
    await closed;
    await assert.rejects(write('three').written, { code: 'unavailable' });
    const [first, second] = await Promise.allSettled([one.written, two.written]);
    const expected = fails ? ['rejected', 'rejected'] : ['fulfilled', 'fulfilled'];
    assert.deepEqual([first.status, second.status], expected);
  }
});

test('whether it takes a write is found out by writing: a full disk is not ready', async (t) => {
  const { storage, database } = await givenStorage(t);
  const logged = () => statSync(`${database.file}-wal`).size;
  const before = logged();
  await storage.probe();
  assert.ok(logged() > before, 'the log has grown');
});

test('a disk that was full is ready again when it has room for a proposal, not for a page alone', async (t) => {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  let free = 0;
  const storage = openSqlite(database.file, { ...fakeWorld(), room: async () => free }, { exclusive: true });
  t.after(() => storage.close());
  await storage.probe(); // nobody was refused: who knows what is left of the log

  const pragma = (sql: string) => storage.transaction((tx) => tx.run({ sql, parameters: [] }));
  const [{ page_count } = { page_count: 0 }] = (await pragma('PRAGMA page_count')) as { page_count: number }[];
  await pragma(`PRAGMA max_page_count = ${page_count}`);
  await assert.rejects(
    storage.transaction((tx) => createProject(tx, 'x'.repeat(200_000))),
    { code: 'unavailable' },
  );
  free = 100_000;
  await assert.rejects(storage.probe(), { code: 'unavailable' });
  free = 100_000_000;
  await storage.probe();
});

test('when the disk fails, nothing is promised any more: it may have forgotten what it did not write', async (t) => {
  const { storage, file, flushes, write } = await onSlowDisk(t);
  const one = write('one');
  await turns();
  flushes[0]?.reject(new Error('EIO'));
  await assert.rejects(one.written, { code: 'internal' }, 'it may be there after a restart');
  await assert.rejects(write('two').written, { code: 'unavailable' });
  await assert.rejects(namesOf(storage), { code: 'unavailable' });
  await assert.rejects(storage.probe(), { code: 'unavailable' });
  const committed = new DatabaseSync(file, { readOnly: true });
  const rows = committed.prepare('SELECT name FROM projects').all() as { name: string }[];
  committed.close();
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['one'],
    'what is refused with 503 is not there, either',
  );
});

/**
 * A log that is long enough, and two who write: one while it is copied, and one who waits for the little that came meanwhile. The
 * disk gets: what filled the log; the log, for whom it is copied, and for the first; the file; the log and the file for what is left.
 */
async function withLongLog(t: { after(clean: () => unknown): void }) {
  const disk = await onSlowDisk(t);
  const { storage, flushes, write } = disk;
  const fill = storage.transaction((tx) => fillPages(tx, 2500));
  await turns();
  flushes[0]?.resolve();
  await fill;
  const first = write('first');
  await turns();
  const beside = new DatabaseSync(disk.file);
  t.after(() => beside.isOpen && beside.close());
  const logPages = () => (beside.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number }).log;
  /** As far as the disk has so many of them. */
  const upTo = async (count: number) => {
    for (let n = 1; n < count; n++) {
      flushes[n]?.resolve();
      await turns();
    }
  };
  return { ...disk, first, beside, logPages, upTo };
}

async function fillPages(tx: Tx, pages: number): Promise<void> {
  await tx.run({ sql: 'CREATE TABLE IF NOT EXISTS filler (text TEXT)', parameters: [] });
  const sql = `INSERT INTO filler WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pages})
    SELECT hex(randomblob(1500)) FROM n`;
  await tx.run({ sql, parameters: [] });
}

test('while a long log is brought into the file nobody waits, and until the disk has it nothing begins the log anew', async (t) => {
  const { storage, flushed, first, beside, logPages, upTo } = await withLongLog(t);
  const [log] = flushed;
  assert.deepEqual(flushed, [log, log, log], 'not everything in the log was waited for');
  await upTo(3);
  assert.ok(first.done.is);
  assert.deepEqual(await namesOf(storage), ['first']);
  assert.deepEqual([flushed.length, new Set(flushed).size], [4, 2], 'then the file itself');
  const before = logPages();
  assert.ok(before > 2000);
  beside.exec("INSERT INTO filler VALUES ('by another process')");
  assert.ok(logPages() > before, 'the log goes on where it was');
  await upTo(4);
});

/** The log is in the file but for what came meanwhile, for which whoever writes next waits. */
async function withShortRest(t: { after(clean: () => unknown): void }) {
  const disk = await withLongLog(t);
  await disk.upTo(4);
  const next = disk.write('next');
  await turns();
  await disk.upTo(5);
  return { ...disk, next };
}

test('for what was written while the log was copied the next who writes waits, and nobody who reads', async (t) => {
  const { storage, flushed, next, beside, logPages, upTo } = await withShortRest(t);
  assert.deepEqual(flushed.slice(4), [flushed[0], flushed[3]], 'the log, and the file');
  const before = logPages();
  beside.exec("INSERT INTO filler VALUES ('by another process')");
  assert.ok(logPages() > before, 'until the disk has it, the log goes on where it was');
  assert.deepEqual(await namesOf(storage), ['first']);
  await upTo(7);
  await next.written;
  assert.deepEqual(await namesOf(storage), ['first', 'next']);
});

test('when all of the log is in the file and on the disk, the log begins anew', async (t) => {
  const { next, logPages, upTo } = await withShortRest(t);
  assert.ok(logPages() > 2000);
  await upTo(7);
  await next.written;
  assert.ok(logPages() < 100);
});

test('when the disk does not take that rest, the log is kept and nothing more is promised', async (t) => {
  const { storage, file, flushes, next, beside, logPages, write } = await withShortRest(t);
  flushes[5]?.reject(new Error('EIO'));
  await assert.rejects(next.written, { code: 'unavailable' });
  await assert.rejects(write('later').written, { code: 'unavailable' });
  beside.exec("INSERT INTO filler VALUES ('by another process')");
  assert.ok(logPages() > 2000);
  beside.close();
  await storage.close();
  assert.ok(existsSync(`${file}-wal`), 'and for whoever opens it next');
});

/** A log that is far longer than usual, as after a backup, and a thread that copies it when the test says so. */
async function withHugeLog(t: { after(clean: () => unknown): void }) {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const world = fakeWorld();
  const begins = Promise.withResolvers<void>();
  const disk = { isWell: true };
  const asked: string[] = [];
  const think: Think = async (module, input, how) => {
    asked.push(basename(module.pathname));
    await begins.promise;
    return world.think(module, input, how);
  };
  let log: number | undefined; // it is written to first
  const flush = async (file: number) => {
    log ??= file;
    if (file !== log && !disk.isWell) throw new Error('EIO');
  };
  const storage = openSqlite(database.file, { ...world, think, flush }, { exclusive: true });
  t.after(() => storage.close());
  await storage.transaction((tx) => fillPages(tx, 6000));
  const beside = new DatabaseSync(database.file);
  t.after(() => beside.isOpen && beside.close());
  const pages = () => beside.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
  const write = (name: string) => storage.transaction((tx) => createProject(tx, name));
  return { storage, file: database.file, beside, begins, disk, asked, pages, write };
}

test('a log that has become very long is copied beside the event loop, and nobody waits for it', async (t) => {
  const { storage, begins, asked, pages, write } = await withHugeLog(t);
  for (const name of ['one', 'two']) await write(name);
  assert.deepEqual(asked, ['copy-log.ts'], 'once, by one thread');
  assert.deepEqual(await namesOf(storage), ['one', 'two']);
  const { log, checkpointed } = pages();
  assert.ok(log - checkpointed > 6000, 'nothing of it is in the file yet');
  begins.resolve();
  await until(() => pages().checkpointed > 6000, 'it is in the file');
  await write('three');
  assert.deepEqual(await namesOf(storage), ['one', 'two', 'three']);
});

test('when the disk does not take what was copied beside, the log is kept and nothing more is promised', async (t) => {
  const { storage, file, beside, begins, disk, asked, pages, write } = await withHugeLog(t);
  await write('one');
  await until(() => asked.length > 0, 'the thread is asked');
  disk.isWell = false;
  begins.resolve();
  await until(() => pages().checkpointed > 6000, 'it is in the file, as far as anyone knows');
  await until(
    async () => (await write('later').catch((problem: Problem) => problem.code)) === 'unavailable',
    'it is told',
  );
  beside.close();
  await storage.close();
  assert.ok(existsSync(`${file}-wal`), 'and there for whoever opens it next');
});

test('a file that keeps its free room, such as one read back from a dump, is scrubbed to the end all the same', async (t) => {
  const { storage: first, database } = await givenStorage(t);
  await first.close();
  const db = new DatabaseSync(database.file);
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
  db.exec(
    'CREATE TABLE filler AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i, randomblob(4000) AS text FROM n',
  );
  db.close();
  const storage = openSqlite(database.file, fakeWorld(), { exclusive: true });
  t.after(() => storage.close());
  await storage.transaction((tx) => tx.run({ sql: 'DELETE FROM filler WHERE i > 10', parameters: [] }));
  await storage.scrub(['filler']);
  await storage.transaction((tx) => createProject(tx, 'after'));
  assert.deepEqual(await namesOf(storage), ['after']);
});

test('who ends the process does not wait until all room is given back', async (t) => {
  const { storage } = await givenStorage(t);
  await assert.rejects(storage.scrub([], AbortSignal.abort()), (error: Problem) => error.code === 'unavailable');
});

test('who comes when it is closed is refused', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.close();
  await assert.rejects(
    storage.transaction((tx) => createProject(tx, 'late')),
    { code: 'unavailable' },
  );
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

test('a second server on one file is refused, an operator command is not', async (t) => {
  const { database, storage } = await givenStorage(t);
  assert.throws(() => openSqlite(database.file, fakeWorld(), { exclusive: true }), /Another Countersign server/);
  const beside = openSqlite(database.file, fakeWorld(), { exclusive: false });
  await beside.transaction((tx) => createProject(tx, 'by the operator'));
  await beside.close();
  assert.deepEqual(await namesOf(storage), ['by the operator']);
});

test('the file is in WAL mode and for its owner only', async (t) => {
  const { database } = await givenStorage(t);
  const db = new DatabaseSync(database.file);
  assert.deepEqual({ ...db.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'wal' });
  db.close();
  assert.equal(statSync(database.file).mode & 0o777, 0o600);
});

test('a database of a newer version is not touched', async (t) => {
  const { storage, database } = await givenStorage(t);
  await storage.close();
  const db = new DatabaseSync(database.file);
  db.exec('INSERT INTO migrations VALUES (9999, 1)');
  db.close();
  assert.throws(() => openSqlite(database.file, fakeWorld(), { exclusive: true }), /schema 9999/);
});

/** As a version left it that knew nothing of the last step. */
function makeOlder(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('DELETE FROM migrations WHERE version = (SELECT max(version) FROM migrations)');
  db.close();
}

const schemaOf = (file: string): unknown => {
  const db = new DatabaseSync(file, { readOnly: true });
  const { newest } = db.prepare('SELECT max(version) AS newest FROM migrations').get() as { newest: number };
  db.close();
  return newest;
};

test('a command of a newer version changes nothing under a server that runs, and a backup nothing at all', async (t) => {
  const { storage, database } = await givenStorage(t);
  const now = schemaOf(database.file) as number;
  makeOlder(database.file);
  const beside = () => openSqlite(database.file, fakeWorld(), { exclusive: false });
  assert.throws(beside, /is using .+\. It is of an older version than this command/);

  for (const running of [true, false]) {
    if (!running) await storage.close();
    const operator = openSqlite(database.file, fakeWorld(), { exclusive: false, asItIs: true });
    const copy = `${database.file}.${running}`;
    await operator.backup(copy);
    await operator.close();
    assert.deepEqual([schemaOf(copy), schemaOf(database.file)], [now - 1, now - 1]);
  }
});

function restoreSqlite(backup: string, file: string): void {
  const restoring = beginRestore(backup, file);
  try {
    restoring.commit();
  } finally {
    restoring.end();
  }
}

test('a backup taken between writes restores what was there, and a broken one is refused', async (t) => {
  const { storage, database } = await givenStorage(t);
  await storage.transaction((tx) => createProject(tx, 'kept'));
  const copy = `${database.file}.backup`;
  await storage.backup(copy);
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  await assert.rejects(storage.backup(copy), /there already/);
  await storage.transaction((tx) => createProject(tx, 'later'));
  assert.throws(() => restoreSqlite(copy, database.file), /Another Countersign server is using .+\. End it first/);
  await storage.close();
  assert.throws(() => restoreSqlite(`${database.file}.lock`, database.file), /not a whole backup/);

  restoreSqlite(copy, database.file);
  const restored = openSqlite(database.file, fakeWorld(), { exclusive: true });
  assert.deepEqual(await namesOf(restored), ['kept']);
  await restored.close();
});

test('a backup that fails leaves no file that looks like one', async (t) => {
  const { storage, database } = await givenStorage(t);
  await storage.close();
  await assert.rejects(storage.backup(`${database.file}.backup`), /not open/);
  assert.equal(existsSync(`${database.file}.backup`), false);
});

test('a backup ends although another process goes on writing', async (t) => {
  const { storage, database } = await givenStorage(t);
  for (let n = 0; n < 200; n++) await storage.transaction((tx) => createProject(tx, `${n} ${'x'.repeat(2000)}`));
  let writing = true;
  const writer = (async () => {
    while (writing) await storage.transaction((tx) => createProject(tx, 'meanwhile'));
  })();
  const operator = openSqlite(database.file, fakeWorld(), { exclusive: false });
  await operator.backup(`${database.file}.copy`);
  writing = false;
  await writer;
  await operator.close();
  const copy = new DatabaseSync(`${database.file}.copy`);
  assert.deepEqual({ ...copy.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  copy.close();
});

test('a restore works over a broken database, and where there was none', async (t) => {
  const { storage, database } = await givenStorage(t);
  await storage.transaction((tx) => createProject(tx, 'kept'));
  const copy = `${database.file}.backup`;
  await storage.backup(copy);
  await storage.close();
  for (const target of [database.file, `${database.file}-elsewhere/deep/c.db`]) {
    if (target === database.file) writeFileSync(target, 'this is no database');
    restoreSqlite(copy, target);
    const restored = openSqlite(target, fakeWorld(), { exclusive: true });
    assert.deepEqual(await namesOf(restored), ['kept']);
    await restored.close();
  }
});

test('what root restores is its own who serves, over what was there and where there was nothing', {
  skip: process.getuid?.() !== 0 && 'only root gives files away',
}, async (t) => {
  const { storage, database } = await givenStorage(t);
  const copy = `${database.file}.backup`;
  await storage.backup(copy);
  await storage.close();
  const elsewhere = `${database.file}-elsewhere/c.db`;
  mkdirSync(dirname(elsewhere));
  for (const [owned, target] of [
    [database.file, database.file],
    [dirname(elsewhere), elsewhere],
  ] as const) {
    chownSync(owned, 4711, 4712);
    restoreSqlite(copy, target);
    for (const part of ['', '.lock']) {
      const { uid, gid } = statSync(target + part);
      assert.deepEqual([part, uid, gid], [part, 4711, 4712]);
    }
    assert.equal(statSync(target).mode & 0o777, 0o600);
  }
});

/** Of what was kept; something later is not in it. */
async function givenBackup(t: TestContext) {
  const { storage, database } = await givenStorage(t);
  await storage.transaction((tx) => createProject(tx, 'kept'));
  const copy = `${database.file}.backup`;
  await storage.backup(copy);
  await storage.transaction((tx) => createProject(tx, 'later'));
  return { storage, file: database.file, copy };
}

test('a restore that was cut short is no first start, and done again it keeps what was there', async (t) => {
  const { storage, file, copy } = await givenBackup(t);
  await storage.close();
  copyFileSync(copy, `${file}.restoring`); // the power fails after the first of its moves
  renameSync(file, `${file}.before-restore`);
  for (const exclusive of [true, false]) {
    assert.throws(() => openSqlite(file, fakeWorld(), { exclusive }), /restore|no database/i);
    assert.equal(existsSync(file), false);
  }

  restoreSqlite(copy, file);
  for (const [path, names] of [
    [file, ['kept']],
    [`${file}.before-restore`, ['kept', 'later']],
  ] as const) {
    const opened = openSqlite(path, fakeWorld(), { exclusive: true });
    assert.deepEqual(await namesOf(opened), names);
    await opened.close();
  }
});

test('restores that were wrong can be taken back, the log of a killed server included', async (t) => {
  const { storage, file, copy } = await givenBackup(t);
  for (const part of ['', '-wal']) copyFileSync(file + part, `${file}.killed${part}`);
  await storage.close();
  for (const part of ['', '-wal']) renameSync(`${file}.killed${part}`, file + part);

  const stale = new DatabaseSync(`${file}.restoring`); // of a restore that was killed
  stale.exec('PRAGMA journal_mode = WAL; CREATE TABLE elsewhere (a)');
  copyFileSync(`${file}.restoring-wal`, `${file}.kept-wal`);
  stale.close();
  renameSync(`${file}.kept-wal`, `${file}.restoring-wal`);

  restoreSqlite(copy, file);
  restoreSqlite(copy, file); // once more, before anyone saw that it was the wrong one
  for (const [path, names] of [
    [file, ['kept']],
    [`${file}.before-restore.2`, ['kept']],
  ] as const) {
    const opened = openSqlite(path, fakeWorld(), { exclusive: true });
    assert.deepEqual(await namesOf(opened), names);
    await opened.close();
  }
  restoreSqlite(`${file}.before-restore`, file);
  const opened = openSqlite(file, fakeWorld(), { exclusive: true });
  assert.deepEqual(await namesOf(opened), ['kept', 'later']);
  await opened.close();
});

test('a restore that cannot be ended leaves what was there in its place', async (t) => {
  const { storage, database } = await givenStorage(t);
  const { file } = database;
  const copy = `${file}.backup`;
  await storage.backup(copy);
  await storage.transaction((tx) => createProject(tx, 'later'));
  await storage.close();
  const restoring = beginRestore(copy, file);
  rmSync(`${file}.restoring`);
  assert.throws(() => restoring.commit());
  restoring.end();
  const opened = openSqlite(file, fakeWorld(), { exclusive: true });
  assert.deepEqual(await namesOf(opened), ['later']);
  await opened.close();
});

test('an emptied file is not taken for a first start', async (t) => {
  const { storage, database } = await givenStorage(t);
  await storage.close();
  writeFileSync(database.file, '');
  assert.throws(() => openSqlite(database.file, fakeWorld(), { exclusive: true }), /is empty/);
});

test('a link to the file is the same file', async (t) => {
  const { database } = await givenStorage(t);
  symlinkSync(database.file, `${database.file}.link`);
  assert.throws(
    () => openSqlite(`${database.file}.link`, fakeWorld(), { exclusive: true }),
    /Another Countersign server/,
  );
});

test('an operator command does not make what it does not find', async (t) => {
  const { database } = await givenStorage(t);
  assert.throws(() => openSqlite(`${database.file}.typo`, fakeWorld(), { exclusive: false }), /There is no database/);
  assert.equal(existsSync(`${database.file}.typo`), false);
});

test('while another process writes, the event loop turns and the transaction waits', async (t) => {
  const { storage, database } = await givenStorage(t);
  const other = new DatabaseSync(database.file);
  other.exec('BEGIN IMMEDIATE');
  let turns = 0;
  const turning = setInterval(() => {
    if (++turns === 5) other.exec('COMMIT'); // never, if the wait held the event loop
  }, 1);
  await storage.transaction((tx) => createProject(tx, 'after'));
  clearInterval(turning);
  other.close();
  assert.deepEqual(await namesOf(storage), ['after']);
});
