// The pages in other languages: German whole, nothing hard coded, nothing cut off when words are longer, right to left.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { RuleCreate } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { issuesOf } from '../packages/server/src/base/validate.ts';
import { PARAMS } from '../packages/server/src/features/watchers/presets/params.ts';
import { germanIssue } from '../packages/web/src/i18n/de-issues.ts';
import { GERMAN_PRESETS } from '../packages/web/src/i18n/de-presets.ts';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, type Inbox, openInbox, openPage } from './support/inbox.ts';

let inbox: Inbox;

before(async () => {
  inbox = await openInbox({
    routed: true,
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'inbox@example.com' },
  });
  await fill(inbox.api);
});

/** Something of everything, so that rows and cards are looked at, too. Its names are digits: nobody's language. */
async function fill(api: Countersign): Promise<void> {
  const config = { address: 'a@b.example' };
  const { id: channel_id } = await api.createChannel({ name: '1', type: 'email', config, digest_window_sec: 60 });
  const rules = [
    {
      rule_action: 'require_n_approvers',
      outcome_params: { n: 2 },
      payload_conditions: [{ path: 'n', op: 'gt', value: 1 }],
    },
    { rule_action: 'escalate', outcome_params: { channel_id, after_s: 600 }, target_url_hosts: ['a.example'] },
    { rule_action: 'auto_reject', outcome_params: { reason: '2' }, kind_pattern: 'never.*' },
  ] as const;
  for (const rule of rules)
    await api.createRule({ name: '3', kind_pattern: 'x.*', ...structuredClone(rule) } as RuleCreate);
  const schedule = { every: '1h', jitter: '5m', window: '08:00-18:00' };
  const { id } = await api.createWatcher({
    name: '4',
    kind: 'rss',
    config: { url: 'https://feed.example/' },
    schedule,
  });
  await api.updateWatcher(id, { status: 'paused' });
  await api.updateProject({ settings: { deciders: 'anyone' } });
  for (const decision of ['approve', 'reject'] as const) {
    const action = await api.createAction({ kind: 'k', title: '5', preview: { body: '6' } });
    await api.decideAction(action.id, { decision });
  }
}

after(async () => {
  await inbox.stop();
  await closeBrowser();
});

/** The pages that speak through the catalogue whole, and how to get them on the screen. */
const PAGES: readonly { readonly path: string; readonly open?: string }[] = [
  { path: '/reviewers' },
  { path: '/reviewers', open: 'Invite' },
  { path: '/keys' },
  { path: '/keys', open: 'New key' },
  { path: '/settings/about' },
  { path: '/history' },
  { path: '/watchers' },
  { path: '/watchers/new' },
  { path: '/insights' },
  { path: '/rules' },
  { path: '/rules', open: 'New rule' },
  { path: '/channels' },
  { path: '/channels', open: 'New channel' },
  { path: '/audit' },
  { path: '/settings' },
  { path: '/settings/data' },
  { path: '/settings/billing' },
  { path: '/connect' },
];

/** Text that is ours and was not translated. Names, code, keys and what others wrote are not ours. */
async function untranslated(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((root) => {
    const theirs =
      'code, kbd, bdi, time, .brand, .qr-code, .secret, .mono, [translate=no], script, noscript, style, option[value=en], option[value=de]';
    const walker = document.createTreeWalker(document.querySelector(root) ?? document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const words = node.textContent?.trim() ?? '';
      const owner = node.parentElement;
      if (!/\p{L}{2}/u.test(words) || owner?.closest(theirs)) continue;
      if (
        !owner?.textContent?.includes('⟦') &&
        !/^(Dana Novak|billing-agent|First admin key|\p{L}+ \d+(, \d{4}, .*)?|(\p{L}+ )?[\d:]+ [AP]M|Chrome on \w+|Admin|Countersign|SQLite|[\d.]+ KB|https?:.*)$/u.test(
          words,
        )
      )
        found.push(words);
    }
    for (const element of document.querySelectorAll<HTMLElement>(`${root} [aria-label], ${root} [placeholder]`)) {
      const said = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? '';
      const isExample = !element.hasAttribute('aria-label') && !/\s/.test(said); // an address, a pattern
      if (/\p{L}{2}/u.test(said) && !said.includes('⟦') && !isExample && !element.closest(theirs))
        found.push(`[${said}]`);
    }
    return found;
  }, within);
}

/** Buttons and labels whose words do not fit, and whatever makes the page scroll sideways. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clipped = [...document.querySelectorAll<HTMLElement>('button, .button, a.place, label, th, legend, h1, h2')]
      .filter((element) => element.offsetParent !== null && getComputedStyle(element).overflow !== 'visible')
      .filter((element) => !element.matches('.visually-hidden'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent?.trim() ?? '');
    for (const words of document.querySelectorAll<HTMLElement>('.notice > .grow'))
      if (words.offsetParent !== null && words.clientWidth < 120)
        clipped.push(`${words.clientWidth} px for ${words.textContent}`);
    const beyond = document.documentElement.scrollWidth - innerWidth;
    return beyond > 1 ? [...clipped, `the page is ${beyond} px too wide`] : clipped;
  });
}

const asLanguage = (page: Page, locale: string) =>
  page.addInitScript((wanted) => Object.defineProperty(navigator, 'languages', { get: () => [wanted] }), locale);

test('the door speaks the language of the browser; German has every word', async () => {
  const { url } = inbox;
  const { page, context, errors } = await openPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', { get: () => ['fr-CH', 'de-CH', 'en'] }),
  );
  await page.goto(`${url}/signin`);
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await page.getByRole('button', { name: 'Link per E-Mail schicken' }).click();
  await page.getByLabel('E-Mail').fill('jemand@example.com');
  await page.getByRole('button', { name: 'Link per E-Mail schicken' }).click();
  await page.getByText('Falls jemand@example.com hier jemandem gehört').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the choice under Me counts at once and in every browser; English needs no catalogue', async () => {
  const { page, url, api } = inbox;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(`${url}/me`);
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Ich', exact: true }).waitFor();
  await page.getByText('Noch 0 Wiederherstellungscodes.').waitFor();
  assert.ok(fetched.some((one) => /\/de-/.test(one)));
  await page.goto(`${url}/reviewers`);
  await page.getByRole('heading', { name: 'Prüfer' }).waitFor();
  await page.goto(`${url}/me`);
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor();
  fetched.length = 0;
  await page.goto(`${url}/inbox`);
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  assert.deepEqual(
    fetched.filter((one) => /\/(de|pseudo)-/.test(one)),
    [],
  );
  await page.goto(`${url}/me`);
  await page.getByLabel('Language').selectOption('auto');
  await page.getByText('Saved').waitFor();
  assert.equal((await api.listReviewers()).items.length, 1);
});

test('who has it as the browser has it is not spoken to in the language of whoever was here before', async () => {
  const { page, url } = inbox;
  await page.goto(`${url}/me`);
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Ich', exact: true }).waitFor();
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ locale: 'auto' });
    return (await fetch('/v1/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body })).status;
  });
  assert.equal(status, 200);
  await page.reload();
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

for (const phone of [false, true]) {
  test(`the door: nothing is hard coded or cut off ${phone ? 'on a phone' : 'at a desk'} when every word is strange and longer`, async () => {
    const { url } = inbox;
    const door = await openPage({ phone });
    await asLanguage(door.page, 'en-XA');
    await door.page.goto(`${url}/signin`);
    await door.page.getByRole('heading', { name: /⟦/ }).waitFor();
    assert.deepEqual([await untranslated(door.page), await cutOff(door.page)], [[], []]);
    for (const way of await door.page.locator('.link-button').all()) {
      await way.click();
      assert.deepEqual([await untranslated(door.page), await cutOff(door.page)], [[], []]);
    }
    await door.page.goto(`${url}/setup#t=x`);
    await door.page.getByRole('heading', { name: /⟦/ }).waitFor();
    assert.deepEqual([await untranslated(door.page), await cutOff(door.page)], [[], []]);
    await door.context.close();
  });
}

test('in German the verdicts stay in the row of the bar at a desk, and an empty split is called by its name', async () => {
  const { context, url, api } = inbox;
  const page = await context.newPage();
  await page.setViewportSize(DESK);
  await asLanguage(page, 'de');
  await page.goto(`${url}/inbox`);
  await page.getByRole('button', { name: 'Dringend' }).click();
  await page.locator('.list-pane .empty b').getByText('Dringend').waitFor();
  for (const editable of [[], ['preview.body']]) {
    const { id } = await api.createAction({ kind: 'k', title: '7', preview: { body: '8' }, editable });
    await page.goto(`${url}/a/${id}`);
    await page.getByRole('button', { name: /^Genehmigen/ }).waitFor();
    const bottoms = await page
      .locator('.decision-bar button:visible')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
    assert.equal(new Set(bottoms).size, 1, `${editable.length} can be edited: ${bottoms}`);
    await api.decideAction(id, { decision: 'reject' });
  }
  await page.close();
});

test('in German the filters of the history are named whole', async () => {
  const page = await inbox.context.newPage();
  await page.setViewportSize({ width: 1024, height: 768 });
  await asLanguage(page, 'de');
  await page.goto(`${inbox.url}/history`);
  await page.getByLabel('Entschieden von').waitFor();
  const cut = await page.locator('.filters select').evaluateAll((all) =>
    all.flatMap((select) => {
      const words = (select as HTMLSelectElement).selectedOptions[0]?.textContent ?? '';
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) return ['no pen'];
      pen.font = font;
      const arrow = 20;
      const room =
        select.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd) - arrow;
      return pen.measureText(words).width > room ? [words] : [];
    }),
  );
  assert.deepEqual(cut, []);
  await page.close();
});

/** What is wrong with a page, at a desk and on a phone. */
async function wrongOn(page: Page, within: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    wrong.push(...(await untranslated(page, within)), ...(await cutOff(page)));
  }
  await page.setViewportSize(DESK);
  return [...new Set(wrong)];
}

const HALF = Math.ceil(PAGES.length / 2);
for (const pages of [PAGES.slice(0, HALF), PAGES.slice(HALF)]) {
  test(`the same for ${pages.map(({ path, open }) => open ?? path).join(', ')}`, async () => {
    const page = await inbox.context.newPage();
    await page.setViewportSize(DESK);
    await asLanguage(page, 'en-XA');
    const found: (readonly [string, readonly string[]])[] = [];
    for (const { path, open } of pages) {
      await page.goto(`${inbox.url}${path}`);
      await page.getByRole('heading', { name: /⟦/ }).first().waitFor();
      await page.waitForTimeout(400); // what is fetched has come
      if (open) await page.locator('main header .button').click();
      const wrong = await wrongOn(page, open ? 'dialog' : '.page');
      if (wrong.length > 0) found.push([open ? `${path}: ${open}` : path, wrong]);
    }
    assert.deepEqual(found, []);
    await page.close();
  });
}

/** Everything that can be on the screen of the inbox, one after the other; each time it is looked through. */
async function walkThrough(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  const press = (keys: string) => page.keyboard.press(keys);
  const dialog = async (keys: string, where: string) => {
    await press(keys);
    await page.getByRole('dialog').waitFor();
    await look(where);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.locator('.notice.warn li').first().waitFor();
  await page.locator('.timeline li').first().waitFor();
  await page.locator('.decision-bar[aria-busy=false]').waitFor();
  await page.locator('.details summary').click();
  await press('p');
  await look('an action');
  await dialog('Shift+R', 'a reason');
  await dialog('h', 'snooze');
  await dialog('Control+k', 'the palette');
  await dialog('?', 'the keys');
  await press('n');
  await look('a message');
  await page.locator('.decision-bar .quiet:not(.snooze)').last().click();
  await page.getByRole('dialog').waitFor();
  await look('the menu');
  await press('Escape');
  await press('e');
  await page.locator('.code-box').first().waitFor();
  await look('the editor');
  await press('Escape');
  await page.locator('.code-box').first().waitFor({ state: 'detached' });
}

for (const phone of [false, true]) {
  test(`nothing of the inbox is hard coded or cut off ${phone ? 'on a phone' : 'at a desk'}`, async () => {
    const { url, context, api } = inbox;
    const agent = await givenAgent(inbox);
    const asked = await agent.createAction({
      kind: 'payment.send',
      title: 'Pay раypal',
      preview: { format: 'markdown', body: `To раypal\u200b ${'\n'.repeat(60)}![x](https://x.example/i.png)` },
      editable: ['preview.body', 'title'],
      payload: { amount: 1 },
      undo: 'Ask for it back',
      idempotent: false,
      target_url: 'https://example.com/thread',
      callback_url: 'https://agent.example/hook',
    });
    const others = ['One', 'Two'].map((title) =>
      agent.createAction({ kind: 'crm.update', title, preview: { body: title } }),
    );
    await Promise.all(others);
    const page = await context.newPage();
    await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    await asLanguage(page, 'en-XA');
    const look = async (where: string) => {
      const open = (await page.locator('dialog[open]').count()) > 0;
      assert.deepEqual([await untranslated(page, open ? 'dialog' : '#app'), await cutOff(page)], [[], []], where);
    };
    await page.goto(`${url}/inbox`);
    await page.locator('.action-row').nth(2).waitFor();
    await look('the list');
    if (!phone) {
      await page.locator(`#row-${asked.id}`).click();
      for (let n = 0; n < 2; n++) await page.keyboard.press('Shift+K');
      await page.locator('.selection-bar').waitFor();
      await page.keyboard.press('a');
      await page.getByRole('dialog').waitFor();
      await look('the sheet');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('.splits button').last().click();
      await page.getByRole('dialog').waitFor();
      await look('my splits');
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.locator('.next-keys').waitFor();
      await look('the second key');
      await page.keyboard.press('Escape');
    }
    await page.goto(`${url}/a/${asked.id}`);
    await walkThrough(page, look);
    const { items } = await api.listActions({ status: 'pending', limit: 50 });
    await api.bulkDecide({ ids: items.map(({ id }) => id), decision: 'reject' });
    await page.locator('.outcome').waitFor();
    await look('what became of it');
    await page.goto(`${url}/inbox`);
    await page.locator('.empty:visible').first().waitFor();
    await look('nothing waits');
    await page.close();
  });
}

test('every preset has German words, whose English comes from the server', async () => {
  const { presets } = await inbox.api.listWatcherPresets();
  const said = presets.flatMap(({ title, description, category, params }) => [
    ...[title, description, category],
    ...params.map((param) => param.description),
  ]);
  assert.ok(said.length > 60);
  assert.deepEqual(
    said.filter((words) => !Object.hasOwn(GERMAN_PRESETS, words)),
    [],
  );
});

test('what the server refuses and what a watcher could not read is said in German', async () => {
  const { api, url, context } = inbox;
  const { items } = await api.listWatchers();
  const { id = '' } = items[0] ?? {};
  const failed = { ...items[0], status: 'degraded', fail_count: 3, error_code: 'rate_limited' };
  const last_error = 'feed.example: it answered 429. It is tried again later by itself; a longer interval helps.';
  const page = await context.newPage();
  await asLanguage(page, 'de');
  await page.route(`**/v1/watchers/${id}`, (route) => route.fulfill({ json: { ...failed, last_error } }));
  await page.goto(`${url}/watchers/${id}`);
  await page
    .getByText(
      'feed.example: bat um weniger Anfragen. Es wird später von selbst noch einmal versucht; ein größerer Abstand hilft.',
    )
    .waitFor();
  await page.unrouteAll();
  const unreached = { error_code: 'network', last_error: 'feed.example: its name cannot be found. Check the address.' };
  await page.route(`**/v1/watchers/${id}`, (route) => route.fulfill({ json: { ...failed, ...unreached } }));
  await page.reload();
  await page.getByText('feed.example: der Name wird nicht gefunden. Prüfen Sie die Adresse').waitFor();
  await page.unrouteAll();
  const nowhere = 'This server cannot reach anything outside. Check its network; it is tried again every minute.';
  const offline = { error_code: 'offline', last_error: nowhere };
  await page.route(`**/v1/watchers/${id}`, (route) => route.fulfill({ json: { ...failed, ...offline } }));
  await page.reload();
  await page
    .getByText('Dieser Server erreicht draußen nichts. Prüfen Sie sein Netz; es wird jede Minute noch einmal versucht.')
    .waitFor();
  await page.unrouteAll();
  await page.goto(`${url}/settings`);
  await page.getByLabel('Zeitzone').fill('Nowhere/At_all');
  await page.getByRole('button', { name: 'Speichern' }).first().click();
  await page.getByText('Das ist keine Zeitzone. Sie heißt etwa Europe/Berlin.').waitFor();
  await page.getByLabel('Arten').fill(`db.* ${'x'.repeat(101)}`);
  await page.getByRole('button', { name: 'Speichern' }).last().click();
  await page.getByText('Die Angaben sind nicht gültig. Art 2: darf höchstens 100 Zeichen haben.').waitFor();
  await page.close();
});

test('whatever the server may find wrong with what a page sends has German words', () => {
  const schema = Type.Object(
    {
      text: Type.String({ minLength: 2, maxLength: 3, pattern: '^a' }),
      url: Type.String({ format: 'uri' }),
      whole: Type.Integer({ minimum: 1, maximum: 2 }),
      choice: Type.Enum(['a', 'b']),
      list: Type.Array(Type.String(), { minItems: 2, maxItems: 3, uniqueItems: true }),
      yes: Type.Boolean(),
    },
    { additionalProperties: false },
  );
  const wrong = [
    {},
    { text: '', url: 'x', whole: 0, choice: 'c', list: [], yes: 1, more: 1 },
    { text: 'bbbb', url: 1, whole: 3, choice: 1, list: ['a', 'a', 'b', 'c'], yes: true },
    { text: 'aa', url: 'x:y', whole: 1.5, choice: 'a', list: 'a', yes: true },
  ].flatMap((value) => issuesOf(schema, value).map(({ message }) => message));
  const home = new URL('../packages/server/src/features/', import.meta.url).pathname;
  const byHand = globSync('{channels,people,project,rules,watchers}/**/*.ts', { cwd: home })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(`${home}${file}`, 'utf8').matchAll(
        /\b(?:invalid|wrong)\(\s*[^,()]+(?:,\s*|\s+\? )(['`])(.+?)\1/gs,
      ),
    ])
    .map(([, , message = '']) => message.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '5'));
  const params = Object.values(PARAMS).map(({ message }) => message);
  assert.ok(wrong.length > 12 && byHand.length > 25 && params.length > 20);
  assert.deepEqual(
    [...new Set([...wrong, ...byHand, ...params])].filter((message) => germanIssue('name', message) === undefined),
    [],
  );
});

test('the same for Me', async () => {
  const page = await inbox.context.newPage();
  await asLanguage(page, 'en-XA');
  await page.goto(`${inbox.url}/me`);
  await page.locator('#sign-in').waitFor();
  for (const card of ['preferences', 'notifications', 'sign-in', 'sessions']) {
    assert.deepEqual(await untranslated(page, `[aria-labelledby=${card}]`), [], card);
  }
  assert.deepEqual(await cutOff(page), []);
  await page.close();
});

test('from right to left nothing leaves the page, and the rail is on the other side', async () => {
  const { url, context } = inbox;
  const page = await context.newPage();
  await asLanguage(page, 'ar-XB');
  for (const path of ['/inbox', '/me', '/reviewers']) {
    await page.goto(`${url}${path}`);
    await page.locator('.rail').waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    const box = await page.locator('.rail').boundingBox();
    assert.ok((box?.x ?? 0) > 720, `${path}: ${JSON.stringify(box)}`);
    assert.deepEqual(await cutOff(page), [], path);
  }
  await page.close();
});
