// The history: who decided what and how, filters in the address, and webhooks sent again, one and all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenReceiver } from '../packages/server/test/support/receiver.ts';
import { until } from '../packages/server/test/support/until.ts';
import { sideways, violations } from './support/axe.ts';
import { shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });
const row = (title: string) => here.page.locator('.history-row').filter({ hasText: title });
const titles = () => here.page.locator('.history-row .title').allInnerTexts();

let filled: Promise<void> | undefined;

/** Once for all tests. */
async function fill(): Promise<void> {
  const { ask, agent, api, page, current, service } = here;
  const own = await ask('Own of the agent');
  await agent.decideAction(own.id, { decision: 'approve' });
  await agent.reportResult(own.id, { status: 'execute_failed', detail: 'No such lead.' });
  const other = await ask('By another key', { kind: 'payment.send' });
  await api.holdDecision(other.id, { decision: 'reject', comment: 'Not this week', seconds: 0 });
  await ask('By Dana', { editable: ['title'] });
  await page.goto(`${here.url}/inbox`);
  await current('By Dana');
  await page.keyboard.press('a');
  await page.getByText('Approved “By Dana”').waitFor();
  here.letHoldsEnd();
  await ask('Nobody looked', { expires_in: 300 });
  service.wind(301);
}

async function openHistory(query = ''): Promise<void> {
  filled ??= fill();
  await filled;
  await here.page.goto(`${here.url}/history${query}`);
  await here.page.getByRole('heading', { name: 'History' }).waitFor();
  await here.page.locator('.history-row, .empty').first().waitFor();
}

test('says who decided, and marks keys: red where one decided what it had asked for itself', async () => {
  await openHistory();
  await row('Nobody looked').getByText('nobody', { exact: true }).waitFor();
  await row('Nobody looked').getByText('expired').waitFor();
  await row('By Dana').getByText('Dana Novak').waitFor();
  await row('Own of the agent').locator('.chip.stop').getByText('key billing-agent').waitFor();
  await row('Own of the agent').getByText('failed').waitFor();
  await row('By another key').locator('.chip.warn').getByText('key First admin key').waitFor();
  await row('By another key').getByText('Not this week').waitFor();
  await row('By another key').getByRole('button', { name: 'By another key' }).click();
  await row('By another key').getByRole('region', { name: 'Timeline: By another key' }).getByText('asked').waitFor();
  await row('Own of the agent').getByRole('button', { name: 'Own of the agent' }).click();
  await row('Own of the agent').getByText('Failed: No such lead.').waitFor();
  assert.deepEqual(await violations(here.page), []);
});

test('filters are in the address, and each narrows the list', async () => {
  const { page } = here;
  await openHistory();
  await page.getByLabel('Status').selectOption('rejected');
  await row('By Dana').waitFor({ state: 'detached' });
  assert.deepEqual(await titles(), ['By another key']);
  assert.equal(new URL(page.url()).search, '?status=rejected');
  await page.getByRole('button', { name: 'Mine' }).click();
  await row('By another key').waitFor({ state: 'detached' });
  assert.deepEqual(await titles(), ['By Dana']);
  await openHistory('?kind=payment.send&days=7');
  assert.deepEqual(await titles(), ['By another key']);
  assert.equal(await page.getByLabel('Kind').inputValue(), 'payment.send');
  await page.getByLabel('Kind').selectOption('');
  await row('By Dana').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('nobody');
  await row('By Dana').waitFor({ state: 'detached' });
  assert.deepEqual(await titles(), ['Nobody looked']);
  await page.getByLabel('Search the history').fill('no such thing');
  await page.getByText('No decision matches.').waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await row('By Dana').waitFor();
});

test('the search keeps what is typed, blanks and all, while answers come; a filter that is cleared clears it', async () => {
  const { page, ask, api } = here;
  await openHistory();
  const box = page.getByLabel('Search the history');
  await box.pressSequentially('Nobody ');
  await row('By Dana').waitFor({ state: 'detached' });
  const { id } = await ask('Nobody else');
  await api.decideAction(id, { decision: 'reject' });
  await page.getByRole('button', { name: '↑ 1 new' }).waitFor();
  await box.pressSequentially('looked');
  assert.equal(await box.inputValue(), 'Nobody looked');
  await page.waitForURL('**/history?q=Nobody+looked');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await row('By Dana').waitFor();
  assert.equal(await box.inputValue(), '');
  await box.pressSequentially('dana');
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForTimeout(400);
  assert.equal(new URL(page.url()).pathname, '/inbox', 'a search that was left does not come after you');
});

test('what gave up is counted, shown and sent again, one by one or all at once, and the chips follow', async (t) => {
  const { page, ask, api, service } = here;
  const bad = await givenReceiver(t);
  bad.answerWith(500);
  for (const title of ['First webhook', 'Second webhook', 'Third webhook']) {
    const { id } = await ask(title, { callback_url: bad.url });
    await api.decideAction(id, { decision: 'approve' });
  }
  await openHistory('?q=webhook');
  await row('First webhook')
    .getByText(/retry 1 of 6/)
    .waitFor();
  await until(async () => {
    service.wind(3600);
    await page.waitForTimeout(30);
    return (await page.locator('.chip').getByText('gave up after 6').count()) === 3;
  }, 'all three give up');
  await page.getByText('3 deliveries gave up.').waitFor();
  await page.getByRole('button', { name: 'Gave up 3', exact: true }).waitFor();
  service.wind(120);
  bad.answerWith(200);
  await row('Second webhook').getByRole('button', { name: 'Resend' }).click();
  await row('Second webhook').getByText('delivered 200').waitFor();
  await page.getByText('2 deliveries gave up.').waitFor();
  await page.getByRole('button', { name: 'Resend all 2' }).click();
  await row('First webhook').getByText('delivered 200').waitFor();
  await row('Third webhook').getByText('delivered 200').waitFor();
  await page.getByText('gave up.').waitFor({ state: 'detached' });
});

test('a decision elsewhere waits on a pill, and on a phone everything fits and can be touched', async () => {
  const { page, ask, api } = here;
  await page.setViewportSize({ width: 390, height: 844 });
  await openHistory();
  const { id } = await ask('Just now');
  await api.decideAction(id, { decision: 'reject' });
  await page.getByRole('button', { name: '↑ 1 new' }).waitFor();
  assert.equal(await row('Just now').count(), 0);
  await page.getByRole('button', { name: '↑ 1 new' }).click();
  await row('Just now').waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Delivery').waitFor();
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await violations(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page), []);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('of what was decided since, only that is counted which the filter would show', async () => {
  const { page, ask, api } = here;
  await openHistory('?status=rejected&kind=mail.send');
  const [other, wanted] = [await ask('Approved since'), await ask('Rejected since')];
  await api.decideAction(other.id, { decision: 'approve' });
  await api.decideAction(wanted.id, { decision: 'reject' });
  await page.getByRole('button', { name: '↑ 1 new' }).click();
  await row('Rejected since').waitFor();
  await page.getByRole('button', { name: /new$/ }).waitFor({ state: 'detached' });
  assert.equal(await row('Approved since').count(), 0);
});

test('an older page that comes late, or was asked for twice, is not added to what is on the screen by then', async () => {
  const { page, api, agent, url } = here;
  const MORE_THAN_A_PAGE = 110;
  const ids: string[] = [];
  for (let n = 0; n < MORE_THAN_A_PAGE; n++)
    ids.push((await agent.createAction({ kind: 'many', title: `One of many ${n}`, preview: { body: 'x' } })).id);
  for (let at = 0; at < ids.length; at += 50) await api.bulkDecide({ ids: ids.slice(at, at + 50), decision: 'reject' });
  /** Held back until it is let go. */
  const older = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname, searchParams }) => pathname === path && searchParams.has('cursor'),
      async (route) => {
        await promise;
        await route.continue();
      },
    );
    return resolve;
  };
  const letGo = async (resolve: () => void, count: number) => {
    let left = count;
    const all = page.waitForResponse((answer) => answer.url().includes('cursor=') && --left === 0);
    resolve();
    await all;
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForLoadState('networkidle');
  };

  await openHistory('?kind=many');
  const lines = page.locator('.history-row');
  const before = await lines.count();
  const both = await older('/v1/history');
  await page.getByRole('button', { name: 'Older' }).dblclick();
  await letGo(both, 2);
  await lines.nth(before).waitFor();
  const seen = await titles();
  assert.equal(new Set(seen).size, seen.length, 'each once');
  const history = await older('/v1/history');
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByLabel('Status').selectOption('expired');
  await page.getByText('No decision matches.').waitFor();
  await letGo(history, 1);
  assert.deepEqual(await titles(), []);

  await page.goto(`${url}/audit`);
  const events = page.locator('tbody td[data-label=What] code:first-child');
  await events.nth(99).waitFor();
  const audit = await older('/v1/audit');
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByLabel('Show').selectOption('key.');
  await events.nth(99).waitFor({ state: 'detached' });
  await letGo(audit, 1);
  assert.deepEqual(
    (await events.allInnerTexts()).filter((event) => !event.startsWith('key.')),
    [],
  );
  const actors = await page.locator('tbody td[data-label=Who]').allInnerTexts();
  assert.equal(actors.at(-1), 'operator', 'who made the first key has no other name');
});

test('what became of an approved action is on its row, and in its story, as it comes', async () => {
  await openHistory();
  const { id } = await here.ask('Reported later');
  await here.agent.decideAction(id, { decision: 'approve' });
  await here.page.reload();
  await row('Reported later').getByText('approved').waitFor();
  await row('Reported later').getByRole('button', { name: 'Reported later' }).click();
  await here.agent.reportResult(id, { status: 'execute_failed', detail: 'the bank was closed' });
  await row('Reported later').getByText('failed', { exact: true }).waitFor();
  await row('Reported later').getByText('execution failed').waitFor();
  await row('Reported later').getByText('Failed: the bank was closed').waitFor();
});

test('what was taken back here is not shown in the place of the next action that is opened', async () => {
  const { page, agent, ask, current } = here;
  const { id } = await ask('Decided before');
  await agent.decideAction(id, { decision: 'approve' });
  await ask('Taken back here');
  await page.reload(); // what was looked at while it was decided stays until the reviewer goes on
  await current('Taken back here');
  await page.keyboard.press('a');
  const undo = page.locator('.toast', { hasText: 'Approved “Taken back here”' }).getByRole('button', { name: /^Undo/ });
  await undo.waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await row('Decided before').waitFor();
  await undo.click();
  await page.getByText('Taken back. Nothing was sent.').waitFor();
  await row('Decided before').getByRole('button', { name: 'Decided before' }).click();
  await row('Decided before').getByRole('link', { name: 'Open the action' }).click();
  await shownTitle(page).getByText('Decided before').waitFor();
  await page.waitForTimeout(300); // long enough to be taken elsewhere
  assert.equal(await shownTitle(page).textContent(), 'Decided before');
});
