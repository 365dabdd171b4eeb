// The settings: the data as a file and its end, the plan and the way to pay, how the server is.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { operatorOf, recordAudit } from '../packages/server/src/features/audit/record.ts';
import { inTransaction } from '../packages/server/src/storage/database.ts';
import {
  checkoutEvent,
  type FakeStripe,
  startFakeStripe,
  stripeSignature,
  subscriptionEvent,
} from '../packages/server/test/support/fake-stripe.ts';
import { sideways, violations } from './support/axe.ts';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, type Inbox, openInbox, openPage } from './support/inbox.ts';

let inbox: Inbox;
let page: Page;
let stripe: FakeStripe;
let paying: Inbox;

before(async () => {
  stripe = await startFakeStripe();
  inbox = await openInbox({ routed: true });
  paying = await openInbox({ routed: true, environment: stripe.environment });
  ({ page } = inbox);
  const agent = await givenAgent(inbox);
  for (let n = 0; n < 3; n++)
    await agent.createAction({ kind: 'k', title: `Canary ${n}`, preview: { body: 'A body to keep' } });
});
after(async () => {
  await inbox.stop();
  await paying.stop();
  await stripe.close();
  await closeBrowser();
});

const PLACES = ['/settings', '/settings/data', '/settings/billing', '/settings/about'];

test('no accessibility rule is broken on any of them, light, or dark on a phone without scrolling sideways', async (t) => {
  const phone = await openPage({ phone: true, dark: true });
  t.after(() => phone.context.close());
  await phone.context.addCookies(await paying.context.cookies());
  const broken: string[] = [];
  for (const place of PLACES) {
    await page.goto(`${inbox.url}${place}`);
    await page.locator('.card h2').first().waitFor();
    broken.push(...(await violations(page)).map((rule) => `${place}: ${rule}`));
    await phone.page.goto(`${paying.url}${place}`);
    await phone.page.locator('.card h2').first().waitFor();
    broken.push(...(await violations(phone.page)).map((rule) => `${place} on a phone: ${rule}`));
    if ((await sideways(phone.page)) > 0) broken.push(`${place} scrolls sideways`);
  }
  assert.deepEqual(broken, []);
});

test('a choice that was not saved does not stay on the page', async () => {
  const refuse = (path: string, error: string, status: number) =>
    page.route(path, (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const body = JSON.stringify({ title: 'No', status, error, request_id: 'req_1' });
      return route.fulfill({ status, contentType: 'application/problem+json', body });
    });
  await page.goto(`${inbox.url}/settings`);
  await refuse('**/v1/project', 'step_up_required', 403);
  const only = page.getByRole('radio', { name: /^Only people\./ });
  await only.click();
  await page.getByRole('dialog', { name: 'Is it still you?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: /^Anyone\./, checked: true }).waitFor();
  assert.equal(await only.isChecked(), false);

  await page.goto(`${inbox.url}/me`);
  await refuse('**/v1/me', 'conflict', 409);
  const undo = page.getByLabel('Decisions can be undone for');
  const before = await undo.inputValue();
  await undo.selectOption('30');
  await page.locator('.toast').waitFor();
  assert.equal(await undo.inputValue(), before);
  const quiet = page.getByRole('checkbox', { name: /^Be quiet/ });
  await quiet.click();
  await page.waitForFunction(() => document.querySelector('fieldset input:checked') === null);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the export is a file with everything in it', async () => {
  await page.goto(`${inbox.url}/settings/data`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^[\w-]+-\d{4}-\d\d-\d\d\.json$/);
  const exported = JSON.parse(await readFile((await download.path()) ?? '', 'utf8'));
  assert.deepEqual(exported.actions.map(({ title }: { title: string }) => title).toSorted(), [
    'Canary 0',
    'Canary 1',
    'Canary 2',
  ]);
  await page.getByText(/^Downloaded, \d/).waitFor();
});

test('an export whose line breaks leaves no file, and says so', async () => {
  await page.route('**/v1/project/export', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Download everything' }).click();
  await page.getByText('No file was saved').waitFor();
  await page.unroute('**/v1/project/export');
});

test('how long things are kept is a choice that stays', async () => {
  await page.goto(`${inbox.url}/settings/data`);
  await page.getByLabel('Finished actions are kept').selectOption('90');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Deleted 90 days after they end').waitFor();
  assert.equal((await inbox.api.getProject()).settings.retention_days, 90);
  await page.getByLabel('Finished actions are kept').selectOption('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Kept for ever now').waitFor();
  assert.equal((await inbox.api.getProject()).settings.retention_days, undefined);
});

test('erasing needs the name of the project, letter by letter, and counts what went', async () => {
  const { name } = await inbox.api.getProject();
  await page.goto(`${inbox.url}/settings/data`);
  await page.getByRole('button', { name: 'Erase everything…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('3 actions with their decisions and deliveries, 3 of them still waiting').waitFor();
  assert.deepEqual(await violations(page), []);
  const erase = dialog.getByRole('button', { name: 'Erase everything' });
  await dialog.getByRole('textbox').fill(name.slice(0, -1));
  assert.ok(await erase.isDisabled());
  await dialog.getByRole('textbox').fill(name);
  await erase.click();
  await page.getByText('Erased.').waitFor();
  const counted = (await page.locator('.notice .facts-list').textContent()) ?? '';
  assert.match(counted, /actions3decisions0/);
  assert.equal((await inbox.api.listActions({ limit: 10 })).items.length, 0);
});

test('without a payment provider the page says that nothing is limited', async () => {
  await page.goto(`${inbox.url}/settings/billing`);
  await page.getByRole('heading', { name: 'Billing is off' }).waitFor();
  await page.getByText('nothing is to be paid').waitFor();
  assert.equal(await page.getByRole('button', { name: /Choose/ }).count(), 0);
});

test('a plan is chosen, paid elsewhere, and shown when the provider tells; usage has its bars', async () => {
  const { page: shop, url, api, service } = paying;
  await shop.route('https://*.stripe.example/**', (route) => route.fulfill({ body: 'The payment page' }));
  await shop.goto(`${url}/settings/billing`);
  const { usage } = await api.getBilling();
  await shop.getByRole('img', { name: `Watchers: 0 of ${usage.watchers.limit}` }).waitFor();
  await shop.getByRole('listitem', { name: 'Free' }).getByText(`${usage.watchers.limit} watchers`).waitFor();
  await shop.getByRole('listitem', { name: 'Free' }).getByText(`${usage.approvals.limit} approvals`).waitFor();
  assert.equal(await shop.getByRole('button', { name: /Invoices/ }).count(), 0, 'there is nothing to change yet');
  await shop.getByLabel('Paid').selectOption('yearly');
  await shop.getByRole('button', { name: 'Choose Team' }).click();
  await shop.getByText('There is no yearly price for team').waitFor();
  await shop.getByRole('button', { name: 'Choose Indie' }).click();
  await shop.waitForURL('https://checkout.stripe.example/cs_1');
  const form = stripe.asked.at(-1)?.form;
  assert.equal(form?.get('line_items[0][price]'), 'price_indie_y');

  const now = Math.floor(service.world.nowMs() / 1000);
  const { id: project_id } = await api.getProject();
  for (const event of [
    checkoutEvent(project_id, now),
    subscriptionEvent({ type: 'created', created: now, project_id, price: 'price_indie_y', status: 'active' }),
  ]) {
    const body = JSON.stringify(event);
    const told = await fetch(`${service.baseUrl}/billing/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': stripeSignature(body, now) },
    });
    assert.equal(told.status, 200);
  }
  await shop.goto(form?.get('success_url') ?? '');
  await shop.getByText('Thank you').waitFor();
  await shop.getByRole('heading', { name: 'Indie active' }).waitFor();
  await shop.getByRole('img', { name: 'Watchers: 0 of 20' }).waitFor();
  await shop.getByRole('button', { name: /Invoices/ }).click();
  await shop.waitForURL('https://billing.stripe.example/bps_1');
});

test('about: version, health, database and how to back it up', async () => {
  await page.goto(`${inbox.url}/settings/about`);
  await page.getByText('its database takes writes').waitFor();
  const { version, database } = await inbox.api.getAbout();
  await page.getByText(`Countersign ${version}`).waitFor();
  await page.getByText(`SQLite ${database.version}`).waitFor();
  assert.ok(database.bytes > 4096);
  await page.getByText('countersign admin backup').waitFor();
});

test('the line that a new key is shown with can be run as it stands; who may approve their own is counted', async () => {
  await page.goto(`${inbox.url}/keys`);
  await page.getByText('The key billing-agent can approve its own actions.').waitFor();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('sales-agent');
  const [cancel, make] = ['Cancel', 'Make the key'].map((name) => page.getByRole('button', { name }));
  const [beside, above] = [await cancel?.boundingBox(), await make?.boundingBox()];
  assert.equal(beside?.y, above?.y, 'what sends the form and the way out of it stand beside one another');
  await make?.click();
  const line = await page.locator('.secret', { hasText: 'curl' }).textContent();
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent`]);
  assert.partialDeepStrictEqual(JSON.parse(stdout), { status: 'pending', created_by: { name: 'sales-agent' } });
  await page.getByText(/^2 keys can approve their own actions, (billing|sales)-agent among them\.$/).waitFor();
});

test('a name that is one long word leaves the rest of its row in sight', async (t) => {
  const { api, url } = inbox;
  const name = 'Rechnungsprüfungsautomatisierung'.repeat(3);
  const agent = await givenAgent(inbox, name);
  await agent.createAction({ kind: 'k', title: 'Of a long name', preview: { body: 'b' } });
  t.after(async () => {
    const made = (await api.listKeys()).items.find((key) => key.name === name);
    await api.revokeKey(made?.id ?? 'none');
    await page.goto(`${url}/settings`);
  });
  const hidden = () =>
    page.locator('.card.flush').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await page.goto(`${url}/keys`);
  await page.locator('tbody').getByText(name).waitFor();
  assert.equal(await hidden(), 0, 'of the keys');
  await page.goto(`${url}/audit`);
  await page.locator('tbody').getByText(`key ${name}`).first().waitFor();
  assert.equal(await hidden(), 0, 'of the audit log');
});

test('the keys say how much each has decided itself, and what leads there', async (t) => {
  const { api, url } = inbox;
  t.after(() => page.goto(`${url}/settings`));
  const asks = { kind: 'k', preview: { body: 'b' } };
  const [bot, quiet] = [await givenAgent(inbox, 'deciding-bot'), await givenAgent(inbox, 'quiet-bot')];
  const [one, two, three] = [
    await quiet.createAction({ ...asks, title: 'Decided by a bot' }),
    await quiet.createAction({ ...asks, title: 'Rejected by a bot' }),
    await quiet.createAction({ ...asks, title: 'Decided by the owner' }),
  ];
  await bot.decideAction(one.id, { decision: 'approve' });
  await bot.decideAction(two.id, { decision: 'reject' });
  await api.decideAction(three.id, { decision: 'approve' });

  await page.goto(`${url}/keys`);
  const decisionsOf = (name: string) =>
    page.locator('tbody tr').filter({ hasText: name }).locator('td[data-label="Decisions made"]');
  await decisionsOf('quiet-bot').getByText('0', { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await decisionsOf('deciding-bot').getByRole('link', { name: 'Show what it decided: 2' }).click();
  await page.getByText('Rejected by a bot').waitFor();
  await page.getByText('Decided by a bot').waitFor();
  assert.equal(await page.getByText('Decided by the owner').count(), 0);
});

test('the audit log says what one person or key did, all that was recorded, and can be linked to a row', async (t) => {
  const { api, url } = inbox;
  const agent = await givenAgent(inbox, 'Second agent');
  const { id } = await agent.createAction({ kind: 'k', title: 'For the log', preview: { body: 'b' } });
  await api.holdDecision(id, { decision: 'reject', comment: 'Not\u200b now', seconds: 0 });
  t.after(() => page.goto(`${url}/settings`));
  await page.goto(`${url}/audit`);
  const events = page.locator('tbody .opens');
  const authors = page.locator('tbody td[data-label=Who]');
  await events.filter({ hasText: 'project.created' }).waitFor();
  await page.getByLabel('Who').selectOption('Second agent');
  await events.filter({ hasText: 'project.created' }).waitFor({ state: 'detached' });
  assert.deepEqual(await authors.allInnerTexts(), ['key Second agent']);
  await page.getByLabel('Show').selectOption('key.');
  await page.getByText('Nothing of this kind is in the log.').waitFor();
  await page.getByLabel('Show').selectOption('');
  await events.filter({ hasText: 'action.created' }).click();
  await page.getByRole('link', { name: 'All about the same object' }).click();
  await page.getByText(`Only of ${id}`).waitFor();
  const rejected = events.filter({ hasText: 'action.rejected' });
  await rejected.click();
  const detail = page.locator('.audit-detail').filter({ hasText: 'comment' });
  await detail.getByText('NotU+200B now').waitFor();
  const [row] = (await api.listAudit({ entity_id: id, type: 'action.rejected' })).items;
  await detail.getByText(row?.hash ?? 'no hash').waitFor();
  const link = await detail.getByRole('link', { name: 'Link to this row' }).getAttribute('href');
  assert.deepEqual(await violations(page), []);

  await page.goto(`${url}${link}`);
  await detail.getByText('NotU+200B now').waitFor();
  assert.equal(await page.locator('.audit-detail').count(), 1, 'the one that was meant is open');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await sideways(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await events.filter({ hasText: 'project.created' }).waitFor();
});

test('a link to a row of the log leads to it, also where a second has more of them than a page', async () => {
  const { app } = inbox.service.running;
  const { id } = await inbox.api.getProject();
  const all = await inTransaction(app, async (tx) => {
    const rows: string[] = [];
    for (let n = 0; n < 250; n++)
      rows.push(await recordAudit(tx, operatorOf(id), { event: 'watcher.run', entity_id: `wat_${n}` }));
    return { rows, at: tx.now };
  });
  await page.goto(`${inbox.url}/audit?at=${all.at}&row=${all.rows[0]}`);
  await page
    .locator('.audit-detail')
    .getByText(all.rows[0] ?? 'none')
    .waitFor();
});

test('nothing was logged as an error, and the policy was never broken', () => {
  const asked = /Failed to load resource/; // refusals that were asked for
  assert.deepEqual(
    [...inbox.errors, ...paying.errors].filter((text) => !asked.test(text)),
    [],
  );
});
