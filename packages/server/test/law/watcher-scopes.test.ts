// Covers the scope watch (5.3, 4) and that watchers are project-scoped (5.2).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertRefused, assertStatus, call, text, unhurried } from './client.ts';
import { createKey } from './key-steps.ts';
import {
  allWatchers,
  createWatcher,
  deleteWatcher,
  entryNamed,
  getWatcher,
  listWatchers,
  newWatcher,
  openQuietHost,
  postWatcher,
  updateWatcher,
} from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

for (const scopes of [['watch'], ['actions', 'watch'], ['admin'], ['actions', 'admin']]) {
  test(`5.3 watch: a key with ${scopes.join(' and ')} creates, lists, gets, updates and deletes watchers`, async () => {
    const { key } = await createKey(service, scopes);
    const id = await createWatcher(service, {}, key);
    assertStatus(await listWatchers(service, {}, key), 200);
    assertStatus(await getWatcher(service, id, key), 200);
    assertStatus(await updateWatcher(service, id, { status: 'paused' }, key), 200);
    assertStatus(await deleteWatcher(service, id, key), 204);
  });
}

test('5.3: a key with actions alone is refused to create a watcher, and none is created', async () => {
  const { key } = await createKey(service, ['actions']);
  const earlier = (await allWatchers(service)).length;
  assertRefused(await postWatcher(service, newWatcher(), key));
  assert.equal((await allWatchers(service)).length, earlier);
});

test('5.3: a key with actions alone is refused the list and the watchers in it', async () => {
  const { key } = await createKey(service, ['actions']);
  const name = `Only for watch ${text(32)}`;
  const id = await createWatcher(service, { name });
  for (const answer of [await listWatchers(service, {}, key), await getWatcher(service, id, key)]) {
    assertRefused(answer);
    assert.ok(!answer.text.includes(name));
  }
});

test('5.3: a key with actions alone is refused to update and delete a watcher, which stays as it was', async () => {
  const { key } = await createKey(service, ['actions']);
  const name = `Watcher ${text(32)}`;
  const id = await createWatcher(service, { name });
  assertRefused(await updateWatcher(service, id, { status: 'paused' }, key));
  assertRefused(await deleteWatcher(service, id, key));
  assert.equal((await entryNamed(service, name))['status'], 'active');
});

test('5.2, 7: a watcher of another project returns 404 to GET, PATCH and DELETE, and stays as it was', async () => {
  const { adminKey: other } = await service.newProject('other');
  const name = `Watcher ${text(32)}`;
  const id = await createWatcher(service, { name });
  assertStatus(await getWatcher(service, id, other), 404);
  assertStatus(await updateWatcher(service, id, { status: 'paused', name: 'Taken' }, other), 404);
  assertStatus(await deleteWatcher(service, id, other), 404);
  assert.equal((await entryNamed(service, name))['status'], 'active');
});

test('5.2: the watchers of another project are not listed', async () => {
  const { adminKey: other } = await service.newProject('other');
  await createWatcher(service);
  assert.deepEqual(await allWatchers(service, other), []);
});

for (const body of ['{', 'name=x']) {
  test(`7: the body ${JSON.stringify(body)}, no JSON, is refused where watchers read one, and changes nothing`, async () => {
    const name = `Watcher ${text(32)}`;
    const id = await createWatcher(service, { name });
    const earlier = (await allWatchers(service)).length;
    assertStatus(await call(service, 'POST', '/watchers', { rawBody: body }), 400);
    assertRefused(await call(service, 'PATCH', `/watchers/${id}`, { rawBody: body }));
    assertRefused(await call(service, 'POST', '/watchers/from-preset', { rawBody: body }));
    assert.equal((await allWatchers(service)).length, earlier);
    assert.equal((await entryNamed(service, name))['status'], 'active');
  });
}
