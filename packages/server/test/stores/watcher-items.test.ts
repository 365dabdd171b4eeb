// What a watcher forgets of all it has seen: the oldest, and not what is yet to be told.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forgetBeyond, forgetItems, insertItems } from '../../src/features/watchers/stores/item-store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const of = { project_id: 'prj_1', watcher_id: 'wat_1' };

/** Keys of items in the order in which they were last seen; those that end in `!` could not be told yet. */
async function given(t: TestContext, ...keys: string[]) {
  const { app } = await givenApp(t);
  await inTransaction(app, async (tx) => {
    const rows = keys.map((key, at) => ({
      ...of,
      key,
      id: tx.newId('itm'),
      alias_link: null,
      alias_guid: null,
      alias_title: null,
      content_hash: key,
      first_seen: 1,
      last_seen: at + 1,
      score: 1,
      rules_version: 1,
      owed: key.endsWith('!') ? (1 as const) : (0 as const),
      found: null,
      alerted_at: null,
      alerted_as: null,
      action_id: null,
      published_at: null,
      title: key,
      url: null,
      author: '',
      matches: '[]',
    }));
    await insertItems(tx, rows, async () => undefined);
  });
  const left = async () =>
    (await app.reader.q.selectFrom('watcher_items').select('key').orderBy('last_seen').execute()).map(({ key }) => key);
  return { app, left };
}

test('what is gone for long goes, but for what is owed', async (t) => {
  const { app, left } = await given(t, 'a!', 'b', 'c!', 'd', 'e');
  await inTransaction(app, (tx) => forgetItems(tx, of, { before: 5, limit: 10 }));
  assert.deepEqual(await left(), ['a!', 'c!', 'e']);
});

test('of too many the oldest go, and what is owed only when nothing else is left', async (t) => {
  const { app, left } = await given(t, 'a!', 'b', 'c!', 'd', 'e!', 'seen just now');
  const forget = (keep: number) => inTransaction(app, (tx) => forgetBeyond(tx, of, { keep, limit: 10, seen: 6 }));
  await forget(5);
  assert.deepEqual(await left(), ['a!', 'c!', 'd', 'e!', 'seen just now']);
  await forget(3);
  assert.deepEqual(await left(), ['c!', 'e!', 'seen just now']);
});
