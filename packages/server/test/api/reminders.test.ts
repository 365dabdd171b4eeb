// A reminder falls due while someone is about to decide: it waits, and is told should they not.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Action, Countersign } from '@countersign/sdk';
import { forgetChannels, settleChannels } from '../support/channels.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { clientOf, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { type PushBrowser, startPushService } from '../support/push-service.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { call } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let dana: Browser;
let platform: Platform;
let browser: PushBrowser;

before(async () => {
  platform = await startPlatform();
  const world = fakeWorld({ frozenAtMs: Date.now() }); // nobody's hold ends while the test is busy
  service = await startService({ world, allowPrivateTargets: true });
});
after(async () => {
  await service.stop();
  platform.close();
});

beforeEach(async () => {
  await forgetChannels(service);
  platform.forget();
  admin = clientOf(service, service.adminKey);
  await admin.eraseProject();
  const { text } = await call('GET', `${service.baseUrl}/push/vapid-public-key`);
  const { public_key } = JSON.parse(text) as { public_key: string };
  browser = startPushService(service.world, public_key).browser();
  dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  await dana.ask('POST', '/push/subscribe', browser.subscription);
  const config = { url: `${platform.url}/hook`, secret: 'a-secret-of-the-channel' };
  await admin.createChannel({ name: 'Hook', type: 'webhook', config, events: ['action.expiring'] });
});

const hold = (person: Browser, { id, digest }: Action, decision = 'approve') =>
  person.ask('POST', `/actions/${id}/decision-hold`, { decision, digest, seconds: 30 });
const undo = (person: Browser, { id }: Action) => person.ask('DELETE', `/actions/${id}/decision-hold`);

/** By push and by the channel. */
const reminded = () => ({
  push: browser.got.flatMap(({ message: { notification } }) =>
    notification.data.event === 'action.expiring' ? [notification.data.action_id] : [],
  ),
  channel: platform.heard.map((one) => one.get('action.id')),
});
const both = (...ids: string[]) => ({ push: ids, channel: ids });

/** Until reminders have come to what is ten minutes from now, and all that was to be told is. */
async function pass(seconds: number): Promise<void> {
  service.wind(seconds);
  const { reader } = service.running.app;
  const reached = String(Math.floor(service.world.nowMs() / 1000) + 600);
  await until(async () => {
    const places = await reader.q
      .selectFrom('server_facts')
      .select('value')
      .where('name', 'in', ['push_reminded_until', 'channels_reminded_until'])
      .execute();
    for (const sweep of ['push', 'channels']) service.running.app.wake(sweep);
    return places.length === 2 && places.every(({ value }) => value === reached);
  }, 'reminders have come so far');
  await settle();
}

async function settle(): Promise<void> {
  const { reader } = service.running.app;
  await until(async () => {
    service.running.app.wake('push');
    const cause = await reader.q.selectFrom('push_causes').select('id').executeTakeFirst();
    const notice = await reader.q.selectFrom('push_notices').select('id').executeTakeFirst();
    return !cause && !notice;
  }, 'push comes to rest');
  await settleChannels(service);
}

test('an undone hold gives the reminder free, once', async () => {
  const action = await admin.createAction(proposal({ expires_in: 1800 }));
  service.wind(1190);
  await hold(dana, action);
  await hold(dana, action, 'reject'); // another takes its place, and what it owes
  await pass(12);
  assert.deepEqual(reminded(), both());
  await hold(dana, action);
  await undo(dana, action);
  await settle();
  assert.deepEqual(reminded(), both(action.id));
  await hold(dana, action);
  await undo(dana, action);
  await pass(30);
  assert.deepEqual(reminded(), both(action.id));
});

test('of two who hold it, the last to think better of it does', async () => {
  const sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  const action = await admin.createAction(proposal({ expires_in: 1800 }));
  service.wind(1190);
  await hold(dana, action);
  await pass(12);
  await hold(sam, action);
  await undo(dana, action);
  await settle();
  assert.deepEqual(reminded(), both());
  await undo(sam, action);
  await settle();
  assert.deepEqual(reminded(), both(action.id));
});

test('an approval that is one of several leaves the others something to be reminded of', async () => {
  await admin.createRule({ name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } });
  const action = await admin.createAction(proposal({ expires_in: 1800 }));
  service.wind(1190);
  await hold(dana, action);
  await pass(12);
  assert.deepEqual(reminded(), both());
  await pass(20);
  await until(async () => (await admin.getAction(action.id)).approvals.given === 1, 'the approval counts');
  await settle();
  assert.deepEqual(reminded(), both(action.id));
});

test('whoever is removed while they hold it decides nothing, and the others are reminded', async () => {
  const sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  const action = await admin.createAction(proposal({ expires_in: 1800 }));
  service.wind(1190);
  await hold(sam, action);
  await pass(12);
  await admin.removeReviewer(sam.id);
  await pass(20);
  await until(async () => (await held()) === 0, 'the hold is lost');
  await settle();
  assert.deepEqual(reminded(), both(action.id));
});

test('what is decided in the end is not reminded of', async () => {
  const action = await admin.createAction(proposal({ expires_in: 1800 }));
  service.wind(1190);
  await hold(dana, action);
  await pass(12);
  await pass(20);
  await until(async () => (await admin.getAction(action.id)).status === 'approved', 'the decision');
  await settle();
  assert.deepEqual(reminded(), both());
});

const held = async () => (await service.running.app.reader.q.selectFrom('holds').select('id').execute()).length;
