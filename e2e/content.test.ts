// What agents write, however hostile: shown whole, shown honestly, and never alive.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowser } from './support/browser.ts';
import { HOSTILE } from './support/hostile.ts';
import { givenAgent, openInbox, shownTitle } from './support/inbox.ts';

after(closeBrowser);

async function givenInbox(t: { after(clean: () => unknown): void }) {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const agent = await givenAgent(inbox);
  return { ...inbox, agent };
}

test('forty hostile bodies: nothing runs, nothing is loaded, nothing pops up', async (t) => {
  const { page, context, url, agent, errors } = await givenInbox(t);
  assert.ok(HOSTILE.length >= 40);
  const strangers: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) strangers.push(request.url());
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.evaluate(() => {
    const found: string[] = [];
    Object.assign(window, { found });
    document.addEventListener('securitypolicyviolation', (event) => found.push(event.violatedDirective));
  });
  for (const [n, body] of HOSTILE.entries()) {
    const title = `Body ${n} ${body.slice(0, 60).replace(/[\r\n\0]/g, ' ')}`;
    await agent.createAction({ kind: 'hostile', title, preview: { format: 'markdown', body }, expires_in: 3600 + n });
  }
  await page
    .getByText(/\d+ new/)
    .click()
    .catch(() => undefined);
  for (let n = 0; n < HOSTILE.length; n++) {
    await page.waitForTimeout(60);
    await page.keyboard.press('j');
  }
  await page.waitForTimeout(500);
  assert.deepEqual(strangers, []);
  assert.deepEqual(dialogs, []);
  assert.deepEqual(await page.evaluate(() => (window as unknown as { found: string[] }).found), []);
  assert.equal(await page.evaluate(() => 'pwned' in window), false);
  assert.deepEqual(errors, []);
  const alive =
    'script, iframe, object, embed, form, input:not([type=search]), img:not(.brand img), video, [onclick], [style*=position]';
  assert.equal(await page.locator(`.written :is(${alive})`).count(), 0);
});

test('every cell, box, alternative text and tag of a markdown text is visible', async (t) => {
  const { page, agent } = await givenInbox(t);
  const body =
    '| Head | Two |\n|---|---|\n| cell | other |\n\n- [x] done\n- [ ] open\n  1. nested\n\n![alt words](https://x.example/p.png)\n\n<b>tag</b> ~~gone~~ `code`\n\n```js\nfence()\n```\n\n> quote';
  await agent.createAction({ kind: 'k', title: 'All', preview: { format: 'markdown', body } });
  const shown = page.locator('.written .inside');
  await shown.getByText('quote').waitFor();
  const text = ((await shown.textContent()) ?? '').replace(/\s+/g, ' ');
  for (const word of [
    'Head',
    'cell',
    'other',
    '[x] done',
    '[ ] open',
    'nested',
    'alt words',
    'x.example',
    '<b>tag</b>',
    'gone',
    'code',
    'fence()',
  ])
    assert.ok(text.includes(word), word);
});

test('hidden and reordering characters are shown as codes, in title and body', async (t) => {
  const { page, agent } = await givenInbox(t);
  await agent.createAction({
    kind: 'k',
    title: 'Run \u202egnp.exe',
    preview: { format: 'plain', body: 'zero\u200bwidth \u{e0041}tag \u2066iso' },
  });
  await shownTitle(page).getByText('U+202E').waitFor();
  const codes = await page.locator('.written .code-point').allInnerTexts();
  assert.deepEqual(codes, ['U+200B', 'U+E0041', 'U+2066']);
  await page.locator('.action-row .code-point').getByText('U+202E').waitFor();
  await page.locator('.notice.warn').waitFor();
});

test('look-alike letters are named in row, title and body, and a link shows its real host', async (t) => {
  const { page, agent } = await givenInbox(t);
  await agent.createAction({
    kind: 'k',
    title: 'Pay раypal.com',
    preview: { format: 'markdown', body: 'To раypal: [paypal.com](https://xn--aypal-uye.com/x)' },
  });
  await shownTitle(page).locator('.mixed').waitFor();
  await page.locator('.action-row .mixed').waitFor();
  await page.locator('.action-row').getByText('look-alike').waitFor();
  await page.locator('.written .mixed').first().waitFor();
  await page.locator('.written .host').getByText('xn--aypal-uye.com').waitFor();
});

test('the content policy is closed and nothing breaks it', async (t) => {
  const { page, url } = await givenInbox(t);
  const answer = await page.goto(`${url}/inbox`);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    assert.ok(policy.includes(rule), rule);
});

test('content cannot imitate our controls: smaller headings, nothing to press but links', async (t) => {
  const { page, agent } = await givenInbox(t);
  const body = `# ✅ Already approved by Dana\n\n<button>Approve</button>\n\n${'Z\u0334\u0335\u0336'.repeat(50)}`;
  await agent.createAction({ kind: 'k', title: 'Imitation', preview: { format: 'markdown', body } });
  await page.locator('.written .h1').waitFor();
  const size = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  assert.ok((await size('.written .h1')) < (await size('.action-head h2')));
  assert.equal(await page.locator('.written .inside button').count(), 0);
  const box = await page.getByRole('button', { name: /^(Approve|Read)/ }).boundingBox();
  const onTop = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('.decision-bar') !== null,
    [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5],
  );
  assert.ok(onTop);
});

test('a payload is named by size and digest, and in the page only after it was asked for', async (t) => {
  const { page, agent } = await givenInbox(t);
  const payload = { secret_word: 'xylophone', amount: 9999 };
  await agent.createAction({ kind: 'k', title: 'Payload', preview: { body: 'pay 10' }, payload });
  await page.getByText(/Payload 41 bytes, hidden/).waitFor();
  assert.ok(!(await page.content()).includes('xylophone'));
  await page.keyboard.press('p');
  await page.getByText('xylophone').waitFor();
});

test('a project that hides payloads hides them from people altogether', async (t) => {
  const { page, api, agent, url } = await givenInbox(t);
  await api.updateProject({ settings: { reveal_payload: false } });
  const { id } = await agent.createAction({
    kind: 'k',
    title: 'Hidden',
    preview: { body: 'x' },
    payload: { word: 'xylophone' },
  });
  await page.getByText('hidden by the project’s setting').waitFor();
  await page.keyboard.press('p');
  await page.waitForTimeout(300);
  assert.ok(!(await page.content()).includes('xylophone'));
  const seen = await page.evaluate(async (address) => (await fetch(address)).text(), `${url}/v1/actions/${id}`);
  assert.ok(!seen.includes('xylophone'));
});

test('the largest legal bodies do not stall the page', async (t) => {
  const { page, agent } = await givenInbox(t);
  const units = ['*a', '[', '![](', '> ', '`', '| a ', '- ', '\u0301a', 'a\n\n', '**a**', '<b', '&amp;'];
  for (const [n, unit] of units.entries()) {
    const body = unit.repeat(Math.floor(262_144 / unit.length));
    await agent.createAction({
      kind: 'k',
      title: `Huge ${n}`,
      preview: { format: 'markdown', body },
      expires_in: 3600 + n,
    });
  }
  await page
    .getByText(/\d+ new/)
    .click()
    .catch(() => undefined);
  await page.evaluate(() => {
    let last = performance.now();
    Object.assign(window, { worst: 0 });
    const look = () => {
      const at = performance.now();
      const state = window as unknown as { worst: number };
      state.worst = Math.max(state.worst, at - last);
      last = at;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (let n = 0; n < units.length; n++) {
    await page.keyboard.press('j');
    await page.waitForTimeout(1800);
  }
  const worst = await page.evaluate(() => (window as unknown as { worst: number }).worst);
  t.diagnostic(`longest stall ${Math.round(worst)} ms`);
  assert.ok(worst < 2500, `the page stood still for ${worst} ms`);
});
