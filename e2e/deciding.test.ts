// Looking, deciding, undoing: the work of a reviewer, in a real browser.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenReceiver } from '../packages/server/test/support/receiver.ts';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, openInbox, shownTitle } from './support/inbox.ts';

after(closeBrowser);

/** Longer than the pause that keeps a key meant for one action from deciding the next. */
const SETTLE_MS = 500;

async function givenInbox(t: { after(clean: () => unknown): void }, options: Parameters<typeof openInbox>[0] = {}) {
  const inbox = await openInbox({ allowPrivateTargets: true, ...options });
  t.after(() => inbox.stop());
  const agent = await givenAgent(inbox);
  const ask = (title: string, more = {}) =>
    agent.createAction({ kind: 'mail.send', title, preview: { body: `Body of ${title}` }, expires_in: 3600, ...more });
  const { page } = inbox;
  const current = async (title: string) => {
    await shownTitle(page).getByText(title).waitFor();
    await page.getByText(`Body of ${title}`).first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
  };
  return { ...inbox, agent, ask, current };
}

test('one key approves, and the next action is shown without a dialog', async (t) => {
  const { page, agent, ask, current } = await givenInbox(t);
  const first = await ask('First');
  await ask('Second', { expires_in: 7200 });
  await current('First');
  await page.keyboard.press('a');
  await current('Second');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal((await agent.getAction(first.id)).status, 'pending', 'it is only held');
});

test('a held decision is committed after the hold, with its comment and receipt', async (t) => {
  const receiver = await givenReceiver(t);
  const { page, service, agent, ask, current } = await givenInbox(t);
  const { id } = await ask('Refund', { callback_url: receiver.url });
  await current('Refund');
  await page.keyboard.press('Shift+R');
  await page.getByLabel(/^Reason/).fill('Wrong amount, please check');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('Rejected “Refund”').waitFor();
  await page.close(); // the server keeps the decision, whatever becomes of the page
  service.wind(6);
  const { status, decision } = await agent.waitForDecision(id).then(
    () => agent.getAction(id),
    () => agent.getAction(id),
  );
  assert.equal(status, 'rejected');
  assert.equal(decision?.comment, 'Wrong amount, please check');
  assert.equal(decision?.decided_by.type, 'reviewer');
  await receiver.count(1);
  const [received] = receiver.received;
  assert.equal(JSON.parse(received?.body ?? '{}').comment, 'Wrong amount, please check');
  assert.ok(received?.headers['x-service-receipt']);
});

test('undo takes a decision back: the agent never sees anything but pending', async (t) => {
  const { page, service, agent, ask, current } = await givenInbox(t);
  const { id } = await ask('Pay');
  await ask('Other', { expires_in: 7200 });
  await current('Pay');
  await page.keyboard.press('a');
  await page.getByText('Approved “Pay”').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Taken back').waitFor();
  await current('Pay');
  service.wind(10);
  await page.waitForTimeout(500);
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('a key that is held down decides once', async (t) => {
  const { page, context, agent, ask, current } = await givenInbox(t);
  for (let n = 0; n < 5; n++) await ask(`Action ${n}`, { expires_in: 3600 + n * 60 });
  await current('Action 0');
  const cdp = await context.newCDPSession(page);
  const key = { key: 'a', code: 'KeyA', text: 'a', windowsVirtualKeyCode: 65 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  for (let n = 0; n < 40; n++) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: true, ...key });
    await page.waitForTimeout(30);
  }
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await page.waitForTimeout(300);
  const { items } = await agent.listActions({ status: 'pending' });
  assert.equal(items.length, 5, 'held decisions are still pending');
  assert.equal(await page.locator('.action-row').count(), 4, 'exactly one left the list');
});

test('text below the fold must have been on screen, or the reviewer says so aloud', async (t) => {
  const { page, service, api, agent, ask } = await givenInbox(t);
  const body = Array.from({ length: 300 }, (_, n) => `line ${n}`).join('\n');
  const { id } = await ask('Long', { preview: { body } });
  await shownTitle(page).getByText('Long').waitFor();
  await page.getByText('line 3', { exact: true }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.keyboard.press('a');
  await page.getByText('Shift+A approves anyway').waitFor();
  service.wind(10);
  assert.equal((await agent.getAction(id)).status, 'pending');
  await page.keyboard.press('Shift+A');
  await page.getByText('Approved “Long”').waitFor();
  service.wind(10);
  await agent.waitForDecision(id);
  const { items } = await api.listAudit({ type: 'action.approved' });
  assert.equal(items[0]?.data?.read_to_end, false);
});

test('reading to the end opens the way', async (t) => {
  const { page, agent, ask } = await givenInbox(t);
  const body = Array.from({ length: 120 }, (_, n) => `line ${n}`).join('\n');
  await ask('Long', { preview: { body } });
  await page.getByText('line 3', { exact: true }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press(' ');
    await page.waitForTimeout(60);
  }
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Approved “Long”').waitFor();
  assert.ok(agent);
});

test('an edit reaches the agent with the diff that was on the screen', async (t) => {
  const { page, service, agent, ask, current } = await givenInbox(t);
  const { id } = await ask('Mail', { editable: ['preview.body', 'title'] });
  await current('Mail');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Body of Mail, with care');
  await page.locator('.written .lines .add').first().waitFor();
  const shown = await page.locator('.written .lines .line').allInnerTexts();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved “Mail”').waitFor();
  service.wind(10);
  const decided = await agent.waitForDecision(id);
  assert.equal(decided.status, 'approved');
  const { decision } = await agent.getAction(id);
  assert.equal(decision?.final_preview?.body, 'Body of Mail, with care');
  const lines = (decision?.diff ?? '').trimEnd().split('\n');
  assert.deepEqual(
    shown.map((line) => line.trim()),
    lines.map((line) => line.trim()),
  );
});

test('someone else decides first: the page says who, and the buttons are gone', async (t) => {
  const { page, api, ask, current } = await givenInbox(t);
  const { id } = await ask('Contested');
  await current('Contested');
  await api.decideAction(id, { decision: 'reject' });
  await page.locator('.outcome').getByText('Rejected').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
});

test('an action that expires while it is open cannot be decided any more', async (t) => {
  const { page, service, ask, current } = await givenInbox(t);
  await ask('Short', { expires_in: 300 });
  await current('Short');
  assert.match((await page.locator('.action-head .left').textContent()) ?? '', /Expires in \d m/);
  service.wind(301);
  await page.locator('.outcome').getByText('Expired').waitFor({ timeout: 10_000 });
});

test('the permalink of an action opens it', async (t) => {
  const { page, url, ask, current } = await givenInbox(t);
  await ask('Nearby');
  const { id, inbox_url } = await ask('Linked', { expires_in: 9000 });
  assert.equal(inbox_url, `${url}/a/${id}`);
  await page.goto(inbox_url);
  await current('Linked');
});

test('arrivals wait for the reviewer: nothing moves', async (t) => {
  const { page, ask, current } = await givenInbox(t);
  for (let n = 0; n < 5; n++) await ask(`Action ${n}`, { expires_in: 3600 + n * 60 });
  await current('Action 0');
  await page.keyboard.press('j');
  await current('Action 1');
  for (let n = 0; n < 10; n++) await ask(`Urgent ${n}`, { expires_in: 400 });
  await page.getByText('↑ 10 new').waitFor();
  assert.match((await shownTitle(page).textContent()) ?? '', /Action 1/);
  await page.getByText('↑ 10 new').click();
  await page.locator('.action-row .title').first().getByText('Urgent').waitFor();
  assert.match((await shownTitle(page).textContent()) ?? '', /Action 1/);
});
