// Size, reach and access: what a phone, a screen reader and a slow line need of the page.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { violations } from './support/axe.ts';
import { mayDecide } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

/** All that another theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The buttons whose words cannot be read while the pointer is on them or presses them. */
async function unreadable(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.button:not(:disabled)',
  });
  for (const nodeId of nodeIds)
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover', 'active', 'focus'] });
  const broken = nodeIds.length > 0 ? await violations(page, COLOURS) : [];
  await session.detach();
  return broken.map((rule) => `under the pointer ${rule}`);
}

/** In both themes. */
async function look(page: Page, where: string): Promise<string[]> {
  const light = [...(await violations(page)), ...(await unreadable(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = [...(await violations(page, COLOURS)), ...(await unreadable(page))];
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((rule) => `${where} ${rule}`), ...dark.map((rule) => `${where}, dark: ${rule}`)];
}

async function fill(): Promise<void> {
  const body = '# Title\n\n[a link](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nZero\u200bwidth';
  await here.ask('Reply', {
    preview: { format: 'markdown', body },
    editable: ['preview.body'],
    payload: { a: 1 },
    expires_in: 400,
  });
  for (let n = 0; n < 5; n++) await here.ask(`Lead ${n}`, { kind: 'crm.update', expires_in: 3600 + n });
}

test('no accessibility rule is broken in the inbox, in any of its states', async () => {
  const { page, context } = here;
  const broken: string[] = await look(page, 'empty inbox');
  await fill();
  await page.locator('.written .markdown').waitFor();
  broken.push(...(await look(page, 'inbox')));
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Changed\u200b');
  broken.push(...(await look(page, 'editor')));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard your draft?' }).getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Content').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+R');
  await page.getByRole('dialog').waitFor();
  broken.push(...(await look(page, 'reject dialog')));
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  broken.push(...(await look(page, 'keys dialog')));
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await page.locator('.state.offline').first().waitFor();
  broken.push(...(await look(page, 'offline')));
  await context.setOffline(false);
  assert.deepEqual(broken, []);
});

test('no accessibility rule is broken on any other page, dialog or failure', async () => {
  const { page, url } = here;
  const broken: string[] = [];
  const places: readonly (readonly [string, string?])[] = [
    ['keys', 'New key'],
    ['reviewers', 'Invite'],
    ['audit'],
    ['settings', 'Rotate…'],
    ['me', 'Add your phone'],
    ['connect'],
  ];
  for (const [place, button] of places) {
    await page.goto(`${url}/${place}`);
    await page.locator('.page').waitFor();
    await page.waitForTimeout(200);
    broken.push(...(await look(page, place)));
    if (!button) continue;
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
    broken.push(...(await look(page, `${place} ${button}`)));
  }
  await page.route('**/v1/keys', (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
  await page.goto(`${url}/keys`);
  await page.getByRole('alert').waitFor();
  broken.push(...(await look(page, 'failure')));
  await page.unrouteAll();
  await page.goto(`${url}/signin`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  broken.push(...(await look(page, 'signin')));
  assert.deepEqual(broken, []);
});

const PLACES = [
  'inbox',
  'history',
  'watchers',
  'watchers/new',
  'watchers/wat_1',
  'rules',
  'channels',
  'keys',
  'reviewers',
  'audit',
  'insights',
  'settings',
  'settings/data',
  'settings/billing',
  'settings/about',
  'me',
  'a/act_1',
];

/** Everything but who is there and what they prefer. */
const CONTENT = /\/v1\/(?!session$|me$|events$)/;

test('every place says that it waits, and what went wrong with a way to try again', async () => {
  const { page, url } = here;
  const refused = { type: 'about:blank', title: 'Refused', status: 403, error: 'cross_site', request_id: 'req_1' };
  let answer = Promise.withResolvers<void>();
  const widths = new Set<number>();
  await page.route(CONTENT, async (route) => {
    await answer.promise;
    await route.fulfill({ status: 403, contentType: 'application/problem+json', json: refused }).catch(() => undefined); // of the place before
  });
  for (const place of PLACES) {
    answer = Promise.withResolvers();
    await page.goto(`${url}/${place}`, { waitUntil: 'commit' });
    await page.getByRole('status').getByText('Loading').first().waitFor();
    answer.resolve();
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    assert.equal(await page.getByText('Loading').count(), 0, place);
    const wide = await page.evaluate(() => document.querySelector('.page')?.clientWidth); // the inbox has none
    if (wide !== undefined) widths.add(wide);
  }
  assert.equal(widths.size, 1, `every page has the same measure, not ${[...widths]}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${url}/keys`);
  await page.getByRole('cell', { name: 'First admin key' }).waitFor();
});

test('on a phone the decision is in reach of a thumb, targets are large, and nothing scrolls sideways', async () => {
  const { context, url } = here;
  await fill();
  const phone = await (await context.browser())?.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await context.storageState(),
  });
  assert.ok(phone);
  const page = await phone.newPage();
  await page.goto(`${url}/inbox`);
  await page.getByText('Reply').first().click();
  const approve = page.getByRole('button', { name: /^(Approve|Read)/ });
  await approve.waitFor();
  const inReach = async (height: number) => {
    for (const button of [approve, page.getByRole('button', { name: 'Reject', exact: true })]) {
      const box = await button.boundingBox();
      assert.ok((box?.height ?? 0) >= 56, `${box?.height}`);
      assert.ok((box?.y ?? 0) > height * 0.6 - 56 && (box?.y ?? 0) + (box?.height ?? 0) <= height, `${box?.y}`);
    }
  };
  const fits = async (where: string) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${where} is ${overflow} px too wide`);
    // What is cut off does not scroll, and a page that is too wide makes a phone's window wider.
    const width = page.viewportSize()?.width ?? 0;
    const cut = await page.evaluate(
      (edge) =>
        [...document.querySelectorAll('.list-head .top > *, .action-row > *')]
          .map((element) => [element.className || element.tagName, element.getBoundingClientRect().right] as const)
          .filter(([, right]) => right > edge + 0.5),
      width,
    );
    assert.deepEqual(cut, [], `${where} is cut off at ${width} px`);
  };
  await inReach(844);
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, input, summary, nav a, a.button')]
        .filter((element) => element.checkVisibility() && !element.closest('.written .inside'))
        .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0 && box.height < 43.5)
        .map(
          ({ element, box }) =>
            `${element.textContent?.slice(0, 30) || element.getAttribute('aria-label')} ${box.height}`,
        ),
    );
  assert.deepEqual(await small(), [], 'action');
  await page.setViewportSize({ width: 844, height: 390 });
  await inReach(390);
  await fits('landscape');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const place of ['inbox', 'keys', 'reviewers', 'audit', 'settings', 'me', 'connect']) {
    await page.goto(`${url}/${place}`);
    await page.waitForTimeout(150);
    await fits(place);
    assert.deepEqual(await small(), [], place);
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(`${place} at 320 px`);
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('.card.flush')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    assert.ok(
      hidden.every((px) => px <= 0),
      `a table of ${place} scrolls sideways with twice the text: ${hidden}`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
  }
  await page.goto(`${url}/inbox`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.getByText('Reply').first().click();
  await approve.waitFor();
  await fits('twice the text');
  const box = await approve.boundingBox();
  assert.ok((box?.y ?? 0) + (box?.height ?? 0) <= 844, 'the button is on the screen with twice the text');
  await phone.close();
});

test('with twice the letters, chosen in the browser, a desk shows one thing at a time, like a phone', async () => {
  const { page, context } = here;
  await fill();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.reload();
  await page.getByText('Reply').first().click();
  const approve = page.getByRole('button', { name: /^(Approve|Read)/ });
  await approve.waitFor();
  assert.ok(!(await page.locator('.list-pane').isVisible()));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await cdp.detach();
});

test('with twice the text on a phone, the longest words fit and what is to be read keeps its room', async () => {
  const { context, url } = here;
  const body = Array.from({ length: 60 }, (_, n) => `Zeile ${n}`).join('\n');
  const { id } = await here.ask('Antwort an ACME zur Erstattung', {
    preview: { body },
    editable: ['preview.body', 'title'],
    callback_url: 'https://agent.example/hook',
  });
  const phone = await (await context.browser())?.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
    storageState: await context.storageState(),
  });
  assert.ok(phone);
  const page = await phone.newPage();
  await page.goto(`${url}/a/${id}`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.getByRole('button', { name: /gelesen$/ }).waitFor();
  for (const button of await page.locator('.decision-bar button:visible').all()) {
    const box = await button.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `${await button.textContent()} is cut off`);
  }
  const [reading, below] = [await page.locator('.reading').boundingBox(), await page.locator('.below').boundingBox()];
  assert.ok(reading && below && reading.height - below.height >= 844 / 5, `${reading?.height} px are left to read in`);
  await phone.close();
});

test('at 400 %, on a screen of sixteen lines, what is decided about is in sight beside the verdicts', async (t) => {
  const { page, url, ask } = here;
  const size = page.viewportSize();
  t.after(() => size && page.setViewportSize(size));
  const body = Array.from({ length: 30 }, (_, n) => `Line ${n} of what is to be sent`).join('\n\n');
  const { id } = await ask('Send the offer to a customer with quite a long name', { preview: { body } });
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${url}/a/${id}`);
  await mayDecide(page);
  const [text, bar] = await Promise.all(['.reading', '.decision-bar'].map((part) => page.locator(part).boundingBox()));
  assert.ok(text && bar);
  assert.ok(text.height >= 100 && text.y + text.height <= bar.y, JSON.stringify({ text, bar }));
  for (const name of [/^Reject$/, /^(Read|Approve)/]) {
    const button = await page.getByRole('button', { name }).boundingBox();
    assert.ok(button && button.height >= 44 && button.y + button.height <= 256, JSON.stringify(button));
  }
});

test('at 400 % the first row of the list is whole', async (t) => {
  const { page, url, ask } = here;
  const size = page.viewportSize();
  t.after(() => size && page.setViewportSize(size));
  await ask('First');
  await ask('Second', { expires_in: 7200 });
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${url}/inbox`);
  const row = page.locator('.action-row', { hasText: 'First' });
  await row.waitFor();
  const [list, first] = await Promise.all([page.locator('.scroller').boundingBox(), row.boundingBox()]);
  assert.ok(list && first);
  assert.ok(first.y >= list.y && first.y + first.height <= list.y + list.height, JSON.stringify({ list, first }));
});

test('a kind of any length leaves the warning of its row in sight', async () => {
  const { page } = here;
  await here.ask('Pay p\u0430ypal', { kind: 'k'.repeat(100) });
  const row = page.locator('.action-row[aria-selected=true]'); // not one of those that stand for what is being loaded
  const [line, warning] = [await row.boundingBox(), await row.locator('.chip.warn').boundingBox()];
  assert.ok(line && warning && warning.x + warning.width <= line.x + line.width, 'it is cut off');
});

test('forced colours show what is selected; who asked for no motion gets none', async () => {
  const { page } = here;
  await fill();
  await page.locator('.action-row[aria-selected=true]').waitFor();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const row = page.locator('.action-row[aria-selected=true]');
  for (const chosen of [row, page.locator('.splits [aria-pressed=true]'), page.locator('.rail [aria-current]')])
    assert.equal(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle), 'solid');
  await page.waitForFunction(() => document.getAnimations().length === 0, undefined); // what had begun ends
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
});

test('who asks for more contrast gets text of 7 to 1 in the inbox, in both themes', async () => {
  const { page } = here;
  await fill();
  await page.locator('.written .markdown').waitFor();
  const broken: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    broken.push(...(await violations(page, ['color-contrast-enhanced'])).map((rule) => `${colorScheme}: ${rule}`));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' });
  assert.deepEqual(broken, []);
});

test('in forced colours a code is no word of the text, and what was differs from what will be', async (t) => {
  const { page, url, ask } = here;
  t.after(() => page.emulateMedia({ forcedColors: 'none' }));
  const preview = { format: 'plain', body: 'Pay \u200b129 euros\nand go' } as const;
  const { id } = await ask('Pay', { preview, editable: ['preview.body'] });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${url}/a/${id}`);
  const looks = (part: string, of: 'borderTopStyle' | 'textDecorationLine') =>
    page
      .locator(part)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], of);
  assert.equal(await looks('.written .code-point', 'borderTopStyle'), 'solid');
  await mayDecide(page);
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Pay \u200b99 euros');
  assert.equal(await looks('.code-box .code-point', 'borderTopStyle'), 'solid');
  assert.equal(await looks('.cm-merge-a .cm-changedText', 'textDecorationLine'), 'line-through');
  assert.equal(await looks('.cm-merge-b .cm-changedText', 'textDecorationLine'), 'underline');
  await page.getByRole('button', { name: 'Unified' }).click();
  assert.equal(await looks('.cm-deletedText', 'textDecorationLine'), 'line-through');
  assert.equal(await looks('.cm-changedText', 'textDecorationLine'), 'underline');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
});

test('the first visit loads at most 45 KB of script and 12 KB of style, packed', async (t) => {
  const { page, context, url } = here;
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await page.goto(`${url}/inbox`);
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  // Until a second brings nothing more; the network is never idle, for the page listens.
  for (let before = 0; before < asked.size; await page.waitForTimeout(1000)) before = asked.size;
  const dist = new URL('../packages/web/dist/', import.meta.url);
  const packed = (path: string) => gzipSync(readFileSync(new URL(`.${path}`, dist)), { level: 9 }).length;
  const sizeOf = (paths: ReadonlySet<string>, ending: string) =>
    [...paths].filter((path) => path.endsWith(ending)).reduce((sum, path) => sum + packed(path), 0);
  /** What the page itself names is there before anything is shown; the rest comes when it is wanted, which depends on what waits. */
  const named = readFileSync(new URL('index.html', dist), 'utf8').matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g);
  const loaded = new Set([...named].map(([, path = '']) => path));
  t.diagnostic(`script ${sizeOf(loaded, '.js')} bytes, style ${sizeOf(loaded, '.css')} bytes`);
  t.diagnostic(`with what an idle inbox fetches by itself ${sizeOf(asked, '.js')} bytes`);
  assert.ok(loaded.size > 1 && [...loaded].every((path) => asked.has(path)));
  assert.ok(sizeOf(loaded, '.js') <= 45 * 1024, String(sizeOf(loaded, '.js')));
  assert.ok(sizeOf(asked, '.js') <= 56 * 1024, String(sizeOf(asked, '.js')));
  assert.ok(sizeOf(loaded, '.css') <= 12 * 1024, String(sizeOf(loaded, '.css')));
  assert.ok(![...asked].some((path) => path.includes('markdown-worker') || path.includes('editor')));
  /** A part that is fetched later, with all that it brings along and the first visit has not. */
  const brings = (file: string, seen: Set<string>): number => {
    if (seen.has(`/assets/${file}`)) return 0;
    seen.add(`/assets/${file}`);
    const text = readFileSync(new URL(`assets/${file}`, dist), 'utf8');
    const more = [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, one = '']) =>
      brings(one, seen),
    );
    return more.reduce((sum, size) => sum + size, gzipSync(text, { level: 9 }).length);
  };
  const budgets = [
    [/^markdown-worker-/, 45],
    [/^editor-/, 105],
    [/-page-/, 20],
  ] as const;
  const files = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.js'));
  for (const [name, most] of budgets) {
    const parts = files.filter((file) => name.test(file)).map((file) => [brings(file, new Set(loaded)), file] as const);
    assert.ok(parts.length > 0, String(name));
    t.diagnostic(`${name}: at most ${Math.max(...parts.map(([size]) => size))} bytes`);
    assert.deepEqual(
      parts.filter(([size]) => size > most * 1024),
      [],
    );
  }
});
