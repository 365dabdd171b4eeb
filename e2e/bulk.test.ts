// Deciding many at once: what is left out is named, the number is typed, and one undo brings all of it back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../packages/server/test/support/until.ts';
import { sideways, violations } from './support/axe.ts';
import { openPage } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

const MORE_THAN_IS_READ_AGAIN = 201;

const rows = () => here.page.locator('.action-row').count();
const sheet = () => here.page.getByRole('dialog');

async function askMany(count: number, more = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push((await here.ask(`Lead ${n}`, { kind: 'crm.update', expires_in: 3600 + n, ...more })).id);
  }
  return ids;
}

async function waitForRows(count: number): Promise<void> {
  await here.page.waitForFunction((wanted) => document.querySelectorAll('.action-row').length === wanted, count);
}

test('twelve are picked: nine can be approved, three are left out with reasons, and one undo restores all', async () => {
  const { page, ask, agent, api, letHoldsEnd, errors } = here;
  const { id: rule } = await api.createRule({
    name: 'Big leads',
    rule_action: 'require_step_up',
    kind_pattern: 'crm.update',
    payload_conditions: [{ path: 'big', op: 'eq', value: true }],
  });
  await askMany(9);
  await ask('Lead раypal', { kind: 'crm.update', expires_in: 3600 });
  await ask('Lead with a key', { kind: 'crm.update', expires_in: 4000, payload: { big: true } });
  await ask('Lead to edit', { kind: 'crm.update', expires_in: 5000, editable: ['title'] });
  await ask('A mail', { expires_in: 6000 });
  await page.reload(); // what arrives above the current row waits on the pill
  await waitForRows(13);
  await page.keyboard.press('j');
  await page.keyboard.press('*');
  await page.getByRole('status').getByText('Pick all of this kind').waitFor();
  await page.keyboard.press('a');
  await page.getByText('12 picked').waitFor();
  await page.getByText('3 only by themselves').waitFor(); // said before the sheet is asked for
  assert.equal(await rows(), 13, 'the second key of two decides nothing');
  await page.keyboard.press('a');
  await sheet().getByRole('heading', { name: 'Approve 9 actions' }).waitFor();
  await sheet().getByText('3 left out').waitFor();
  await sheet()
    .getByText(/Lead раypal.*has a warning/)
    .waitFor();
  await sheet()
    .getByText(/Lead with a key.*needs a passkey/)
    .waitFor();
  await sheet()
    .getByText(/Lead to edit.*you have not opened it/)
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Control+Enter');
  await page.getByText('9 approved').waitFor();
  await waitForRows(4);
  assert.equal((await agent.listActions({ status: 'pending' })).items.length, 13, 'they are only held');
  await page.keyboard.press('z');
  await page.getByText('All 9 taken back. Nothing was sent.').waitFor();
  await waitForRows(13);
  letHoldsEnd();
  assert.equal((await agent.listActions({ status: 'pending' })).items.length, 13);
  await api.deleteRule(rule);
  assert.deepEqual(errors, []);
});

test('of several kinds one at a time; more than ten need the number; what was decided meanwhile is said', async () => {
  const { page, ask, agent, api, letHoldsEnd } = here;
  await askMany(11);
  const { id } = await ask('Lead taken', { kind: 'crm.update', expires_in: 3800 });
  await ask('A mail', { expires_in: 6000 });
  await page.reload();
  await waitForRows(13);
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  for (let n = 0; n < 12; n++) await page.keyboard.press('Shift+J');
  await page.getByText('13 picked').waitFor();
  await page.route('**/v1/actions/bulk-decision-hold', async (route) => {
    await api.decideAction(id, { decision: 'reject' });
    await route.continue();
  });
  await page.keyboard.press('a');
  await sheet().getByRole('radio', { name: 'mail.send 1' }).waitFor();
  const send = sheet().getByRole('button', { name: /^Approve 12/ });
  assert.ok(await send.isDisabled());
  await sheet().getByLabel('Type 12 to approve so many').fill('12');
  await send.click();
  await page.getByText('11 approved, 1 decided meanwhile').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('1 picked').waitFor();
  letHoldsEnd();
  await until(async () => {
    const { items } = await agent.listActions({ status: 'approved', kind: 'crm.update', limit: 50 });
    return items.length === 11;
  }, 'eleven are approved');
});

test('all of this kind are those of what is picked, not of what is looked at', async () => {
  const { page, ask, current } = here;
  await ask('A mail', { expires_in: 600 });
  await askMany(2);
  await page.reload();
  await waitForRows(3);
  await current('A mail');
  await page.locator('.action-row').filter({ hasText: 'Lead 0' }).locator('.pick').click();
  await page.getByText('1 picked').waitFor();
  await page.getByRole('button', { name: 'All of this kind' }).click();
  await page.getByText('2 picked').waitFor();
});

test('the sheet stays with the kind it was opened for, however many of it others decide meanwhile', async () => {
  const { page, ask, api } = here;
  const leads = await askMany(3);
  for (const n of [1, 2]) await ask(`Mail ${n}`, { expires_in: 6000 + n });
  await page.reload();
  await waitForRows(5);
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+J');
  await page.getByText('5 picked').waitFor();
  await page.keyboard.press('a');
  await sheet().getByRole('heading', { name: 'Approve 3 actions' }).waitFor();
  await api.bulkDecide({ ids: leads.slice(0, 2), decision: 'reject' });
  await sheet().getByText('2 are no longer waiting').waitFor();
  await sheet().getByRole('heading', { name: 'Approve 1 action' }).waitFor();
  assert.ok(await sheet().getByRole('radio', { name: 'crm.update 1' }).isChecked());
  await api.bulkDecide({ ids: leads.slice(2), decision: 'reject' });
  await sheet().getByRole('heading', { name: 'Nothing to approve at once' }).waitFor();
  await sheet().getByRole('radio', { name: 'mail.send 2' }).check();
  await sheet().getByRole('heading', { name: 'Approve 2 actions' }).waitFor();
  await page.keyboard.press('Escape');
});

test('the sheet counts none that is over, not even the one that is looked at', async () => {
  const { page, api, current } = here;
  const [first = ''] = await askMany(3);
  await page.reload();
  await waitForRows(3);
  await current('Lead 0');
  await page.keyboard.press('*');
  await page.keyboard.press('a');
  await page.getByText('3 picked').waitFor();
  await page.keyboard.press('a');
  await sheet().getByRole('heading', { name: 'Approve 3 actions' }).waitFor();
  await api.decideAction(first, { decision: 'reject' });
  await sheet().getByText('1 is no longer waiting').waitFor();
  await sheet().getByRole('heading', { name: 'Approve 2 actions' }).waitFor();
  assert.equal(await sheet().getByText('Lead 0').count(), 0);
  assert.equal(await sheet().getByText('to be looked at').count(), 0, 'there is nothing left to look at');
  await page.keyboard.press('Escape');
  const row = page.locator(`#row-${first}.over`);
  await row.waitFor();
  assert.equal(await row.getByText('Expires in').count(), 0, 'it was decided');
});

test('what I have edited is not approved with others as the agent wrote it', async () => {
  const { page, agent, ask, current, letHoldsEnd } = here;
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/seen'));
  const { id } = await ask('Lead edited', { kind: 'crm.update', editable: ['preview.body'] });
  await ask('Lead as it is', { kind: 'crm.update', expires_in: 7200 });
  await waitForRows(2);
  await current('Lead edited');
  await opened;
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My words');
  await page.locator('.scroller').focus();
  await page.keyboard.press('Shift+J');
  await page.getByText('2 picked').waitFor();
  await page.getByText('1 only by itself').waitFor();
  await page.keyboard.press('a');
  await sheet().getByRole('heading', { name: 'Approve 1 action' }).waitFor();
  await sheet()
    .getByText(/Lead edited.*you have edited it/)
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 approved').waitFor();
  letHoldsEnd();
  await waitForRows(1);
  assert.equal((await agent.getAction(id)).status, 'pending');
  await page.locator('.action-row .chip', { hasText: 'draft' }).waitFor();
  page.once('dialog', (asked) => void asked.accept()); // the page is left with a draft
});

test('what was picked in one list is not picked in another, where nobody sees it', async () => {
  const { page } = here;
  await askMany(2, { expires_in: 7200 });
  await page.reload();
  await waitForRows(2);
  const pickBoth = async () => {
    await page.keyboard.press('*');
    await page.keyboard.press('a');
    await page.getByText('2 picked').waitFor();
  };
  await pickBoth();
  await page.keyboard.press('2');
  await waitForRows(0);
  await page.keyboard.press('a');
  await page.keyboard.press('1');
  await waitForRows(2);
  assert.equal(await sheet().count(), 0);
  assert.equal(await page.getByText('2 picked').count(), 0);
  await pickBoth();
  await page.getByRole('searchbox', { name: 'Search the inbox' }).fill('Lead 1');
  await waitForRows(1);
  assert.equal(await page.getByText('picked').count(), 0);
});

test('of many, the one that is looked at is undone by itself; and of the others, nobody is told that one was too late', async () => {
  const { page, agent, letHoldsEnd } = here;
  const rejectThreeAndUndo = async (id: string, isSlow = false) => {
    await page.goto(`${here.url}/inbox`);
    await waitForRows(3);
    await page.keyboard.press('*');
    await page.keyboard.press('a');
    await page.getByText('3 picked').waitFor();
    await page.keyboard.press('r');
    await sheet().getByRole('heading', { name: 'Reject 3 actions' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 rejected').waitFor();
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
    }, `/a/${id}`);
    const undo = page.locator('.decision-bar').getByRole('button', { name: /^Undo/ });
    await undo.waitFor();
    if (isSlow) await page.route(`**/v1/inbox/${id}`, (route) => slow.then(() => route.continue()));
    await undo.click();
    await page.getByText('Taken back. Nothing was sent.', { exact: true }).waitFor();
  };
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  const [first = '', ...others] = await askMany(3);
  await rejectThreeAndUndo(first);
  letHoldsEnd();
  for (const id of others) assert.equal((await agent.waitForDecision(id)).status, 'rejected');
  assert.equal((await agent.getAction(first)).status, 'pending');

  await askMany(2, { preview: { body: 'Others' } });
  await rejectThreeAndUndo(first, true);
  await page.keyboard.press('z');
  await page.getByText('All 2 taken back. Nothing was sent.').waitFor();
  resolve();
  await page.unrouteAll({ behavior: 'wait' });
});

test('where sending many broke off, what was not answered is still picked, and is sent with the next press', async () => {
  const { page, agent, letHoldsEnd } = here;
  await askMany(60);
  await page.reload();
  await page
    .getByRole('heading', { name: /^Inbox/ })
    .getByText('60')
    .waitFor();
  const sendAll = async () => {
    await page.keyboard.press('r');
    await sheet()
      .getByRole('heading', { name: /^Reject \d+ actions/ })
      .waitFor();
    await page.keyboard.press('Control+Enter');
  };
  let calls = 0;
  await page.route('**/v1/actions/bulk-decision-hold', (route) => (++calls > 1 ? route.abort() : route.continue()));
  await page.keyboard.press('*');
  await page.keyboard.press('a');
  await page.getByText('60 picked').waitFor();
  await sendAll();
  await page.getByText(/^50 rejected, No answer came/).waitFor();
  await page.getByText('10 picked').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await sendAll();
  await page.getByText('10 rejected', { exact: true }).waitFor();
  letHoldsEnd();
  await until(async () => (await agent.listActions({ status: 'pending' })).items.length === 0, 'all are rejected');
});

test('the reason for many is there again when they were taken back, and for no others', async () => {
  const { page, ask } = here;
  await askMany(2);
  await ask('Another', { kind: 'crm.update', expires_in: 7200 });
  await page.reload();
  await waitForRows(3);
  const reason = sheet().getByLabel('Reason, sent to the agents');
  await page.keyboard.press('Shift+J');
  await page.getByText('2 picked').waitFor();
  await page.keyboard.press('r');
  await reason.fill('Not this week');
  await page.keyboard.press('Control+Enter');
  await page.getByText('2 rejected').waitFor();
  await page.keyboard.press('z');
  await page.getByText('All 2 taken back. Nothing was sent.').waitFor();
  await waitForRows(3);
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.keyboard.press('Shift+J');
  await page.getByText('2 picked').waitFor();
  await page.keyboard.press('r');
  assert.equal(await reason.inputValue(), 'Not this week');
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+J');
  await page.getByText('3 picked').waitFor();
  await page.keyboard.press('r');
  assert.equal(await reason.inputValue(), '');
  await page.keyboard.press('Escape');
});

test('of very many, what is sent can be taken back before the last are, which are then not sent', async () => {
  const { page } = here;
  await askMany(110);
  await page.reload();
  await page
    .getByRole('heading', { name: /^Inbox/ })
    .getByText('110')
    .waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/v1/actions/bulk-decision-hold', async (route) => {
    if (route.request().method() === 'POST' && ++calls === 2) await promise;
    await route.continue();
  });
  await page.keyboard.press('*');
  await page.keyboard.press('a');
  await page.getByText('110 picked').waitFor();
  await page.keyboard.press('r');
  await sheet().getByRole('heading', { name: 'Reject 110 actions' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: 'Being sent · 50 of 110' }).waitFor();
  await page.keyboard.press('z');
  await page.getByText('All 50 taken back. Nothing was sent.').waitFor();
  const undone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  resolve();
  await undone;
  await page.unrouteAll({ behavior: 'wait' });
  assert.equal(calls, 2, 'the last are not sent');
  const waiting = await page.evaluate(async () => (await (await fetch('/v1/inbox?limit=200')).json()).items);
  assert.equal(waiting.filter((row: { held_by?: object }) => !row.held_by).length, 110);
  await page.getByText('60 picked').waitFor();
});

test('many are rejected with one reason, by taps on a phone', async () => {
  const { page, agent, letHoldsEnd } = here;
  const phone = await page
    .context()
    .browser()
    ?.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: await page.context().storageState(),
    });
  assert.ok(phone);
  const ids = await askMany(3, { preview: { body: 'word '.repeat(80) } });
  const hand = await phone.newPage();
  await hand.goto(`${here.url}/inbox`);
  await hand.locator('.action-row').nth(2).waitFor();
  for (const part of ['.list-head input', '.action-row .left']) {
    const box = await hand.locator(part).first().boundingBox();
    assert.ok(box && box.x + box.width <= 390, `${part} is cut off`);
  }
  await hand.getByRole('button', { name: 'Select' }).tap();
  for (let n = 0; n < 3; n++) await hand.locator('.action-row').nth(n).tap();
  await hand.getByText('3 picked').waitFor();
  assert.equal(await sideways(hand), 0);
  await hand.getByRole('button', { name: 'Reject…' }).tap();
  await hand.getByLabel('Reason, sent to the agents').fill('Not this week');
  assert.equal(await sideways(hand), 0);
  assert.deepEqual(await violations(hand), []);
  await hand.getByRole('button', { name: /^Reject 3/ }).tap();
  await hand.getByText('3 rejected').waitFor();
  letHoldsEnd();
  await hand.waitForFunction(() => document.querySelectorAll('.action-row').length === 0);
  for (const id of ids) {
    const { decision } = await until(
      () => agent.getAction(id).then((now) => now.status === 'rejected' && now),
      'rejected',
    );
    assert.equal(decision?.comment, 'Not this week');
  }
  await phone.close();
});

async function comesIn(name: string) {
  const { url } = await here.api.inviteReviewer({ role: 'reviewer', name });
  const { page, context } = await openPage();
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sign in on this device' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  return { page, context };
}

test('a colleague who looks at the same action is named, and no longer when they have gone on, or their page is behind another', async () => {
  const { page, ask, current, url } = here;
  const { id } = await ask('Shared');
  const other = await ask('Other', { expires_in: 7200 });
  await current('Shared');
  const sam = await comesIn('S\u202eam');
  await sam.page.goto(`${url}/a/${id}`);
  const inHead = page.locator('.action-head').getByText('SU+202Eam is also looking');
  await inHead.waitFor(); // and his name turns nothing round
  await page.locator('.action-row').getByText('SU+202Eam is looking').first().waitFor();
  const turn = (hidden: boolean) =>
    sam.page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await turn(true);
  await inHead.waitFor({ state: 'detached' });
  await turn(false);
  await inHead.waitFor();
  await sam.page.locator(`#row-${other.id}`).click();
  await inHead.waitFor({ state: 'detached' });
  await sam.context.close();
});

test('a colleague who is about to decide is named, with what and how soon, and no longer when they thought better of it', async () => {
  const { page, ask, current } = here;
  const { id, digest } = await ask('Shared');
  const newer = Array.from({ length: MORE_THAN_IS_READ_AGAIN }, (_, n) => n);
  for (const n of newer) await ask(`Newer ${n}`, { expires_in: 7200 + n });
  await page.reload();
  await current('Shared');
  const sam = await comesIn('Sam');
  const asSam = (method: string, body?: object) =>
    sam.page.evaluate(
      async ([path, method, body]) => {
        const headers = { ...(body && { 'content-type': 'application/json' }) };
        const answer = await fetch(path ?? '', { method: method ?? '', headers, ...(body && { body }) });
        if (!answer.ok) throw new Error(await answer.text());
      },
      [`/v1/actions/${id}/decision-hold`, method, body && JSON.stringify(body)],
    );
  await asSam('POST', { decision: 'reject', digest, seconds: 30, view: { ms: 5000, end: true } });
  const says = /^Sam is rejecting, ([12]?\d|30) s$/;
  await page.locator('.action-row').getByText(says).waitFor();
  await page.locator('.action-head').getByText(says).waitFor();
  await asSam('DELETE');
  await page.getByText(says).first().waitFor({ state: 'detached' });
  await sam.context.close();
});
