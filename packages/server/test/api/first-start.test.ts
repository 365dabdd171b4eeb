// The first start on an empty database, by one server or by several at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boot } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { fakeWorld } from '../support/fake-world.ts';

test('the first start makes one key; later starts make none', async (t) => {
  const database = await newDatabase(engine, { empty: true });
  t.after(() => database.drop());
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: database.url });
  const first = await boot(config, fakeWorld());
  assert.match(first.firstStart?.key ?? '', /^csk_/);
  await first.close();
  const second = await boot(config, fakeWorld());
  assert.equal(second.firstStart, undefined);
  await second.close();
});

test('five instances that start at once on one PostgreSQL make one key', { skip: engine === 'sqlite' }, async (t) => {
  const database = await newDatabase(engine, { empty: true });
  t.after(() => database.drop());
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: database.url });
  const running = await Promise.all([1, 2, 3, 4, 5].map(() => boot(config, fakeWorld())));
  assert.equal(running.filter(({ firstStart }) => firstStart !== undefined).length, 1);
  await Promise.all(running.map((each) => each.close()));
});
