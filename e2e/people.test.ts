// Who may do what, and that no other page can do it for them.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { closeBrowser } from './support/browser.ts';
import { givenAgent, type Inbox, openInbox, openPage, shownTitle } from './support/inbox.ts';

after(closeBrowser);

async function invite({ page, url }: Inbox, role: 'viewer' | 'reviewer'): Promise<string> {
  await page.goto(`${url}/reviewers`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  return (await page.locator('.secret').first().textContent()) ?? '';
}

async function join(link: string, name: string) {
  const opened = await openPage();
  await opened.page.goto(link);
  await opened.page.getByLabel('Your name').fill(name);
  await opened.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await opened.page.getByRole('button', { name: 'Not now' }).click();
  await opened.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  return opened;
}

test('an invited reviewer can decide; the link works once', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const agent = await givenAgent(inbox);
  const link = await invite(inbox, 'reviewer');
  const { page, context } = await join(link, 'Sam');
  t.after(() => context.close());
  const { id } = await agent.createAction({ kind: 'k', title: 'For Sam', preview: { body: 'Body for Sam' } });
  await page.getByText('Body for Sam').first().waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press('a');
  await page.getByText('Approved “For Sam”').waitFor();
  inbox.service.wind(6);
  assert.equal((await agent.waitForDecision(id)).status, 'approved');
  assert.equal((await agent.getAction(id)).decision?.decided_by.name, 'Sam');

  const again = await openPage();
  t.after(() => again.context.close());
  await again.page.goto(link);
  await again.page.getByLabel('Your name').fill('Eve');
  await again.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await again.page.getByText('already used or has expired').waitFor();
});

test('a viewer sees and does not decide; a page beyond the role names the admins', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const agent = await givenAgent(inbox);
  const { page, context } = await join(await invite(inbox, 'viewer'), 'Vera');
  t.after(() => context.close());
  const { id } = await agent.createAction({ kind: 'k', title: 'Look only', preview: { body: 'Body to see' } });
  await page.getByText('Body to see').first().waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press('a');
  await page.getByText('Your role is viewer').waitFor();
  const refused = await page.evaluate(
    async (address) =>
      (
        await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"decision":"approve"}',
        })
      ).status,
    `${inbox.url}/v1/actions/${id}/decision`,
  );
  assert.equal(refused, 403);
  await page.goto(`${inbox.url}/keys`);
  await page.getByText(/Your role is viewer. Ask an admin \(Dana Novak\)/).waitFor();
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('a page on another port of this machine cannot decide', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const agent = await givenAgent(inbox);
  const { id, digest } = await agent.createAction({ kind: 'k', title: 'Target', preview: { body: 'x' } });
  await shownTitle(inbox.page).getByText('Target').waitFor();
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>evil'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  t.after(() => server.close());
  const page = await inbox.context.newPage();
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(
    async ([address, body]) => {
      for (const type of ['application/json', 'text/plain'])
        await fetch(address ?? '', {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          headers: { 'content-type': type },
          body,
        }).catch(() => undefined);
    },
    [
      `${inbox.url}/v1/actions/${id}/decision-hold`,
      JSON.stringify({ decision: 'approve', digest, seconds: 0 }),
    ] as const,
  );
  await page.waitForTimeout(300);
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('who may decide is a visible choice, and holds for keys', async (t) => {
  const inbox = await openInbox();
  t.after(() => inbox.stop());
  const { page, url, api } = inbox;
  const agent = await givenAgent(inbox);
  await page.goto(`${url}/settings`);
  await page.getByRole('radio', { name: /Only people/ }).check();
  await page.getByText('Only people may decide now').waitFor();
  const { id } = await agent.createAction({ kind: 'k', title: 'T', preview: { body: 'x' } });
  await assert.rejects(agent.decideAction(id, { decision: 'approve' }), { code: 'people_only' });
  assert.equal((await api.getProject()).settings.deciders, 'people');
});
