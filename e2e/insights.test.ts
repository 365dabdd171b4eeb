// Insights in the browser: every number that is drawn can be read, and is the one the server counted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import type { Page } from 'playwright-core';
import { until } from '../packages/server/test/support/until.ts';
import { sideways, violations } from './support/axe.ts';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, type Inbox, openInbox, openPage } from './support/inbox.ts';

let inbox: Inbox;
let page: Page;
let agent: Countersign;

before(async () => {
  inbox = await openInbox();
  ({ page } = inbox);
  agent = await givenAgent(inbox, 'sales-bot');
});
after(async () => {
  await inbox.stop();
  await closeBrowser();
});

async function ask(kind: string, decision: 'approve' | 'reject' | undefined, afterS = 60): Promise<void> {
  const { id } = await agent.createAction({
    kind,
    title: `${kind} ${Math.random()}`,
    preview: { body: 'x' },
    expires_in: 600,
  });
  inbox.service.wind(afterS);
  if (decision) await inbox.api.decideAction(id, { decision });
}

test('before anything was asked, the page says so', async () => {
  await page.goto(`${inbox.url}/insights`);
  await page.getByRole('heading', { name: 'Nothing to show yet' }).waitFor();
  assert.equal(await page.getByText('What the demo asked for').count(), 0, 'there is no demo');
});

test('of one decision the middle and the slow tenth are the same, and both are seen', async () => {
  await ask('crm.update', 'approve', 30);
  await page.goto(`${inbox.url}/insights`);
  const times = page.getByRole('img', { name: /^Time to decision/ });
  const [middle, slow] = [times.locator('.line.accent circle').first(), times.locator('.line.warn circle').first()];
  await middle.waitFor();
  const at = (name: string) => Promise.all([middle, slow].map((one) => one.getAttribute(name)));
  for (const name of ['cx', 'cy']) assert.equal(...((await at(name)) as [string, string]), name);
  const [within = 0, around = 0] = (await at('r')).map(Number);
  assert.ok(around > within + 1, `a dot of ${within} in a ring of ${around}`);
  const isAbove = await times.evaluate((svg) => {
    const lines = [...svg.querySelectorAll('.line')].map(({ classList }) => classList.contains('accent'));
    return lines.at(-1);
  });
  assert.equal(isAbove, true, 'the dot lies over the ring');
});

test('the numbers, the bars and the tables tell the same', async () => {
  for (let n = 0; n < 11; n++) await ask('crm.update', 'approve', 30); // and the one before
  await ask('payment.send', 'approve', 120);
  await ask('payment.send', 'reject', 120);
  await ask('db.migrate', undefined, 700); // nobody looks, and it expires
  await page.goto(`${inbox.url}/insights`);
  const numbers = page.locator('.numbers');
  await numbers.getByText('14', { exact: true }).waitFor();
  assert.match((await numbers.textContent()) ?? '', /92\.9%/);

  await page.getByRole('heading', { name: 'Decisions per hour' }).waitFor(); // for a week; above it, by the day
  const cut = await page.locator('svg.chart').evaluateAll((charts) =>
    charts.flatMap((chart) => {
      const { left, right } = chart.getBoundingClientRect();
      const words = [...chart.querySelectorAll('text')].map(
        (word) => [word.textContent, word.getBoundingClientRect()] as const,
      );
      return words.filter(([, box]) => box.left < left - 1 || box.right > right + 1).map(([says]) => says);
    }),
  );
  assert.deepEqual(cut, [], 'words at the edge are whole');
  await page.getByRole('button', { name: 'Histogram' }).click();
  await page.getByRole('button', { name: 'as table: Time to decision' }).click();
  const steps = page.getByRole('region', { name: 'Time to decision, in numbers' }).locator('tbody tr');
  assert.deepEqual((await steps.allTextContents()).slice(0, 4), [
    'under 10 s0',
    'under 1 m12',
    'under 5 m2',
    'under 15 m0',
  ]);
  await page.getByLabel('Time', { exact: true }).selectOption('14');
  const decisions = page.getByRole('img', { name: /^Decisions per day/ });
  await page.getByText('13 approved, 1 rejected, 0 by a rule, 1 expired.', { exact: true }).waitFor();
  const tallest = await decisions.locator('rect.go').last().boundingBox();
  const rejected = await decisions.locator('rect.stop').last().boundingBox();
  assert.ok(tallest && rejected && tallest.height / rejected.height > 12.5 && tallest.height / rejected.height < 13.5);

  await page.getByRole('button', { name: 'as table: Decisions per day' }).click();
  const cells = await page
    .getByRole('region', { name: 'Decisions per day, in numbers' })
    .locator('tbody tr')
    .last()
    .textContent();
  assert.match(cells ?? '', /1311$/);
  await page.getByText('1 expired; at 1 of them nobody had looked.', { exact: true }).waitFor();
});

test('approval by kind: with how many, few in grey, and edited at a press', async () => {
  await page.goto(`${inbox.url}/insights`);
  const rates = page.locator('.rates');
  await rates.getByRole('img', { name: 'crm.update: 100%' }).waitFor();
  await rates.getByRole('img', { name: 'payment.send: 50%' }).waitFor();
  const classes = await rates.locator('li').evaluateAll((rows) => rows.map((row) => [row.textContent, row.className]));
  assert.deepEqual(
    classes.map(([, name]) => name),
    ['', 'few'],
  );
  await page.getByRole('button', { name: 'Edited', exact: true }).click();
  await page.getByRole('heading', { name: 'Edited share by kind' }).waitFor();
  await rates.getByRole('img', { name: 'crm.update: 0%' }).waitFor();
});

test('time, kind and agent narrow what is shown', async () => {
  await page.goto(`${inbox.url}/insights`);
  await page.getByLabel('Kind', { exact: true }).selectOption('payment.send');
  await page.getByText('1 approved, 1 rejected, 0 by a rule, 0 expired.', { exact: true }).waitFor();
  await page.getByLabel('Time', { exact: true }).selectOption('1');
  await page.getByRole('heading', { name: 'Decisions per hour' }).waitFor();
  await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'sales-bot' });
  await page.getByText('1 approved, 1 rejected, 0 by a rule, 0 expired.', { exact: true }).waitFor();
});

test('a kind that is always approved as it is is suggested for a rule', async () => {
  for (let n = 0; n < 30; n++) {
    const { id } = await agent.createAction({ kind: 'log.rotate', title: `Rotate ${n}`, preview: { body: 'x' } });
    const decided = await page.evaluate(async (path) => {
      const body = '{"decision":"approve"}';
      return (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
    }, `/v1/actions/${id}/decision`);
    assert.equal(decided, 200);
  }
  await page.goto(`${inbox.url}/insights`);
  await page.getByText('log.rotate: 30 of 30 approved, none edited. A rule could approve it.').waitFor();
  await page.getByRole('row', { name: /^Dana Novak 30 0/ }).waitFor();

  await page.getByRole('link', { name: 'Make a rule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('.dry-run').getByText('30').first().waitFor();
  assert.ok(
    await dialog
      .locator('input')
      .evaluateAll((all) => all.some((one) => (one as HTMLInputElement).value === 'log.rotate')),
  );
  assert.equal((await inbox.api.listRules()).items.length, 0, 'nothing is saved before it is read');
});

test('no accessibility rule is broken, and nothing scrolls sideways on a phone, pictures or tables', async (t) => {
  const phone = await openPage({ phone: true, dark: true });
  t.after(() => phone.context.close());
  await phone.context.addCookies(await inbox.context.cookies());
  const broken: string[] = [];
  for (const [where, shown] of [
    ['desktop', page],
    ['phone', phone.page],
  ] as const) {
    await shown.goto(`${inbox.url}/insights`);
    await shown.locator('.chart').first().waitFor();
    broken.push(...(await violations(shown)).map((rule) => `${where}: ${rule}`));
    for (const button of await shown.getByRole('button', { name: /^as table/ }).all()) await button.click();
    broken.push(...(await violations(shown)).map((rule) => `${where}, tables: ${rule}`));
    if ((await sideways(shown)) > 0) broken.push(`${where} scrolls sideways`);
  }
  assert.deepEqual(broken, []);
  assert.deepEqual(inbox.errors, []);
});

async function approved(kind: string, title: string, ms: number): Promise<void> {
  const { id, digest } = await agent.createAction({ kind, title, preview: { body: 'x' } });
  await page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path ?? '', { method: 'POST', headers, body: body ?? '' });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [
      `/v1/actions/${id}/decision-hold`,
      JSON.stringify({ digest, seconds: 0, decision: 'approve', view: { ms, end: true } }),
    ],
  );
}

test('approvals that can hardly have been read are a number, and behind it the list of them', async (t) => {
  for (let n = 0; n < 12; n++) await approved('k', `Quick ${n}`, n < 8 ? 100 : 5000);
  await approved('another', 'Of another kind', 100);
  await page.goto(`${inbox.url}/insights`);
  await page.getByLabel('Kind', { exact: true }).selectOption('k');
  await page.getByText(/of approvals took under 2 s or were not read to the end/).waitFor();
  await page.getByRole('link', { name: 'Which ones?' }).click();
  await page.locator('.history-row').nth(7).waitFor();
  const titles = await page.locator('.history .title').allInnerTexts();
  assert.deepEqual(
    titles.toSorted(),
    Array.from({ length: 8 }, (_, n) => `Quick ${n}`),
  );

  // How others read is not theirs to see: they are shown that the list is their own.
  const sam = await openPage();
  t.after(() => sam.context.close());
  await sam.page.goto((await inbox.api.inviteReviewer({ role: 'reviewer', name: 'Sam' })).url);
  await sam.page.getByLabel('Your name').fill('Sam');
  await sam.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await sam.page.getByRole('button', { name: 'Not now' }).click();
  await sam.page.goto(`${inbox.url}/insights`);
  await sam.page.getByLabel('Kind', { exact: true }).selectOption('k');
  await sam.page.getByRole('link', { name: 'Which ones?' }).click();
  await sam.page.locator('option:checked', { hasText: 'Sam (me)' }).waitFor({ state: 'attached' });
});

test('of what is counted under no name nobody is led to a list, for no history knows that name', async () => {
  const MORE_KINDS_THAN_A_DAY_HAS_ROOM_FOR = 75;
  for (let n = 0; n < MORE_KINDS_THAN_A_DAY_HAS_ROOM_FOR; n++) await approved(`made.up.${n}`, `Made up ${n}`, 100);
  await until(async () => {
    const { kinds } = await inbox.api.getStats({ days: 7 });
    return kinds.some(({ kind, approved }) => kind === '(other)' && approved >= 10);
  }, 'the log is counted');
  await page.goto(`${inbox.url}/insights`);
  const hurried = page.getByText(/of approvals took under 2 s or were not read to the end/);
  const link = page.getByRole('link', { name: 'Which ones?' });
  await page.getByLabel('Kind', { exact: true }).selectOption('(other)');
  await link.waitFor({ state: 'detached' });
  await hurried.waitFor();
  await page.getByLabel('Kind', { exact: true }).selectOption('k');
  await link.waitFor();
  const agents = await page.getByLabel('Agent', { exact: true }).locator('option').allInnerTexts();
  assert.ok(agents.includes('(other)') && !agents.includes(''), agents.join());
});
