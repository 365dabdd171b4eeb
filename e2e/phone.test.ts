// The inbox in the hand: a swipe that never decides, an editor of the whole screen, and a button that wants to be held.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { sideways, violations } from './support/axe.ts';
import { addAuthenticator, mayDecide, shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox();
let page: Page; // of one phone for all
let finger: CDPSession;

beforeEach(async () => {
  if (page) return;
  const { context } = here;
  const phone = await context.browser()?.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await context.storageState(),
  });
  assert.ok(phone);
  page = await phone.newPage();
  finger = await phone.newCDPSession(page);
});

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
  finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });

/** The places have a button of that name, too. */
const moreOfBar = () => page.locator('.decision-bar').getByRole('button', { name: 'More', exact: true });

async function swipe(row: Locator, by: number): Promise<void> {
  const box = await row.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch('touchStart', x, y);
  for (let step = 1; step <= 8; step++) await touch('touchMove', x + (by * step) / 8, y + step / 4);
  await touch('touchEnd');
}

test('where no agent has asked yet, there is how to connect one', async () => {
  await page.goto(`${here.url}/inbox`);
  await page.getByRole('heading', { name: 'Connect your agent' }).waitFor();
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await violations(page), []);
});

test('the words of a table stay whole, and what is at its side is named', async () => {
  const heads = 'Item | Quantity | Price | Delivered to | Remarks';
  const body = `| ${heads} |\n|---|---|---|---|---|\n| Widget | 2 | €4,900.00 | Hamburg | express |\n\n| Digest |\n|---|\n| ${'0af3'.repeat(16)} |`;
  const { id } = await here.ask('Order', { preview: { format: 'markdown', body } });
  await page.goto(`${here.url}/a/${id}`);
  const [wide, narrow] = [page.locator('.written table').first(), page.locator('.written table').last()];
  const price = wide.getByText('€4,900.00');
  const lines = await price.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  assert.equal(lines, 1, 'an amount is not broken');
  await page.getByText('The table is wider than its place').waitFor();
  assert.ok(await wide.evaluate((table) => table.scrollWidth > table.clientWidth));
  assert.ok(await narrow.evaluate((table) => table.scrollWidth <= table.clientWidth), 'what is long is broken');
  assert.deepEqual(await violations(page), []);
  assert.equal(await sideways(page), 0);
  const approve = page.getByRole('button', { name: /^Approve$/ });
  const bar = page.locator('.decision-bar');
  await bar.and(page.locator('[aria-busy=false]')).waitFor();
  await bar.getByRole('button', { name: 'Read 99%' }).tap();
  await page.getByText('A table is wider than its place. Push it aside').waitFor();
  assert.equal(await approve.count(), 0, 'its last columns have not been seen');
  await wide.evaluate((table) => table.scrollBy({ left: table.scrollWidth }));
  await approve.waitFor();
  assert.equal((await here.agent.getAction(id)).status, 'pending');
});

test('who jumps to the end of a long text has not read it before its last line is on the screen', async () => {
  const lines = Array.from({ length: 200 }, (_, n) => `line ${n} ${'with many more words in it '.repeat(25)}`);
  const { id } = await here.ask('Jumped', { preview: { body: [...lines, 'The last line'].join('\n') } });
  await page.goto(`${here.url}/a/${id}`);
  await mayDecide(page);
  const text = page.locator('.reading');
  const toEnd = () => text.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await toEnd();
  const last = page.locator('.written .line').getByText('The last line');
  await last.waitFor();
  const isInSight = () =>
    last.evaluate((line) => {
      const box = line.closest('.reading')?.getBoundingClientRect();
      return line.getBoundingClientRect().bottom <= (box?.bottom ?? 0);
    });
  assert.equal(await isInSight(), false, 'it is longer than the room that was kept for it');
  await page.getByRole('button', { name: 'Read 99%' }).waitFor();
  await toEnd();
  await page.getByRole('button', { name: /^Approve$/ }).waitFor();
  assert.ok(await isInSight());
});

test('what the list stands in front of is neither looked at, nor read, nor decided by a key', async () => {
  const { ask, api, agent, url } = here;
  const body = Array.from({ length: 200 }, (_, n) => `line ${n}`).join('\n');
  await here.page.goto('about:blank'); // only the phone is looked at
  const { id } = await ask('Behind the list', { preview: { body } });
  await page.goto(`${url}/inbox`);
  await page.locator(`#row-${id}`).waitFor();
  await page.waitForTimeout(1500); // whoever looks is said to after a second
  await page.keyboard.press('a');
  await page.keyboard.press('Shift+A');
  await page.getByText('Not yet: its text is not on the screen.').waitFor();
  assert.equal(await page.getByText('Approved “Behind the list”').count(), 0);
  const seen = async () => (await api.getTimeline(id)).items.some(({ event }) => event === 'action.seen');
  assert.equal(await seen(), false);

  await page.locator(`#row-${id}`).tap();
  const approve = page.locator('.decision-bar').getByRole('button', { name: /^Approve$/ });
  const unread = page.locator('.decision-bar').getByRole('button', { name: /^Read \d+%/ });
  await unread.waitFor();
  await page.goBack();
  await page.locator(`#row-${id}`).tap();
  await unread.waitFor();
  assert.equal(await approve.count(), 0);
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('what is taken back is looked at again', async () => {
  const { ask, url } = here;
  const { id } = await ask('First');
  await ask('Second', { expires_in: 7200 });
  await page.goto(`${url}/inbox`);
  await page.locator(`#row-${id}`).click();
  await shownTitle(page).getByText('First').waitFor();
  await mayDecide(page);
  await page.getByRole('button', { name: /^Reject$/ }).click();
  await shownTitle(page).getByText('Second').waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await shownTitle(page).getByText('First').waitFor();
  assert.equal(new URL(page.url()).pathname, `/a/${id}`);
  await page.goBack();
  await page.locator(`#row-${id}`).waitFor();
});

test('whatever decides lies under a thumb, with room', async () => {
  const { id } = await here.ask('Large enough', { editable: ['title'] });
  await page.goto(`${here.url}/a/${id}`);
  await mayDecide(page);
  await page.getByRole('button', { name: 'More', exact: true }).waitFor();
  for (const button of await page.locator('.decision-bar button:visible').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    assert.ok(width >= 44 && height >= 44, `${await button.innerText()}: ${width} × ${height}`);
  }
  assert.equal(await sideways(page), 0);
});

test('a swipe uncovers Snooze and Select; it opens nothing and decides nothing', async () => {
  const { ask, agent, url } = here;
  const { id } = await ask('First');
  const second = await ask('Second', { expires_in: 7200 });
  await page.goto(`${url}/inbox`);
  const decided: string[] = [];
  page.on('request', (request) => /decision/.test(request.url()) && decided.push(request.url()));
  const row = page.locator(`#row-${id}`);
  await row.waitFor();
  const uncovered = page.getByRole('toolbar', { name: 'With First' });
  await swipe(row, -160);
  await uncovered.getByRole('button', { name: 'Select' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/inbox', 'it is no tap');
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await violations(page), []);
  for (const name of ['Snooze', 'Select']) {
    const box = await uncovered.getByRole('button', { name }).boundingBox();
    assert.ok(box && box.height >= 44 && box.width >= 44 && box.x + box.width <= 390, name);
  }
  await swipe(row, 160);
  await uncovered.waitFor({ state: 'detached' });
  await swipe(row, -160);
  await uncovered.getByRole('button', { name: 'Select' }).click(); // a tap right after a swipe stops the glide, no more
  await page.getByText('1 picked').waitFor();
  await page.getByRole('button', { name: 'Pick none' }).click();
  await swipe(page.locator(`#row-${second.id}`), -160);
  await page.getByRole('toolbar', { name: 'With Second' }).getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '30 minutes' }).click();
  await page.locator(`#row-${second.id}`).waitFor({ state: 'detached' });
  const third = await ask('Third', { expires_in: 9000 });
  const fourth = await ask('Fourth', { expires_in: 9900 });
  await page.locator(`#row-${fourth.id}`).waitFor();
  await swipe(page.locator(`#row-${fourth.id}`), -160);
  const moving = page.getByRole('toolbar', { name: 'With Fourth' });
  await moving.waitFor();
  await agent.decideAction(third.id, { decision: 'reject' }); // what is below moves up
  await moving.waitFor({ state: 'detached' });
  assert.deepEqual(decided, []);
  for (const one of [id, second.id, fourth.id]) assert.equal((await agent.getAction(one)).status, 'pending');
});

test('the editor has the whole screen, down to the keyboard; the diff is a tab with the words it changes', async () => {
  const { ask, agent, letHoldsEnd, url } = here;
  const body = 'We can refund €129.00 to your card.';
  const { id } = await ask('Reply', { preview: { body }, editable: ['preview.body', 'title'] });
  await page.goto(`${url}/a/${id}`);
  await page.locator('.decision-bar[aria-busy=false]').waitFor();
  await moreOfBar().tap();
  await page
    .getByRole('dialog', { name: 'More' })
    .getByRole('button', { name: /^Copy the permalink/ })
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Edit/ }).tap();
  await page.getByLabel('Content').fill('We can refund €99.00 to your card. Sorry for the wait.');
  const pane = page.locator('.action-pane');
  assert.deepEqual(await pane.boundingBox(), { x: 0, y: 0, width: 390, height: 844 });
  const tab = page.getByRole('button', { name: 'Diff +5 −1' });
  await tab.tap();
  await page.getByRole('region', { name: 'Your changes' }).getByText('Sorry for the wait').waitFor();
  await page.getByText('+5 −1 words').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await sideways(page), 0);
  await page.getByRole('button', { name: 'View', exact: true }).tap();
  await page.locator('.written .inside').getByText('€99.00').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await page.getByLabel('Field').selectOption('title');
  await page.getByLabel('Title', { exact: true }).waitFor();
  await finger.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 }); // half is seen, as with a keyboard
  await page.waitForFunction(() => document.querySelector('.action-pane')?.clientHeight === 422);
  await finger.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  await page.waitForFunction(() => document.querySelector('.action-pane')?.clientHeight === 844);
  await page.getByRole('button', { name: 'Approve with edits' }).tap();
  await page.getByText('Approved with edits: “Reply”').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  const { decision } = await agent.getAction(id);
  assert.equal(decision?.final_preview?.body, 'We can refund €99.00 to your card. Sorry for the wait.');
});

test('who edits and cannot get to the end has the menu here, too: it approves as it is, and the audit log keeps that', async () => {
  const { ask, api, letHoldsEnd, agent, url } = here;
  const body = Array.from({ length: 300 }, (_, n) => `Line ${n}`).join('\n');
  const { id } = await ask('Long', { preview: { format: 'plain', body }, editable: ['title', 'preview.body'] });
  await page.goto(`${url}/a/${id}`);
  await mayDecide(page);
  await page.getByRole('button', { name: /^Edit/ }).tap();
  await page.getByLabel('Field').selectOption('title');
  await page.getByLabel('Title', { exact: true }).fill('Longer');
  await page.getByRole('button', { name: /^Read \d+%/ }).tap();
  await page.getByText('Scroll to its end, or approve it from the menu ⋯ as it is.').waitFor();
  assert.equal(await sideways(page), 0);
  const menu = page.getByRole('button', { name: 'More', exact: true }).first();
  const { width = 0, height = 0 } = (await menu.boundingBox()) ?? {};
  assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
  await menu.tap();
  await page.getByRole('dialog', { name: 'More' }).waitFor();
  await page
    .getByRole('button', { name: /^Snooze/ })
    .last()
    .tap();
  await page.getByRole('dialog', { name: 'Snooze' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.tap();
  await page.getByRole('button', { name: /^Approve although/ }).tap();
  await page.getByText('Approved with edits: “Long”').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  const { items } = await api.listAudit({ entity_id: id });
  assert.ok(items.some(({ data }) => data?.read_to_end === false));
});

test('who edits while the server is away is told why nothing can be approved', async () => {
  const { ask, url } = here;
  const context = page.context();
  const { id } = await ask('Edited offline', { editable: ['preview.body'] });
  await page.goto(`${url}/a/${id}`);
  await mayDecide(page);
  await page.getByRole('button', { name: /^Edit/ }).tap();
  await page.getByLabel('Content').fill('Other words');
  await context.setOffline(true);
  await page.locator('.decision-bar').getByText('Offline. Decisions need the server.').waitFor();
  assert.equal(await sideways(page), 0);
  await context.setOffline(false);
  await page.getByText('Offline. Decisions need the server.').waitFor({ state: 'detached' });
});

test('who edits while a colleague decides sees what became of it, and both ways to go on in one line', async () => {
  const { ask, api, url } = here;
  const { id } = await ask('Contested', { editable: ['preview.body'] });
  await page.goto(`${url}/a/${id}`);
  await mayDecide(page);
  await page.getByRole('button', { name: /^Edit/ }).tap();
  await page.getByLabel('Content').fill('My careful words');
  await api.decideAction(id, { decision: 'reject' });
  const [copy, discard] = ['Copy', 'Discard'].map((name) => page.locator('.notice').getByRole('button', { name }));
  const tops = [(await copy?.boundingBox())?.y, (await discard?.boundingBox())?.y];
  assert.equal(tops[0], tops[1]);
  await page
    .locator('.decision-bar .outcome')
    .getByText(/^Rejected/)
    .waitFor();
  await page.getByRole('button', { name: 'Diff' }).tap();
  assert.equal(await page.getByText('The agent will receive').count(), 0);
  await discard?.tap();
});

test('what a passkey signs is held to approve: a tap says so, the menu has it without holding', async () => {
  const { ask, agent, api, url } = here;
  await page.goto(`${url}/me`);
  await addAuthenticator(page); // and no look at the rules of access after this: it would take the device away
  await page.getByRole('button', { name: 'Add a passkey' }).tap();
  await page.getByText('passkey, made').waitFor();
  const rule = await api.createRule({ name: 'Pay', rule_action: 'require_step_up', kind_pattern: 'payment.*' });
  const { id } = await ask('Pay', { kind: 'payment.send' });
  const other = await ask('Pay more', { kind: 'payment.send', expires_in: 9000 });
  await page.goto(`${url}/a/${id}`);
  const hold = page.getByRole('button', { name: 'Hold to approve' });
  await hold.waitFor();
  await page.locator('.decision-bar[aria-busy=false]').waitFor();
  assert.ok(((await hold.boundingBox())?.height ?? 0) >= 56);
  await hold.tap();
  const hint = await page.locator('.toast').getByText('Hold the button to approve.').boundingBox();
  const bar = await page.locator('.decision-bar').boundingBox();
  assert.ok(hint && bar && hint.y + hint.height <= bar.y, 'what is said lies above the buttons');
  assert.equal((await agent.getAction(id)).status, 'pending', 'a tap is not enough');
  const box = await hold.boundingBox();
  assert.ok(box);
  // It is to be seen for half a second alone: on a busy machine a look from outside comes too late.
  await hold.evaluate((button) => {
    const note = () => button.classList.contains('holding') && document.body.setAttribute('data-was-held', '');
    new MutationObserver(note).observe(button, { attributes: true });
  });
  await touch('touchStart', box.x + 20, box.y + 20);
  await page.locator('body[data-was-held]').waitFor();
  await page.getByText('Approved “Pay”').waitFor(); // the finger is still down
  await touch('touchEnd');
  assert.equal((await agent.getAction(id)).decision?.decided_by.type, 'reviewer');
  await shownTitle(page).getByText('Pay more').waitFor();
  await page.locator('.decision-bar[aria-busy=false]').waitFor();
  await page.waitForFunction(() => {
    const next = document.querySelector('.decision-bar')?.getBoundingClientRect();
    const told = [...document.querySelectorAll('.toast')].at(-1)?.getBoundingClientRect();
    return next && (!told || told.bottom <= next.top); // nor does it lie over those of the next action
  });
  await moreOfBar().tap();
  const menu = page.getByRole('dialog', { name: 'More' });
  await menu.getByRole('button', { name: /^Approve…/ }).waitFor();
  assert.equal(await menu.locator('kbd:visible').count(), 0, 'no keys for a thumb');
  for (const none of ['Open the target link', 'Show or hide the payload'])
    assert.equal(await menu.getByText(none).count(), 0, 'it has none');
  await menu.getByRole('button', { name: /^Approve…/ }).tap();
  await page.getByText('Approved “Pay more”').waitFor();
  assert.equal((await agent.getAction(other.id)).status, 'approved');
  await api.deleteRule(rule.id);
});

test('a swipe uncovers no Snooze while the server cannot be reached', async (t) => {
  const { id } = await here.ask('First');
  await page.goto(`${here.url}/inbox`);
  await page.locator(`#row-${id}`).waitFor();
  const uncovered = page.getByRole('toolbar', { name: 'With First' });
  await swipe(page.locator(`#row-${id}`), -160); // fetched by now
  await uncovered.getByRole('button', { name: 'Snooze' }).waitFor();
  t.after(() => page.context().setOffline(false));
  await page.context().setOffline(true);
  await uncovered.getByRole('button', { name: 'Snooze' }).waitFor({ state: 'detached' });
  await uncovered.getByRole('button', { name: 'Select' }).waitFor();
});
