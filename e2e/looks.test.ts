// Size, reach and access: what a phone, a screen reader and a slow line need of the page.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { violations } from './support/axe.ts';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, openInbox } from './support/inbox.ts';

after(closeBrowser);

async function fill(inbox: Awaited<ReturnType<typeof openInbox>>) {
  const agent = await givenAgent(inbox);
  const body = '# Title\n\n[a link](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nZero\u200bwidth';
  await agent.createAction({
    kind: 'mail.send',
    title: 'Reply',
    preview: { format: 'markdown', body },
    editable: ['preview.body'],
    payload: { a: 1 },
    expires_in: 400,
  });
  for (let n = 0; n < 5; n++)
    await agent.createAction({ kind: 'crm.update', title: `Lead ${n}`, preview: { body: 'x' }, expires_in: 3600 + n });
  return agent;
}

for (const dark of [false, true]) {
  test(`no accessibility rule is broken on any page, ${dark ? 'dark' : 'light'}`, async (t) => {
    const inbox = await openInbox({ dark });
    t.after(() => inbox.stop());
    const { page, url } = inbox;
    const broken: string[] = [];
    const look = async (where: string) => broken.push(...(await violations(page)).map((rule) => `${where} ${rule}`));
    await look('empty inbox');
    await fill(inbox);
    await page.locator('.written .markdown').waitFor();
    await look('inbox');
    await page.keyboard.press('e');
    await page.getByLabel('Content').waitFor();
    await look('editor');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+R');
    await page.getByRole('dialog').waitFor();
    await look('reject dialog');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await look('keys dialog');
    for (const place of ['keys', 'reviewers', 'audit', 'settings', 'me']) {
      await page.goto(`${url}/${place}`);
      await page.locator('.page').waitFor();
      await page.waitForTimeout(300);
      await look(place);
    }
    assert.deepEqual(broken, []);
  });
}

test('on a phone the decision is in reach of a thumb, and nothing scrolls sideways', async (t) => {
  const inbox = await openInbox({ phone: true });
  t.after(() => inbox.stop());
  const { page, url } = inbox;
  await fill(inbox);
  await page.getByText('Reply').first().click();
  const approve = page.getByRole('button', { name: /^(Approve|Read)/ });
  await approve.waitFor();
  const box = await approve.boundingBox();
  assert.ok((box?.height ?? 0) >= 56, `${box?.height}`);
  assert.ok((box?.y ?? 0) > 844 * 0.6);
  for (const place of ['inbox', 'keys', 'settings', 'me']) {
    await page.goto(`${url}/${place}`);
    await page.waitForTimeout(300);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${place} is ${overflow} px too wide`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${url}/inbox`);
  await page.waitForTimeout(300);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
});

test('the first visit loads at most 45 KB of script and 12 KB of style, packed', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const loaded = new Set<string>();
  inbox.context.on('request', (request) => loaded.add(new URL(request.url()).pathname));
  await inbox.page.goto(`${inbox.url}/inbox`);
  await inbox.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  await inbox.page.waitForTimeout(500);
  const dist = new URL('../packages/web/dist/', import.meta.url);
  const packed = (ending: string) =>
    [...loaded]
      .filter((path) => path.endsWith(ending))
      .reduce((sum, path) => sum + gzipSync(readFileSync(new URL(`.${path}`, dist)), { level: 9 }).length, 0);
  t.diagnostic(`script ${packed('.js')} bytes, style ${packed('.css')} bytes`);
  assert.ok(packed('.js') <= 45 * 1024, String(packed('.js')));
  assert.ok(packed('.css') <= 12 * 1024, String(packed('.css')));
  assert.ok(![...loaded].some((path) => path.includes('markdown-worker') || path.includes('editor')));
  const worker = readdirSync(new URL('assets/', dist)).find((name) => /^markdown-worker.*\.js$/.test(name)) ?? '';
  assert.ok(gzipSync(readFileSync(new URL(`assets/${worker}`, dist)), { level: 9 }).length <= 45 * 1024);
});
