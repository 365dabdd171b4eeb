// What agents write, however hostile: shown whole, shown honestly, and never alive.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import type { Dialog } from 'playwright-core';
import { HOSTILE, HUGE } from './support/hostile.ts';
import { mayDecide, shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';
import { slowness } from './support/slowness.ts';

const here = sharedInbox();

test('forty hostile bodies: nothing runs, nothing is loaded, nothing pops up', async () => {
  const { page, context, url, errors, ask } = here;
  assert.ok(HOSTILE.length >= 40);
  const strangers: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) strangers.push(request.url());
  });
  const dialogs: string[] = [];
  const onDialog = (dialog: Dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  };
  page.on('dialog', onDialog);
  for (const [n, body] of HOSTILE.entries())
    await ask(`Body ${n} ${body.slice(0, 60).replace(/[\r\n\0]/g, ' ')}`, {
      kind: 'hostile',
      preview: { format: 'markdown', body },
      expires_in: 3600 + n,
    });
  await page.reload();
  await page.evaluate(() => {
    const found: string[] = [];
    Object.assign(window, { found });
    document.addEventListener('securitypolicyviolation', (event) => found.push(event.violatedDirective));
  });
  await page.locator('.written').waitFor();
  const alive =
    'script, iframe, object, embed, form, input, img, video, audio, svg, style, link, [onclick], [style*=position]';
  for (let n = 0; n < HOSTILE.length; n++) {
    await page.keyboard.press('j');
    await page.waitForTimeout(40);
    assert.equal(await page.locator('.written').locator(alive).count(), 0);
  }
  page.off('dialog', onDialog);
  assert.deepEqual(strangers, []);
  assert.deepEqual(dialogs, []);
  assert.deepEqual(await page.evaluate(() => (window as unknown as { found: string[] }).found), []);
  assert.equal(await page.evaluate(() => 'pwned' in window), false);
  assert.deepEqual(errors, []);
});

test('every cell, box, alternative text and tag of a markdown text is visible', async () => {
  const { page, ask } = here;
  const body =
    '| Head | Two |\n|---|---|\n| cell | other |\n\n- [x] done\n- [ ] open\n  1. nested\n\n![alt words](https://x.example/p.png)\n\n<b>tag</b> ~~gone~~ `code`\n\n```js\nfence()\n```\n\n> quote';
  await ask('All', { preview: { format: 'markdown', body } });
  const shown = page.locator('.written .inside');
  await shown.getByText('quote').waitFor();
  const text = ((await shown.textContent()) ?? '').replace(/\s+/g, ' ');
  const words = 'Head,cell,other,[x] done,[ ] open,nested,alt words,x.example,<b>tag</b>,gone,code,fence()'.split(',');
  for (const word of words) assert.ok(text.includes(word), word);
  await shown.getByRole('link', { name: 'Image not loaded' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('https://x.example/p.png').waitFor();
  await dialog.getByRole('button', { name: 'Copy' }).waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
});

test('the number of each item of a list is shown as it was written, whole, whatever its length', async () => {
  const { page, url, ask } = here;
  const body = 'Transfer:\n\n10. Ana\n9000. Bob\n   1. nested\n\n007) Cy\n\n999999999. Eve\n5. דנה';
  const { id } = await ask('Numbers', { preview: { format: 'markdown', body } });
  await page.goto(`${url}/a/${id}`);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const numbers = page.locator('.written .number');
    await numbers.nth(5).waitFor();
    assert.deepEqual(await numbers.allInnerTexts(), ['10.', '9000.', '1.', '007)', '999999999.', '5.']);
    const outside = await numbers.evaluateAll((all) =>
      all.filter((one) => {
        const frame = one.closest('.inside')?.getBoundingClientRect();
        const { left, right } = one.getBoundingClientRect();
        return !frame || left < frame.left || right > frame.right || one.scrollWidth > one.clientWidth;
      }),
    );
    assert.equal(outside.length, 0, `${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a line of any length is shown with all of its characters, and each line reads from its own side', async () => {
  const { page, ask, current } = here;
  const long = `x${'😀'.repeat(600)}`;
  await ask('Lines', { preview: { body: `Pay 100 to Dana\nשלמו 100 לדנה\n${long}` } });
  await current('Lines');
  const words = await page
    .locator('.written .line > :last-child')
    .evaluateAll((lines) =>
      lines.map((line) => ({ text: line.textContent ?? '', direction: getComputedStyle(line).direction })),
    );
  assert.deepEqual(
    words.map(({ direction }) => direction),
    ['ltr', 'rtl', 'ltr', 'ltr'],
  );
  assert.equal(
    words
      .slice(2)
      .map(({ text }) => text)
      .join(''),
    long,
  );
  assert.ok(
    words.every(({ text }) => text.isWellFormed()),
    'no character is cut in half',
  );
});

test('who decided is named with every character, and turns no sentence of ours round', async () => {
  const { page, api, url, ask, current } = here;
  const { key } = await api.createKey({ name: 'bot \u202egnp', scopes: ['actions'] });
  const { id } = await ask('Contested', { editable: ['preview.body'] });
  await current('Contested');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My words');
  await new Countersign({ apiKey: key, baseUrl: url }).decideAction(id, { decision: 'reject' });
  const said = page.locator('.notice', { hasText: 'Your draft is still here.' });
  await said.locator('.code-point').getByText('U+202E').waitFor();
  await said.getByRole('button', { name: 'Discard' }).click();
  const outcome = page.locator('.decision-bar .outcome');
  await outcome.getByText(/^Rejected · bot U\+202Egnp, /).waitFor(); // in one piece
});

test('what is copied is the exact text, and it is said when some of it cannot be seen', async () => {
  const { page, context, api, url, ask, current } = here;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const { id } = await ask('Taken away', { editable: ['preview.body'] });
  await current('Taken away');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('My\u200b words\u202e');
  await api.decideAction(id, { decision: 'reject' });
  const said = page.locator('.notice', { hasText: 'Your draft is still here.' });
  await said.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Your draft is copied. Hidden characters in it: 2.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'My\u200b words\u202e');
  await said.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('c');
  await page.getByText('Action id copied', { exact: true }).waitFor();
});

test('hidden and reordering characters are shown as codes, in title, body, link and diff', async () => {
  const { page, ask, current } = here;
  const kind = 'mail\u200b.send\u202e';
  await ask('Run \u202egnp.exe', {
    kind,
    preview: { body: 'zero\u200bwidth \u{e0041}tag \u2066iso' },
    editable: ['a\u2067'],
  });
  const codes = (where: string) => page.locator(`${where} code .code-point`).allInnerTexts();
  await page.locator('.facts .code-point').waitFor();
  assert.deepEqual(await codes('.action-head .by'), ['U+200B', 'U+202E']);
  assert.deepEqual(await codes('.action-row .about'), ['U+200B', 'U+202E']);
  assert.deepEqual(await codes('.facts'), ['U+2067']);
  await shownTitle(page).getByText('U+202E').waitFor();
  await page.locator('.written .code-point').nth(2).waitFor();
  assert.deepEqual(await page.locator('.written .code-point').allInnerTexts(), ['U+200B', 'U+E0041', 'U+2066']);
  await page.locator('.action-row .title .code-point').getByText('U+202E').waitFor();
  await page.locator('.notice.warn').getByText('3 hidden characters').waitFor();
  await page.locator('.notice.warn').getByText('Hidden text for machines: “A”').waitFor();
  await page.locator('.notice.warn').getByText('3 characters that reorder text').waitFor();
  const text = await page.locator('.written .line').first().locator('span').nth(1).textContent();
  assert.equal(text, 'zeroU+200Bwidth U+E0041tag U+2066iso', 'in the order of the bytes');

  await mayDecide(page);
  await page.locator('.decision-bar').getByRole('button', { name: 'Reject because…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject with a reason' });
  await dialog.locator('.code-point').getByText('U+202E').waitFor();
  await dialog.getByLabel('Reason, sent to the agent').fill('No.');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  const toast = page.locator('.toast').filter({ hasText: 'Rejected' });
  assert.match((await toast.textContent()) ?? '', /Rejected “Run gnp\.exe”/, 'nothing in it turns our own words round');

  const link = '[click\u200bhere](https://x.example/)';
  await ask('Link', { preview: { format: 'markdown', body: link }, editable: ['preview.body'] });
  await page.locator('.action-row').filter({ hasText: 'Link' }).click();
  await current('Link');
  await page.locator('.written a .code-point').getByText('U+200B').waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill(`${link} \u202eedited`);
  await page.locator('.edit-fields .line .code-point').getByText('U+202E').waitFor();
  await page.getByText('Hidden characters in your version: 2').waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
});

test('an address or a hidden text that is too long for its place says that there is more of it', async () => {
  const { page, ask, current } = here;
  const tags = [...'ignore all '.repeat(30)].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('');
  const body = `![x](data:text/plain,${'a'.repeat(100)})\n\n![y](data:,${'b'.repeat(74)})\n\nz${tags}`;
  await ask('Cut', { preview: { format: 'markdown', body } });
  await current('Cut');
  const images = page.locator('.written .not-loaded');
  await images.nth(1).waitFor();
  assert.deepEqual(await images.allInnerTexts(), [
    `Image not loaded · data:text/plain,${'a'.repeat(64)}… · “x”`,
    `Image not loaded · data:,${'b'.repeat(74)} · “y”`,
  ]);
  await page.locator('.notice.warn').getByText('ignore all ignore all ig…”').waitFor();
});

test('a line of nothing but a character that counts as a blank shows its code', async () => {
  const { page, ask, current } = here;
  for (const format of ['plain', 'markdown'] as const) {
    const title = `Blank ${format}`;
    const { id } = await ask(title, { preview: { format, body: 'Pay Ana.\n\n\ufeff\n\n\u2028\n\nThanks.' } });
    await page.goto(`${here.url}/a/${id}`);
    await current(title);
    await page.getByText('1 hidden character: shown as a code.').waitFor();
    await page.locator('.written').getByText('Thanks.').waitFor();
    assert.deepEqual(await page.locator('.written .code-point').allInnerTexts(), ['U+FEFF', 'U+2028'], format);
  }
  const { id } = await ask('\ufeff', {});
  await page.goto(`${here.url}/a/${id}`);
  await shownTitle(page).getByText('U+FEFF').waitFor();
});

test('where the target leads is shown with what is asked for there, or that there is more of it', async () => {
  const { page, ask, current } = here;
  const target_url = 'https://shop.example/refund?amount=9999#all';
  await ask('Short', { target_url });
  await current('Short');
  assert.match((await page.locator('.facts').textContent()) ?? '', /shop\.example\/refund\?amount=9999#all/);
  await ask('Longer', { target_url: `https://shop.example/${'a/'.repeat(40)}?amount=9999`, expires_in: 3000 });
  await page.reload();
  await current('Longer');
  assert.match((await page.locator('.facts').textContent()) ?? '', /shop\.example(\/a){29}\/…/);
});

test('two actions that only look the same are told apart', async () => {
  const { page, ask, current } = here;
  const { id } = await ask('Café');
  await ask('Cafe\u0301', { preview: { body: 'Body of Café' }, expires_in: 3000 });
  await page.reload(); // what arrives above the current row waits on the pill
  await page.locator('.action-row').getByText('near copy').click();
  await current('Cafe\u0301');
  await page.locator('.notice.warn').getByRole('link', { name: id }).waitFor();
});

test('a title too long for its row loses its end, and none of its beginning, from whichever side it is read', async () => {
  const { page, ask } = here;
  const body = 'سنعيد مبلغ ١٢٩ يورو إلى بطاقتك خلال خمسة أيام عمل. '.repeat(4);
  await ask(`${'الرد على العميل بخصوص استرداد المبلغ '.repeat(3)}4411`, { preview: { body } });
  const row = page.locator('.action-row').first();
  await row.waitFor();
  for (const part of ['.title', '.snippet']) {
    const isSeen = await row.locator(part).evaluate((box) => {
      const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const first = document.createRange();
      first.setStart(text, 0);
      first.setEnd(text, 1);
      const [letter, room] = [first.getBoundingClientRect(), box.getBoundingClientRect()];
      return letter.left >= room.left - 1 && letter.right <= room.right + 1;
    });
    assert.ok(isSeen, `the first letter of ${part}`);
  }
});

test('look-alike letters are named in row, title and body, and a link shows its real host', async () => {
  const { page, context, ask } = here;
  await ask('Pay раypal.com', {
    preview: { format: 'markdown', body: 'To раypal: [paypal.com](https://xn--aypal-uye.com/x)' },
  });
  await shownTitle(page).locator('.mixed').waitFor();
  await page.locator('.action-row .mixed').waitFor();
  await page.locator('.action-row').getByText('look-alike').waitFor();
  await page.locator('.written .mixed').first().waitFor();
  await page.locator('.written .host').getByText('xn--aypal-uye.com').waitFor();
  const tabs = context.pages().length;
  await page.locator('.written a').click();
  const dialog = page.getByRole('dialog', { name: 'Leave the inbox?' });
  await dialog.getByText('https://xn--aypal-uye.com/x').waitFor();
  assert.equal(context.pages().length, tabs, 'nothing is opened before the whole address was shown');
  await dialog.getByRole('button', { name: 'Stay' }).click();
});

const PLACES =
  'inbox history insights rules channels keys reviewers audit settings settings/data settings/about me connect watchers watchers/new signin'.split(
    ' ',
  );

test('the content policy is closed, and no page of the app breaks it', async () => {
  const { page, url, ask } = here;
  const answer = await page.goto(`${url}/inbox`);
  const headers = answer?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ])
    assert.ok(policy.includes(rule), rule);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  await page.addInitScript(() => {
    Object.assign(window, { broken: [] });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      (window as unknown as { broken: string[] }).broken.push(`${violatedDirective} ${sourceFile}`),
    );
  });
  await ask('Walk', { editable: ['preview.body'], preview: { format: 'markdown', body: '# Hi' } });
  for (const place of PLACES) {
    await page.goto(`${url}/${place}`);
    await page.locator('main :is(h1, h2)').first().waitFor();
    if (place === 'inbox') {
      await page.locator('.decision-bar[aria-busy=false]').waitFor();
      await page.keyboard.press('e');
      await page.getByLabel('Content').waitFor();
    }
    assert.deepEqual(await page.evaluate(() => (window as unknown as { broken: string[] }).broken), [], place);
  }
});

test('content cannot imitate our controls: smaller headings, nothing to press but links', async () => {
  const { page, ask } = here;
  const body = `# ✅ Already approved by Dana\n\n<button>Approve</button>\n\n${'Z\u0334\u0335\u0336'.repeat(50)}`;
  await ask('Imitation', { preview: { format: 'markdown', body } });
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

test('a payload is named by size and digest, and in the page only after it was asked for', async () => {
  const { page, ask, current } = here;
  await ask('Payload', { payload: { secret_word: 'xylophone', amount: 9999 } });
  await page.getByText(/Payload 41 bytes, hidden · SHA-256 [0-9a-f]{16}…/).waitFor();
  await current('Payload');
  assert.ok(!(await page.content()).includes('xylophone'));
  await page.keyboard.press('p');
  await page.getByText('{"secret_word":"xylophone","amount":9999}').waitFor();
});

test('a payload is called what the agent sent, and one that was edited so, too', async () => {
  const { page, api, url, ask, current } = here;
  const { id } = await ask('Edited payload', { payload: { amount: 129 }, editable: ['payload.amount'] });
  await current('Edited payload');
  await page.keyboard.press('p');
  const header = page.getByRole('region', { name: 'Machine payload' }).locator('header');
  await header.getByText(/^Payload 14 bytes, as the agent sent it ·/).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('payload.amount').fill('99');
  await header.getByText(/^Payload 14 bytes, as the agent sent it, before the edits ·/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await header.getByText(/^Payload 14 bytes, as the agent sent it ·/).waitFor();

  await api.decideAction(id, { decision: 'approve', edited: { 'payload.amount': 99 } });
  assert.deepEqual((await api.getAction(id)).payload, { amount: 99 });
  await page.goto(`${url}/a/${id}`);
  await page.getByText('Payload 14 bytes, hidden').waitFor();
  await page.keyboard.press('p');
  await page.getByText('{"amount":129}').waitFor();
  await header.getByText(/^Payload 14 bytes, as the agent sent it, before the edits ·/).waitFor();
});

test('a project that hides payloads hides them from people altogether', async () => {
  const { page, api, url, ask } = here;
  await api.updateProject({ settings: { reveal_payload: false } });
  const { id } = await ask('Hidden', { payload: { word: 'xylophone' } });
  await page.getByText('hidden by the project’s setting').waitFor();
  await page.keyboard.press('p');
  await page.waitForTimeout(200);
  assert.ok(!(await page.content()).includes('xylophone'));
  for (const path of [`actions/${id}`, `inbox/${id}`, `inbox/${id}/payload`, 'actions', 'inbox']) {
    const seen = await page.evaluate(async (address) => (await fetch(address)).text(), `${url}/v1/${path}`);
    assert.ok(!seen.includes('xylophone'), path);
  }
  await api.updateProject({ settings: { reveal_payload: true } });
});

test('columns that are out of sight must have been in it: Space shows them', async () => {
  const { page, ask, current } = here;
  const columns = (text: (n: number) => string) => `|${Array.from({ length: 40 }, (_, n) => text(n)).join('|')}|`;
  const body = [columns((n) => `Column ${n}`), columns(() => '---'), columns((n) => `value-${n}`)].join('\n');
  await ask('Wide', { preview: { format: 'markdown', body } });
  await current('Wide');
  await page.locator('.decision-bar[aria-busy=false]').waitFor();
  await page.keyboard.press('a');
  await page.getByText('A table is wider than its place. Space shows the rest').waitFor();
  await page.getByRole('button', { name: /^Read 99%/ }).waitFor();
  for (let n = 0; n < 20 && (await page.getByRole('button', { name: /^Approve/ }).count()) === 0; n++) {
    await page.keyboard.press(' ');
    await page.waitForTimeout(50);
  }
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
});

test('a title of any length leaves room for the text and the bar, and its end must have been in sight', async (t) => {
  const { page, ask, current } = here;
  t.after(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.setViewportSize({ width: 1024, height: 500 });
  await ask('W'.repeat(500));
  await current('W'.repeat(500));
  const placeOf = async (part: string) => (await page.locator(part).boundingBox()) ?? assert.fail(part);
  const [text, bar] = [await placeOf('.reading'), await placeOf('.decision-bar')];
  assert.ok(text.height >= 80, `the text has ${text.height} px`);
  assert.ok(text.y + text.height <= bar.y && bar.y + bar.height <= 500, 'nothing is below the page');
  await page.keyboard.press('a');
  await page.getByText('Space reads on, Shift A approves anyway.').waitFor();
  const title = page.locator('.action-head');
  for (let n = 0; n < 20 && (await page.getByRole('button', { name: /^Approve/ }).count()) === 0; n++) {
    await page.keyboard.press(' ');
    await page.waitForTimeout(50);
  }
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  assert.ok(await title.evaluate((head) => head.scrollTop + head.clientHeight >= head.scrollHeight - 4));
});

test('as long as the end of a title is out of sight, not all is called read', async (t) => {
  const { page, url, ask } = here;
  t.after(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.setViewportSize({ width: 360, height: 640 });
  const { id } = await ask('W'.repeat(300), { preview: { body: 'b' } });
  await page.goto(`${url}/a/${id}`);
  await page.getByRole('button', { name: /^Read 99\s?%/ }).waitFor();
  await page.locator('.action-head').evaluate((head) => head.scrollTo(0, head.scrollHeight));
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
});

/** The best of so many: the machine has other things to do. */
const TRIES = 6;
const STALL_MS = 250;
const SHOWN_MS = 2000;

test('the largest legal bodies are there within two seconds and never stall the page', async (t) => {
  const { page, context, ask } = here;
  for (const [n, unit] of HUGE.entries())
    await ask(`Huge ${n}`, {
      preview: { format: 'markdown', body: unit.repeat(Math.floor(262_144 / unit.length)) },
      expires_in: 3600 + n,
    });
  await page.reload();
  await page.locator('.written').waitFor();
  await page.evaluate(() => {
    const state = Object.assign(window, { worst: 0 });
    let last = performance.now();
    const look = () => {
      const at = performance.now();
      state.worst = Math.max(state.worst, at - last);
      last = at;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const go = async (key: 'j' | 'k') => {
    await page.evaluate(() => Object.assign(window, { worst: 0 }));
    const before = (await shownTitle(page).textContent()) ?? '';
    const startedMs = performance.now();
    await page.keyboard.press(key);
    await shownTitle(page)
      .filter({ hasNotText: new RegExp(`^${before}$`) })
      .waitFor();
    await page.locator('.written .markdown, .written .lines').first().waitFor();
    const stall = await page.evaluate(() => (window as unknown as { worst: number }).worst);
    return { ms: performance.now() - startedMs, stall };
  };
  const stalls: number[] = [];
  const waits: number[] = [];
  let times = 1;
  const isWithin = ({ stall, ms }: { stall: number; ms: number }) =>
    stall <= STALL_MS * times && ms <= SHOWN_MS * times;
  for (let n = 1; n < HUGE.length; n++) {
    let best = await go('j');
    for (let tried = 1; tried < TRIES && !isWithin(best); tried++) {
      times = Math.max(times, await slowness(context));
      await go('k');
      best = await go('j');
    }
    stalls.push(Math.round(best.stall));
    waits.push(Math.round(best.ms));
  }
  t.diagnostic(`stalls ${stalls.join(' ')} ms; shown after ${waits.join(' ')} ms`);
  assert.ok(Math.max(...stalls) <= STALL_MS * times, `${stalls}`);
  assert.ok(Math.max(...waits) <= SHOWN_MS * times, `${waits}`);
});
