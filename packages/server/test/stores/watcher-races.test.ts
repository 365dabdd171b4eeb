// Two who change watchers at once: what the one has written and not yet committed is waited for by the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatcherCreate } from '@countersign/contract';
import type { App, Caller } from '../../src/app.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { addWatcher } from '../../src/features/watchers/managing/create-watcher.ts';
import { deleteWatcher } from '../../src/features/watchers/managing/delete-watcher.ts';
import { replanWindows } from '../../src/features/watchers/managing/replan.ts';
import { updateWatcher } from '../../src/features/watchers/managing/update-watcher.ts';
import { findSource } from '../../src/features/watchers/stores/source-store.ts';
import { findWatcher, saveWatcher } from '../../src/features/watchers/stores/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const config = { url: 'https://blog.example/feed' };
const BODY: WatcherCreate = {
  name: 'Blog',
  kind: 'rss',
  config,
  keywords: [{ pattern: 'rust', points: 1 }],
  schedule: { every: '1h', window: '09:00-17:00' },
};

async function given(t: Parameters<typeof givenApp>[0]) {
  const { app } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Races'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'Key', project_id, scopes: ['admin'] };
  const add = (tx: Tx) => addWatcher(tx, app, caller, BODY, { config, keyword_modes: ['phrase'] });
  const watcher = await inTransaction(app, add);
  const read = async () => (await findWatcher(app.reader, project_id, watcher.id)) ?? assert.fail();
  return { app, caller, add, watcher, read };
}

/** The second begins when the first has written, and comes as far as it may before the first commits. */
async function atOnce<T>(app: App, first: (tx: Tx) => Promise<T>, second: () => Promise<unknown>): Promise<T> {
  let other: Promise<unknown> = Promise.resolve();
  const written = await inTransaction(app, async (tx) => {
    const value = await first(tx);
    other = second();
    await Promise.race([other, app.world.sleep(200)]);
    return value;
  });
  await other;
  return written;
}

test('a source whose last watcher goes while another comes is there for that one', async (t) => {
  const { app, caller, add, watcher } = await given(t);
  const { source_key } = await atOnce(app, add, () => deleteWatcher(app, caller, watcher.id));
  assert.notEqual(await findSource(app.reader, source_key), undefined);
});

test('a watcher that is paused while the time zone changes stays so', async (t) => {
  const { app, caller, watcher, read } = await given(t);
  const pause = (tx: Tx) => saveWatcher(tx, watcher, { status: 'paused', due_at: null });
  await atOnce(app, pause, () => replanWindows(app, caller.project_id));
  assert.partialDeepStrictEqual(await read(), { status: 'paused', due_at: null });
});

test('a watcher that is renamed while its keywords change says of the new ones how they are read', async (t) => {
  const { app, caller, watcher, read } = await given(t);
  const keywords = JSON.stringify([{ pattern: '/ru.t/', points: 1 }]);
  const change = (tx: Tx) => saveWatcher(tx, watcher, { keywords, keyword_modes: '["regex"]' });
  await atOnce(app, change, () => updateWatcher(app, caller, watcher.id, { name: 'Renamed' }));
  assert.partialDeepStrictEqual(await read(), { name: 'Renamed', keywords, keyword_modes: '["regex"]' });
});
