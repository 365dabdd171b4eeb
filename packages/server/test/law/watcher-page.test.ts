// Covers a watcher of a page (1, 2.5 url_diff): the change reaches the inbox, the baseline does not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { text, unhurried } from './client.ts';
import { inboxTexts, nextRun, startSite, watched, watchSite } from './watcher-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await service.stop();
});

test('1: a url_diff watcher alerts when the page has changed, not at its baseline and not while it stays', async () => {
  const { adminKey: key } = await service.newProject('page');
  const word = text(16);
  const page = (line: string): string => `<html><body><h1>Status</h1><p>${line}</p></body></html>`;
  const site = await startSite(page('All is well.'), 'text/html');
  const fields = { kind: 'url_diff', keywords: [{ pattern: word, points: 100 }] };
  const watch = await watchSite(service, site, fields, key);
  await watched(service, watch);
  assert.equal((await inboxTexts(service, key)).length, 0, 'the same page gives no alert');
  site.body = page(`Now there is ${word}.`);
  await nextRun(service, watch);
  assert.ok(await comesTrue(async () => (await inboxTexts(service, key)).length === 1), 'the change gives an alert');
  await watched(service, watch);
  assert.equal((await inboxTexts(service, key)).length, 1, 'the same change gives no second alert');
  await site.close();
});
