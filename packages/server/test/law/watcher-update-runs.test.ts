// Covers what an update of a watcher changes in its runs (2.5 update): where it looks, and what matches.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, type JsonObject, text, unhurried } from './client.ts';
import {
  feedOf,
  itemAbout,
  mentions,
  nextRun,
  type Site,
  startSite,
  staysUnasked,
  updateWatcher,
  type Watch,
  watched,
  watchSite,
} from './watcher-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;
const sites: Site[] = [];

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await service.stop();
});

async function newSite(): Promise<Site> {
  const site = await startSite(feedOf([itemAbout('Known')]));
  sites.push(site);
  return site;
}

async function update(watch: Watch, body: JsonObject): Promise<void> {
  assertStatus(await updateWatcher(service, watch.id, body), 200);
}

async function assertReachesInbox(mark: string): Promise<void> {
  assert.ok(await comesTrue(async () => (await mentions(service, mark)) === 1), `one action speaks of ${mark}`);
}

test('2.5 update: after a new config the watcher asks the new site, and the old one no more', async () => {
  const [old, fresh] = [await newSite(), await newSite()];
  const watch = await watchSite(service, old);
  await watched(service, watch);
  await update(watch, { config: { url: fresh.url } });
  const { hits } = old;
  await watched(service, { ...watch, site: fresh });
  await staysUnasked(old, hits);
});

test('2.5 update: after a lower min_score an item matches that did not before', async () => {
  const word = text(16);
  const watch = await watchSite(service, await newSite(), { keywords: [{ pattern: word, points: 5 }], min_score: 6 });
  await watched(service, watch);
  const [early, late] = [itemAbout(`Early ${word} ${text(24)}`), itemAbout(`Late ${word} ${text(24)}`)];
  watch.site.body = feedOf([early]);
  await watched(service, watch);
  assert.equal(await mentions(service, early.title), 0);
  await update(watch, { min_score: 5 });
  watch.site.body = feedOf([late, early]);
  await nextRun(service, watch);
  await assertReachesInbox(late.title);
});

test('2.5 update: a word added to keywords_none keeps an item from matching', async () => {
  const [word, never] = [text(16), text(16)];
  const watch = await watchSite(service, await newSite(), { keywords: [{ pattern: word, points: 5 }] });
  await watched(service, watch);
  await update(watch, { keywords_none: [never] });
  const unwanted = itemAbout(`Unwanted ${word} ${never} ${text(24)}`);
  const wanted = itemAbout(`Wanted ${word} ${text(24)}`);
  watch.site.body = feedOf([unwanted, wanted]);
  await watched(service, watch);
  await assertReachesInbox(wanted.title);
  assert.equal(await mentions(service, unwanted.title), 0);
});

test('2.5 update: a new name and color leave keywords, config and baseline as they were', async () => {
  const word = text(16);
  const watch = await watchSite(service, await newSite(), { keywords: [{ pattern: word, points: 5 }] });
  await watched(service, watch);
  await update(watch, { name: text(32), color: '#123456' });
  const item = itemAbout(`Fresh ${word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await nextRun(service, watch);
  await assertReachesInbox(item.title);
});

test('3.3, 1: a pause keeps the baseline: what came meanwhile is found when the watcher is active again', async () => {
  const word = text(16);
  const watch = await watchSite(service, await newSite(), { keywords: [{ pattern: word, points: 5 }] });
  await watched(service, watch);
  await update(watch, { status: 'paused' });
  const item = itemAbout(`Meanwhile ${word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await update(watch, { status: 'active' });
  await nextRun(service, watch);
  await assertReachesInbox(item.title);
});
