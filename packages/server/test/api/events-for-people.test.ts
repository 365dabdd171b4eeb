// GET /events for people who are signed in: holds of colleagues, webhooks, watchers, counts, the version.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DeliveryEvent, HoldEvent, InboxCounts, VersionEvent, WatcherEvent } from '@countersign/contract';
import type { ActionCreated, Countersign } from '@countersign/sdk';
import { issuesOf } from '../../src/base/validate.ts';
import { type EventReader, openEvents } from '../support/event-source.ts';
import { clientOf, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';

let service: Service;
let admin: Countersign;
let sam: Browser;
let viewer: Browser;
/** What the viewer, and what a key, is told. */
let events: EventReader;
let ofKey: EventReader;

before(async () => {
  service = await startService();
  service.world.site('agent.example', () => ({ status: 200 }));
  admin = clientOf(service, service.adminKey);
  sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  viewer = await givenPerson(service, 'viewer');
  events = await openEvents(service.baseUrl, { cookie: viewer.cookie });
  ofKey = await openEvents(service.baseUrl, service.adminKey);
  for (const each of [events, ofKey]) await each.until(() => each.lastEventId() !== '');
});
after(async () => {
  for (const each of [events, ofKey]) each.close();
  await service.stop();
});

const told = <T>(type: string, of: EventReader = events) =>
  of.told.filter((each) => each.type === type).map(({ data }) => JSON.parse(data) as T);

/** The last of this kind about this action. */
async function toldAbout<T extends { id: string }>(type: string, id: string, of: EventReader = events): Promise<T> {
  const found = () => told<T>(type, of).findLast((data) => data.id === id);
  await of.until(() => found() !== undefined);
  return found() ?? assert.fail();
}

const hold = ({ id, digest }: ActionCreated, decision = 'approve') =>
  sam.ask<{ commits_at: number }>('POST', `/actions/${id}/decision-hold`, { decision, digest });

const whoHolds = () => ({ type: 'reviewer', id: sam.id, name: 'Sam' });

test('the first thing that is told is which version this is, what time it is, and how much waits', async () => {
  const [version, counts] = events.told;
  assert.deepEqual([version?.type, counts?.type], ['version', 'counts']);
  assert.deepEqual(issuesOf(VersionEvent, JSON.parse(version?.data ?? '')), []);
  assert.deepEqual(issuesOf(InboxCounts, JSON.parse(counts?.data ?? '')), []);
  const { server_time } = JSON.parse(version?.data ?? '') as VersionEvent;
  assert.ok(Math.abs(server_time - service.world.nowMs()) < 60_000);
});

test('a hold is told when it starts and when it becomes the decision', async () => {
  const action = await admin.createAction(proposal());
  const { commits_at } = await hold(action);
  const started = await toldAbout<HoldEvent>('hold.started', action.id);
  assert.deepEqual(issuesOf(HoldEvent, started), []);
  assert.partialDeepStrictEqual(started, { holder: whoHolds(), verdict: 'approve', commits_at });
  service.wind(6);
  const committed = await toldAbout<HoldEvent>('hold.committed', action.id);
  assert.deepEqual(issuesOf(HoldEvent, committed), []);
  assert.partialDeepStrictEqual(committed, { holder: whoHolds(), verdict: 'approve', hold_id: started.hold_id });
  assert.equal((await toldAbout<{ id: string; status: string }>('action.updated', action.id)).status, 'approved');
});

test('a hold that is undone, and one that came too late, are told as such', async () => {
  const [undone, lost] = [await admin.createAction(proposal()), await admin.createAction(proposal())];
  await hold(undone, 'reject');
  await sam.ask('DELETE', `/actions/${undone.id}/decision-hold`);
  assert.partialDeepStrictEqual(await toldAbout<HoldEvent>('hold.undone', undone.id), {
    holder: whoHolds(),
    verdict: 'reject',
  });
  await hold(lost);
  await admin.decideAction(lost.id, { decision: 'reject' });
  service.wind(6);
  const event = await toldAbout<HoldEvent>('hold.lost', lost.id);
  assert.deepEqual(issuesOf(HoldEvent, event), []);
  assert.partialDeepStrictEqual(event, { holder: whoHolds(), verdict: 'approve', why: 'already_decided' });
  assert.equal(
    told<HoldEvent>('hold.committed').some(({ id }) => id === lost.id),
    false,
  );
});

test('an approval is told of when it is given, and when it no longer counts', async (t) => {
  const rule = await admin.createRule({
    name: 'Two',
    rule_action: 'require_n_approvers',
    kind_pattern: 'deploy',
    outcome_params: { n: 2 },
  });
  t.after(() => admin.deleteRule(rule.id));
  const gone = await givenPerson(service, 'reviewer', { name: 'Gone' });
  const { id } = await admin.createAction(proposal({ kind: 'deploy' }));
  const updates = () => told<{ id: string; status: string }>('action.updated').filter((one) => one.id === id);
  await gone.ask('POST', `/actions/${id}/decision`, { decision: 'approve' });
  await events.until(() => updates().length === 1);
  await admin.removeReviewer(gone.id);
  await events.until(() => updates().length === 2);
  assert.equal(updates()[1]?.status, 'pending');
});

test('whoever comes back is told which holds were missed', async (t) => {
  const first = await openEvents(service.baseUrl, { cookie: viewer.cookie });
  await first.until(() => first.lastEventId() !== '');
  first.close();
  const action = await admin.createAction(proposal());
  await hold(action);
  const second = await openEvents(service.baseUrl, { cookie: viewer.cookie }, { lastEventId: first.lastEventId() });
  t.after(() => second.close());
  const missed = await toldAbout<HoldEvent>('hold.started', action.id, second);
  assert.equal(missed.event_id, (await toldAbout<HoldEvent>('hold.started', action.id)).event_id);
  await sam.ask('DELETE', `/actions/${action.id}/decision-hold`); // or it ends while another test counts what waits
});

test('a webhook is told of when an attempt has ended', async () => {
  const action = await admin.createAction(proposal({ callback_url: 'https://agent.example/hook' }));
  await admin.decideAction(action.id, { decision: 'approve' });
  const event = await toldAbout<DeliveryEvent>('delivery.updated', action.id);
  assert.deepEqual(issuesOf(DeliveryEvent, event), []);
  const { webhook_delivery } = await admin.getAction(action.id);
  assert.deepEqual(event, { id: action.id, webhook_delivery });
  assert.partialDeepStrictEqual(webhook_delivery, { status: 'delivered', attempt: 1, last_status_code: 200 });
});

test('how much waits is told again when it has changed, and only then', async () => {
  const { pending } = await viewer.ask<InboxCounts>('GET', '/inbox/counts');
  await admin.createAction(proposal());
  const now = () => told<InboxCounts>('counts').at(-1);
  await events.until(() => {
    service.wind(1); // a second passes
    return now()?.pending === pending + 1;
  });
  assert.deepEqual(now(), await viewer.ask<InboxCounts>('GET', '/inbox/counts'));
  const all = told<InboxCounts>('counts').map((counts) => JSON.stringify(counts));
  assert.equal(
    all.some((counts, index) => counts === all[index + 1]),
    false,
  );
});

test('a watcher that changes is told of', async () => {
  const { id } = await admin.createWatcher({
    name: 'News',
    kind: 'rss',
    config: { url: 'https://news.example/feed' },
    schedule: { every: '1h' },
  });
  const event = await toldAbout<WatcherEvent>('watcher.updated', id);
  assert.deepEqual(issuesOf(WatcherEvent, event), []);
  assert.equal(event.change, 'created');
});

test('a key is told nothing of this', async () => {
  const { id } = await admin.createAction(proposal());
  await toldAbout('action.created', id, ofKey);
  const types = new Set(ofKey.told.map(({ type }) => type));
  assert.deepEqual(
    [...types].filter((type) => !type.startsWith('action.')),
    [],
  );
});

test('when all data is erased, everybody is told to read anew', async () => {
  await admin.eraseProject();
  for (const each of [events, ofKey]) {
    await each.until(() => told('reset', each).length > 0);
    assert.deepEqual(told('reset', each), [{ reason: 'erased' }]);
  }
});
