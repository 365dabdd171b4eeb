// The whole work without a pointer, and the focus in sight all the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../packages/server/test/support/until.ts';
import { shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

test('looking, deciding, editing, rejecting, undoing and going elsewhere, by keys alone', async () => {
  const { page, letHoldsEnd, agent, ask, current, errors } = here;
  const ids: string[] = [];
  for (let n = 0; n < 4; n++)
    ids.push((await ask(`Task ${n}`, { expires_in: 3600 + n * 60, editable: ['preview.body'], payload: { n } })).id);
  await page.locator('.action-row').nth(3).waitFor();
  const press = (keys: string) => page.keyboard.press(keys);
  await press('g');
  await press('g');
  await current('Task 0');
  await press('j');
  await current('Task 1');
  await press('k');
  await current('Task 0');
  await press('p');
  await page.getByText('"n"').waitFor();
  await press('a');
  await current('Task 1');
  await press('e');
  await page.getByLabel('Content').waitFor();
  await press('Tab');
  await page.getByLabel('Content').focus();
  await page.keyboard.type('More. ');
  await press('Control+Enter');
  await current('Task 2');
  await press('Shift+R');
  await page.getByRole('dialog').waitFor();
  await page.getByLabel(/^Reason/).focus();
  await page.keyboard.type('No');
  await press('Control+Enter');
  await current('Task 3');
  await press('r');
  await page.getByText('Rejected “Task 3”').waitFor();
  await press('z');
  await current('Task 3');
  letHoldsEnd();
  for (const id of ids.slice(0, 3)) await agent.waitForDecision(id);
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await agent.getAction(id)).status)), [
    'approved',
    'approved',
    'rejected',
    'pending',
  ]);
  await press('/');
  await page.keyboard.type('nowhere');
  await page.getByText('No action matches').waitFor();
  await page.getByText(/waits? that the list does not show/).waitFor();
  await press('Escape');
  await shownTitle(page).getByText('Task 3').waitFor();
  await press('?');
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
  await press('Escape');
  await press('g');
  await page.locator('.next-keys').getByText('Audit').waitFor();
  await page.waitForTimeout(1200); // however slow the second key is, it is not an approval
  await press('a');
  await page.getByRole('heading', { name: 'Audit' }).waitFor();
  assert.equal((await agent.getAction(ids[3] ?? '')).status, 'pending');
  assert.deepEqual(errors, []);
});

test('keys are where their letters are printed: by the place where a layout has no Latin ones, by the letter where it has', async () => {
  const { page, context, ask, current } = here;
  const cdp = await context.newCDPSession(page);
  const press = async (key: string, code: string, modifiers = 0) => {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, modifiers });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
  };
  const CTRL = 2;
  const SHIFT = 8;
  await ask('Cyrillic');
  await ask('Greek', { expires_in: 3660 });
  await ask('Dvorak', { expires_in: 3720 });
  await current('Cyrillic');
  await press('ф', 'KeyA');
  await page.getByText('Approved “Cyrillic”').waitFor();
  await current('Greek');
  await press('Ρ', 'KeyR', SHIFT);
  const because = page.getByRole('dialog', { name: 'Reject' });
  await because.waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' }); // closed, it is still asked in for a moment
  await press('ρ', 'KeyR');
  await page.getByText('Rejected “Greek”').waitFor();
  await current('Dvorak');
  await press('o', 'KeyR'); // the place of R, the letter O
  await press('é', 'KeyA'); // Latin, and no key of ours
  await page.waitForFunction(() => document.activeElement?.matches('.reading'));
  assert.equal(await page.locator('.toast', { hasText: 'Dvorak' }).count(), 0, 'nothing was decided');
  await press('r', 'KeyO');
  await page.getByText('Rejected “Dvorak”').waitFor();
  await press('л', 'KeyK', CTRL);
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  await page.keyboard.press('Escape');
  await cdp.detach();
});

test('single letters can be turned off', async () => {
  const { page, url, agent, letHoldsEnd, ask, current } = here;
  await page.goto(`${url}/me`);
  await page.getByRole('checkbox', { name: /Single letters/ }).uncheck();
  await page.getByText('Saved').waitFor();
  const { id } = await ask('Quiet');
  await page.goto(`${url}/inbox`);
  await current('Quiet');
  assert.equal(await page.locator('.decision-bar kbd').count(), 0, 'no button names a key that does nothing');
  await page.keyboard.press('a');
  letHoldsEnd();
  await page.waitForTimeout(200);
  assert.equal((await agent.getAction(id)).status, 'pending');
  await page.goto(`${url}/me`);
  await page.getByRole('checkbox', { name: /Single letters/ }).check();
  await page.getByText('Saved').waitFor();
});

test('Tab goes through the page in order; what has the focus shows it and is not covered', async () => {
  const { page, ask, current } = here;
  await ask('Focus', { editable: ['preview.body'], payload: { n: 1 }, callback_url: 'http://127.0.0.1:9/hook' });
  await current('Focus');
  const seen: string[] = [];
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const x = Math.min(innerWidth - 1, Math.max(0, left + Math.min(width / 2, 20)));
      const y = Math.min(innerHeight - 1, Math.max(0, top + Math.min(height / 2, 12)));
      const onTop = document.elementFromPoint(x, y);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return {
        name: `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 30)}`,
        ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        clear: onTop !== null && (focused.contains(onTop) || onTop.contains(focused)),
      };
    });
    if (!found) break;
    if (seen.includes(found.name)) continue;
    seen.push(found.name);
    assert.ok(found.ring, `${found.name} shows no focus`);
    assert.ok(found.clear, `${found.name} is covered`);
  }
  await page.getByRole('button', { name: 'To the content' }).press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'listbox');
  const at = (part: string) => seen.findIndex((name) => name.includes(part));
  assert.ok(at('Search') >= 0 && at('Actions waiting') > at('Search'), seen.join(' · '));
  assert.ok(at('Preview') > at('Actions waiting') && at('Approve') > at('Preview'), seen.join(' · '));
});

test('the focus goes on to what is read next: after a decision, an undo, a dialog, and where nothing waits any more', async () => {
  const { page, ask, current } = here;
  await ask('One');
  await ask('Two', { expires_in: 3660, editable: ['payload.amount'], payload: { amount: 40 } });
  await ask('Three', { expires_in: 3720 });
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
  const press = async (button: string | RegExp, key = 'Enter') => {
    await page.getByRole('button', { name: button }).focus();
    await page.keyboard.press(key);
  };
  await current('One');
  await press(/^Approve/);
  await current('Two');
  assert.equal(await focused(), 'Preview', 'after a decision');
  await press(/^Undo/);
  await current('One');
  await until(async () => (await focused()) === 'Preview', 'after an undo');
  await press('Reject because…');
  await page.getByRole('button', { name: 'Not correct' }).press('Enter');
  await page.getByLabel(/^Reason/).press('Control+Enter');
  await current('Two');
  await until(async () => (await focused()) === 'Preview', 'after a dialog');
  await press(/^Edit/);
  await until(async () => (await focused()) !== 'BUTTON', 'the field');
  await page.keyboard.type('1');
  assert.equal(await page.getByLabel('payload.amount').inputValue(), '401');
  await page.keyboard.press('Control+Enter');
  await current('Three');
  await until(async () => (await focused()) === 'Preview', 'after an edit');
  await press(/^Reject R/);
  await page.getByText('Nothing is waiting').first().waitFor();
  await until(async () => (await focused()) === 'Action', 'where nothing waits');
});

test('the focus goes on from what is gone: an editor that is left, the last decision undone, what is above the list', async () => {
  const { page, ask, current } = here;
  await ask('One', { expires_in: 7200, editable: ['preview.body'] });
  await current('One');
  const isAt = (label: string) => page.locator(`[aria-label="${label}"]:focus`).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Content').focus();
  await page.keyboard.press('Escape');
  await isAt('Preview');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Changed');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
  await isAt('Preview');
  await page.keyboard.press('a');
  await isAt('Action');
  await page.keyboard.press('z');
  await current('One');
  await isAt('Preview');
  await ask('Two', { expires_in: 400 });
  await page.getByRole('button', { name: '↑ 1 new' }).press('Enter');
  await isAt('Actions waiting for a decision');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Pick none' }).press('Enter');
  await isAt('Actions waiting for a decision');
  await page.keyboard.press('/');
  await page.keyboard.type('nowhere');
  await page.getByRole('button', { name: 'Clear filter' }).press('Enter');
  await isAt('Preview');
});

test('who goes to another place by a key begins at its title, and back in the inbox at the list', async () => {
  const { page, ask, current } = here;
  await ask('One');
  await current('One');
  await page.locator('.list-pane > [role=status]').waitFor({ state: 'attached' }); // all of the page is there
  for (const [key, title] of [
    ['h', 'History'],
    ['w', 'Watchers'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.locator('h1:focus').getByText(title).waitFor();
  }
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.locator('[role=listbox]:focus').waitFor();
});

test('who goes from action to action by keys is in the list, not at the top of the page', async (t) => {
  const { page, ask, current, url } = here;
  const { id } = await ask('One');
  await ask('Two', { expires_in: 3660 });
  await ask('Three', { expires_in: 3720 });
  await page.reload();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
  await current('One');
  assert.equal(await focused(), 'BODY', 'nothing takes the focus by itself');
  await page.keyboard.press('j');
  await current('Two');
  await until(async () => (await focused()) === 'Actions waiting for a decision', 'after j');
  const told = await page.getByRole('listbox').getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`#${told} .title`).textContent(), 'Two');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Preview', 'what comes next is what is shown');

  await page.reload();
  await current('One');
  await page.keyboard.press('r');
  await current('Two');
  await until(async () => (await focused()) === 'Actions waiting for a decision', 'after a decision');
  await page.keyboard.press('r');
  await current('Three');
  await page.keyboard.press('r');
  await page.getByText('Nothing is waiting').first().waitFor();
  await until(async () => (await focused()) === 'Action', 'where nothing waits');

  t.after(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.setViewportSize({ width: 500, height: 800 });
  for (let n = 0; n < 3; n++) await page.keyboard.press('z');
  await page.locator(`#row-${id}`).waitFor();
  await page.goto(`${url}/a/${id}`);
  await current('One');
  await page.keyboard.press('j');
  await current('Two');
  await until(async () => (await focused()) === 'Preview', 'where the list is not in sight');
});

test('where one thing is shown at a time, as with large letters, Enter opens the action and Escape leads back', async (t) => {
  const { page, ask, current } = here;
  await ask('First');
  const { id } = await ask('Second', { expires_in: 7200 });
  t.after(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.setViewportSize({ width: 500, height: 800 });
  const second = page.locator(`#row-${id}`);
  await second.waitFor();
  await page.keyboard.press('j');
  await page.locator(`#row-${id}[aria-selected=true]`).waitFor();
  await page.keyboard.press('Enter');
  await current('Second');
  await page.waitForFunction(() => document.activeElement?.matches('.reading'));
  await page.keyboard.press('Escape');
  await second.waitFor();
});

test('the first and the last of the list are gone to, also where the address names the action', async () => {
  const { page, url, ask, current } = here;
  const { id } = await ask('First');
  await ask('Second', { expires_in: 7200 });
  await ask('Third', { expires_in: 9000 });
  await page.goto(`${url}/a/${id}`);
  await current('First');
  await page.locator('.action-row').nth(2).waitFor();
  await page.keyboard.press('Shift+G');
  await current('Third');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await current('First');
});

test('where the address names the action, picking goes on to the next one, and it is shown', async () => {
  const { page, url, ask, current } = here;
  const { id } = await ask('First');
  const { id: second } = await ask('Second', { expires_in: 7200 });
  await page.goto(`${url}/a/${id}`);
  await current('First');
  await page.locator('.action-row').nth(1).waitFor();
  await page.keyboard.press('Shift+J');
  await current('Second');
  await page.waitForURL(`**/a/${second}`);
  await page.keyboard.press('Shift+K');
  await current('First');
  await page.getByRole('toolbar', { name: 'Picked actions' }).getByText('2').waitFor();
});

test('where the address names the action, keys go on from the row that is marked, whatever list it is in', async () => {
  const { page, url, ask, current } = here;
  await ask('First');
  const { id } = await ask('Second', { expires_in: 7200 });
  await ask('Third', { expires_in: 9000 });
  await page.goto(`${url}/a/${id}`);
  await current('Second');
  const press = (keys: string) => page.keyboard.press(keys);
  const rows = page.locator('.action-row');
  const second = page.getByRole('option', { name: 'Second' });
  const picksSecond = async () => {
    await press('x');
    assert.equal(await second.getAttribute('aria-selected'), 'true');
    assert.equal(await second.getAttribute('aria-checked'), 'true');
    await press('x');
  };
  await rows.nth(2).waitFor();
  await press('1'); // another list begins
  await picksSecond();
  const search = page.getByLabel('Search the inbox');
  await search.fill('Third');
  await until(async () => (await rows.count()) === 1, 'the search has found one');
  await search.fill('');
  await rows.nth(2).waitFor();
  await search.press('Enter');
  await picksSecond();
  await press('1');
  await press('j');
  await current('Third');
});

test('Enter opens the action that was gone to by keys, not the row that was pressed before', async () => {
  const { page, url, ask, current } = here;
  const { id } = await ask('First');
  await ask('Second', { expires_in: 7200 });
  const { id: third } = await ask('Third', { expires_in: 9000 });
  await page.goto(`${url}/a/${id}`);
  await current('First');
  await page.getByRole('option', { name: 'Second' }).click();
  await current('Second');
  await page.keyboard.press('j');
  await current('Third');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('.reading'));
  assert.equal(new URL(page.url()).pathname, `/a/${third}`);
});

test('from an action that waits no more, the next one is the first that does', async () => {
  const { page, url, api, ask, current } = here;
  const { id } = await ask('Over');
  await api.decideAction(id, { decision: 'reject' });
  await ask('First');
  await ask('Second', { expires_in: 7200 });
  await page.goto(`${url}/a/${id}`);
  await page.locator('.decision-bar .outcome').waitFor();
  await page.locator('.action-row').nth(1).waitFor();
  await page.keyboard.press('j');
  await current('First');
  await page.keyboard.press('j');
  await current('Second');
});

test('the key that snoozes is heard before the action is there', async () => {
  const { page, ask, errors } = here;
  const { promise: made, resolve: isMade } = Promise.withResolvers<string>();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const one = /\/v1\/inbox\/act_\w+$/;
  await page.route(one, async (route) => {
    const isIt = route
      .request()
      .url()
      .endsWith(await made);
    if (isIt) await held;
    await route.continue();
  });
  const { id } = await ask('Not yet there', { expires_in: 86_400 });
  isMade(id);
  await page.locator(`#row-${id}`).click();
  await page.getByText('Loading the text').waitFor();
  await page.keyboard.press('h');
  answer();
  const dialog = page.getByRole('dialog', { name: 'Snooze' });
  await dialog.getByRole('button', { name: '30 minutes' }).click();
  await page.getByText(/^Back at/).waitFor();
  await page.unroute(one);
  assert.deepEqual(errors, []);
});

test('a key that follows at once is never about the action that was left, and is heard where a dialog was', async () => {
  const { page, ask, current } = here;
  await ask('Left');
  await ask('Shown next', { expires_in: 7200 });
  await page.locator('.action-row').nth(1).waitFor();
  await current('Left');
  await page.evaluate(async () => {
    const press = (key: string, code: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
    press('j', 'KeyJ');
    while (document.querySelector('.action-head h2')?.textContent !== 'Shown next') await null; // it is drawn before the next key comes
    press('a', 'KeyA');
  });
  await page.getByText('Not yet: its text is not on the screen.').waitFor();
  await current('Shown next');
  assert.equal(await page.locator('.action-row').count(), 2, 'nothing was decided');
  await page.keyboard.press('Shift+R');
  await page.getByRole('dialog', { name: 'Reject' }).waitFor();
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('dialog')) return;
      seen.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', code: 'KeyR', bubbles: true }));
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Escape');
  await page.getByText('Rejected “Shown next”').waitFor();
});

test('the page is called after the place, back in the inbox too', async () => {
  const { page } = here;
  const isCalled = (name: string) => until(async () => (await page.title()) === `${name} · Countersign`, name);
  for (const [key, name] of [
    ['h', 'History'],
    ['i', 'Inbox'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await isCalled(name);
  }
});

test('who gives a command by its name has typed it to the end: the next key is heard', async () => {
  const { page, ask, current } = here;
  await ask('First');
  await ask('Second', { expires_in: 7200 });
  await page.locator('.action-row').nth(1).waitFor();
  await current('First');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).waitFor();
  await page.evaluate(() => {
    const began = performance.now();
    performance.now = () => began; // however slow the machine is, no second passes
  });
  await page.keyboard.type('payload');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await shownTitle(page).getByText('Second').waitFor();
});
