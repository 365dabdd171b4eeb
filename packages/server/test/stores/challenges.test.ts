// What may be used once is remembered for as long as it could be used again.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { nowOf } from '../../src/app.ts';
import { challengeExpiry, newChallenge } from '../../src/features/people/challenge.ts';
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

test('what was answered is not taken again because the clock was ahead in between, and it was forgotten', async (t) => {
  const { app, world } = await givenApp(t);
  const use = (hash: string) => {
    const expires_at = nowOf(app) + 300;
    return inTransaction(app, (tx) => useChallenge(tx, hash, expires_at));
  };
  assert.equal(await use('once'), true);
  world.wind(3600);
  assert.equal(await use('another'), true);
  world.wind(-3600);
  assert.equal(await use('once'), false);
});

test('a challenge of a clock that was ahead is none by the right one, but for what transactions may differ by', () => {
  const about = { secret: randomBytes(32), purpose: 'sign-in' };
  const made = newChallenge({ ...about, now: 10_000 }, randomBytes(16)).toString('base64url');
  const open = (now: number) => challengeExpiry(made, { ...about, now });
  assert.deepEqual([open(10_000), open(10_299), open(9_970)], [10_300, 10_300, 10_300]);
  assert.deepEqual([open(10_300), open(9_000)], [undefined, undefined]);
});
