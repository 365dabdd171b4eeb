// Covers what a watcher finds (1, 2.5): the baseline, the deduplication, and which items reach the inbox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, type JsonObject, text, unhurried } from './client.ts';
import {
  feedOf,
  type Item,
  inboxTexts,
  itemAbout,
  mentions,
  nextRun,
  type Site,
  startSite,
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

async function siteWith(body: string, type?: string): Promise<Site> {
  const site = await startSite(body, type);
  sites.push(site);
  return site;
}

interface WordWatch extends Watch {
  readonly word: string;
}

/** A watcher for a word of its own, past its baseline of these items. */
async function watching(known: readonly Item[], fields: JsonObject = {}, points = 1): Promise<WordWatch> {
  const word = text(16);
  const site = await siteWith(feedOf(known));
  const watch = await watchSite(service, site, { keywords: [{ pattern: word, points }], ...fields });
  await watched(service, watch);
  return { ...watch, word };
}

async function assertReachesInbox(mark: string): Promise<void> {
  const reached = await comesTrue(async () => (await mentions(service, mark)) === 1);
  assert.ok(reached, `no one action speaks of ${mark} in ${(await inboxTexts(service)).join()}`);
}

test('1: the first run establishes a baseline and produces no alert', async () => {
  const word = text(16);
  const site = await siteWith(feedOf([itemAbout(`First ${word}`), itemAbout(`Second ${word}`)]));
  await watched(service, await watchSite(service, site, { keywords: [{ pattern: word, points: 100 }] }));
  assert.equal(await mentions(service, word), 0);
});

test('1: an item that matches and came after the baseline reaches the inbox, those of the baseline do not', async () => {
  const known = itemAbout(`Known ${text(24)}`);
  const watch = await watching([known]);
  const fresh = itemAbout(`Fresh ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([fresh, known]);
  await nextRun(service, watch);
  await assertReachesInbox(fresh.title);
  assert.equal(await mentions(service, known.title), 0);
});

test('1: an item that stays in the feed reaches the inbox once', async () => {
  const watch = await watching([itemAbout('Known')]);
  const item = itemAbout(`Lasting ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await nextRun(service, watch);
  await assertReachesInbox(item.title);
  await watched(service, watch);
  await watched(service, watch);
  assert.equal(await mentions(service, item.title), 1);
});

test('1: an item that leaves the feed and comes back reaches the inbox once', async () => {
  const watch = await watching([itemAbout('Known')]);
  const item = itemAbout(`Returning ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await nextRun(service, watch);
  await assertReachesInbox(item.title);
  watch.site.body = feedOf([itemAbout('Another')]);
  await watched(service, watch);
  watch.site.body = feedOf([item]);
  await watched(service, watch);
  assert.equal(await mentions(service, item.title), 1);
});

test('1: every run finds what is new in it', async () => {
  const watch = await watching([itemAbout('Known')]);
  const items: Item[] = [];
  for (let run = 0; run < 3; run += 1) {
    const item = itemAbout(`Number ${run} ${watch.word} ${text(24)}`);
    items.unshift(item);
    watch.site.body = feedOf(items);
    await nextRun(service, watch);
    await assertReachesInbox(item.title);
  }
});

test('1, 2.5 keywords: an item without any of the keywords does not match', async () => {
  const watch = await watching([itemAbout('Known')]);
  const other = itemAbout(`Other ${text(24)}`);
  const wanted = itemAbout(`Wanted ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([other, wanted]);
  await watched(service, watch);
  await assertReachesInbox(wanted.title);
  assert.equal(await mentions(service, other.title), 0);
});

test('1, 2.5 keywords_none: an item with a keyword and one of keywords_none does not match', async () => {
  const never = text(16);
  const watch = await watching([itemAbout('Known')], { keywords_none: [never] });
  const unwanted = itemAbout(`Unwanted ${watch.word} ${never} ${text(24)}`);
  const wanted = itemAbout(`Wanted ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([unwanted, wanted]);
  await watched(service, watch);
  await assertReachesInbox(wanted.title);
  assert.equal(await mentions(service, unwanted.title), 0);
});

test('1, 2.5 min_score: an item whose keyword has fewer points does not match', async () => {
  const watch = await watching([itemAbout('Known')], { min_score: 51 }, 50);
  const item = itemAbout(`Poor ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await watched(service, watch);
  assert.equal(await mentions(service, item.title), 0);
});

test('1, 2.5 min_score: an item whose keyword has as many points matches', async () => {
  const watch = await watching([itemAbout('Known')], { min_score: 50 }, 50);
  const item = itemAbout(`Rich ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await nextRun(service, watch);
  await assertReachesInbox(item.title);
});

test('2.5 update: after new keywords an item with the new one matches and one with the old one does not', async () => {
  const watch = await watching([itemAbout('Known')]);
  const word = text(16);
  assertStatus(await updateWatcher(service, watch.id, { keywords: [{ pattern: word, points: 1 }] }), 200);
  const outdated = itemAbout(`Outdated ${watch.word} ${text(24)}`);
  const wanted = itemAbout(`Wanted ${word} ${text(24)}`);
  watch.site.body = feedOf([outdated, wanted]);
  await watched(service, watch);
  await assertReachesInbox(wanted.title);
  assert.equal(await mentions(service, outdated.title), 0);
});

test('1: two watchers of one feed deduplicate each for itself', async () => {
  const first = await watching([itemAbout('Known')]);
  const word = text(16);
  const second = await watchSite(service, first.site, { keywords: [{ pattern: word, points: 1 }] });
  await watched(service, second);
  await watched(service, second);
  const both = itemAbout(`Both ${first.word} ${word} ${text(24)}`);
  const one = itemAbout(`One ${word} ${text(24)}`);
  const other = itemAbout(`Other ${first.word} ${text(24)}`);
  first.site.body = feedOf([both, one, other]);
  await watched(service, second);
  await watched(service, second);
  await assertReachesInbox(one.title);
  await assertReachesInbox(other.title);
  assert.ok((await mentions(service, both.title)) >= 1);
});

test('5.2: what a watcher finds reaches the inbox of its own project and of no other', async () => {
  const { adminKey: other } = await service.newProject('neighbour');
  const watch = await watching([itemAbout('Known')]);
  const item = itemAbout(`Ours ${watch.word} ${text(24)}`);
  watch.site.body = feedOf([item]);
  await nextRun(service, watch);
  await assertReachesInbox(item.title);
  assert.deepEqual(await inboxTexts(service, other), []);
});
