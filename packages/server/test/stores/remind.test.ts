// How far reminders have come: everyone who is to be reminded is, once, whatever the clock did.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEFORE_EXPIRY_SECONDS, type Expiring, remind } from '../../src/features/push/remind.ts';
import type { Storage, Tx } from '../../src/storage/database.ts';
import { givenStorage } from '../support/open-storage.ts';

const YEAR = 365 * 86_400;

/** Looks once, while this one expires in so many seconds; what was told. */
async function look(storage: Storage, id: string, inSeconds: number): Promise<string[]> {
  const told: string[] = [];
  const tell = async (_tx: Tx, action: Expiring) => void told.push(action.id);
  await storage.transaction(async (tx) => {
    const expires_at = tx.now + inSeconds;
    const action = { project_id: 'prj_1', id, expires_at, kind: 'k', created_by_type: 'key', created_by_id: 'key_1' };
    const all = [action as Expiring];
    const above = {
      expiring: async (_: Tx, { after, until }: { after: number; until: number }) =>
        all.filter((one) => one.expires_at > after && one.expires_at <= until),
      isHeld: async () => false,
    };
    await remind(tx, above, { name: 'reminded', tell });
  });
  return told;
}

test('each is reminded of once, and what is too far ahead not yet', async (t) => {
  const { storage, world } = await givenStorage(t);
  assert.deepEqual(await look(storage, 'far', BEFORE_EXPIRY_SECONDS + 60), []);
  world.wind(90);
  assert.deepEqual(await look(storage, 'far', BEFORE_EXPIRY_SECONDS - 30), ['far']);
  assert.deepEqual(await look(storage, 'far', BEFORE_EXPIRY_SECONDS - 31), []);
});

test('after a clock that was a year ahead is right again, reminders go on', async (t) => {
  const { storage, world } = await givenStorage(t);
  world.wind(YEAR);
  await look(storage, 'then', 60);
  world.wind(-YEAR);
  assert.deepEqual(await look(storage, 'now', 60), ['now']);
  assert.deepEqual(await look(storage, 'now', 59), []);
});
