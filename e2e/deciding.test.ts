// Looking, deciding, undoing: the work of a reviewer, in a real browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '@countersign/sdk';
import type { Page, Route } from 'playwright-core';
import { givenReceiver } from '../packages/server/test/support/receiver.ts';
import { until } from '../packages/server/test/support/until.ts';
import { draftOf, mayDecide, openInbox, shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

test('one key approves, the next action is shown without a dialog, and the agent hears of it after the hold', async (t) => {
  const receiver = await givenReceiver(t);
  const { page, agent, letHoldsEnd, ask, current } = here;
  const first = await ask('First', { callback_url: receiver.url });
  await ask('Second', { expires_in: 7200 });
  await current('First');
  await page.keyboard.press('a');
  await current('Second');
  const told = page.locator('.toast', { hasText: 'Approved “First”' });
  assert.match((await told.textContent()) ?? '', /Undo \(([12]?\d|30)\)/, 'thirty seconds are not counted from 32');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal((await agent.getAction(first.id)).status, 'pending', 'it is only held');
  letHoldsEnd();
  assert.equal((await agent.waitForDecision(first.id)).status, 'approved');
  await receiver.count(1);
  assert.ok(!('comment' in JSON.parse(receiver.received[0]?.body ?? '{}')), 'nothing was typed, nothing is said');
});

test('a hold survives a closed tab; comment and receipt reach the receiver', async (t) => {
  const receiver = await givenReceiver(t);
  const { page, letHoldsEnd, agent, ask, current } = here;
  const { id, digest } = await ask('Refund', { callback_url: receiver.url });
  await current('Refund');
  await page.keyboard.press('Shift+R');
  await page.getByLabel(/^Reason/).fill('Wrong amount, please check');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('Rejected “Refund”').waitFor();
  await page.close(); // the server keeps the decision, whatever becomes of the page
  letHoldsEnd();
  assert.equal((await agent.waitForDecision(id)).status, 'rejected');
  const { decision } = await agent.getAction(id);
  assert.equal(decision?.comment, 'Wrong amount, please check');
  assert.equal(decision?.decided_by.type, 'reviewer');
  await receiver.count(1);
  const [received] = receiver.received;
  assert.equal(JSON.parse(received?.body ?? '{}').comment, decision?.comment);
  const claims = await verifyReceipt(String(received?.headers['x-service-receipt']), await agent.getJwks());
  assert.equal(claims.verdict, 'reject');
  assert.equal(claims.digest, digest);
});

test('undo takes a decision back: the agent never sees anything but pending, and no webhook goes out', async (t) => {
  const receiver = await givenReceiver(t);
  const { page, letHoldsEnd, agent, ask, current } = here;
  const { id } = await ask('Pay', { callback_url: receiver.url });
  await ask('Other', { expires_in: 7200 });
  await current('Pay');
  const seen = new Set<string>();
  const poll = setInterval(() => void agent.getAction(id).then(({ status }) => seen.add(status)), 100);
  t.after(() => clearInterval(poll));
  await page.keyboard.press('a');
  await page.getByText('Approved “Pay”').waitFor();
  const waiting = page.locator('.rail .count');
  await waiting.getByText('1', { exact: true }).waitFor(); // as many as are in the list
  await page.keyboard.press('z');
  await page.getByText('Taken back').waitFor();
  await waiting.getByText('2', { exact: true }).waitFor();
  await current('Pay');
  assert.match((await page.locator('.action-row').first().textContent()) ?? '', /Pay/);
  letHoldsEnd();
  await page.waitForTimeout(300);
  assert.deepEqual([...seen], ['pending']);
  assert.equal(receiver.received.length, 0);
});

test('what was decided elsewhere, or before the page was loaded anew, can be undone where it is looked at', async () => {
  const { page, url, api, agent, letHoldsEnd, ask, current } = here;
  const { id } = await ask('Decided on the way');
  await current('Decided on the way');
  await page.keyboard.press('a');
  await page.getByText('Approved “Decided on the way”').waitFor();
  await page.goto(`${url}/a/${id}`);
  await page.getByText('You approved it; that does not count yet.').waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Taken back. Nothing was sent.').waitFor();
  await page.getByText('You approved it; that does not count yet.').waitFor({ state: 'detached' });
  letHoldsEnd();
  const log = (await api.listAudit({ entity_id: id })).items.map(({ event }) => event);
  assert.deepEqual(log, ['action.hold_undone', 'action.held', 'action.created']);
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('what was undone on another page waits again on the one where it was decided', async (t) => {
  const { page, url, ask, current, newPage } = here;
  const { id } = await ask('Taken back elsewhere');
  await ask('Other', { expires_in: 7200 });
  const other = await newPage();
  t.after(() => other.close());
  await other.goto(`${url}/a/${id}`);
  await shownTitle(other).getByText('Taken back elsewhere').waitFor();
  await page.bringToFront();
  await current('Taken back elsewhere');
  await page.keyboard.press('a');
  await current('Other');
  await other.bringToFront(); // the clock of a page that nobody looks at stands still
  const undo = other.getByRole('button', { name: /^Undo/ });
  assert.match((await undo.textContent()) ?? '', /Undo \(([12]?\d|30)\)/, 'thirty seconds are not counted from 31');
  await undo.click();
  await other.getByText('Taken back. Nothing was sent.').waitFor();
  await page.locator('.action-row').filter({ hasText: 'Taken back elsewhere' }).waitFor();
  assert.equal(await page.locator('.toast', { hasText: 'Approved' }).count(), 0);
});

test('a key that is held down decides once', async () => {
  const { page, context, agent, ask, current } = here;
  for (let n = 0; n < 10; n++) await ask(`Action ${n}`, { expires_in: 3600 + n * 60 });
  await page.locator('.action-row').nth(9).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await current('Action 0');
  const cdp = await context.newCDPSession(page);
  const key = { key: 'a', code: 'KeyA', text: 'a', windowsVirtualKeyCode: 65 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  for (let n = 0; n < 65; n++) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: true, ...key });
    await page.waitForTimeout(30);
  }
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  const { items } = await agent.listActions({ status: 'pending' });
  assert.equal(items.length, 10, 'held decisions are still pending');
  assert.equal(await page.locator('.action-row').count(), 9, 'exactly one left the list');
});

test('nothing is decided before the text is on the screen', async () => {
  const { page, agent, letHoldsEnd, ask } = here;
  await page.route('**/v1/inbox/act_*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const { id } = await ask('Slow');
  await shownTitle(page).getByText('Slow').waitFor();
  await page.keyboard.press('a');
  await page.getByText('Not yet: its text is not on the screen.').waitFor();
  await page.getByText('Body of Slow').first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  letHoldsEnd();
  assert.equal((await agent.getAction(id)).status, 'pending');
});

const LONG = { body: Array.from({ length: 300 }, (_, n) => `line ${n}`).join('\n') };

test('what is asked while the list is on its way does not wait for something else to happen', async () => {
  const { page, url, ask } = here;
  const answered = Promise.withResolvers<void>();
  let lists = 0; // not `times: 1`: a request on its way while the browser stops to ask is never answered
  const answer = async (route: Route) => {
    if (lists++ > 0) return route.continue();
    const response = await route.fetch();
    await ask('Meanwhile');
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the page is told of it before it has the list
    await route.fulfill({ response }).then(answered.resolve, answered.reject);
  };
  await page.goto('about:blank'); // so that it is the next page which asks
  await page.route('**/v1/inbox?*', answer);
  await page.goto(`${url}/inbox`);
  await answered.promise;
  await shownTitle(page).getByText('Meanwhile').waitFor({ timeout: 20_000 });
  await page.unrouteAll({ behavior: 'wait' });
});

test('when the answer to a decision, or an undo, is lost on its way, nobody is told what is not so', async () => {
  const { page, letHoldsEnd, agent, ask, current } = here;
  const { id } = await ask('Transfer');
  await ask('Other', { expires_in: 7200 });
  await current('Transfer');
  let [line, arrived] = ['loses answers', 0];
  // Routed once for all: a request that leaves while the browser begins or ceases to ask may never be answered.
  await page.route('**/decision-hold', async (route) => {
    if (line === 'is whole') return route.continue();
    if (line === 'loses answers' && route.request().method() === 'POST')
      arrived += (await route.fetch()).status() === 202 ? 1 : 0;
    await route.abort('connectionreset');
  });
  await page.keyboard.press('a');
  await page.getByText('No answer came: it may be decided, or not.').waitFor();
  assert.ok(arrived > 0);

  line = 'is whole';
  await current('Transfer');
  await page.keyboard.press('r');
  await page.getByText('Rejected “Transfer”').waitFor();
  line = 'is dead';
  await page.keyboard.press('z');
  await page.locator('.toast', { hasText: 'The server cannot be reached.' }).waitFor();
  line = 'is whole';
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Taken back. Nothing was sent.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  letHoldsEnd();
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('an undo whose answer is lost is told as what it was, and brings back what was written', async () => {
  const { page, ask, current } = here;
  await ask('Edited once', { editable: ['preview.body'] });
  await current('Edited once');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My words');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Edited once”').waitFor();
  let undone = 0;
  await page.route('**/decision-hold', async (route) => {
    if (route.request().method() !== 'DELETE' || undone++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.keyboard.press('z');
  await page.getByText('Taken back. Nothing was sent.').waitFor();
  assert.ok(undone > 1, 'it was asked once more');
  await page.unrouteAll({ behavior: 'wait' });
  await shownTitle(page).getByText('Edited once').waitFor();
  assert.equal(await draftOf(page), 'My words');
});

test('who closes the page while a decision is still on its way is asked first', async () => {
  const { ask, current, newPage } = here;
  await ask('On its way');
  await current('On its way');
  const closing = async (tab: Page) => {
    const asked = tab.waitForEvent('dialog');
    await tab.close({ runBeforeUnload: true });
    const dialog = await asked;
    await dialog.dismiss();
    return dialog.type();
  };
  const tab = await newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  await tab.route('**/decision-hold', async (route) => {
    await promise;
    await route.continue();
  });
  await mayDecide(tab);
  await tab.keyboard.press('r');
  await tab.locator('.action-row').waitFor({ state: 'detached' });
  assert.equal(await closing(tab), 'beforeunload');
  resolve();
  await tab.getByText('Rejected “On its way”').waitFor();
  const closed = tab.waitForEvent('close');
  await tab.close({ runBeforeUnload: true }); // the server has it: nobody is asked
  await closed;
});

test('who decides over a slow line is told that it is still on its way, until it is answered', async () => {
  const { page, ask, current } = here;
  await ask('Slow');
  await ask('Other', { expires_in: 7200 });
  await current('Slow');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/decision-hold', async (route) => {
    await promise;
    await route.continue();
  });
  await page.keyboard.press('a');
  await current('Other');
  const told = page.locator('.toast', { hasText: 'Still on its way: the server has not answered yet.' });
  await told.waitFor();
  resolve();
  await page.getByText('Approved “Slow”').waitFor();
  await told.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('an undo is about the last decision, also while that is still on its way', async () => {
  const { page, agent, ask, current, letHoldsEnd } = here;
  const first = await ask('First');
  const second = await ask('Second', { expires_in: 7200, editable: ['preview.body'] });
  await ask('Third', { expires_in: 9000 });
  await current('First');
  await page.keyboard.press('a');
  await page.getByText('Approved “First”').waitFor();
  await current('Second');
  let [line, isLost, undone] = [Promise.withResolvers<void>(), false, 0];
  await page.route('**/decision-hold', async (route) => {
    const isUndo = route.request().method() === 'DELETE';
    if (isUndo) undone++;
    else await line.promise;
    await (isLost && !isUndo ? route.abort('connectionreset') : route.continue());
  });
  const decideAndUndo = async () => {
    await page.keyboard.press('Control+Enter');
    await current('Third');
    await page.keyboard.press('z');
    line.resolve();
    await page.getByText('Taken back. Nothing was sent.').waitFor();
    await shownTitle(page).getByText('Second').waitFor();
    assert.equal(await draftOf(page), 'My words');
    assert.equal(await page.locator('.toast', { hasText: 'Second' }).count(), 0);
  };
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My words');
  await decideAndUndo();
  assert.equal(undone, 1);
  await page.locator('.toast', { hasText: 'Taken back' }).waitFor({ state: 'detached' });
  line = Promise.withResolvers();
  isLost = true;
  await mayDecide(page);
  await decideAndUndo();
  await page.unrouteAll({ behavior: 'wait' });
  letHoldsEnd();
  assert.equal((await agent.waitForDecision(first.id)).status, 'approved');
  assert.equal((await agent.getAction(second.id)).status, 'pending');
});

test('of a server that failed, and of a proxy before it, nobody is told that nothing was changed', async () => {
  const { page, ask, current } = here;
  await ask('Refund');
  await ask('Other', { expires_in: 7200 });
  const problem = { type: 'x', title: 'Failed', status: 500, error: 'internal', request_id: 'req_1' };
  const answers = [
    { status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) },
    { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  ];
  for (const [at, says] of ['The server failed (req_1). Look before you repeat it.', 'No answer came:'].entries()) {
    await current('Refund');
    await page.route('**/decision-hold', (route) => route.fulfill(answers[at] ?? {}));
    await page.keyboard.press('a');
    await page.locator('.toast', { hasText: says }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('where the server could save nothing the row is back, and one press sends the same once more', async () => {
  const { page, letHoldsEnd, agent, ask, current } = here;
  const { id } = await ask('Fails once', { editable: ['preview.body'] });
  await ask('Other', { expires_in: 7200 });
  await current('Fails once');
  const failed = { title: 'It failed', status: 503, error: 'unavailable', request_id: 'req_7f3a' };
  const fail = () =>
    page.route('**/decision-hold', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(failed) }),
    );
  await fail();
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Draft words');
  await page.keyboard.press('Control+Enter');
  const again = page.locator('.toast', { hasText: 'The server failed (req_7f3a)' }).getByRole('button');
  await again.waitFor();
  await shownTitle(page).getByText('Fails once').waitFor();
  await page.getByLabel('Content').fill('Other words');
  await page.getByRole('region', { name: 'Your changes' }).getByText('Other words').waitFor();
  assert.equal(await again.count(), 0, 'it would send what is no longer on the screen');
  await page.getByLabel('Content').fill('Draft words');
  await mayDecide(page);
  await page.keyboard.press('Control+Enter');
  await again.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await again.click();
  await page.getByText('Approved with edits: “Fails once”').waitFor();
  letHoldsEnd();
  await until(async () => (await agent.getAction(id)).status === 'approved', 'it is decided');
  assert.equal((await agent.getAction(id)).decision?.final_preview?.body, 'Draft words');
  await page.locator('.action-row .chip', { hasText: 'draft' }).waitFor({ state: 'detached' });

  await current('Other');
  await fail();
  await page.keyboard.press('a');
  await again.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await current('Other');
  await page.keyboard.press('r');
  await page.getByText('Rejected “Other”').waitFor();
  assert.equal(await again.count(), 0, 'what was decided since is not approved by a press that comes late');
});

test('a reason that was written is there again when the rejection failed, or was taken back', async () => {
  const { page, ask, current } = here;
  await ask('Refund');
  await ask('Other', { expires_in: 7200 });
  await current('Refund');
  const reason = page.getByLabel(/^Reason/);
  const rejects = page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true });
  await page.route('**/decision-hold', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.keyboard.press('Shift+R');
  await reason.fill('Of another customer');
  await rejects.click();
  await page.getByText('No answer came').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await current('Refund');
  await page.keyboard.press('Shift+R');
  assert.equal(await reason.inputValue(), 'Of another customer');
  await rejects.click();
  await page.getByText('Rejected “Refund”').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Taken back').waitFor();
  await current('Refund');
  await page.keyboard.press('Shift+R');
  assert.equal(await reason.inputValue(), 'Of another customer');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await current('Other');
  await page.keyboard.press('Shift+R');
  assert.equal(await reason.inputValue(), '', 'it is about the other one');
  await page.keyboard.press('Escape');
});

test('a reason is written from the first letter, sent from anywhere in its dialog, and still there when that was left', async () => {
  const { page, ask, current, api, letHoldsEnd, agent } = here;
  const { id } = await ask('Wrong');
  await current('Wrong');
  await page.keyboard.press('Shift+R');
  await page.getByRole('dialog').locator('button:focus').waitFor();
  await page.keyboard.type('wrong amount, see mail');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+R');
  await page.getByRole('dialog').locator('button:focus').waitFor();
  assert.equal(await page.getByLabel(/^Reason/).inputValue(), 'wrong amount, see mail');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Rejected “Wrong”').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  assert.equal((await api.getAction(id)).decision?.comment, 'wrong amount, see mail');
});

test('a decision that failed takes nobody away from what they write', async () => {
  const { page, agent, ask, current } = here;
  const { id } = await ask('Fails late', { target_url: 'https://example.com/' });
  const next = await ask('Written', { expires_in: 7200, editable: ['preview.body'] });
  await current('Fails late');
  const failed = { title: 'It failed', status: 503, error: 'unavailable', request_id: 'req_7f3a' };
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/decision-hold', async (route) => {
    await promise;
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(failed) });
  });
  await page.keyboard.press('a');
  await current('Written');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My words');
  resolve();
  await page.locator('.toast', { hasText: 'The server failed (req_7f3a)' }).waitFor();
  await page.locator('.action-row', { hasText: 'Fails late' }).waitFor();
  await page.keyboard.type(' are all that I write');
  assert.equal(await draftOf(page), 'My words are all that I write');
  for (const one of [id, next.id]) assert.equal((await agent.getAction(one)).status, 'pending');
  await page.unrouteAll({ behavior: 'wait' });
});

test('whoever decides too fast is told at once how long to wait, second by second, and sends it with one press', async () => {
  const { page, ask, current } = here;
  await ask('Too fast');
  await current('Too fast');
  const problem = { error: 'rate_limited', status: 429, title: 'Too many requests', request_id: 'req_1' };
  const body = JSON.stringify({ type: 'about:blank', detail: 'Slow down', ...problem });
  await page.route('**/decision-hold', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', headers: { 'retry-after': '40' }, body }),
  );
  await page.keyboard.press('a');
  const told = page.locator('.toast', { hasText: 'Slow down: try again in' });
  await told.waitFor();
  await current('Too fast');
  await page.unrouteAll({ behavior: 'wait' });
  const seconds = async () => Number(/in (\d+) s/.exec((await told.locator('[aria-hidden]').textContent()) ?? '')?.[1]);
  const first = await seconds();
  assert.ok(first <= 40, String(first));
  await until(async () => (await seconds()) < first, 'it counts down');
  await told.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Approved “Too fast”').waitFor();
});

test('text below the fold must have been on screen, or the reviewer says so aloud', async () => {
  const { page, letHoldsEnd, api, agent, ask, current } = here;
  const { id } = await ask('Long', { preview: LONG });
  await current('Long');
  await page.keyboard.press('a');
  await page.getByText('Space reads on, Shift A approves anyway').waitFor();
  await page.getByRole('button', { name: /^Read \d+%/ }).waitFor();
  letHoldsEnd();
  assert.equal((await agent.getAction(id)).status, 'pending');
  await page.keyboard.press('Shift+A');
  await page.getByText('Approved “Long”').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  const { items } = await api.listAudit({ type: 'action.approved' });
  assert.equal(items[0]?.data?.read_to_end, false);
});

test('who jumps to the end of a long text has read it to there, also where its lines are as high as their room', async () => {
  const { page, ask, current } = here;
  await ask('Long', { preview: LONG });
  await current('Long');
  await page.locator('.reading').evaluate((box) => box.scrollTo(0, box.scrollHeight)); // as by its bar
  await page.getByRole('button', { name: 'Approve A' }).waitFor();
});

test('how long it was read is the time in which the page was in sight', async () => {
  const { page, letHoldsEnd, api, agent, ask, current } = here;
  const { id } = await ask('Left open behind another tab');
  await current('Left open behind another tab');
  await page.evaluate(() => {
    const turn = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    turn(true);
    const began = performance.now.bind(performance);
    performance.now = () => began() + 3_600_000;
    turn(false);
  });
  await page.keyboard.press('a');
  await page.getByText('Approved “Left').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  const { items } = await api.listAudit({ type: 'action.approved' });
  assert.ok(Number(items[0]?.data?.read_ms) < 3_600_000);
});

test('a kind that must be read has no way round it, and reading to the end opens the way', async () => {
  const { page, url, api, ask, current } = here;
  await page.goto(`${url}/settings`);
  await page.getByLabel('Kinds').fill('ledger.*');
  await page.getByRole('region', { name: 'Must be read' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  assert.deepEqual((await api.getProject()).settings.must_read_kinds, ['ledger.*']);
  await page.goto(`${url}/inbox`);
  await ask('Ledger', { kind: 'ledger.close', preview: LONG });
  await current('Ledger');
  await page.locator('.action-row').getByText('must read').waitFor();
  await page.keyboard.press('Shift+A');
  await page.getByText('ledger.close must be read to its end').first().waitFor();
  await page.keyboard.press('a');
  assert.equal(await page.getByText('Approved “Ledger”').count(), 0);
  for (let n = 0; n < 14; n++) {
    await page.keyboard.press(' ');
    await page.waitForTimeout(40);
  }
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Approved “Ledger”').waitFor();
});

test('where an editor or another form of the text takes its place for a moment, that is no end that was read', async () => {
  const { page, api, ask, current } = here;
  await api.updateProject({ settings: { must_read_kinds: ['ledger.*'] } });
  const body = LONG.body.replaceAll('\n', '\n\n');
  const preview = { format: 'markdown', body } as const;
  await ask('Books', { kind: 'ledger.open', preview, editable: ['preview.body'] });
  await current('Books');
  const isUnread = () => page.getByRole('button', { name: /^Read \d+%/ }).waitFor();
  const isRefused = async () => {
    await page.keyboard.press('Shift+A');
    await page.getByText('ledger.open must be read to its end').first().waitFor();
    assert.equal(await page.getByText('Approved “Books”').count(), 0);
  };
  await page.locator('.markdown').waitFor();
  await isUnread();
  await page.keyboard.press('v');
  await page.locator('.written .lines').first().waitFor();
  await page.keyboard.press('v');
  await page.locator('.markdown').waitFor();
  await isUnread();
  await isRefused();
  await page.keyboard.press('e');
  await page.locator('.edit-fields .code-box').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.markdown').waitFor();
  await isUnread();
  await isRefused();
});

test('where nothing waits, what is decided is counted when it is, not when it was pressed', async () => {
  const { page, api, ask, current, letHoldsEnd } = here;
  await api.decideAction((await ask('Before')).id, { decision: 'approve' });
  await ask('The last one');
  await page.reload(); // what was decided while it was looked at stays until then
  await current('The last one');
  await page.keyboard.press('a');
  const told = page.getByText(/^\d+ decided today\.$/);
  const before = Number.parseInt((await told.textContent()) ?? '', 10);
  letHoldsEnd();
  await page.getByText(`${before + 1} decided today.`, { exact: true }).waitFor();
});

test('where it is told what was decided, a title is not cut off without a sign', async () => {
  const { page, ask, current } = here;
  const title = `Pay invoice INV-2201 of ACME Industries, forty-eight hundred: 4800000 euro`;
  await ask(title);
  await current(title);
  await page.keyboard.press('a');
  await page.getByText(`Approved “${title.slice(0, 60)}…”`).waitFor();
});

test('an editor in which nothing was changed approves no text that was not read', async () => {
  const { page, ask, current } = here;
  await ask('Long', { preview: LONG, editable: ['title'] });
  await current('Long');
  await page.keyboard.press('e');
  await page.getByLabel('Title').waitFor();
  const unread = page.getByRole('button', { name: /^Read \d+%/ });
  await unread.click();
  await page.getByText('Space reads on, Shift A approves anyway').waitFor();
  await page.keyboard.press('Control+Enter');
  await unread.waitFor();
  assert.equal(await page.getByText('Approved “Long”').count(), 0);
  await page.keyboard.press('Shift+A');
  await page.getByText('Approved “Long”').waitFor();
});

test('a change approves no text that was not read, either: whoever has read it to the end approves it, or says so', async () => {
  const { page, ask, current, api } = here;
  const { id } = await ask('Long', { preview: LONG, editable: ['title'] });
  const change = async () => {
    await current('Long');
    await page.keyboard.press('e');
    await page.getByLabel('Title').fill('Another title');
    await page.getByRole('button', { name: /^Read \d+%/ }).waitFor();
  };
  await change();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Scroll to its end, or approve it from the menu ⋯ as it is.').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const anyway = page.getByRole('dialog').getByRole('button', { name: /^Approve although/ });
  await anyway.waitFor();
  assert.equal(
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve…/ })
      .count(),
    0,
    'a key of no editor',
  );
  await anyway.click();
  await page.getByText('Approved with edits: “Long”').waitFor();
  await page.keyboard.press('z');
  await current('Long');
  await page.getByLabel('Title').waitFor();
  await page.locator('.reading').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await page.getByRole('button', { name: /^Approve with edits/ }).waitFor();
  await page.getByLabel('Title').press('Control+Enter');
  await page.getByText('Approved with edits: “Long”').waitFor();
  assert.equal((await api.getAction(id)).status, 'pending', 'held');
});

test('an edit reaches the agent with the diff that was on the screen', async (t) => {
  const receiver = await givenReceiver(t);
  const { page, letHoldsEnd, agent, ask, current } = here;
  const { id } = await ask('Mail', { editable: ['preview.body', 'title'], callback_url: receiver.url });
  await current('Mail');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Body of Mail, with care');
  await page.locator('.written .lines .add').first().waitFor();
  const shown = await page.locator('.written .lines .line').allInnerTexts();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Mail”').waitFor();
  letHoldsEnd();
  const decided = await agent.waitForDecision(id);
  assert.equal(decided.status, 'approved');
  await receiver.count(1);
  const webhook = JSON.parse(receiver.received[0]?.body ?? '{}');
  assert.equal(webhook.final_preview.body, 'Body of Mail, with care');
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim());
  assert.deepEqual(trimmed(shown), trimmed(webhook.diff.trimEnd().split('\n')));
});

test('someone else decides while I edit: the page says who, the draft stays, the buttons are gone', async () => {
  const { page, api, ask, current } = here;
  const { id } = await ask('Contested', { editable: ['preview.body'] });
  await ask('Next', { expires_in: 7200 });
  await current('Contested');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My careful words');
  await api.decideAction(id, { decision: 'reject' });
  await page.getByText('First admin key rejected this').waitFor();
  await page.getByText('The agent will receive').waitFor({ state: 'detached' });
  assert.equal(await draftOf(page), 'My careful words');
  assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
  await page.locator('.notice').getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Your draft is copied').waitFor();
  await page.locator('.notice').getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('j');
  await current('Next');
  assert.equal(await page.locator('.action-row').count(), 1, 'what is over leaves with the reviewer');
});

test('whoever listens hears once who decided what they edit, not again with every second that it is ago', async () => {
  const { page, api, ask, current } = here;
  const { id } = await ask('Contested', { editable: ['preview.body'] });
  await current('Contested');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My careful words');
  await api.decideAction(id, { decision: 'reject' });
  await page.getByRole('status').getByText('Rejected · First admin key').waitFor();
  await page.getByRole('alert').getByText('Your draft is still here.').waitFor();
  const said = await page.evaluate(async () => {
    const heard: string[] = [];
    const listener = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        if (place?.closest('[role=status], [role=alert], [aria-live]')) heard.push(place.textContent);
      }
    });
    const pane = document.querySelector('.action-pane') ?? document.body; // elsewhere it is said what came, a moment later
    listener.observe(pane, { subtree: true, childList: true, characterData: true });
    const outcome = document.querySelector('.outcome');
    const seen = new Set<string | undefined>();
    const twoSeconds = Promise.withResolvers<void>();
    new MutationObserver(() => seen.add(outcome?.textContent).size > 2 && twoSeconds.resolve()).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    await twoSeconds.promise;
    return heard;
  });
  assert.deepEqual(said, []);
});

test('a draft outlives the action that was erased while it was written', async (t) => {
  const erased = await openInbox();
  t.after(() => erased.stop());
  const { page, api, service } = erased;
  await api.createAction({ kind: 'k', title: 'Erased', preview: { body: 'Its words' }, editable: ['preview.body'] });
  await shownTitle(page).getByText('Erased').waitFor();
  await mayDecide(page);
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My careful words');
  await api.eraseProject();
  service.wind(1);
  await page.getByText('There is no such action, or it was removed.').waitFor();
  await page.getByRole('alert').getByText('Your draft is still here.').waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Your draft is copied').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Your draft is still here.').waitFor({ state: 'detached' });
});

test('who writes a reason while a colleague decides loses no word of it, and none is taken for a key', async () => {
  const { page, api, ask, current } = here;
  const title = `Reasoned ${'about one thing and another '.repeat(10)}to its end`;
  const { id } = await ask(title);
  await ask('Next', { expires_in: 7200 });
  await page.locator('.action-row').nth(1).waitFor();
  await current(title);
  await page.keyboard.press('Shift+R');
  await page.getByRole('dialog').getByText(title, { exact: true }).waitFor();
  const reason = page.getByLabel(/^Reason/);
  await reason.focus();
  await page.keyboard.type('This pro');
  await api.decideAction(id, { decision: 'approve' });
  await page.getByText('It is no longer waiting.').waitFor();
  await page.keyboard.type('ject is already paid');
  assert.equal(await reason.inputValue(), 'This project is already paid');
  assert.ok(await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).isDisabled());
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.decision-bar .outcome').waitFor();
  await page.keyboard.press('j');
  await current('Next');
  assert.equal(await page.locator('.toast').count(), 0);
});

test('what is typed on when the field is gone of a sudden is no command, until who types leaves it or presses something', async () => {
  const { page, ask, current } = here;
  await ask('Not meant');
  await ask('Meant', { expires_in: 7200 });
  await current('Not meant');
  /** In one go: how fast they follow is what it is about. */
  const type = (...keys: readonly string[]) =>
    page.evaluate((pressed) => {
      const field = document.querySelector<HTMLInputElement>('.list-head input');
      const press = (key: string, at: Element) =>
        at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
      field?.focus();
      if (field) press('w', field);
      field?.blur(); // as if it had been taken away
      for (const key of pressed) press(key, document.body);
    }, keys);
  await type('j', 'a', ' ', 'r');
  await shownTitle(page).getByText('Not meant').waitFor();
  assert.equal(await page.locator('.toast').count(), 0);
  await type('Escape', 'j');
  await current('Meant');
});

test('whoever was too late is told, in words', async () => {
  const { page, api, letHoldsEnd, ask, current } = here;
  const { id } = await ask('Raced');
  await ask('Another', { expires_in: 7200 });
  await current('Raced');
  await page.keyboard.press('r');
  await page.getByText('Rejected “Raced”').waitFor();
  await api.decideAction(id, { decision: 'approve' });
  letHoldsEnd();
  await page.getByText('Your decision did not count: it was decided before.').waitFor();
  await page.getByRole('link', { name: 'Look' }).click();
  await page.locator('.timeline').getByText('the decision did not count').waitFor();
  await page.locator('.timeline').getByText('it was decided before').waitFor();
  assert.equal(await page.getByText('already_decided').count(), 0);
});

test('who holds a decision and was overtaken by a colleague is told at once, and once', async () => {
  const { page, api, letHoldsEnd, ask, current } = here;
  const { id } = await ask('Overtaken');
  await ask('Another', { expires_in: 7200 });
  await current('Overtaken');
  await page.keyboard.press('r');
  const mine = page.locator('.toast').getByText('Rejected “Overtaken”');
  await mine.waitFor();
  await api.decideAction(id, { decision: 'approve' });
  const lost = page.locator('.toast').filter({ hasText: 'Your decision did not count: it was decided before.' });
  await lost.waitFor();
  await mine.waitFor({ state: 'detached' });
  await lost.getByRole('link', { name: 'Look' }).click();
  await lost.waitFor({ state: 'detached' });
  letHoldsEnd();
  await until(async () => (await eventsOf(id)).includes('action.hold_lost'), 'the hold has ended');
  await ask('Later', { expires_in: 9000 });
  await page.locator('.action-row').filter({ hasText: 'Later' }).waitFor(); // so what happened before has been told
  assert.equal(await lost.count(), 0);
});

for (const [hears, isOffline] of [
  ['is told', false],
  ['was offline', true],
] as const) {
  test(`what was decided in vain waits in the list again, for whoever ${hears}`, async (t) => {
    const { page, context, api, letHoldsEnd, ask, current } = here;
    const { id } = await ask('Ruled', { editable: ['preview.body'] });
    await ask('Another', { expires_in: 7200 });
    await current('Ruled');
    await page.keyboard.press('e');
    await page.getByLabel('Content').fill('Other words');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Approved with edits: “Ruled”').waitFor();
    const ruled = page.locator('.action-row').filter({ hasText: 'Ruled' });
    await ruled.waitFor({ state: 'detached' });
    const rule = await api.createRule({ name: 'No mails', rule_action: 'auto_reject', kind_pattern: 'mail.send' });
    t.after(() => api.deleteRule(rule.id));
    await context.setOffline(isOffline);
    letHoldsEnd();
    await until(async () => (await eventsOf(id)).includes('action.hold_lost'), 'it did not count');
    await context.setOffline(false);
    await ruled.click();
    await current('Ruled');
    assert.equal(await draftOf(page), 'Other words', 'nothing that was written is thrown away');
  });
}

async function eventsOf(entity_id: string): Promise<string[]> {
  const { items } = await here.api.listAudit({ entity_id });
  return items.map(({ event }) => event);
}

test('an action that expires while it is open cannot be decided any more', async () => {
  const { page, service, url, ask, current } = here;
  const { id } = await ask('Short', { expires_in: 300 });
  await current('Short');
  assert.match((await page.locator('.action-head .left').textContent()) ?? '', /Expires in \d m \d+ s/);
  await page.locator('.action-head [role=status]').getByText('Expires in less than ten minutes.').waitFor();
  await page.getByRole('button', { name: /^Approve/ }).focus();
  service.wind(301);
  await page.locator('.outcome').getByText('Expired before a decision').waitFor();
  await page.locator('.reading:focus').waitFor(); // it was on what is gone
  const answer = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(address ?? '', { method: 'POST', headers, body: body ?? '' })).json();
    },
    [`${url}/v1/actions/${id}/decision`, '{"decision":"approve"}'],
  );
  assert.equal(answer.error, 'expired');
  assert.equal(answer.status, 409);
});

test('the permalink of an action opens it', async () => {
  const { page, url, ask, current } = here;
  await ask('Nearby');
  const { id, inbox_url } = await ask('Linked', { expires_in: 9000 });
  assert.equal(inbox_url, `${url}/a/${id}`);
  await page.goto(inbox_url);
  await current('Linked');
  const marked = page.locator('.action-row[aria-selected=true]');
  assert.match((await marked.textContent()) ?? '', /^Linked/);
  await here.api.decideAction(id, { decision: 'reject' });
  await page.goto(inbox_url);
  await page.locator('.outcome').waitFor();
  await page.locator('.action-row').first().waitFor();
  assert.equal(await marked.count(), 0, 'what is shown no longer waits: no other row looks as if it were shown');
});
