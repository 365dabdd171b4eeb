// Watchers in the browser: made with a preview, watched over, changed, taken in and out.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DAY, HOUR, post, posts, rss, type Watching, watchingOf } from '../packages/server/test/support/watching.ts';
import { sideways, violations } from './support/axe.ts';
import { closeBrowser } from './support/browser.ts';
import { type Inbox, openInbox, openPage } from './support/inbox.ts';

let inbox: Inbox;
let page: Page;
let watching: Watching;
let feed: ReturnType<Watching['site']>;

before(async () => {
  inbox = await openInbox({ routed: true });
  ({ page } = inbox);
  watching = watchingOf(inbox.service, inbox.api);
  feed = watching.site();
  feed.says(rss(posts(6, (n) => (n % 2 === 0 ? { title: `Rust release ${n}`, body: 'We are hiring' } : {}))));
});
after(async () => {
  await inbox.stop();
  await closeBrowser();
});

const go = (path: string) => page.goto(`${inbox.url}${path}`);

test('without watchers the page says what one is, and leads to the first', async () => {
  await go('/watchers');
  await page.getByRole('heading', { name: 'Nothing is watched yet' }).waitFor();
  await page.getByRole('link', { name: 'Watch something' }).click();
  await page.getByRole('heading', { name: 'New watcher' }).waitFor();
});

test('while the form is filled in, it shows what would have matched and why, and the very card', async () => {
  await go('/watchers/new');
  await page.getByLabel('Address').fill('https://blog.example/feed.xml');
  await page.getByText('6 of 6 would have matched').waitFor();
  await page.getByRole('button', { name: 'Add a keyword' }).click();
  await page.getByLabel('Keyword 1', { exact: true }).fill('title:rust');
  await page.getByLabel('Points that make a match').fill('10');
  await page.getByText('3 of 6 would have matched').waitFor();
  await page.getByText('“title:rust” +10 in the title').first().waitFor();
  assert.match(
    (await page.locator('.preview .written').textContent()) ?? '',
    /Why: "title:rust" \+10 \(title\) = 10 ≥ 10/,
  );

  await page.getByLabel('Never, when it says').fill('hiring');
  await page.getByText('left out by “hiring”').first().waitFor();
  await page.getByText('0 of 6 would have matched').waitFor();
  assert.equal((await inbox.api.listWatchers()).items.length, 0, 'a preview saves nothing');

  await page.getByLabel('Never, when it says').fill('');
  await page.getByLabel('Name').fill('Rust news');
  await page.getByRole('button', { name: 'Watch it' }).click();
  await page.getByText(/Baseline: 6 items remembered, none raised/).waitFor();
  const [made] = (await inbox.api.listWatchers()).items;
  assert.partialDeepStrictEqual(made, {
    name: 'Rust news',
    keywords: [{ pattern: 'title:rust', points: 10 }],
    min_score: 10,
    schedule: { every: '1h' },
  });
});

test('a page that is no feed names its feeds, and one press takes one', async () => {
  watching.site('page.example').says({
    headers: { 'content-type': 'text/html' },
    body: '<html><head><link rel="alternate" type="application/rss+xml" href="https://blog.example/feed.xml"></head><body>Hello</body></html>',
  });
  await go('/watchers/new');
  await page.getByLabel('Address').fill('https://page.example/');
  await page.getByText('The page names these feeds').waitFor();
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByText('6 of 6 would have matched').waitFor();
  assert.equal(await page.getByLabel('Address').inputValue(), 'https://blog.example/feed.xml');
});

test('a preset asks for its words, says which is wrong, and fills in the form', async () => {
  await go('/watchers/new');
  await page.getByLabel('Search the presets').fill('releases');
  await page.getByRole('button', { name: /GitHub releases/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Owner').fill('not an owner!');
  await dialog.getByLabel('Repo').fill('node');
  await dialog.getByRole('button', { name: 'Fill in the form' }).click();
  await dialog.locator('.wrong').first().waitFor();
  await dialog.getByLabel('Owner').fill('nodejs');
  await dialog.getByRole('button', { name: 'Fill in the form' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Address').inputValue(), 'https://github.com/nodejs/node/releases.atom');
  assert.equal(await page.getByLabel('Name').inputValue(), 'GitHub releases: nodejs/node');
});

test('what the server refuses is said at the form, and nothing is saved', async () => {
  await go('/watchers/new');
  await page.getByLabel('Address').fill('http://127.0.0.1:9/feed');
  await page.getByRole('button', { name: 'Watch it' }).click();
  await page.locator('form .notice.stop').getByText('public').waitFor();
  assert.equal((await inbox.api.listWatchers()).items.length, 1);
});

test('a source that asks to wait is neither healthy nor read', async () => {
  watching.site('busy.example').says(rss(posts(2)));
  const { id } = await watching.watch({ name: 'Busy', config: { url: 'https://busy.example/feed.xml' } });
  watching.site('busy.example').says({ status: 429 });
  inbox.service.wind(60);
  await go(`/watchers/${id}`);
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.locator('.toast').getByText('it asks to be read less often (429)').waitFor();
  await page.getByRole('alert').getByText('busy.example: it asks to be read less often (429).').waitFor();
  await page.locator('h1 .chip.warn').getByText('asked to slow down').waitFor();
  await go('/watchers');
  await page.locator('.watcher', { hasText: 'Busy' }).locator('.chip.warn').getByText('asked to slow down').waitFor();
  await inbox.api.deleteWatcher(id);
});

test('a match arrives, its item leads to the action, and approvals make the precision of the keyword', async () => {
  const [watcher] = (await inbox.api.listWatchers()).items;
  assert.ok(watcher);
  feed.says(rss([post(20, { title: 'Rust 2.0 is out' }), ...posts(6)]));
  await go(`/watchers/${watcher.id}`);
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('Rust 2.0 is out').first().waitFor();
  const [card] = await watching.cards();
  assert.ok(card);
  await inbox.api.decideAction(card.id, { decision: 'approve' });
  await page.reload();
  await page.getByRole('img', { name: 'title:rust: 100 %' }).waitFor();
  await page.getByRole('link', { name: 'its action' }).click();
  await page.waitForURL(new RegExp(`/a/${card.id}`));
});

test('keywords are tried on what was read already, without asking the source', async () => {
  const [watcher] = (await inbox.api.listWatchers()).items;
  await go(`/watchers/${watcher?.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByText('1 of 7 would have matched').waitFor();
  const asked = feed.asked.length;
  await page.getByLabel('Keyword 1', { exact: true }).fill('title:post');
  await page.getByText('6 of 7 would have matched').waitFor();
  assert.equal(feed.asked.length, asked);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.deepEqual((await inbox.api.getWatcher(watcher?.id ?? '')).keywords, [{ pattern: 'title:post', points: 10 }]);
});

test('a source that fails is named in the list with what to do; pause, resume and delete', async () => {
  const broken = watching.site('gone.example');
  broken.says({ status: 404 });
  const watcher = await watching.watch({ name: 'Gone blog', config: { url: 'https://gone.example/feed' } });
  for (let n = 0; n < 3; n++) await watching.pass(DAY);
  await go('/watchers');
  const row = page.getByRole('link', { name: /Gone blog/ });
  await row.getByText('degraded').waitFor();
  assert.match((await row.textContent()) ?? '', /less often after failures/);
  assert.match((await row.locator('.error').textContent()) ?? '', /404/);
  await row.click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('none while paused').waitFor();
  assert.equal((await inbox.api.getWatcher(watcher.id)).status, 'paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/watchers$/);
  await assert.rejects(async () => inbox.api.getWatcher(watcher.id), { code: 'not_found' });
});

test('a suggestion is applied with one press, and undone with another', async () => {
  const host = watching.site('noisy.example');
  const entry = (n: number) => post(n, { title: n % 10 === 0 ? `Rust and go ${n}` : `Rust ${n}`, id: `noisy-${n}` });
  host.says(rss([entry(0)]));
  const watcher = await watching.watch({
    name: 'Noisy',
    config: { url: 'https://noisy.example/feed' },
    keywords: [
      { pattern: 'rust', points: 5 },
      { pattern: 'go', points: 5 },
    ],
  });
  host.says(rss(Array.from({ length: 13 }, (_, n) => entry(n))));
  await watching.pass(HOUR);
  for (const { id, title } of await watching.cards())
    if (/Rust (\d+|and go \d+)$/.test(title))
      await inbox.api.decideAction(id, { decision: /and go/.test(title) ? 'approve' : 'reject' });
  await go(`/watchers/${watcher.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Apply' }).first().click();
  await page.getByText('Applied').waitFor();
  await page.getByLabel('Name').fill('Less noisy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const changed = await inbox.api.getWatcher(watcher.id);
  assert.equal(changed.name, 'Less noisy');
  assert.notDeepEqual([changed.min_score, changed.keywords], [watcher.min_score, watcher.keywords]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Changed back').waitFor();
  const back = await inbox.api.getWatcher(watcher.id);
  assert.deepEqual([back.min_score, back.keywords], [watcher.min_score, watcher.keywords]);
});

test('what is typed as soon as its form is there stays', async () => {
  const watcher = await watching.watch({ name: 'Slow', config: { url: 'https://blog.example/feed.xml' } });
  await go(`/watchers/${watcher.id}`);
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.evaluate((button: HTMLElement) => {
    const typed = new MutationObserver(() => {
      const label = [...document.querySelectorAll('label')].find(({ textContent }) => /^Name/.test(textContent));
      if (!label) return;
      typed.disconnect();
      label.click();
      document.execCommand('insertText', false, ' and sure'); // before the browser has drawn the form
    });
    typed.observe(document.body, { childList: true, subtree: true });
    button.click();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.match((await inbox.api.getWatcher(watcher.id)).name, /and sure/);
});

test('while a watcher comes up, nothing of the one before is there to be pressed', async () => {
  const config = { url: 'https://blog.example/feed.xml' };
  const before = await watching.watch({ name: 'The one before', config });
  const next = await watching.watch({ name: 'The next one', config });
  await go(`/watchers/${before.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(`**/watchers/${next.id}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/watchers/${next.id}`);
  await page.getByRole('heading', { name: 'The one before' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
  assert.equal(await page.getByLabel('Name').count(), 0);
  held.resolve();
  await page.getByRole('heading', { name: 'The next one' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await page.unroute(`**/watchers/${next.id}`);
});

test('a number that was deleted does not come back while the new one is typed', async () => {
  const keywords = [{ pattern: 'rust', points: 10 }];
  const config = { url: 'https://blog.example/feed.xml' };
  const watcher = await watching.watch({ name: 'Counted', config, keywords, min_score: 10 });
  await go(`/watchers/${watcher.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  for (const label of ['Points of keyword 1', 'Points that make a match']) {
    await page.getByLabel(label).fill('');
    await page.getByLabel('Name').evaluate(() => new Promise((then) => setTimeout(then, 1500))); // the page is drawn anew each second
    await page.keyboard.type('5');
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { keywords: counted, min_score } = await inbox.api.getWatcher(watcher.id);
  assert.deepEqual([counted, min_score], [[{ pattern: 'rust', points: 5 }], 5]);
});

test('what was changed elsewhere while its form was open stays: only what was changed here is saved', async () => {
  const watcher = await watching.watch({
    name: 'Shared',
    config: { url: 'https://blog.example/feed.xml' },
    keywords: [{ pattern: 'rust', points: 5 }],
  });
  await go(`/watchers/${watcher.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Ours');
  const keywords = [{ pattern: 'go', points: 7 }];
  await inbox.api.updateWatcher(watcher.id, { keywords, schedule: { every: '3h' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const saved = await inbox.api.getWatcher(watcher.id);
  assert.partialDeepStrictEqual(saved, { name: 'Ours', keywords, schedule: { every: '3h' } });
});

test('what was changed here and elsewhere is not overwritten unsaid: the form names it and asks to save again', async () => {
  const watcher = await watching.watch({
    name: 'Both',
    config: { url: 'https://blog.example/feed.xml' },
    keywords: [{ pattern: 'rust', points: 5 }],
  });
  await go(`/watchers/${watcher.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Points that make a match').fill('3');
  await inbox.api.updateWatcher(watcher.id, { min_score: 9, name: 'Theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('“Points that make a match”').waitFor();
  assert.equal((await inbox.api.getWatcher(watcher.id)).min_score, 9);
  assert.equal(await page.getByLabel('Name').inputValue(), 'Theirs', 'what nobody touched here follows');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.partialDeepStrictEqual(await inbox.api.getWatcher(watcher.id), { min_score: 3, name: 'Theirs' });
});

test('a watcher that is gone, and a list that cannot be read, say so and offer the next step', async () => {
  await go('/watchers/wat_none');
  await page.getByText('There is no such watcher, or it was deleted.').waitFor();
  await page.route('**/v1/watchers?*', (route) => route.abort('connectionreset'));
  await page.getByRole('link', { name: 'All watchers' }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unroute('**/v1/watchers?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Rust news/ }).waitFor();
});

test('feeds come in as OPML or addresses, line by line, and go out as OPML', async () => {
  await go('/watchers');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel(/Or paste/).fill('https://one.example/feed\nnot an address\nhttps://two.example/feed');
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('2 watchers made, 1 not.').waitFor();
  assert.match((await page.locator('dialog li').textContent()) ?? '', /^Line 2 .*: not an address$/);
  await page.getByRole('button', { name: 'Done' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export OPML' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'countersign-watchers.opml');
  const opml = await (
    await fetch(`${inbox.url}/v1/watchers/export.opml`, {
      headers: { authorization: `Bearer ${inbox.service.adminKey}` },
    })
  ).text();
  assert.match(opml, /xmlUrl="https:\/\/one\.example\/feed"/);
});

test('no accessibility rule is broken, and nothing scrolls sideways on a phone', async (t) => {
  const [watcher] = (await inbox.api.listWatchers()).items;
  const broken: string[] = [];
  const places = ['/watchers', '/watchers/new', `/watchers/${watcher?.id}`];
  const look = async (where: string, shown: Page) => {
    broken.push(...(await violations(shown)).map((rule) => `${where}: ${rule}`));
    if ((await sideways(shown)) > 0) broken.push(`${where}: scrolls sideways`);
  };
  const phone = await openPage({ phone: true, dark: true });
  t.after(() => phone.context.close());
  await phone.context.addCookies(await inbox.context.cookies());
  for (const place of places) {
    await go(place);
    await page.locator('.page h1').waitFor();
    await page.waitForTimeout(200);
    await look(place, page);
    await phone.page.goto(`${inbox.url}${place}`);
    await phone.page.locator('.page h1').waitFor();
    await phone.page.waitForTimeout(200);
    await look(`${place} on a dark phone`, phone.page);
  }
  assert.deepEqual(broken, []);
});

test('nothing was logged as an error, and the policy was never broken', () => {
  const unexpected = inbox.errors.filter((text) => !/Failed to load resource/.test(text)); // refusals that were asked for
  assert.deepEqual(unexpected, []);
});
