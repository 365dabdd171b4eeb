// Covers the baseline of a feed that is empty at first (1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { text, unhurried } from './client.ts';
import { feedOf, itemAbout, mentions, nextRun, startSite, watched, watchSite } from './watcher-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await service.stop();
});

test('1: the first run of a feed without items is the baseline, and the first item after it reaches the inbox', async () => {
  const word = text(16);
  const site = await startSite(feedOf([]));
  const watch = await watchSite(service, site, { keywords: [{ pattern: word, points: 1 }] });
  await watched(service, watch);
  const item = itemAbout(`First ${word} ${text(24)}`);
  site.body = feedOf([item]);
  await nextRun(service, watch);
  assert.ok(await comesTrue(async () => (await mentions(service, item.title)) === 1), 'the item reaches the inbox');
  await site.close();
});
