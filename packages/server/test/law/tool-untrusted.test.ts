// Covers the note on content from outside (2.1): what a watcher found carries it, what an agent proposed does not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIdIn, actionIn } from './action-steps.ts';
import { assertStatus, call, itemsOf, text, unhurried } from './client.ts';
import { connect } from './tool-steps.ts';
import { feedOf, itemAbout, mentions, nextRun, startSite, watched, watchSite } from './watcher-steps.ts';
import { comesTrue } from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await service.stop();
});

test('2.1 _untrusted_content_note: a decided action with an item of a watcher carries it, a text', async () => {
  const word = text(16);
  const site = await startSite(feedOf([itemAbout('Known')]));
  const watch = await watchSite(service, site, { keywords: [{ pattern: word, points: 1 }] });
  await watched(service, watch);
  const item = itemAbout(`Fresh ${word} ${text(24)}`);
  site.body = feedOf([item]);
  await nextRun(service, watch);
  assert.ok(await comesTrue(async () => (await mentions(service, item.title)) === 1), 'the item reaches the inbox');
  const list = await call(service, 'GET', '/actions');
  const [found] = itemsOf(list.body).filter((each) => JSON.stringify(each).includes(word));
  const id = actionIdIn(found ?? null);
  assertStatus(await call(service, 'POST', `/actions/${id}/decision`, { body: { decision: 'approve' } }), 200);
  const output = await (await connect(service)).use('await_decision', { action_id: id });
  assert.equal(output['status'], 'approved');
  const note = output['_untrusted_content_note'];
  assert.ok(typeof note === 'string' && note !== '', JSON.stringify(output));
  await site.close();
});

test('2.1 _untrusted_content_note: an action an agent proposed does not carry it', async () => {
  const id = await actionIn(service, 'approved');
  const output = await (await connect(service)).use('await_decision', { action_id: id });
  assert.ok(!Object.hasOwn(output, '_untrusted_content_note'));
});
