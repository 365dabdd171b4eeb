// A server that ends at the worst of places: the short form of `npm run crash`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, newDatabase } from '../support/databases.ts';
import { crashLoop } from './crash-loop.ts';
import { failpointsOf } from './failpoints.ts';

test('whatever the place at which a server ends, what it acknowledged is there and every webhook arrives', async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const failpoints = failpointsOf(engine);
  const { wrong, ...found } = await crashLoop({ database, crashes: failpoints.length, failpoints });
  t.diagnostic(JSON.stringify(found));
  assert.deepEqual(wrong, []);
  assert.ok(found.acknowledged > failpoints.length && found.deliveries > 0 && found.extra > 0, JSON.stringify(found));
});
