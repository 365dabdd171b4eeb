// Covers DELETE /watchers/{id} (4, 7): the watcher goes, and its deduplication items with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, call, text, unhurried } from './client.ts';
import {
  allWatchers,
  createWatcher,
  deleteWatcher,
  feedOf,
  getWatcher,
  inboxTexts,
  itemAbout,
  mentions,
  namesIn,
  nextRun,
  openQuietHost,
  startSite,
  staysUnasked,
  updateWatcher,
  watched,
  watcherIn,
  watchSite,
} from './watcher-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

for (const status of ['active', 'paused']) {
  test(`4 DELETE /watchers/{id}: a watcher that is ${status} returns 204 without a body and is no longer listed`, async () => {
    const name = `Watcher ${text(32)}`;
    const id = await watcherIn(service, status, { name });
    const answer = await deleteWatcher(service, id);
    assertStatus(answer, 204);
    assert.equal(answer.text, '');
    assert.ok(!namesIn(await allWatchers(service)).includes(name));
  });
}

test('4, 7: a deleted watcher returns 404 to GET, PATCH and DELETE', async () => {
  const id = await createWatcher(service);
  assertStatus(await deleteWatcher(service, id), 204);
  assertStatus(await getWatcher(service, id), 404);
  assertStatus(await updateWatcher(service, id, { status: 'active' }), 404);
  assertStatus(await deleteWatcher(service, id), 404);
});

for (const id of ['wat_doesnotexist', 'nonsense']) {
  test(`4 DELETE /watchers/{id}, 7: the unknown identifier ${id} returns 404`, async () => {
    assertStatus(await deleteWatcher(service, id), 404);
  });
}

test('4 DELETE /watchers/{id}: of deletions racing for one watcher exactly one returns 204', async () => {
  const id = await createWatcher(service);
  const answers = await Promise.all(Array.from({ length: 4 }, async () => deleteWatcher(service, id)));
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [204, 404, 404, 404]);
});

test('4 DELETE /watchers/{id}: other watchers stay', async () => {
  const other = await createWatcher(service);
  assertStatus(await deleteWatcher(service, await createWatcher(service)), 204);
  assertStatus(await getWatcher(service, other), 200);
});

test('4 DELETE /watchers/{id}: its deduplication items go with it', async () => {
  const { adminKey: key } = await service.newProject('items');
  const item = itemAbout(`News ${text(24)}`);
  const site = await startSite(feedOf([item]));
  const watch = await watchSite(service, site, {}, key);
  await watched(service, watch);
  assertStatus(await deleteWatcher(service, watch.id, key), 204);
  const { text: dump } = await call(service, 'GET', '/project/export', { key });
  assert.ok(!dump.includes(item.slug) && !dump.includes(item.title), 'nothing of the item is left');
  await site.close();
});

test('4 DELETE /watchers/{id}, 1: a watcher made anew starts with a baseline, and the old one asks no more', async () => {
  const word = text(16);
  const site = await startSite(feedOf([itemAbout('Known')]));
  const fields = { keywords: [{ pattern: word, points: 100 }] };
  const old = await watchSite(service, site, fields);
  await watched(service, old);
  assertStatus(await deleteWatcher(service, old.id), 204);
  const { hits } = site;
  service.wind(86_400);
  await staysUnasked(site, hits);
  site.body = feedOf([itemAbout(`About ${word}`)]);
  await watched(service, await watchSite(service, site, fields));
  assert.equal(await mentions(service, word), 0);
  await site.close();
});

test('4 DELETE /watchers/{id}: what the watcher brought to the inbox stays, and can be decided', async () => {
  const word = text(16);
  const site = await startSite(feedOf([itemAbout('Known')]));
  const watch = await watchSite(service, site, { keywords: [{ pattern: word, points: 1 }] });
  await watched(service, watch);
  site.body = feedOf([itemAbout(`Found ${word}`)]);
  await nextRun(service, watch);
  assert.ok(await comesTrue(async () => (await mentions(service, word)) === 1), 'the item reaches the inbox');
  assertStatus(await deleteWatcher(service, watch.id), 204);
  assert.equal(await mentions(service, word), 1);
  const [found] = (await inboxTexts(service)).filter((each) => each.includes(word));
  const id = /\bact_\w+/.exec(found ?? '')?.[0] ?? '';
  assertStatus(await call(service, 'POST', `/actions/${id}/decision`, { body: { decision: 'reject' } }), 200);
  await site.close();
});
