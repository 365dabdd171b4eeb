// What is kept of a source in storage, where two instances may have read it at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findSource,
  rememberSource,
  saveContent,
  saveUnchanged,
} from '../../src/features/watchers/stores/source-store.ts';
import { givenStorage } from '../support/open-storage.ts';

const source = { key: 'feed-1', url: 'https://blog.example/feed', host: 'blog.example' };

test('whatever was read has a number of its own, though two began with the same', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction((tx) => rememberSource(tx, source));
  const save = (body_hash: string) => storage.transaction((tx) => saveContent(tx, source.key, { body_hash }));
  const [first, second] = await Promise.all([save('one'), save('other')]);
  assert.deepEqual([first, second].toSorted(), [1, 2]);
  const kept = await findSource(storage.reader, source.key);
  assert.equal(kept?.version, 2);
  assert.equal(kept?.body_hash, first === 2 ? 'one' : 'other');
});

test('who found nothing new does not touch what another has found since', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction((tx) => rememberSource(tx, source));
  await storage.transaction((tx) => saveContent(tx, source.key, { body_hash: 'new', etag: '"new"' }));
  const late = { key: source.key, version: 0 };
  await storage.transaction((tx) => saveUnchanged(tx, late, { etag: '"old"' }));
  assert.equal((await findSource(storage.reader, source.key))?.etag, '"new"');
  await storage.transaction((tx) => saveUnchanged(tx, { ...late, version: 1 }, { etag: '"renewed"' }));
  assert.equal((await findSource(storage.reader, source.key))?.etag, '"renewed"');
});

test('what nobody reads any more is not kept', async (t) => {
  const { storage } = await givenStorage(t);
  const version = await storage.transaction((tx) => saveContent(tx, 'gone', { body_hash: 'x' }));
  assert.equal(version, undefined);
  assert.equal(await findSource(storage.reader, 'gone'), undefined);
});
