// Covers GET /watchers/{id} (2.5, 4, 7): the watcher with its item count, and 404 for what does not exist.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, type Json, objectWith, text, unhurried } from './client.ts';
import {
  configs,
  createWatcher,
  feedOf,
  getWatcher,
  itemAbout,
  kinds,
  openQuietHost,
  startSite,
  watched,
  watcherIn,
  watchSite,
} from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

function numbersIn(body: Json): readonly number[] {
  if (typeof body === 'number') {
    return [body];
  }
  return typeof body === 'object' && body !== null
    ? Object.values(body).flatMap((each) => numbersIn(each as Json))
    : [];
}

for (const kind of kinds) {
  for (const status of ['active', 'paused']) {
    test(`4 GET /watchers/{id}: a ${status} watcher of kind ${kind} returns 200 and is itself`, async () => {
      const name = `Watcher ${text(32)}`;
      const id = await watcherIn(service, status, { name, kind, config: configs[kind] ?? {} });
      const answer = await getWatcher(service, id);
      assertStatus(answer, 200);
      const watcher = objectWith(answer.body, ['id', 'name', 'kind', 'status']);
      assert.deepEqual([watcher['id'], watcher['name'], watcher['kind'], watcher['status']], [id, name, kind, status]);
    });
  }
}

test('4 GET /watchers/{id}: the item count grows with the items the watcher found', async () => {
  const word = text(16);
  const known = Array.from({ length: 13 }, (_, index) => itemAbout(`${word} old ${index}`));
  const fresh = Array.from({ length: 29 }, (_, index) => itemAbout(`${word} new ${index}`));
  const site = await startSite(feedOf(known));
  const watch = await watchSite(service, site, { keywords: [{ pattern: word, points: 100 }] });
  await watched(service, watch);
  const earlier = numbersIn((await getWatcher(service, watch.id)).body);
  assert.ok(earlier.includes(0) || earlier.includes(13), 'the baseline counts none of the 13 items, or all');
  site.body = feedOf([...fresh, ...known]);
  await watched(service, watch);
  const later = numbersIn((await getWatcher(service, watch.id)).body);
  assert.ok(later.includes(29) || later.includes(42), '29 new items are counted, with or without the baseline');
  await site.close();
});

for (const id of ['wat_doesnotexist', 'nonsense', '%20']) {
  test(`4 GET /watchers/{id}, 7: the unknown identifier ${id} returns 404`, async () => {
    assertStatus(await getWatcher(service, id), 404);
  });
}

test('4 GET /watchers/{id}, 7: an identifier with one more character returns 404', async () => {
  assertStatus(await getWatcher(service, `${await createWatcher(service)}0`), 404);
});
