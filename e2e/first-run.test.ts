// From the printed link to the inbox, out again, and back with a passkey.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowser } from './support/browser.ts';
import { mayDecide, openInbox, openPage } from './support/inbox.ts';

after(closeBrowser);

test('the link makes the inbox mine: name, who may decide, passkey, recovery codes', async (t) => {
  const inbox = await openInbox({ signedOut: true });
  t.after(() => inbox.stop());
  const { page, api, errors } = inbox;
  await page.getByLabel('Your name').fill('Dana Novak');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  assert.ok(await page.getByRole('checkbox', { name: /Only people may decide/ }).isChecked());
  await page.getByRole('button', { name: /Touch ID/ }).click();
  await page.getByText('Each of these codes signs you in once').waitFor();
  assert.equal(await page.locator('.codes span').count(), 10);
  await page.getByRole('button', { name: 'Go to the inbox' }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  assert.equal((await api.getProject()).settings.deciders, 'people');
  assert.deepEqual(errors, []);
});

test('with the box cleared nothing is set, and keys may decide', async (t) => {
  const inbox = await openInbox({ signedOut: true });
  t.after(() => inbox.stop());
  const { page, api } = inbox;
  await page.getByLabel('Your name').fill('Dana Novak');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByRole('checkbox', { name: /Only people may decide/ }).uncheck();
  await page.getByRole('button', { name: /Touch ID/ }).click();
  await page.getByRole('button', { name: 'Go to the inbox' }).click();
  assert.equal((await api.getProject()).settings.deciders, 'anyone');
  const { id } = await api.createAction({ kind: 'k', title: 'By key', preview: { body: 'x' } });
  assert.equal((await api.decideAction(id, { decision: 'approve' })).status, 'approved');
});

test('the project is where its first admin is; whoever looks from elsewhere is told whose time it is', async (t) => {
  const inbox = await openInbox({ signedOut: true, timezone: 'Asia/Tokyo' });
  t.after(() => inbox.stop());
  const { page, api, url } = inbox;
  await page.getByLabel('Your name').fill('Dana Novak');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByText('Times will be those of Asia/Tokyo.').waitFor();
  await page.getByRole('checkbox', { name: /Only people may decide/ }).uncheck();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  assert.equal((await api.getProject()).timezone, 'Asia/Tokyo');

  const { id } = await api.createAction({ kind: 'k', title: 'Pay', preview: { body: 'x' } });
  await api.decideAction(id, { decision: 'approve' });
  const { decided_at } = (await api.getAction(id)).decision ?? assert.fail();
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone }).format(decided_at * 1000);
  const shown = page.locator('.history-row', { hasText: 'Pay' }).locator('time').first();
  await page.goto(`${url}/history`);
  await shown.getByText(timeIn('Asia/Tokyo'), { exact: true }).waitFor();
  await api.updateProject({ timezone: 'Asia/Kathmandu' });
  await page.goto(`${url}/history`);
  await shown.getByText(`${timeIn('Asia/Kathmandu')} GMT+5:45`, { exact: true }).waitFor();

  // What is put off is so for one person alone: until their own morning, on their own clock.
  await api.createAction({ kind: 'k', title: 'Later', preview: { body: 'x' }, expires_in: 3 * 86_400 });
  await page.goto(`${url}/inbox`);
  await mayDecide(page);
  await page.keyboard.press('h');
  await page.getByRole('button', { name: 'Tomorrow at 9' }).click();
  await page.getByText(/^Back at .*, 9:00\sAM GMT\+9$/).waitFor();
});

test('a link works once, opening it uses nothing up, and its token is in no address', async (t) => {
  const inbox = await openInbox({ signedOut: true });
  t.after(() => inbox.stop());
  const { page, service, context } = inbox;
  const link = service.running.setupUrl ?? '';
  const token = new URL(link).hash.slice(3);
  const addresses: string[] = [];
  context.on('request', (request) => addresses.push(request.url()));
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Your name').waitFor();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Your name').fill('Dana');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByRole('button', { name: 'Not now' }).waitFor();
  assert.ok(token.length > 20);
  assert.ok(!addresses.some((address) => address.includes(token)));
  assert.ok(!service.world.lines.some((line) => line.includes(token)));

  const other = await openPage();
  t.after(() => other.context.close());
  await other.page.goto(link);
  await other.page.getByLabel('Your name').fill('Mallory');
  await other.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await other.page.getByText('already used or has expired').waitFor();
});

test('signing out asks where there is no way back; a passkey opens the door again without typing', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const { page, url, context } = inbox;
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Sign out with no way back in?' });
  await asked.getByText('countersign admin sign-in-link').waitFor();
  await asked.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('passkey, made').waitFor();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('dialog').waitFor();
  await page.mouse.click(5, 5);
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
  const codes = await page.getByRole('dialog').locator('.secret').textContent();
  assert.equal(codes?.split('\n').length, 10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  const [cookie] = (await context.cookies()).filter(({ name }) => name.startsWith('sid_'));
  assert.equal(cookie?.httpOnly, true);
  assert.equal(cookie?.sameSite, 'Lax');
});

test('nothing of value is kept in the browser', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const { page, api } = inbox;
  const preview = { body: 'Very secret body' };
  await api.createAction({ kind: 'k', title: 'Very secret title', preview, editable: ['preview.body'] });
  await page.locator('.written').getByText('Very secret body').waitFor();
  await page.getByRole('button', { name: /^Edit/ }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My secret draft');
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases,
      document.cookie,
      await caches.keys(),
    ]);
  });
  assert.ok(!/secret|csk_|sid_/.test(kept), kept);
});

test('127.0.0.1 leads to localhost, where passkeys work', async (t) => {
  const inbox = await openInbox({ signedOut: true });
  t.after(() => inbox.stop());
  const { page, url } = inbox;
  await page.goto(url.replace('localhost', '127.0.0.1'));
  assert.equal(new URL(page.url()).hostname, 'localhost');
});
