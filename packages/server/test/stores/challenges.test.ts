// What may be used once is remembered for as long as it could be used again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowOf } from '../../src/app.ts';
import { useChallenge } from '../../src/features/people/credential-store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

test('an answer that was looked at in its last moment is not taken again after it, when it is forgotten', async (t) => {
  const { app, world } = await givenApp(t);
  const expires_at = nowOf(app) + 300;
  const use = () => inTransaction(app, (tx) => useChallenge(tx, 'once', expires_at));
  assert.equal(await use(), true);
  assert.equal(await use(), false);
  world.wind(300);
  assert.equal(await use(), false);
});
