// Editing in place: every field by its type, the change marked both ways, hidden characters in sight, and the diff the agent
// receives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../packages/server/test/support/until.ts';
import { sideways, violations } from './support/axe.ts';
import { draftOf, mayDecide } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox();

const FIELDS = {
  editable: [
    'title',
    'preview.body',
    'preview.format',
    'payload.amount',
    'payload.urgent',
    'payload.note',
    'payload.to',
  ],
  payload: { amount: 129.5, urgent: false, note: 'Soon', to: { name: 'Ana', tags: ['a'] } },
};

async function edit(title: string, more = {}, shown = title): Promise<string> {
  const { id } = await here.ask(title, more);
  await here.current(shown);
  await here.page.keyboard.press('e');
  await here.page.locator('.edit-fields .code-box').first().waitFor();
  return id;
}

const shownDiff = () => here.page.getByRole('region', { name: 'Your changes' }).locator('.line').allInnerTexts();
const diffHas = (text: string) =>
  here.page.getByRole('region', { name: 'Your changes' }).getByText(text).first().waitFor();

test('a path that is called like something every object has is no field', async () => {
  const { page, errors } = here;
  await edit('Odd', { editable: ['toString', 'preview.body', 'valueOf'] });
  await page.getByLabel('Content').waitFor();
  assert.equal(await page.locator('.edit-fields .field').count(), 1);
  await page.keyboard.press('Escape');
  await page.reload();
  const { id } = await here.ask('Closed', { editable: ['toString'], expires_in: 3000 });
  await page.goto(`${here.url}/a/${id}`);
  await here.current('Closed');
  await page.getByText('Not editable').waitFor();
  assert.deepEqual(errors, []);
});

test('text, number, yes or no and JSON are edited as what they are, and the agent gets the diff on the screen', async () => {
  const { page, agent, letHoldsEnd, errors } = here;
  const id = await edit('Typed', FIELDS);
  await page.getByLabel('Title', { exact: true }).fill('Typed well');
  await page.getByLabel('payload.amount').fill('12345678901234567890.10');
  await page.getByLabel('payload.urgent').selectOption('Yes');
  await page.getByLabel('payload.note', { exact: true }).fill('Now “please”');
  await page.getByLabel('payload.to', { exact: true }).fill('{"name": "Ana", "tags": ["a", "b"]');
  await page
    .getByText(/^Not JSON/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+Enter');
  assert.equal(await page.getByText('“Typed”').count(), 0, 'what is no JSON is not sent');
  await page.getByLabel('payload.to', { exact: true }).fill('{"name": "Ana", "tags": ["a", 1.50]}');
  await diffHas('1.50');
  assert.deepEqual(await violations(page), []);
  const shown = await shownDiff();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Typed”').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  const { decision } = await agent.getAction(id);
  assert.deepEqual(decision?.edited_fields, [
    'title',
    'payload.amount',
    'payload.urgent',
    'payload.note',
    'payload.to',
  ]);
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim());
  assert.deepEqual(trimmed(shown), trimmed((decision?.diff ?? '').trimEnd().split('\n')));
  const stored = await (await fetch(`${here.url}/v1/actions/${id}`, { headers: await keyHeader() })).text();
  assert.match(stored, /"amount":12345678901234567890\.10,"urgent":true,"note":"Now “please”"/);
  assert.match(stored, /"tags":\["a",1\.50\]/);
  assert.deepEqual(errors, [], 'and the content policy had nothing to block');
});

async function keyHeader(): Promise<Record<string, string>> {
  const { key } = await here.api.createKey({ name: 'reader', scopes: ['actions'] });
  return { authorization: `Bearer ${key}` };
}

test('side by side where there is room, unified where there is not, d turns it; the same change is marked', async () => {
  const { page } = here;
  const body = 'First line\nPay 129 euro\nLast line';
  const columns = page.locator('.cm-mergeView .cm-editor');
  const marked = (of: string, text: string) =>
    until(async () => (await page.locator(of).allInnerTexts()).join(', ') === text, `${text} is marked in ${of}`);
  await edit('Wide', { preview: { body }, editable: ['preview.body'] });
  await until(async () => (await columns.count()) === 2, 'both versions are there');
  assert.deepEqual(await page.locator('.sides span').allTextContents(), ['Agent’s version', 'Yours']);
  await page.getByLabel('Content').fill(body.replace('129', '99'));
  await diffHas('+Pay 99 euro');
  await marked('.cm-merge-b .cm-changedText', '99');
  await page.getByRole('heading', { name: 'Wide' }).click();
  await page.keyboard.press('d');
  await page.locator('.cm-deletedChunk').waitFor();
  assert.equal(await columns.count(), 0);
  assert.equal(await draftOf(page), body.replace('129', '99'), 'the draft stays');
  await marked('.cm-deletedChunk .cm-deletedText', '129');
  await marked('.cm-line .cm-changedText', '99');
  await page.getByRole('button', { name: 'Reset field' }).click();
  await page.getByText('Nothing changed yet.').waitFor();
  assert.equal(await draftOf(page), body);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 900, height: 800 });
  await page.keyboard.press('e');
  await page.getByLabel('Content').waitFor();
  assert.equal(await columns.count(), 0);
  assert.equal(await sideways(page), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('hidden characters are chips in the editor, a title stays one line, and what is typed decides nothing', async () => {
  const { page, agent } = here;
  const body = 'a\u202eb zero\u200bwidth \u{e0041}tag\r\nnext';
  const id = await edit('Odd\u2066title', { preview: { body }, editable: ['preview.body', 'title'] }, 'OddU+2066title');
  const mine = page.getByLabel('Content');
  await mine.locator('.code-point').first().waitFor();
  assert.deepEqual(await mine.locator('.code-point').allInnerTexts(), ['U+202E', 'U+200B', 'U+E0041']);
  assert.deepEqual(await page.getByLabel('Agent’s version (preview.body)').locator('.code-point').count(), 3);
  assert.deepEqual(await page.getByLabel('Title', { exact: true }).locator('.code-point').allInnerTexts(), ['U+2066']);
  await page.getByText('Hidden characters in your version: 4').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('One\nline');
  assert.equal(await page.getByLabel('Title', { exact: true }).locator('.cm-line').count(), 1);
  await mine.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' ar ARz');
  await diffHas('next ar ARz');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal((await agent.getAction(id)).status, 'pending');
  const diff = (await shownDiff()).join('\n');
  assert.match(diff, /U\+202E/, 'in the diff, too');
  await page.getByRole('button', { name: 'Rendered' }).click();
  await page.locator('.written .code-point').first().waitFor();
});

test('what is added to a text, pasted or typed, gets the line ends that the text has', async () => {
  const { page, agent, letHoldsEnd } = here;
  for (const [title, end] of [
    ['Unix', '\n'],
    ['Windows', '\r\n'],
  ] as const) {
    const id = await edit(title, { editable: ['preview.body'], preview: { body: `One${end}Two` } });
    const box = page.getByLabel('Content');
    await box.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await box.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'a\r\nb\nc\rd');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await diffHas('+a');
    await mayDecide(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Approved with edits: “${title}”`).waitFor();
    letHoldsEnd();
    await agent.waitForDecision(id);
    const { decision } = await agent.getAction(id);
    assert.equal(decision?.final_preview?.body, ['One', 'a', 'b', 'c', 'd', 'Two'].join(end));
  }
});

test('the rendered view shows the format that was chosen, as the agent will get it', async () => {
  const { page } = here;
  const more = { preview: { body: 'Some **bold** words' }, editable: ['preview.format', 'preview.body'] };
  const { id } = await here.ask('Formatted', more);
  await page.goto(`${here.url}/a/${id}`);
  await here.current('Formatted');
  await page.keyboard.press('e');
  await page.getByLabel('Format', { exact: true }).selectOption('markdown');
  await page.getByRole('button', { name: 'Rendered' }).click();
  await page.locator('.written strong').getByText('bold').waitFor();
  assert.equal(await page.getByText('This text stays as it is').count(), 0);
  await page.getByRole('button', { name: 'Unified' }).click();
  await page.getByLabel('Format', { exact: true }).selectOption('plain');
  await page.getByRole('button', { name: 'Rendered' }).click();
  await page.locator('.written').getByText('Some **bold** words').waitFor();
});

test('the longest body can be typed into, and on a phone everything fits', async () => {
  const { page, url, ask } = here;
  const body = 'A line of about fifty characters, many times over.\n'.repeat(5100);
  await edit('Long', { preview: { body: body.slice(0, 262_000) }, editable: ['preview.body'] });
  await page.getByLabel('Content').click();
  const startMs = performance.now();
  await page.keyboard.type('Typed here. ');
  await diffHas('Typed here.');
  assert.ok(performance.now() - startMs < 60_000);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/a/${(await ask('Small', FIELDS)).id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Content').fill('Body of a phone');
  await page.getByRole('button', { name: /^Diff/ }).click();
  await diffHas('Body of a phone');
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
});

test('what is confirmed in a sheet or the search, or by a key that is held, decides no draft behind it', async () => {
  const { page, agent, service } = here;
  const picked = await here.ask('Picked');
  const drafted: string[] = [];
  for (const title of ['Drafted', 'Drafted too']) drafted.push((await here.ask(title, FIELDS)).id);
  await here.current('Picked');
  await page.keyboard.press('x');
  for (const title of ['Drafted', 'Drafted too']) {
    await page.keyboard.press('j');
    await here.current(title);
    await page.keyboard.press('e');
    await page.getByLabel('Title', { exact: true }).fill(`${title}, changed`);
    await page.locator('.action-head h2').click();
  }
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('Reason, sent to the agents').press('Control+Enter');
  await page.getByText('1 rejected').waitFor();
  await page.getByRole('searchbox').press('Control+Enter');
  await page.locator('.action-head h2').click();
  service.wind(60);
  await agent.waitForDecision(picked.id);
  assert.deepEqual(await Promise.all(drafted.map(async (id) => (await agent.getAction(id)).status)), [
    'pending',
    'pending',
  ]);
  await page.keyboard.down('Control');
  for (let times = 0; times < 8; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await page.getByText('Approved with edits: “Drafted too”').waitFor();
  service.wind(60);
  await agent.waitForDecision(drafted[1] ?? '');
  assert.deepEqual(await Promise.all([picked.id, ...drafted].map(async (id) => (await agent.getAction(id)).status)), [
    'rejected',
    'pending',
    'approved',
  ]);
});

test('where a browser would change a number, nothing with it is sent', async (t) => {
  const { context, url } = here;
  const { id } = await here.ask('Ids', {
    editable: ['payload.to', 'payload.amount'],
    payload: { to: { id: '0', name: 'Ana' }, amount: 1.5 },
  });
  const page = await context.newPage();
  t.after(() => page.close());
  await page.addInitScript(() => void Reflect.deleteProperty(JSON, 'rawJSON'));
  await page.goto(`${url}/a/${id}`);
  await mayDecide(page);
  await page.keyboard.press('e');
  const words = (number: string) => page.getByText(`This browser would change ${number}, which`).first();
  await page
    .getByLabel('payload.to', { exact: true })
    .fill('{"id": 1234567890123456789, "name": "12345678901234567890"}');
  await words('1234567890123456789').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: 'This browser would change' }).waitFor();
  await page.getByLabel('payload.to', { exact: true }).fill('{"id": 123456789012345, "name": "12345678901234567890"}');
  await words('1234567890123456789').waitFor({ state: 'detached' });
  for (const changed of ['0.1234567890123456789', '1e-400', '1.2345e-320', '-0', '1e400']) {
    await page.getByLabel('payload.amount').fill(changed);
    await words(changed).waitFor();
  }
  for (const kept of ['0', '0.00', '1e-300', '-123456789012345e10']) {
    await page.getByLabel('payload.amount').fill(kept);
    await page.getByText('This browser would change').first().waitFor({ state: 'detached' });
  }
});

test('what was typed a moment before the approval is in it, however slow the page', async () => {
  const { page, agent, letHoldsEnd } = here;
  const id = await edit('Hasty', { editable: ['preview.body'] });
  await mayDecide(page);
  await page.getByLabel('Content').evaluate(async (box: HTMLElement) => {
    box.focus();
    document.execCommand('selectAll');
    document.execCommand('insertText', false, 'What I mean');
    for (let turn = 0; turn < 50; turn++) await undefined; // the text is there, and no frame was drawn since
    const keys = { key: 'Enter', ctrlKey: true, bubbles: true, composed: true };
    box.dispatchEvent(new KeyboardEvent('keydown', keys));
  });
  await page.getByText(/^Approved.*“Hasty”/).waitFor();
  letHoldsEnd();
  assert.equal((await agent.waitForDecision(id)).status, 'approved');
  assert.equal((await agent.getAction(id)).decision?.final_preview?.body, 'What I mean');
});

test('what was edited is back when the approval is taken back, and nothing is called edited before it is', async () => {
  const { page, agent, letHoldsEnd } = here;
  const id = await edit('Twice', { editable: ['preview.body'] });
  await page.getByRole('button', { name: /^Approve Ctrl/ }).waitFor();
  await page.getByLabel('Content').fill('My own words');
  await page.getByRole('button', { name: /^Approve with edits/ }).waitFor();
  await mayDecide(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Twice”').waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Taken back').waitFor();
  await here.current('Twice');
  assert.equal(await draftOf(page), 'My own words');
  await diffHas('My own words');
  await mayDecide(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Twice”').waitFor();
  letHoldsEnd();
  await agent.waitForDecision(id);
  const { decision } = await agent.getAction(id);
  assert.deepEqual(decision?.edited_fields, ['preview.body']);
});

test('the text that is approved stays in sight where only other fields can be edited', async () => {
  const { page } = here;
  const preview = { format: 'plain', body: 'Pay the invoice of Ana' };
  await edit('Beside', { preview, editable: ['payload.note'], payload: { note: 'Soon' } });
  const written = page.getByRole('region', { name: 'What the agent wrote' });
  await written.getByText('Pay the invoice of Ana').waitFor();
  const stays = page.getByText('This text stays as it is: your changes are in other fields.');
  assert.equal(await stays.count(), 0);
  await page.getByLabel('payload.note', { exact: true }).fill('Now');
  await stays.waitFor();
  await written.getByText('Pay the invoice of Ana').waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
});

test('how many lines are below is said of what is on the screen: the text, the editor, the diff', async (t) => {
  const { page } = here;
  const below = page.getByRole('button', { name: /more lines/ });
  await edit('Grows', { preview: { format: 'plain', body: 'Short' }, editable: ['preview.body'] });
  assert.equal(await below.count(), 0);
  await page.getByLabel('Content').fill('One of many lines\n'.repeat(100));
  await below.waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.locator('.written').getByText('Short').waitFor();
  await below.waitFor({ state: 'detached' });

  t.after(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.setViewportSize({ width: 390, height: 844 });
  const body = 'One of many lines\n'.repeat(100);
  const { id } = await here.ask('Shrinks', { preview: { format: 'plain', body }, editable: ['preview.body'] });
  await page.goto(`${here.url}/a/${id}`);
  await below.waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Diff' }).click();
  await below.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit' }).click();
  await below.waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).first().click();
});
