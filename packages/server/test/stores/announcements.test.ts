// What a transaction announces is heard when it is committed, here and on other instances, and never when it is not.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { createProject } from '../../src/features/project/manage-project.ts';
import { isSeen } from '../../src/storage/mark.ts';
import { LISTENER } from '../../src/storage/other-instances.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { engine } from '../support/databases.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenStorage } from '../support/open-storage.ts';
import { until } from '../support/until.ts';

const onPostgres = { skip: engine !== 'postgres' };

test('an announcement is heard after the commit, and not when the transaction fails', async (t) => {
  const { storage } = await givenStorage(t);
  const heard: string[] = [];
  storage.hear((topics) => heard.push(...(topics ?? ['everything'])));
  await Promise.allSettled([
    storage.transaction(async (tx) => {
      tx.announce('kept');
      await createProject(tx, 'one');
      assert.equal(heard.includes('kept'), false);
    }),
    storage.transaction(async (tx) => {
      tx.announce('dropped');
      throw new Error('no');
    }),
  ]);
  assert.deepEqual([heard.includes('kept'), heard.includes('dropped')], [true, false]);
});

test('a mark tells what is committed from what is not, also for transactions that end late', async (t) => {
  const { storage } = await givenStorage(t);
  const numbers: number[] = [];
  const write = (name: string, inside?: () => Promise<void>) =>
    storage.transaction(async (tx) => {
      await createProject(tx, name); // leaves an audit row
      numbers.push(tx.number);
      await inside?.();
    });
  await write('first');
  await write('second', async () => {
    if (engine === 'postgres') await write('overtakes the second'); // SQLite has one writer
    const mark = await storage.reader.mark();
    assert.deepEqual(
      numbers.map((number) => isSeen(mark, number)),
      engine === 'postgres' ? [true, false, true] : [true, false],
    );
  });
  const after = await storage.reader.mark();
  assert.ok(numbers.every((number) => isSeen(after, number)));
  assert.equal(new Set(numbers).size, numbers.length);
});

async function givenTwo(t: TestContext) {
  const { storage: one, database } = await givenStorage(t);
  const two = await openPostgres(database.url, fakeWorld(), { listens: true });
  t.after(() => two.close());
  const heard: string[] = [];
  two.hear((topics) => heard.push(...(topics ?? ['everything'])));
  const hears = (topic: string) =>
    until(
      () => heard.includes(topic),
      () => `${topic} is heard, and not ${heard}`,
    );
  return { one, two, heard, hears, url: database.url };
}

test('another instance hears it too, and hears what it must not know at once a little later', onPostgres, async (t) => {
  const { one, heard, hears } = await givenTwo(t);
  one.tellOthers('later');
  await one.transaction(async (tx) => tx.announce('now'));
  await hears('now');
  await hears('later');
  assert.equal(heard.includes('everything'), false);
});

test('more than a message holds arrives, and so much that it is everything', onPostgres, async (t) => {
  const { one, heard, hears } = await givenTwo(t);
  await one.transaction(async (tx) => {
    for (let n = 0; n < 1000; n++) tx.announce(`act_${String(n).padStart(26, '0')}`);
  });
  await hears(`act_${'999'.padStart(26, '0')}`);
  assert.equal(new Set(heard).size, 1000);
  await one.transaction(async (tx) => {
    for (let n = 0; n < 6000; n++) tx.announce(`many ${n}`);
  });
  await hears('everything');
});

test(
  'when its connection is cut it listens again, and looks at everything it may have missed',
  onPostgres,
  async (t) => {
    const { one, heard, hears, url } = await givenTwo(t);
    const operator = new pg.Client({ connectionString: url });
    await operator.connect();
    const cut = () =>
      operator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = '${LISTENER}' AND datname = current_database()`,
      );
    for (const round of ['one', 'two']) {
      heard.length = 0;
      assert.equal((await cut()).rowCount, 1);
      await hears('everything');
      await one.transaction(async (tx) => tx.announce(round));
      await hears(round);
    }
    await operator.end();
  },
);
