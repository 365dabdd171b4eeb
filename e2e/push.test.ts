// The installed app: its shell, its notifications and their buttons. The browser of these tests never lets a notification
// through, so what the worker would show is recorded where it would show it.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { PushMessage } from '@countersign/contract';
import type { ActionCreate, Countersign } from '@countersign/sdk';
import type { CDPSession, Page, Worker } from 'playwright-core';
import { type PushBrowser, startPushService } from '../packages/server/test/support/push-service.ts';
import { until } from '../packages/server/test/support/until.ts';
import { violations } from './support/axe.ts';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, type Inbox, openInbox } from './support/inbox.ts';

let inbox: Inbox;
let page: Page;
let agent: Countersign;
let worker: Worker;
let cdp: CDPSession;
let registrationId: string;
let device: PushBrowser;

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  readonly data: PushMessage['notification']['data'] & { readonly navigate: string };
}

before(async () => {
  inbox = await openInbox();
  ({ page } = inbox);
  agent = await givenAgent(inbox);
  worker = inbox.context.serviceWorkers()[0] ?? (await inbox.context.waitForEvent('serviceworker'));
  cdp = await inbox.context.newCDPSession(page);
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: object; shown: object[] };
    scope.shown = [];
    Object.assign(scope.registration, {
      showNotification: async (title: string, more: object) => void scope.shown.push({ title, ...more }),
    });
  });
  const { public_key } = await inbox.api.getVapidPublicKey();
  device = startPushService(inbox.service.world, public_key ?? '').browser();
  const subscribed = await fromPage('POST', '/v1/push/subscribe', device.subscription);
  assert.equal(subscribed, 201);
});
after(async () => {
  await inbox.stop();
  await closeBrowser();
});
beforeEach(() => worker.evaluate(() => void Object.assign(globalThis, { shown: [] })));

/** With the cookie of the one who is signed in. */
function fromPage(method: string, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([how, where, text]) =>
      (await fetch(where, { method: how, headers: { 'content-type': 'application/json' }, body: text ?? null })).status,
    [method, path, body && JSON.stringify(body)] as const,
  );
}

const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);

/** Proposed by an agent, sent by the server, decrypted as a browser does, and given to the real worker. */
async function notified(proposal: Partial<ActionCreate>): Promise<Shown> {
  const before = device.got.length;
  await agent.createAction({ kind: 'mail.send', title: 'Say hello', preview: { body: 'Hello' }, ...proposal });
  inbox.service.running.app.wake('push');
  const { message } = await until(() => device.got[before], 'a message');
  return delivered(JSON.stringify(message));
}

async function delivered(data: string): Promise<Shown> {
  const before = (await shown()).length;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: inbox.url, registrationId, data });
  return until(async () => (await shown())[before], 'a notification');
}

/** As the system does it: the notification comes back with the name of the button. */
function press(notification: Shown, action: string): Promise<void> {
  return worker.evaluate(
    async ([given, name]) => {
      const event = new Event('notificationclick');
      let done: Promise<unknown> = Promise.resolve();
      Object.assign(event, {
        action: name,
        notification: { ...given, close: () => undefined },
        waitUntil: (work: Promise<unknown>) => {
          done = work;
        },
      });
      dispatchEvent(event);
      await done;
    },
    [notification, action] as const,
  );
}

/** The browser tells the worker of a page a moment after it began. */
function knowsOf(url: string): Promise<boolean> {
  return worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as { clients: { matchAll(of: object): Promise<{ url: string }[]> } };
    const known = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return known.some((page) => page.url === wanted);
  }, url);
}

const buttons = ({ actions = [] }: Shown) => actions.map(({ title }) => title);

async function showContent(wanted: boolean): Promise<void> {
  await page.goto(`${inbox.url}/me`);
  await page.getByRole('checkbox', { name: /Show what is proposed/ }).click();
  await page
    .getByText(wanted ? 'show the content' : 'kind and agent only')
    .first()
    .waitFor();
}

test('the app can be installed: a manifest, its pictures, and a worker for the whole site', async () => {
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  const { errors, data } = await cdp.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string }[]; id: string; start_url: string };
  assert.deepEqual([manifest.id, manifest.start_url], ['/', '/inbox']);
  for (const { src } of manifest.icons) assert.equal((await fetch(`${inbox.url}${src}`)).status, 200, src);
  // This shell of a browser keeps nothing on a disk, which is all it may complain of.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    [],
  );
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope), `${inbox.url}/`);
});

test('on a device that keeps content to itself a notification names kind and agent, and can reject but not approve', async () => {
  const notification = await notified({ kind: 'payment.send', title: 'Pay 4800', preview: { body: 'To whom' } });
  assert.deepEqual(buttons(notification), ['Review', 'Reject']);
  assert.match(notification.body, /payment\.send · billing-agent/);
  assert.doesNotMatch(JSON.stringify(notification), /4800|To whom/);
});

test('with content: what is short and plain has both buttons, and Approve decides once', async () => {
  await showContent(true);
  const notification = await notified({ title: 'Say hello to Sam', preview: { body: 'Hello Sam' } });
  assert.deepEqual(buttons(notification), ['Approve', 'Reject']);
  assert.match(notification.body, /Hello Sam/);
  await press(notification, 'approve');
  assert.equal((await shown()).at(-1)?.title, 'Approved. Undo in the app, 20 s');
  assert.equal((await shown()).at(-1)?.tag, notification.tag, 'it takes the place of the first');
  const id = notification.data.action_id ?? '';
  assert.equal((await agent.getAction(id)).status, 'pending', 'it can still be undone');
  inbox.service.wind(21);
  assert.equal((await agent.waitForDecision(id)).status, 'approved');
  assert.equal((await agent.getAction(id)).decision?.decided_by.name, 'Dana Novak');

  await press(notification, 'approve');
  assert.equal((await shown()).at(-1)?.title, 'Nothing was decided');
});

test('what is decided so late that nothing holds it is not said to be undone in the app', async () => {
  const notification = await notified({ title: 'At the last moment', expires_in: 300 });
  const { expires_at } = await agent.getAction(notification.data.action_id ?? '');
  inbox.service.wind(Math.floor(expires_at - inbox.service.world.nowMs() / 1000) - 1);
  await press(notification, 'reject');
  assert.equal((await shown()).at(-1)?.title, 'Rejected');
});

test('the worker speaks the language of the page', async (t) => {
  const speakAs = async (locale: string, heading: string) => {
    assert.equal(await fromPage('PATCH', '/v1/me', { locale }), 200);
    await page.goto(`${inbox.url}/me`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await until(
      () =>
        page.evaluate(async (chosen) => (await (await caches.match('/language'))?.text())?.startsWith(chosen), locale),
      'the worker is told',
    );
  };
  t.after(() => speakAs('en', 'Me'));
  await speakAs('de', 'Ich');
  assert.equal((await delivered('{}')).title, 'Etwas wartet');
  const notification = await notified({ title: 'Say hello in German' });
  await press(notification, 'reject');
  assert.equal((await shown()).at(-1)?.title, 'Abgelehnt. Rückgängig in der App, 20 s');
  await press(notification, 'reject');
  assert.match((await shown()).at(-1)?.body ?? '', /^Das .* Zum Öffnen tippen\.$/);
});

test('what is long, flagged, external or editable has no Approve, whatever the device shows', async () => {
  for (const proposal of [
    { title: 'Long', preview: { body: 'word '.repeat(60) } },
    { title: 'Flagged', preview: { body: 'Pay раypal.com' } },
    { title: 'Editable', preview: { body: 'Short' }, editable: ['preview.body'] },
    { title: 'Markdown', preview: { format: 'markdown' as const, body: '**Short**' } },
  ])
    assert.deepEqual(buttons(await notified(proposal)), ['Review', 'Reject'], proposal.title);
});

test('Reject on the notification rejects; without the session it decides nothing', async () => {
  const first = await notified({ title: 'No good', preview: { body: 'Bad idea' } });
  await press(first, 'reject');
  inbox.service.wind(21);
  assert.equal((await agent.waitForDecision(first.data.action_id ?? '')).status, 'rejected');

  const second = await notified({ title: 'Signed out', preview: { body: 'Later' } });
  const cookies = await inbox.context.cookies();
  await inbox.context.clearCookies();
  await press(second, 'approve');
  assert.match((await shown()).at(-1)?.body ?? '', /You are signed out/);
  await inbox.context.addCookies(cookies);
  assert.equal((await agent.getAction(second.data.action_id ?? '')).status, 'pending');
});

test('when the answer is lost on its way, nobody is told that nothing was decided', async () => {
  const notification = await notified({ title: 'Pay the rent', preview: { body: 'EUR 900' } });
  await worker.evaluate(() => {
    const { fetch } = globalThis;
    globalThis.fetch = async (...given) => {
      globalThis.fetch = fetch;
      await fetch(...given);
      throw new TypeError('reset');
    };
  });
  await press(notification, 'approve');
  const said = (await shown()).at(-1);
  assert.deepEqual([said?.title, said?.body], ['No answer came', 'It may be decided, or not. Tap to open it.']);
  inbox.service.wind(21);
  assert.equal((await agent.waitForDecision(notification.data.action_id ?? '')).status, 'approved');
});

test('when only the rest of a yes is lost on its way, the decision is told all the same, without an undo', async () => {
  const notification = await notified({ title: 'Pay the water', preview: { body: 'EUR 30' } });
  await worker.evaluate(() => {
    const { fetch } = globalThis;
    globalThis.fetch = async (...given) => {
      globalThis.fetch = fetch;
      return new Response('{"commits_at":', await fetch(...given));
    };
  });
  await press(notification, 'approve');
  const said = (await shown()).at(-1);
  assert.deepEqual([said?.title, said?.body], ['Approved', 'Tap to open it.']);
});

test('a plain click shows the action in the tab that is open, without loading it anew', async () => {
  await page.goto(`${inbox.url}/keys`);
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.evaluate(() => void Object.assign(globalThis, { stillThere: true }));
  const notification = await notified({ title: 'Look at this', preview: { body: 'Body to look at' } });
  await press(notification, '');
  await page.waitForURL(`${inbox.url}/a/${notification.data.action_id}`);
  await page.getByText('Body to look at').first().waitFor();
  assert.equal(await page.evaluate(() => 'stillThere' in globalThis), true);
});

test('a plain click beside a page that is not of the app opens one that is, or goes to the one that is open', async () => {
  await page.goto(`${inbox.url}/docs`);
  const notification = await notified({ title: 'Not in the manual' });
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { clients: object; opened: string[] };
    scope.opened = [];
    Object.assign(scope.clients, { openWindow: async (address: string) => void scope.opened.push(address) });
  });
  const opened = () => worker.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await press(notification, '');
  assert.deepEqual(await opened(), [`/a/${notification.data.action_id}`]);

  const other = await inbox.context.newPage();
  await other.goto(`${inbox.url}/keys`, { waitUntil: 'commit' }); // it has only begun
  await until(() => knowsOf(other.url()), 'the worker knows of the page');
  await page.bringToFront();
  await press(notification, '');
  await other.waitForURL(`${inbox.url}/a/${notification.data.action_id}`);
  assert.equal((await opened()).length, 1);
  await other.close();
});

test('something is always shown, also for a message that nobody understands', async () => {
  assert.equal((await delivered('not json')).title, 'Something is waiting');
  assert.equal((await delivered('{}')).data.navigate, '/inbox');
});

test('a test goes to every device of mine; removing it ends it', async () => {
  await page.goto(`${inbox.url}/me`);
  const before = device.got.length;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Sent to one device').waitFor();
  const { message } = await until(() => device.got[before], 'a message');
  assert.equal((await delivered(JSON.stringify(message))).title, 'Notifications work');
});

test('quiet hours are kept, in the zone of the person', async () => {
  await page.goto(`${inbox.url}/me`);
  await page.getByRole('checkbox', { name: /Be quiet/ }).check();
  await page.getByLabel('From').fill('21:30');
  await page.locator('fieldset').filter({ hasText: 'Quiet hours' }).getByRole('button', { name: 'Save' }).click();
  const kept = await until(async () => {
    const hours = await page.evaluate(async () => (await (await fetch('/v1/me')).json()).quiet_hours);
    return hours?.from === '21:30' ? hours : undefined;
  }, 'the hours are kept');
  assert.equal(kept.to, '07:00');
  assert.equal(kept.timezone, await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
  await page.getByRole('checkbox', { name: /Be quiet/ }).uncheck();
  await until(
    async () => (await page.evaluate(async () => (await (await fetch('/v1/me')).json()).quiet_hours)) === undefined,
    'no hours are kept',
  );
  assert.deepEqual(await violations(page), []);
});

test('who turned it on is told again when they are back; whoever else signs in here is not told in their place', async (t) => {
  const other = await inbox.context.newPage();
  t.after(() => other.close());
  const asked: string[] = [];
  other.on('request', (request) => {
    if (request.url().endsWith('/push/subscribe')) asked.push(request.method());
  });
  await other.addInitScript((given) => {
    const subscription = {
      toJSON: () => given,
      unsubscribe: async () => void Object.assign(globalThis, { ended: true }),
    };
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription;
  }, device.subscription);
  const { id } = await page.evaluate(async () => (await (await fetch('/v1/me')).json()) as { id: string });
  await page.evaluate((mine) => localStorage.setItem('push-for', mine), id);
  await other.goto(`${inbox.url}/keys`);
  await until(() => asked.length > 0, 'it is asked for');
  assert.equal(await other.evaluate(() => 'ended' in globalThis), false);

  await page.evaluate(() => localStorage.setItem('push-for', 'rev_somebody_else'));
  await other.reload();
  await until(() => other.evaluate(() => 'ended' in globalThis), 'the subscription is ended');
  assert.deepEqual(asked, ['POST']);
});

test('a browser that blocks notifications says so, and offers nothing that cannot work', async () => {
  await page.context().grantPermissions([]); // none, where another browser would ask
  await page.goto(`${inbox.url}/me`);
  await page.getByText('This browser blocks notifications from here').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Turn on on this device' }).count(), 0);
});

test('the cache holds the shell and no content; without the server the shell says that it is offline', async (t) => {
  await page.goto(`${inbox.url}/inbox`);
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  const kept = await until(async () => {
    const all = await page.evaluate(async () => {
      const found: [string, string][] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
          found.push([new URL(request.url).pathname, (await (await caches.match(request))?.text()) ?? '']);
      return found;
    });
    return all.some(([path]) => path === '/inbox') && all;
  }, 'the shell is kept');
  for (const [path, text] of kept) {
    assert.match(path, /^\/(inbox|language|theme\.js|icon\.svg|icon-192\.png|manifest\.webmanifest|assets\/.+)$/);
    assert.doesNotMatch(text, /Body to look at|Hello Sam/);
  }
  await inbox.context.setOffline(true);
  t.after(() => inbox.context.setOffline(false));
  await page.reload();
  await page.getByRole('heading', { name: 'Offline' }).waitFor();
  await page.getByText('Decisions need the server').waitFor();
  await inbox.context.setOffline(false);
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor(); // by itself
});
