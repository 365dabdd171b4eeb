// The palette, keys of one's own, snoozing and saved splits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../packages/server/test/support/until.ts';
import { violations } from './support/axe.ts';
import { shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

test('the palette finds every command by its words and shows its key', async () => {
  const { page, ask, current } = here;
  await ask('One');
  await ask('Two', { expires_in: 7200 });
  await current('One');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Command' });
  await box.waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.type('approve');
  await page.getByRole('option', { name: /^Approve Decide\s*A$/ }).waitFor();
  await box.fill('reject');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Reason/).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await box.waitFor();
  await page.keyboard.type('history go');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'History' }).waitFor();
});

test('a key can be another one, not one that is taken, and the usual one again', async () => {
  const { page, url, ask, current, agent, letHoldsEnd } = here;
  const { id } = await ask('Mine');
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Change keys' }).click();
  const change = page.getByRole('button', { name: 'Change Approve', exact: true });
  await change.click();
  await page.keyboard.press('r');
  await page.getByText('R already means “Reject”.').waitFor();
  await page.keyboard.press('Alt+a');
  await page.getByRole('button', { name: 'Reset Approve', exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${url}/inbox`);
  await current('Mine');
  await page.getByRole('button', { name: 'Approve Alt A' }).waitFor();
  await page.keyboard.press('a');
  await page.waitForTimeout(200);
  assert.equal(await page.getByText('Approved “Mine”').count(), 0);
  await page.keyboard.press('Alt+a');
  await page.getByText('Approved “Mine”').waitFor();
  letHoldsEnd();
  assert.equal((await agent.waitForDecision(id)).status, 'approved');
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Change keys' }).click();
  await page.getByRole('button', { name: 'Reset Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Reset Approve', exact: true }).waitFor({ state: 'detached' });
});

test('snooze: out of my list, in the split Snoozed, and back when I say so', async () => {
  const { page, ask, current, api } = here;
  const { id } = await ask('Sleepy', { expires_in: 4000 });
  await ask('Awake', { expires_in: 7200 });
  await current('Sleepy');
  await page.keyboard.press('h');
  await page.getByRole('dialog', { name: 'Snooze' }).waitFor();
  assert.equal(await page.getByRole('button', { name: '2 hours' }).count(), 0, 'never past its expiry');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await shownTitle(page).getByText('Awake').waitFor();
  assert.equal(await page.locator('.action-row').count(), 1);
  await page.reload();
  await page.getByRole('button', { name: 'Snoozed 1' }).click();
  await page.locator('.action-row .title').getByText('Sleepy').waitFor();
  assert.equal(await page.locator('.action-row').count(), 1);
  await page.getByRole('button', { name: /^All/ }).first().click();
  await page.locator('.action-row .title').getByText('Awake').waitFor();
  assert.equal((await api.getAction(id)).status, 'pending');
  await current('Awake'); // before its bar is there, no key is heard
  await page.keyboard.press('h');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await page.route('**/snooze', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Show it now' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  assert.equal(await page.locator('.action-row').count(), 0, 'it sleeps on');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.action-row .title').getByText('Awake').waitFor();
});

test('what I snoozed is not counted at the places, on a page that never opened the inbox either', async () => {
  const { page, url, ask, current } = here;
  await ask('Sleepy', { expires_in: 4000 });
  await ask('Awake', { expires_in: 7200 });
  await current('Sleepy');
  await page.keyboard.press('h');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await page.getByRole('button', { name: 'All 1', exact: true }).waitFor();
  await page.goto(`${url}/history`);
  await page.getByRole('link', { name: 'Inbox 1', exact: true }).waitFor();
});

test('what becomes urgent, and what was snoozed for long enough, is counted and shown by the clock alone', async (t) => {
  const { context, service, url, ask } = here;
  await ask('Soon', { expires_in: 5000 });
  await ask('Sleepy', { expires_in: 20_000 });
  const page = await context.newPage();
  t.after(() => page.close());
  await page.clock.install();
  await page.goto(`${url}/inbox`);
  const row = (title: string) => page.locator('.action-row', { hasText: title });
  await row('Sleepy').click();
  await shownTitle(page).getByText('Sleepy').waitFor();
  await page.keyboard.press('h');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await page.getByRole('button', { name: 'All 1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Urgent', exact: true }).click();
  await page.getByText('No action matches').waitFor();
  await page.locator('.list-pane > [role=status]').waitFor({ state: 'attached' }); // what looks at the clock has come
  /** The page hears what time it is from the server, and looks at it every quarter of a minute. */
  const pass = async (seconds: number, name: string) => {
    service.wind(seconds);
    await until(async () => {
      await page.clock.runFor(16_000);
      return (await page.getByRole('button', { name, exact: true }).count()) > 0;
    }, name);
  };
  await pass(1500, 'Urgent 1');
  await row('Soon').waitFor();
  await page.getByRole('button', { name: 'All 1', exact: true }).click();
  await pass(310, 'All 2');
  await row('Sleepy').waitFor();
  assert.equal(await page.getByText('snoozed', { exact: true }).count(), 0);
});

test('a snooze that is answered late takes nobody away from where they went meanwhile', async () => {
  const { page, url, ask, current } = here;
  const { id } = await ask('Sleepy', { expires_in: 4000 });
  await ask('Awake', { expires_in: 7200 });
  await page.goto(`${url}/a/${id}`);
  await current('Sleepy');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/snooze', (route) => promise.then(() => route.continue()));
  await page.keyboard.press('h');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  resolve();
  await page.getByRole('button', { name: 'Show it now' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  assert.equal(page.url(), `${url}/history`);
});

test('the keys 1 to 5 choose the splits in their order', async () => {
  const { page, ask } = here;
  await ask('A lead', { kind: 'crm.update' });
  await page.getByRole('button', { name: /^crm.update/ }).waitFor();
  const chosen = page.locator('.splits [aria-pressed=true]');
  for (const [key, name] of [
    ['2', 'Urgent'],
    ['4', 'External'],
    ['5', 'crm.update'],
    ['1', 'All'],
  ] as const) {
    await page.keyboard.press(key);
    await chosen.getByText(name).waitFor();
  }
});

test('a key keeps its split, whatever arrives, is snoozed or decided', async () => {
  const { page, ask, api, current } = here;
  const lead = await ask('A lead', { kind: 'crm.update' });
  await current('A lead');
  const splits = page.locator('.splits button:not([aria-label])');
  const names = ['All', 'Urgent', 'Warnings', 'External', 'crm.update'];
  const named = async (more: readonly string[]) => {
    await splits.getByText(more.at(-1) ?? '').waitFor();
    const texts = await splits.allTextContents();
    assert.deepEqual(
      texts.map((text) => text.split(' ')[0]),
      [...names, ...more],
    );
  };
  for (const title of ['One', 'Two']) await ask(title, { kind: 'billing.refund' });
  await named(['billing.refund']);
  await page.keyboard.press('h');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await named(['billing.refund', 'Snoozed']);
  await api.decideAction(lead.id, { decision: 'reject' });
  await page.getByRole('button', { name: /^Snoozed/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('5');
  await page.locator('.splits [aria-pressed=true]').getByText('crm.update').waitFor();
});

test('leaving the search leaves the split and the row as they were', async () => {
  const { page, ask, current } = here;
  await ask('First');
  await ask('Second', { expires_in: 3660 });
  await ask('Third', { expires_in: 3720 });
  await page.locator('.action-row').nth(2).waitFor();
  await page.getByRole('button', { name: /^mail.send/ }).click();
  await page.keyboard.press('j');
  await current('Second');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await current('Third');
  await page.keyboard.press('/');
  await page.keyboard.type('ir');
  await page.locator('.action-row').nth(2).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.locator('.action-row').nth(2).waitFor();
  await current('Third');
  await page.locator('.splits [aria-pressed=true]').getByText('mail.send').waitFor();
});

test('splits of one’s own say how many wait in each, as it changes', async () => {
  const { page, ask, current, api } = here;
  await ask('Pay Ana', { kind: 'payment.send', preview: { body: 'An invoice of March' } });
  const { id } = await ask('Pay Bo', {
    expires_in: 7200,
    kind: 'payment.send',
    preview: { body: 'An invoice of April' },
  });
  await page.locator('.action-row').nth(1).waitFor();
  const keep = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'My splits' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Kind').selectOption('payment.send');
    await page.getByLabel('Text', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Save the split' }).click();
  };
  const says = (text: string) => page.getByRole('button', { name: text, exact: true }).waitFor();
  await keep('Money', '');
  await says('Money 2');
  await keep('March', 'march');
  await says('March 1');
  await ask('Pay Cy', { expires_in: 7200, kind: 'payment.send', preview: { body: 'An invoice of March' } });
  await says('Money 3');
  await says('March 2');
  await current('Pay Ana');
  await page.keyboard.press('h');
  await page.getByRole('button', { name: '30 minutes' }).click();
  await says('Money 2');
  await api.decideAction(id, { decision: 'reject' });
  await says('Money 1');
  await page.reload();
  await says('Money 1');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'My splits' }).click();
  for (const name of ['Money', 'March']) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page
    .getByRole('button', { name: /^(Money|March)/ })
    .first()
    .waitFor({ state: 'detached' });
});

test('a search can be kept as a split, and removed', async () => {
  const { page, ask } = here;
  await ask('Pay Ana', { kind: 'payment.send' });
  await ask('Mail Ana', { expires_in: 5000 });
  await page.locator('.action-row').nth(1).waitFor();
  await page.getByRole('button', { name: 'My splits' }).click();
  await page.getByLabel('Name').fill('Money');
  await page.getByLabel('Kind').selectOption('payment.send');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Save the split' }).click();
  await page.getByRole('button', { name: /^Money/ }).click();
  await page.locator('.action-row .title').getByText('Mail Ana').waitFor({ state: 'detached' });
  assert.deepEqual(await page.locator('.action-row .title').allInnerTexts(), ['Pay Ana']);
  await page.reload();
  await page.getByRole('button', { name: /^Money/ }).waitFor();
  await page.getByRole('button', { name: 'My splits' }).click();
  await page.getByRole('button', { name: 'Remove Money' }).click();
  await page.getByRole('button', { name: /^Money/ }).waitFor({ state: 'detached' });
});

test('the rail shrinks to icons by a button or a key, stays so in this browser, and says what each icon is', async () => {
  const { page } = here;
  const untilIts = (width: number) =>
    page.waitForFunction((wanted) => document.querySelector('.rail')?.getBoundingClientRect().width === wanted, width);
  const [wide, narrow] = [200, 56];
  await untilIts(wide);
  await page.getByRole('button', { name: 'Collapse the rail' }).click();
  await untilIts(narrow);
  await page.reload();
  await page.getByRole('link', { name: 'Watchers' }).waitFor();
  await untilIts(narrow); // it stays
  for (const name of ['Inbox', 'Keys', 'Settings'])
    assert.equal(await page.locator('.rail').getByRole('link', { name, exact: true }).getAttribute('title'), name);
  for (const name of ['Shortcuts', 'Expand the rail']) await page.locator(`.rail [title="${name}"]`).waitFor();
  assert.deepEqual(await violations(page), []);
  for (const turned of [wide, narrow, wide]) {
    await page.keyboard.press('b');
    await untilIts(turned); // each time
  }
  await page.setViewportSize({ width: 1100, height: 900 });
  await untilIts(narrow);
  assert.equal(await page.locator('.turn-rail').isVisible(), false, 'where there is no room there is no choice');
  await page.keyboard.press('b');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Collapse the rail' }).waitFor();
  await untilIts(wide);
});
