// Dialogs and the forms in them: what is said is said where it can be seen, and nothing is lost or sent twice by a press.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

const dialog = () => here.page.getByRole('dialog');

async function openNewKey(name: string): Promise<void> {
  await here.page.goto(`${here.url}/keys`);
  await here.page.getByRole('button', { name: 'New key' }).click();
  await dialog().getByLabel('Name').fill(name);
}

for (const [where, width] of [
  ['at a desk', 1440],
  ['on a phone', 360],
] as const) {
  test(`${where}, what is said while a dialog is open is in sight and in reach`, async () => {
    const { page } = here;
    await page.setViewportSize({ width, height: 640 });
    await openNewKey('refused');
    await page.route('**/v1/keys', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await dialog().getByRole('button', { name: 'Make the key' }).click();
    const said = dialog().getByRole('status').getByText('The server cannot be reached.'); // not beneath it, where nobody hears it
    await said.waitFor();
    const isOnTop = await said.evaluate((words) => {
      const { left, top, width, height } = words.getBoundingClientRect();
      return words.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(isOnTop);
    assert.deepEqual(await violations(page), []);
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.locator('.toast').getByText('The server cannot be reached.').waitFor(); // and it is still said
    await page.setViewportSize({ width: 1440, height: 900 });
  });
}

test('a press on the edge of a dialog takes nothing away; one beside it closes it', async () => {
  const { page } = here;
  await openNewKey('half typed');
  const box = await dialog().boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + 5, box.y + box.height / 2);
  await page.mouse.click(box.x + box.width - 3, box.y + 40); // where a scroll bar would be
  assert.equal(await dialog().getByLabel('Name').inputValue(), 'half typed');
  await page.mouse.click(box.x - 20, box.y + 40);
  await dialog().waitFor({ state: 'detached' });
});

test('a form that is pressed twice is sent once', async () => {
  const { page, api } = here;
  await openNewKey('pressed twice');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v1/keys', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  const make = dialog().getByRole('button', { name: 'Make the key' });
  await make.dblclick();
  await page.keyboard.press('Enter');
  resolve();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForLoadState('networkidle');
  const made = (await api.listKeys()).items.filter(({ name }) => name === 'pressed twice');
  assert.equal(made.length, 1);
});
