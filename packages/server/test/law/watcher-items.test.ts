// Covers the items of feeds (1): many at once, of unusual form, after an outage and over a restart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { text, unhurried } from './client.ts';
import {
  feedOf,
  inboxTexts,
  itemAbout,
  mentions,
  nextRun,
  type Site,
  startSite,
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

const known = itemAbout('Known');

/** A watcher for this word, past its baseline. */
async function watching(word: string): Promise<Watch> {
  const site = await startSite(feedOf([known]));
  sites.push(site);
  const watch = await watchSite(service, site, { keywords: [{ pattern: word, points: 1 }] });
  await watched(service, watch);
  return watch;
}

async function reachesInbox(mark: string): Promise<boolean> {
  return comesTrue(async () => (await mentions(service, mark)) === 1);
}

test('1: of many items that are new at once every one that matches reaches the inbox', async () => {
  const word = text(16);
  const watch = await watching(word);
  const items = Array.from({ length: 40 }, (_, index) => itemAbout(`Item ${index} ${word} ${text(24)}`));
  watch.site.body = feedOf([...items, known]);
  await nextRun(service, watch);
  const missing = async (): Promise<readonly string[]> => {
    const texts = await inboxTexts(service);
    return items.map((item) => item.title).filter((title) => texts.every((each) => !each.includes(title)));
  };
  await comesTrue(async () => (await missing()).length === 0);
  assert.deepEqual(await missing(), []);
});

test('1: an item without link and guid reaches the inbox, once', async () => {
  const word = text(16);
  const watch = await watching(word);
  const title = `Bare ${word} ${text(24)}`;
  const bare = feedOf([known]).replace(
    '<item>',
    `<item><title>${title}</title><description>Bare</description></item><item>`,
  );
  watch.site.body = bare;
  await nextRun(service, watch);
  assert.ok(await reachesInbox(title), 'the item reaches the inbox');
  await watched(service, watch);
  assert.equal(await mentions(service, title), 1);
});

test('1: entities and CDATA in a title are read as what they stand for', async () => {
  const word = text(16);
  const watch = await watching(word);
  const [escaped, raw] = [
    itemAbout(`Gr&#246;&#223;e &amp; mehr ${word}`),
    itemAbout(`<![CDATA[Fish & chips ${word}]]>`),
  ];
  watch.site.body = feedOf([escaped, raw, known]);
  await nextRun(service, watch);
  assert.ok(await reachesInbox(`Größe & mehr ${word}`), 'entities');
  assert.ok(await reachesInbox(`Fish & chips ${word}`), 'CDATA');
});

test('1: after an outage what was known gives no alert, and what is new does', async () => {
  const word = text(16);
  const watch = await watching(word);
  const early = itemAbout(`Early ${word} ${text(24)}`);
  watch.site.body = feedOf([early, known]);
  await nextRun(service, watch);
  assert.ok(await reachesInbox(early.title), 'the item before the outage');
  watch.site.status = 503;
  await nextRun(service, watch);
  watch.site.status = 200;
  const late = itemAbout(`Late ${word} ${text(24)}`);
  watch.site.body = feedOf([late, early, known]);
  await nextRun(service, watch);
  assert.ok(await reachesInbox(late.title), 'the item after the outage');
  await watched(service, watch);
  assert.equal(await mentions(service, early.title), 1);
});

test('1: a restart of the service loses neither the baseline nor the items already seen', async () => {
  const word = text(16);
  const watch = await watching(word);
  const early = itemAbout(`Before ${word} ${text(24)}`);
  watch.site.body = feedOf([early, known]);
  await nextRun(service, watch);
  assert.ok(await reachesInbox(early.title), 'the item before the restart');
  await service.restart();
  const late = itemAbout(`After ${word} ${text(24)}`);
  watch.site.body = feedOf([late, early, known]);
  await nextRun(service, watch);
  assert.ok(await reachesInbox(late.title), 'the item after the restart');
  assert.equal(await mentions(service, early.title), 1);
  assert.equal(await mentions(service, known.slug), 0);
});
