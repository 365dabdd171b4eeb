// SQLite's search index in several volumes: found across them in order, dropped when empty, and nothing of what was removed left.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { sqliteSearch } from '../../src/storage/search-sqlite.ts';
import { givenStorage, type OpenedStorage } from '../support/open-storage.ts';

const idOf = (n: number) => `act_${String(n).padStart(4, '0')}`;

/** A trigram that begins like no other, so that it stands whole in a page. */
const CANARY = 'ÿÿÿ';

/** Actions of two projects by turns, ten to a volume; one of the projects has the canary in each. */
async function givenVolumes(t: TestContext, count: number) {
  const opened = await givenStorage(t);
  for (let n = 0; n < count; n++) {
    if (n > 0 && n % 10 === 0) await change(opened, 'UPDATE search_volumes SET characters = 16000000');
    const entry = {
      project_id: ownerOf(n),
      action_id: idOf(n),
      piece: 0,
      text: `every only${n}x ${n % 2 === 0 ? CANARY : ''}`,
    };
    await opened.storage.transaction((tx) => tx.search.add(tx, [entry]));
  }
  return opened;
}

const ownerOf = (n: number) => (n % 2 === 0 ? 'prj_a' : 'prj_b');

async function change({ storage }: OpenedStorage, sql: string): Promise<void> {
  await storage.transaction(async (tx) => void (await tx.run({ sql, parameters: [] })));
}

function find({ storage }: OpenedStorage, project_id: string, text: string, limit = 100, before?: string) {
  return sqliteSearch.find(storage.reader, { project_id, text, before, limit });
}

async function volumesOf({ storage }: OpenedStorage): Promise<string[]> {
  const sql = "SELECT name FROM sqlite_schema WHERE name GLOB 'search_index_[0-9]*' AND sql LIKE 'CREATE VIRTUAL%'";
  return (await storage.reader.run<{ name: string }>({ sql, parameters: [] })).map(({ name }) => name);
}

async function remove({ storage }: OpenedStorage, project_id: string, numbers: readonly number[]): Promise<void> {
  const ids = numbers.filter((n) => ownerOf(n) === project_id).map(idOf);
  await storage.transaction((tx) => tx.search.remove(tx, project_id, ids));
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test('one project is found in all volumes, newest first, page by page', async (t) => {
  const opened = await givenVolumes(t, 35);
  assert.equal((await volumesOf(opened)).length, 4);
  const all = upTo(35)
    .filter((n) => n % 2 === 0)
    .map(idOf)
    .toReversed();
  assert.deepEqual(await find(opened, 'prj_a', 'every'), { ids: all, seenTo: undefined });
  const page = await find(opened, 'prj_a', 'every', 7);
  assert.deepEqual(page, { ids: all.slice(0, 7), seenTo: all[6] });
  assert.deepEqual((await find(opened, 'prj_a', 'every', 7, page.seenTo)).ids, all.slice(7, 14));
  assert.deepEqual((await find(opened, 'prj_a', 'only4x')).ids, [idOf(4)]);
  assert.deepEqual((await find(opened, 'prj_b', 'only4x')).ids, []);
});

test('others have their turn while one search asks many volumes', async (t) => {
  const opened = await givenVolumes(t, 200);
  let turns = 0;
  const beat = () => {
    turns++;
    beating = setImmediate(beat);
  };
  let beating = setImmediate(beat);
  const { ids } = await find(opened, 'prj_a', 'nowhere');
  clearImmediate(beating);
  assert.deepEqual(ids, []);
  assert.ok(turns >= 2, `${turns} turns for twenty volumes`);
});

test('a volume goes when its last row goes, and a search that was about to look there finds the rest', async (t) => {
  const opened = await givenVolumes(t, 35);
  await remove(opened, 'prj_a', upTo(20));
  assert.equal((await volumesOf(opened)).length, 4, 'the other project is still in all of them');
  const dropped = { ...opened.storage.reader };
  let asked = 0;
  const run = opened.storage.reader.run;
  dropped.run = async (query) => {
    if (asked++ === 2) await remove(opened, 'prj_b', upTo(20)); // after it knows which volumes there are
    return run(query);
  };
  const { ids } = await sqliteSearch.find(dropped, {
    project_id: 'prj_b',
    text: 'every',
    before: undefined,
    limit: 100,
  });
  assert.deepEqual(ids, [33, 31, 29, 27, 25, 23, 21].map(idOf));
  assert.deepEqual(await volumesOf(opened), ['search_index_3', 'search_index_4']);
});

test('the volume that is being filled stays, though it be empty, and fills again', async (t) => {
  const opened = await givenVolumes(t, 15);
  for (const project_id of ['prj_a', 'prj_b']) await remove(opened, project_id, upTo(15));
  assert.deepEqual(await volumesOf(opened), ['search_index_2']);
  const entry = { project_id: 'prj_a', action_id: idOf(99), piece: 0, text: 'every one' };
  await opened.storage.transaction((tx) => tx.search.add(tx, [entry]));
  assert.deepEqual((await find(opened, 'prj_a', 'every')).ids, [idOf(99)]);
});

test('what comes while a volume is written anew does not end that', async (t) => {
  const opened = await givenStorage(t);
  const wordsOf = (n: number) =>
    Array.from(
      { length: 300 },
      (_, k) => `${((n * 7919 + k * 104_729) % 46_656).toString(36)}x${(n * 31 + k * 17) % 999}`,
    );
  const add = (numbers: readonly number[]) => {
    const entries = numbers.map((n) => ({
      project_id: 'prj_a',
      action_id: idOf(n),
      piece: 0,
      text: `${wordsOf(n).join(' ')} ${n === 0 ? CANARY : 'others'}`,
    }));
    return opened.storage.transaction((tx) => tx.search.add(tx, entries));
  };
  for (let at = 0; at < 600; at += 150) await add(upTo(150).map((n) => at + n)); // four segments
  await opened.storage.transaction((tx) => tx.search.remove(tx, 'prj_a', [0, 7, 14].map(idOf)));
  const rewrite = (isFirst: boolean) => opened.storage.transaction((tx) => tx.search.rewrite(tx, isFirst));
  assert.ok(await rewrite(true));
  for (let n = 600; n < 604; n++) await add([n]); // and four more
  while (await rewrite(false));
  await opened.storage.scrub(['search_rows']);
  assert.ok(!readFileSync(opened.database.file).includes(CANARY));
  assert.equal((await find(opened, 'prj_a', 'others', 1000)).ids.length, 601);
});

test('a transaction that begins a volume and is taken back takes nobody with it', async (t) => {
  const opened = await givenVolumes(t, 10);
  await change(opened, 'UPDATE search_volumes SET characters = 16000000');
  const add = (n: number, fails: boolean) =>
    opened.storage.transaction(async (tx) => {
      const run: typeof tx.run = async (query) => {
        if (fails && query.sql.includes('search_parts')) throw new Error('taken back');
        return tx.run(query);
      };
      await tx.search.add({ ...tx, run }, [{ project_id: 'prj_a', action_id: idOf(n), piece: 0, text: 'every' }]);
    });
  const outcomes = await Promise.allSettled([add(20, true), add(22, false), add(24, false)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual((await find(opened, 'prj_a', 'every', 2)).ids, [idOf(24), idOf(22)]);
});

test('what was removed is in no page once the volumes it was in are written anew, and the others are found as before', async (t) => {
  const opened = await givenVolumes(t, 35);
  await remove(opened, 'prj_a', upTo(35));
  await opened.storage.scrub(['search_rows']);
  assert.ok(readFileSync(opened.database.file).includes(CANARY), 'removed, and still there');
  for (let [isFirst, isMore] = [true, true]; isMore; isFirst = false) {
    const begins = isFirst;
    isMore = await opened.storage.transaction((tx) => tx.search.rewrite(tx, begins));
  }
  await opened.storage.scrub(['search_rows']);
  assert.ok(!readFileSync(opened.database.file).includes(CANARY));
  assert.equal((await find(opened, 'prj_b', 'every')).ids.length, 17);
});

test('what has rare trigrams is found by those, and what has none by all: nothing is missed', async (t) => {
  const opened = await givenStorage(t);
  const textOf = (n: number) => `Invoice INV-${10_000 + 97 * n} of the day`;
  const entries = upTo(600).map((n) => ({ project_id: 'prj_a', action_id: idOf(n), piece: 0, text: textOf(n) }));
  for (const some of [entries.slice(0, 400), entries.slice(400)]) {
    await opened.storage.transaction((tx) => tx.search.add(tx, some));
    await change(opened, 'UPDATE search_volumes SET characters = 16000000');
  }
  for (const n of [0, 7, 313, 399, 400, 599]) {
    const { ids } = await find(opened, 'prj_a', textOf(n).slice(3, 22));
    assert.ok(ids.includes(idOf(n)) && ids.length < 20, `${ids.length} for ${textOf(n)}`);
  }
  assert.equal((await find(opened, 'prj_a', 'oice INV-', 1000)).ids.length, 600);
  assert.equal((await find(opened, 'prj_a', 'INV-zzz')).ids.length, 0);
});
