// A server that ends at the worst of places: the short form of `npm run crash`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { engine, newDatabase } from '../support/databases.ts';
import { runSql } from '../support/sql.ts';
import { crashLoop, firstKey, heal, start } from './crash-loop.ts';
import { failpointsOf } from './failpoints.ts';
import { type Acknowledged, workUntilGone } from './load.ts';
import { deliveriesIn, wrongActions, wrongDeliveries } from './promises.ts';
import { openReceivers } from './receivers.ts';

test('whatever the place at which a server ends, what it acknowledged is there and every webhook arrives', async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const failpoints = failpointsOf(engine);
  const { wrong, ...found } = await crashLoop({ database, crashes: failpoints.length, failpoints });
  t.diagnostic(JSON.stringify(found));
  assert.deepEqual(wrong, []);
  assert.ok(found.acknowledged > failpoints.length && found.deliveries > 0 && found.extra > 0, JSON.stringify(found));
});

test('SIGTERM under load ends with 0, leaves no lease behind, and repeats no webhook', async (t) => {
  const database = await newDatabase();
  const receivers = await openReceivers();
  t.after(() => database.drop());
  t.after(() => receivers.close());
  const acknowledged: Acknowledged = new Map();
  const key = await firstKey(database);
  const server = await start(database);
  const working = workUntilGone({ targets: [{ url: server.url, key }], receivers, acknowledged });
  while (acknowledged.size <= 20) await setTimeout(50);
  server.kill('SIGTERM');
  assert.equal(await server.exitCode, 0);
  await working;
  assert.deepEqual(await runSql(database, 'SELECT id FROM deliveries WHERE leased = 1'), []);

  await heal(database, receivers);
  assert.deepEqual(await wrongActions(database, acknowledged), []);
  assert.deepEqual(wrongDeliveries(await deliveriesIn(database), receivers, 0), []);
});
