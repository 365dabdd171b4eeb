// Browser push: who is told what, when, and how often; against a push service that checks and decrypts.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { SessionRecord } from '@countersign/contract';
import type { ActionCreate, Countersign } from '@countersign/sdk';
import { deleteSessions } from '../../src/features/people/session-store.ts';
import { saveSubscription } from '../../src/features/push/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { clientOf, proposal } from '../support/given.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson, newBrowser, tokenIn } from '../support/people.ts';
import { type PushBrowser, type PushService, startPushService } from '../support/push-service.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let dana: Browser;
let pushes: PushService;
let publicKey: string;

before(async () => {
  service = await startService({ environment: { PUBLIC_URL: 'https://inbox.example' } });
  admin = clientOf(service, service.adminKey);
  const { text } = await call('GET', `${service.baseUrl}/push/vapid-public-key`);
  publicKey = (JSON.parse(text) as { public_key: string }).public_key;
  pushes = startPushService(service.world, publicKey);
});
after(() => service.stop());

/** Nobody but those of the test itself is told. */
beforeEach(async () => {
  admin = clientOf(service, service.adminKey); // a restart changes the port
  await admin.eraseProject();
  dana = await newPerson('Dana');
});

async function newPerson(name: string): Promise<Browser> {
  return givenPerson(service, 'reviewer', { name });
}

async function subscribed(person: Browser): Promise<PushBrowser> {
  const browser = pushes.browser();
  await person.ask('POST', '/push/subscribe', browser.subscription);
  return browser;
}

interface Device {
  id: string;
  name: string;
  show_content: boolean;
  last_sent_at?: number;
}
const devicesOf = async (person: Browser) => (await person.ask<{ items: Device[] }>('GET', '/me/devices')).items;

async function showContent(person: Browser): Promise<void> {
  for (const { id } of await devicesOf(person)) await person.ask('PATCH', `/me/devices/${id}`, { show_content: true });
}

/** Until nothing is due and nothing is under way. */
async function settle(): Promise<void> {
  const { reader } = service.running.app;
  let calm = 0;
  await until(async () => {
    const now = Math.floor(service.world.nowMs() / 1000);
    const cause = await reader.q.selectFrom('push_causes').select('id').limit(1).executeTakeFirst();
    const busy = await reader.q
      .selectFrom('push_subscriptions')
      .select('id')
      .where((row) => row.or([row('due_at', '<=', now), row('leased', '=', 1)]))
      .limit(1)
      .executeTakeFirst();
    calm = cause || busy ? 0 : calm + 1;
    service.running.app.wake('push'); // it may have begun to sleep by the clock as it was
    return calm > 2;
  }, 'push comes to rest');
}

async function create(changes: Partial<ActionCreate> = {}) {
  const action = await admin.createAction(proposal(changes));
  await settle();
  return action;
}

const titles = (browser: PushBrowser) => browser.got.map(({ message }) => message.notification.title);
const buttons = (browser: PushBrowser) => browser.got.at(-1)?.message.notification.actions.map(({ action }) => action);
const last = (browser: PushBrowser) => browser.got.at(-1) ?? assert.fail('nothing was pushed');

test('the key is the same after a restart, and is in no export and no log', async () => {
  assert.match(publicKey, /^B[A-Za-z0-9_-]{86}$/);
  await service.restart();
  const { text } = await call('GET', `${service.baseUrl}/push/vapid-public-key`);
  assert.deepEqual(JSON.parse(text), { enabled: true, public_key: publicKey });
  const kept = await service.running.app.reader.q
    .selectFrom('server_facts')
    .select('value')
    .where('name', '=', 'vapid_keys')
    .executeTakeFirstOrThrow();
  const { private_key } = JSON.parse(kept.value) as { private_key: string };
  assert.equal(private_key.length, 43);
  const exported = await call('GET', `${service.baseUrl}/project/export`, { key: service.adminKey });
  for (const place of [exported.text, ...service.world.lines]) assert.ok(!place.includes(private_key));
});

test('a pending action is told to every browser, encrypted for it, with TTL, urgency and topic', async () => {
  const [one, two] = [await subscribed(dana), await subscribed(await newPerson('Sam'))];
  const action = await create({ expires_in: 3000, title: 'Secret title', preview: { body: 'Secret body' } });
  for (const browser of [one, two]) {
    assert.equal(browser.got.length, 1);
    const { message, ttl, urgency, topic, claims } = last(browser);
    assert.equal(message.notification.navigate, `https://inbox.example/a/${action.id}`);
    assert.equal(message.notification.data.action_id, action.id);
    assert.ok(ttl > 2990 && ttl <= 3000);
    assert.equal(urgency, 'normal');
    assert.match(topic, /^[A-Za-z0-9_-]{32}$/);
    assert.equal(claims.aud, 'https://push.example');
    assert.equal(claims.sub, 'https://inbox.example');
    assert.ok(!JSON.stringify(message).includes('Secret'), 'content is shown only where someone wants it');
  }
  assert.equal(last(one).bytes, last(two).bytes);
  const [device] = await devicesOf(dana);
  assert.ok(device?.last_sent_at);
});

test('a notification speaks the language that its browser was last subscribed in, and English otherwise', async () => {
  const browser = pushes.browser();
  const subscribe = (language: string) => dana.ask('POST', '/push/subscribe', { ...browser.subscription, language });
  const said = () => {
    const { title, actions } = last(browser).message.notification;
    return [title, ...actions.map((button) => button.title)];
  };
  await subscribe('de-AT');
  await create({ expires_in: 300 });
  assert.deepEqual(said(), ['Läuft bald ab: Eine Entscheidung steht an', 'Prüfen', 'Ablehnen']);
  await showContent(dana);
  await create({ title: 'Pay', preview: { body: 'x' }, payload: { to: 'y'.repeat(1192) } });
  assert.match(last(browser).message.notification.body, / · mit 1,2 KB Nutzdaten$/);
  await dana.ask('POST', '/push/test');
  await settle();
  assert.deepEqual(said(), ['Benachrichtigungen kommen an']);
  await subscribe('fr');
  await create({ title: 'Pay', preview: { body: 'x' } });
  assert.deepEqual(said(), ['Pay', 'Approve', 'Reject']);
});

test('a second server start tells what the first one wrote down', async () => {
  const browser = await subscribed(dana);
  browser.says({ error: 'connect' });
  await create();
  assert.equal(browser.asked, 1);
  await service.restart(() => browser.says(undefined));
  service.wind(40);
  await settle();
  assert.equal(browser.got.length, 1);
});

test('an endpoint that answers 404 or 410 is forgotten, and the log says so', async () => {
  for (const status of [404, 410]) {
    const browser = await subscribed(dana);
    browser.says({ status });
    await create();
    assert.deepEqual(await devicesOf(dana), []);
    const { items } = await admin.listAudit({ type: 'push.unsubscribed', limit: 1 });
    assert.deepEqual(items[0]?.data, { why: 'gone' });
    await create();
    assert.equal(browser.asked, 1);
  }
});

test('one that is refused for days is given up, and the log says so; one that fails otherwise is not', async () => {
  const [refused, down] = [await subscribed(dana), await subscribed(dana)];
  refused.says({ status: 403 });
  down.says({ status: 502 });
  await create();
  const row = await service.running.app.reader.q.selectFrom('push_subscriptions').selectAll().execute();
  await inTransaction(service.running.app, async (tx) => {
    for (const one of row) await saveSubscription(tx, one, { fails: 74, due_at: tx.now });
  });
  await settle();
  assert.equal((await devicesOf(dana)).length, 2, 'not yet');
  service.wind(4000);
  await settle();
  assert.equal((await devicesOf(dana)).length, 1);
  const { items } = await admin.listAudit({ type: 'push.unsubscribed', limit: 1 });
  assert.deepEqual(items[0]?.data, { why: 'refused' });
  service.wind(4000);
  await settle();
  assert.deepEqual([refused.asked, down.asked], [3, 4]);
});

test('429 and 5xx are tried again later, as the push service asks, and told once in the end', async () => {
  const browser = await subscribed(dana);
  browser.says({ status: 429, headers: { 'retry-after': '120' } });
  await create();
  service.wind(100);
  await settle();
  assert.equal(browser.asked, 1, 'not before the time it asked for');
  browser.says({ status: 503 });
  service.wind(40);
  await settle();
  assert.equal(browser.asked, 2);
  browser.says(undefined);
  service.wind(70);
  await settle();
  assert.equal(browser.got.length, 1);
  service.wind(7200);
  await settle();
  assert.equal(browser.asked, 3);
});

test('what the push service will never take is not sent again, and the next one is', async () => {
  const browser = await subscribed(dana);
  browser.says({ status: 413 });
  await create();
  browser.says(undefined);
  service.wind(7200);
  await settle();
  assert.equal(browser.asked, 1);
  await create();
  assert.equal(browser.got.length, 1);
});

test('what is decided before it could be told is not told', async () => {
  const browser = await subscribed(dana);
  browser.says({ status: 503 });
  const action = await create();
  await admin.decideAction(action.id, { decision: 'reject' });
  browser.says(undefined);
  service.wind(120);
  await settle();
  assert.equal(browser.got.length, 0);
});

test('many at once are one notification', async () => {
  const browser = await subscribed(dana);
  browser.says({ status: 503 });
  for (let n = 0; n < 5; n++) await admin.createAction(proposal());
  await settle();
  browser.says(undefined);
  service.wind(120);
  await settle();
  assert.deepEqual(titles(browser), ['5 actions are waiting for a decision']);
});

test('in quiet hours nothing comes; afterwards one notification tells what still waits', async () => {
  const browser = await subscribed(dana);
  const nowMs = service.world.nowMs();
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  await dana.ask('PATCH', '/me', {
    quiet_hours: { from: clock(nowMs - 3_600_000), to: clock(nowMs + 3_600_000), timezone: 'UTC' },
  });
  const decided = await create();
  await create();
  await create();
  assert.equal(browser.asked, 0);
  await dana.ask('POST', '/push/test');
  await settle();
  assert.deepEqual(titles(browser), ['Notifications work'], 'a test comes whatever the hour');
  await admin.decideAction(decided.id, { decision: 'approve' });
  service.wind(3700);
  await settle();
  assert.deepEqual(titles(browser).slice(1), ['2 actions are waiting for a decision']);
});

test('what was decided in quiet hours, however much it was, keeps out nothing that still waits after them', async () => {
  const browser = await subscribed(dana);
  const nowMs = service.world.nowMs();
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  await dana.ask('PATCH', '/me', {
    quiet_hours: { from: clock(nowMs - 3_600_000), to: clock(nowMs + 3_600_000), timezone: 'UTC' },
  });
  for (let n = 0; n < 60; n++) {
    const { id } = await admin.createAction(proposal());
    if (n % 20 === 19) await settle();
    await admin.decideAction(id, { decision: 'reject' });
  }
  const open = await create();
  assert.equal(browser.asked, 0);
  service.wind(3700);
  await settle();
  assert.equal(last(browser).message.notification.data.action_id, open.id);
});

test('quiet hours that end early let through what waits', async () => {
  const browser = await subscribed(dana);
  await dana.ask('PATCH', '/me', { quiet_hours: { from: '00:00', to: '23:59', timezone: 'UTC' } });
  await create();
  assert.equal(browser.asked, 0);
  await dana.ask('PATCH', '/me', { quiet_hours: null });
  await settle();
  assert.equal(browser.got.length, 1);
  const answer = await dana.send('PATCH', '/me', { quiet_hours: { from: '22:00', to: '07:00', timezone: 'Mars/One' } });
  assertProblem(answer, 'invalid_timezone');
});

test('ten minutes before the end whoever can decide is reminded, once, unless it is decided', async () => {
  const browser = await subscribed(dana);
  const [open, decided] = [await create({ expires_in: 1800 }), await create({ expires_in: 1800 })];
  await create({ expires_in: 400 });
  await admin.decideAction(decided.id, { decision: 'approve' });
  const before = browser.got.length;
  service.wind(1190);
  await settle();
  assert.equal(browser.got.length, before);
  service.wind(12);
  await until(() => {
    service.running.app.wake('push');
    return browser.got.length > before;
  }, 'the reminder');
  await settle();
  assert.equal(browser.got.length, before + 1);
  assert.equal(last(browser).message.notification.data.action_id, open.id);
  assert.equal(last(browser).message.notification.data.event, 'action.expiring');
  assert.equal(last(browser).urgency, 'high');
  service.wind(300);
  await settle();
  assert.equal(browser.got.length, before + 1);
});

test('what expires within ten minutes does not wait to be gathered', async () => {
  const browser = await subscribed(dana);
  await dana.ask('PATCH', '/me', { push_digest_s: 3600 });
  const later = await create({ expires_in: 1800 });
  assert.equal(browser.got.length, 0);
  const soon = await create({ expires_in: 500 });
  const toldOf = () => browser.got.map(({ message }) => message.notification.data.action_id);
  assert.deepEqual(toldOf(), [soon.id]);
  service.wind(1201);
  await until(() => {
    service.running.app.wake('push');
    return browser.got.length > 1;
  }, 'the reminder');
  assert.deepEqual(toldOf(), [soon.id, later.id]);
});

test('what is gathered until it is about to expire is told once, as that', async () => {
  const browser = await subscribed(dana);
  await dana.ask('PATCH', '/me', { push_digest_s: 1500 });
  const { id } = await create({ expires_in: 1800 });
  service.wind(1201);
  await until(() => {
    service.running.app.wake('push');
    return browser.got.length > 0;
  }, 'the reminder');
  service.wind(400);
  await settle();
  const told = browser.got.map(({ message }) => message.notification.data);
  assert.deepEqual(
    told.map(({ event, action_id }) => [event, action_id]),
    [['action.expiring', id]],
  );
});

test('what came in quiet hours and expires soon after them is one, not two', async () => {
  const browser = await subscribed(dana);
  const nowMs = service.world.nowMs();
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  await dana.ask('PATCH', '/me', {
    quiet_hours: { from: clock(nowMs - 3_600_000), to: clock(nowMs + 3_600_000), timezone: 'UTC' },
  });
  const { id } = await create({ expires_in: 3900 });
  service.wind(3420); // less than ten minutes before it expires, and still quiet
  const { reader } = service.running.app;
  await until(async () => {
    service.running.app.wake('push');
    const reminder = reader.q.selectFrom('push_notices').select('id').where('event', '=', 'action.expiring');
    return (await reminder.executeTakeFirst()) !== undefined;
  }, 'the reminder waits');
  service.wind(240);
  await settle();
  assert.partialDeepStrictEqual(
    browser.got.map(({ message }) => message.notification.data),
    [{ event: 'action.expiring', action_id: id }],
  );
  assert.equal(browser.got.length, 1);
});

test('content and Approve only on a device that wants them, and only when all of it is there', async () => {
  const browser = await subscribed(dana);
  await create({ preview: { body: 'Short.' } });
  assert.deepEqual(buttons(browser), ['review', 'reject']);
  await showContent(dana);
  await create({ title: 'Short one', preview: { body: 'Short.' } });
  assert.deepEqual(buttons(browser), ['approve', 'reject']);
  assert.match(last(browser).message.notification.body, /^Short\./);
  await create({ preview: { body: 'x'.repeat(181) } });
  assert.deepEqual(buttons(browser), ['review', 'reject']);
  await create({ preview: { body: 'hidden \u202E text' } });
  assert.deepEqual(buttons(browser), ['review', 'reject']);
});

test('a button decides once, for its owner, what it was shown, and can be undone', async () => {
  const browser = await subscribed(dana);
  await showContent(dana);
  const { id: action_id } = await create({ preview: { body: 'Short.' } });
  const { approve: token = '' } = last(browser).message.notification.data.tokens ?? {};
  const body = { action_id, decision: 'approve', token };

  const sam = await newPerson('Sam');
  await subscribed(sam);
  assertProblem(await sam.send('POST', '/push/decide', body), 'insufficient_scope');
  assertProblem(await dana.send('POST', '/push/decide', { ...body, decision: 'reject' }), 'insufficient_scope');
  const other = await create({ preview: { body: 'Short.' } });
  assertProblem(await dana.send('POST', '/push/decide', { ...body, action_id: other.id }), 'insufficient_scope');
  assertProblem(await dana.send('POST', '/push/decide', { ...body, action_id: 'act_none' }), 'not_found');

  const { commits_at } = await dana.ask<{ commits_at: number }>('POST', '/push/decide', body);
  assert.ok(commits_at * 1000 - service.world.nowMs() > 18_000);
  await dana.ask('DELETE', `/actions/${action_id}/decision-hold`);
  assertProblem(await dana.send('POST', '/push/decide', body), 'insufficient_scope');
  assert.equal((await admin.getAction(action_id)).status, 'pending');

  const { reject = '' } = last(browser).message.notification.data.tokens ?? {};
  await dana.ask('POST', '/push/decide', { action_id: other.id, decision: 'reject', token: reject });
  service.wind(22);
  await admin.getAction(other.id, { wait: 5 });
  const { status, decision } = await admin.getAction(other.id);
  assert.deepEqual([status, decision?.channel, decision?.decided_by.name], ['rejected', 'push', 'Dana']);
});

test('whoever decided on a notification is told there when it did not count', async () => {
  const browser = await subscribed(dana);
  const { id: action_id } = await create();
  const { reject: token = '' } = last(browser).message.notification.data.tokens ?? {};
  await dana.ask('POST', '/push/decide', { action_id, decision: 'reject', token });
  await admin.decideAction(action_id, { decision: 'approve' });
  const before = browser.got.length;
  service.wind(22);
  await until(() => {
    service.running.app.wake('push');
    return browser.got.length > before;
  }, 'the news');
  assert.partialDeepStrictEqual(last(browser).message.notification, {
    title: 'Your decision did not count',
    tag: action_id,
    navigate: `https://inbox.example/a/${action_id}`,
    data: { event: 'decision.lost', action_id },
  });
});

test('a button is good for a day at most', async () => {
  const browser = await subscribed(dana);
  const { id: action_id } = await create();
  const { reject: token = '' } = last(browser).message.notification.data.tokens ?? {};
  service.wind(86_401);
  assertProblem(
    await dana.send('POST', '/push/decide', { action_id, decision: 'reject', token }),
    'insufficient_scope',
  );
});

test('an endpoint of another project is not taken over', async () => {
  const browser = await subscribed(dana);
  const { adminKey: key } = await service.newProject('Other');
  const body = JSON.stringify(browser.subscription);
  const answer = await call('POST', `${service.baseUrl}/push/subscribe`, { key, body });
  assertProblem(answer, 'validation_failed');
  const gone = await call('DELETE', `${service.baseUrl}/push/subscribe`, { key, body });
  assert.equal(gone.status, 204);
  await create();
  assert.equal(browser.got.length, 1);
});

test('in a browser that another person signs in to, the first is told no more, and nothing of theirs is shown', async () => {
  const browser = await subscribed(dana);
  await showContent(dana);
  const sam = await newPerson('Sam');
  await sam.ask('POST', '/push/subscribe', browser.subscription);
  assert.deepEqual(await devicesOf(dana), []);
  const [device] = await devicesOf(sam);
  assert.equal(device?.show_content, false);
  await create();
  assert.equal(browser.got.length, 1);
});

test('subscribing again changes nothing and leaves no trace', async () => {
  const browser = await subscribed(dana);
  const [device] = await devicesOf(dana);
  await dana.ask('PATCH', `/me/devices/${device?.id}`, { name: 'Phone', show_content: true });
  const rows = await admin.listAudit({ type: 'push.', limit: 200 });
  await dana.ask('POST', '/push/subscribe', browser.subscription);
  assert.partialDeepStrictEqual(await devicesOf(dana), [{ id: device?.id, name: 'Phone', show_content: true }]);
  assert.equal((await admin.listAudit({ type: 'push.', limit: 200 })).items.length, rows.items.length);
});

test('a device that is given a name while it is told to show nothing more shows nothing more', async () => {
  await subscribed(dana);
  await showContent(dana);
  const [device] = await devicesOf(dana);
  const which = { project_id: (await admin.getProject()).id, id: device?.id ?? '' };
  const hide = (tx: Tx) => saveSubscription(tx, which, { show_content: 0 });
  const named = await overtakenBy(service, hide, () =>
    dana.ask<Device>('PATCH', `/me/devices/${device?.id}`, { name: 'Phone' }),
  );
  assert.partialDeepStrictEqual(named, { name: 'Phone', show_content: false });
  assert.partialDeepStrictEqual(await devicesOf(dana), [{ name: 'Phone', show_content: false }]);
});

test('a browser that is signed out while it subscribes is told nothing', async () => {
  const [phone, browser] = [newBrowser(service), pushes.browser()];
  const { url } = await dana.ask<{ url: string }>('POST', '/session/pair');
  await phone.ask('POST', '/session/link', { token: tokenIn(url) });
  const { items } = await phone.ask<{ items: SessionRecord[] }>('GET', '/me/sessions');
  const only = items.find(({ current }) => current)?.id ?? '';
  const whose = { project_id: (await admin.getProject()).id, reviewer_id: dana.id };
  const signOut = async (tx: Tx) => void (await deleteSessions(tx, { ...whose, only }));
  const subscribing = () => phone.send('POST', '/push/subscribe', browser.subscription);
  assertProblem(await overtakenBy(service, signOut, subscribing), 'unauthenticated');
  assert.deepEqual(await devicesOf(dana), []);
});

test('a key may subscribe too; it is offered no decision', async () => {
  const browser = pushes.browser();
  const body = JSON.stringify(browser.subscription);
  const made = await call('POST', `${service.baseUrl}/push/subscribe`, { key: service.adminKey, body });
  assert.deepEqual([made.status, JSON.parse(made.text)], [201, { subscribed: true }]);
  await create();
  assert.deepEqual(buttons(browser), ['review']);
  assert.equal((await call('DELETE', `${service.baseUrl}/push/subscribe`, { key: service.adminKey })).status, 204);
  await create();
  assert.equal(browser.asked, 1);
});

test('whoever is signed out, removed or no longer a reviewer is told no more', async () => {
  const [signedOut, removed, demoted] = [dana, await newPerson('Removed'), await newPerson('Demoted')];
  const browsers = [await subscribed(signedOut), await subscribed(removed), await subscribed(demoted)];
  const reviewers = `${service.baseUrl}/reviewers`;
  await call('DELETE', `${reviewers}/${removed.id}`, { key: service.adminKey });
  const body = JSON.stringify({ role: 'viewer' });
  await call('PATCH', `${reviewers}/${demoted.id}`, { key: service.adminKey, body });
  await signedOut.ask('DELETE', '/session');
  await create();
  assert.deepEqual(
    browsers.map(({ asked }) => asked),
    [0, 0, 0],
  );
});

test('a browser in which someone signed in again is told until they are signed out, and one that another took over no more', async () => {
  const kim = await newPerson('Kim');
  const signInAgain = async (where: Browser, who: Browser) =>
    where.ask('POST', '/session/link', { token: tokenIn((await admin.makeReviewerLink(who.id)).url) });
  const lost = await subscribed(dana);
  await signInAgain(dana, dana);
  const shared = await subscribed(kim);
  await signInAgain(kim, dana);
  await create();
  assert.deepEqual([lost.asked, shared.asked], [1, 0]);
  await admin.endReviewerSessions(dana.id);
  await create();
  assert.deepEqual([lost.asked, shared.asked], [1, 0]);
});

test('a browser whose session has run out hears only that something waits, and nothing once its owner is signed out everywhere', async () => {
  const left = await subscribed(dana);
  await showContent(dana);
  await create({ title: 'Seen by whoever is signed in', preview: { body: 'Short.' } });
  assert.deepEqual(buttons(left), ['approve', 'reject']);
  const elsewhere = newBrowser(service);
  service.wind(14 * 86_400);
  await create({ kind: 'mail.to.ana', title: 'Seen by nobody else', preview: { body: 'Short.' } });
  assert.deepEqual(buttons(left), ['review']);
  const { notification } = last(left).message;
  assert.deepEqual([notification.title, notification.body], ['A decision is needed', 'Open the inbox.']);
  assert.doesNotMatch(JSON.stringify(notification), /Seen by|Short\.|mail\.to/);
  assert.equal(notification.data.tokens, undefined);
  // A new sign-in clears away what is over: what the lost browser hears must not outlive that.
  await elsewhere.ask('POST', '/session/link', { token: tokenIn((await admin.makeReviewerLink(dana.id)).url) });
  await create();
  assert.equal(left.asked, 3);
  await elsewhere.ask('DELETE', '/me/sessions');
  await create();
  assert.equal(left.asked, 3);
});

test('signed out everywhere else, the browser one is at is told as before', async () => {
  const [here, elsewhere] = [await subscribed(dana), newBrowser(service)];
  await elsewhere.ask('POST', '/session/link', { token: tokenIn((await admin.makeReviewerLink(dana.id)).url) });
  const there = await subscribed(elsewhere);
  await dana.ask('POST', '/session/link', { token: tokenIn((await admin.makeReviewerLink(dana.id)).url) });
  await dana.ask('DELETE', '/me/sessions');
  await create();
  assert.deepEqual([here.asked, there.asked], [1, 0]);
});

test('a revoked key is told no more', async () => {
  const { id, key } = await admin.createKey({ name: 'spare', scopes: ['actions'] });
  const browser = pushes.browser();
  await call('POST', `${service.baseUrl}/push/subscribe`, { key, body: JSON.stringify(browser.subscription) });
  await admin.revokeKey(id);
  await create();
  assert.equal(browser.asked, 0);
});

test('nothing is pushed to an address inside, whatever its name says later', async () => {
  const browser = pushes.browser();
  const inside = (endpoint: string) => dana.send('POST', '/push/subscribe', { ...browser.subscription, endpoint });
  service.resolves('inside.example', ['10.0.0.7']);
  assertProblem(await inside('https://inside.example/x'), 'private_target');
  assertProblem(await inside('https://127.0.0.1/x'), 'private_target');
  assertProblem(await inside('https://[::1]/x'), 'private_target');
  assertProblem(await inside('https://169.254.169.254/x'), 'private_target');
  assertProblem(await inside('http://push.example/x'), 'validation_failed');
  assertProblem(await inside('https://user:pass@push.example/x'), 'validation_failed');

  const moving = startPushService(service.world, publicKey, { host: 'moving.example' }).browser();
  await dana.ask('POST', '/push/subscribe', moving.subscription);
  service.resolves('moving.example', ['10.0.0.7']);
  await create();
  assert.equal(moving.asked, 0);
});

test('what is no subscription is refused', async () => {
  const { subscription } = pushes.browser();
  const wrong = [
    { ...subscription, keys: { ...subscription.keys, p256dh: subscription.keys.auth } },
    { ...subscription, keys: { ...subscription.keys, auth: 'AAAA' } },
    { ...subscription, keys: { auth: subscription.keys.auth } },
    { ...subscription, endpoint: 'push' },
    { ...subscription, endpoint: `https://push.example/${'x'.repeat(2048)}` },
    { ...subscription, expirationTime: 'never' },
    { ...subscription, expirationTime: 1 },
    {},
  ];
  for (const body of wrong) assertProblem(await dana.send('POST', '/push/subscribe', body), 'validation_failed');
  assert.deepEqual(await devicesOf(dana), []);
});

test('a subscription ends when the push service said it would', async () => {
  const browser = pushes.browser();
  const expirationTime = service.world.nowMs() + 3_600_000;
  await dana.ask('POST', '/push/subscribe', { ...browser.subscription, expirationTime });
  service.wind(3700);
  await create();
  assert.equal(browser.asked, 0);
  assert.deepEqual(await devicesOf(dana), []);
});

test('an erasure takes the subscriptions and what waits for them', async () => {
  const browser = await subscribed(dana);
  browser.says({ status: 503 });
  await create();
  const { push_subscriptions } = await admin.eraseProject();
  assert.equal(push_subscriptions, 1);
  for (const table of ['push_subscriptions', 'push_notices', 'push_causes'] as const) {
    assert.deepEqual(await service.running.app.reader.q.selectFrom(table).selectAll().execute(), []);
  }
});

test('with PUSH_ENABLED=0 there is no key, and nobody can subscribe', async (t) => {
  const off = await startService({ environment: { PUSH_ENABLED: '0' } });
  t.after(() => off.stop());
  const { text } = await call('GET', `${off.baseUrl}/push/vapid-public-key`);
  assert.deepEqual(JSON.parse(text), { enabled: false, public_key: null });
  const body = JSON.stringify(pushes.browser().subscription);
  assertProblem(await call('POST', `${off.baseUrl}/push/subscribe`, { key: off.adminKey, body }), 'push_disabled');
});
