// Who may do what, how they come in, and that no other page can do it for them.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { until } from '../packages/server/test/support/until.ts';
import { draftOf, mayDecide, openInbox, openPage, shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

async function join(link: string, name: string) {
  const opened = await openPage();
  await opened.page.goto(link);
  await opened.page.getByLabel('Your name').fill(name);
  await opened.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await opened.page.getByRole('button', { name: 'Not now' }).click();
  await opened.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  return opened;
}

const invited = async () => (await here.api.inviteReviewer({ role: 'reviewer' })).url;

/** In a tab of a browser in which somebody is signed in already. */
async function anotherComes(context: BrowserContext): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(await invited());
  await tab.getByLabel('Your name').fill('Ben');
  await tab.getByRole('button', { name: 'Sign in on this device' }).click();
  await tab.getByRole('button', { name: 'Not now' }).waitFor();
}

test('an invited reviewer comes in with a passkey and can decide; the link works once', async (t) => {
  const { page, url, letHoldsEnd, agent, ask } = here;
  await page.goto(`${url}/reviewers`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('radio', { name: /^reviewer/ }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await page.locator('.secret').first().textContent()) ?? '';
  await page.mouse.click(5, 5); // beside it
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'I have sent or copied it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const sam = await openPage();
  t.after(() => sam.context.close());
  await sam.page.goto(link);
  await sam.page.getByLabel('Your name').fill('Sam');
  await sam.page.getByRole('button', { name: 'Sign in on this device' }).click();
  assert.equal(await sam.page.getByText('Only people may decide').count(), 0, 'that is for an admin to set');
  await sam.page.getByRole('button', { name: /Touch ID/ }).click();
  await sam.page.getByRole('button', { name: 'Go to the inbox' }).click();
  const { id } = await ask('For Sam');
  await shownTitle(sam.page).getByText('For Sam').waitFor();
  await mayDecide(sam.page);
  await sam.page.keyboard.press('a');
  await sam.page.getByText('Approved “For Sam”').waitFor();
  letHoldsEnd();
  assert.equal((await agent.waitForDecision(id)).status, 'approved');
  assert.equal((await agent.getAction(id)).decision?.decided_by.name, 'Sam');
  await page.goto(`${url}/reviewers`);
  const decided = page.getByRole('row', { name: /Sam/ }).locator('[data-label="Decided in 7 days"]');
  await decided.getByText('1', { exact: true }).waitFor();

  const again = await openPage();
  t.after(() => again.context.close());
  await again.page.goto(link);
  await again.page.getByLabel('Your name').fill('Eve');
  await again.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await again.page.getByText('already used or has expired').waitFor();
});

test('a viewer sees and does not decide; a page beyond the role names the admins', async (t) => {
  const { url, api, agent, ask } = here;
  const { page, context } = await join((await api.inviteReviewer({ role: 'viewer' })).url, 'Vera');
  t.after(() => context.close());
  const { id } = await ask('Look only');
  await page.getByText('Body of Look only').first().waitFor();
  await page.keyboard.press('a');
  await page.getByText('Your role is viewer').waitFor();
  const refused = await page.evaluate(async (address) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(address, { method: 'POST', headers, body: '{"decision":"approve"}' })).status;
  }, `${url}/v1/actions/${id}/decision`);
  assert.equal(refused, 403);
  await page.goto(`${url}/keys`);
  await page.getByText(/Your role is viewer. Ask an admin \(Dana Novak\)/).waitFor();
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('a page on another port of this machine cannot decide', async (t) => {
  const { url, agent, context, ask } = here;
  const { id, digest } = await ask('Target');
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>evil'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  t.after(() => server.close());
  const page = await context.newPage();
  t.after(() => page.close());
  const answered: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('decision-hold')) answered.push(response.status());
  });
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
        });
    },
    [`${url}/v1/actions/${id}/decision-hold`, JSON.stringify({ decision: 'approve', digest, seconds: 0 })] as const,
  );
  assert.deepEqual(
    answered.map((status) => status === 403 || status === 415),
    [true, true],
  );
  assert.equal((await agent.getAction(id)).status, 'pending');
});

test('who may decide is a visible choice, and holds for keys', async () => {
  const { page, url, api, agent, ask } = here;
  const decide = async (client: typeof api) => {
    const { id } = await ask(`T ${performance.now()}`);
    return client.decideAction(id, { decision: 'approve' }).then(
      ({ status }) => status,
      ({ code }) => code,
    );
  };
  const choose = async (name: RegExp, said: string) => {
    await page.getByRole('radio', { name }).check();
    await page.getByText(said).waitFor();
  };
  await page.goto(`${url}/settings`);
  await choose(/^Only people/, 'Only people may decide now');
  assert.equal(await decide(agent), 'people_only');
  await choose(/^Anyone but/, 'Anyone but the creator may decide now');
  assert.equal(await decide(agent), 'self_decision_forbidden');
  assert.equal(await decide(api), 'approved');
  await choose(/^Anyone\./, 'Anyone may decide now');
  assert.equal(await decide(agent), 'approved');
});

test('a permalink waits behind the door: after signing in, it is shown', async (t) => {
  const { url, api, ask } = here;
  const paula = await openPage();
  t.after(() => paula.context.close());
  await paula.page.goto((await api.inviteReviewer({ role: 'reviewer' })).url);
  await paula.page.getByLabel('Your name').fill('Paula');
  await paula.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await paula.page.getByRole('button', { name: /Touch ID/ }).click();
  await paula.page.getByRole('button', { name: 'Go to the inbox' }).click();
  await paula.page.goto(`${url}/me`);
  await paula.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await paula.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  const { inbox_url } = await ask('Behind the door', { expires_in: 9000 });
  await paula.page.goto(inbox_url);
  await paula.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await shownTitle(paula.page).getByText('Behind the door').waitFor();
  assert.equal(paula.page.url(), inbox_url);
});

test('a second device comes in by the link on the screen, and can be signed out from the first', async (t) => {
  const { page, url } = here;
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Add your phone' }).click();
  await page.getByText(/Your phone cannot open this inbox: localhost/).waitFor();
  assert.equal(await page.getByRole('img', { name: /QR code/ }).count(), 0); // of an address that no phone could open
  const link = (await page.getByRole('dialog').locator('.secret').textContent()) ?? '';
  assert.match(link, /\/signin#t=/);
  const phone = await openPage({ phone: true });
  t.after(() => phone.context.close());
  await phone.page.goto(link);
  await phone.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await phone.page.getByRole('button', { name: 'Not now' }).click();
  await phone.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  await page.getByRole('dialog').getByText('Your other device is signed in').waitFor();
  await page.keyboard.press('Escape');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await sessions.getByRole('button', { name: /^Sign out Chrome on/ }).click();
  await sessions.getByRole('button', { name: /^Sign out Chrome on/ }).waitFor({ state: 'detached' });
  await phone.page.goto(`${url}/inbox`);
  await phone.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
});

test('an address that is nowhere is a page with the way to the inbox', async () => {
  const { page, url } = here;
  assert.equal((await page.goto(`${url}/nowhere`))?.status(), 404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByRole('link', { name: 'To the inbox' }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
});

test('on a phone, in German, no choice of mine covers the words before it', async () => {
  const { url, newPage } = here;
  const page = await newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/me`);
  await page.getByLabel('Language').selectOption('de');
  await page.getByText('Sie kommen').waitFor();
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('label:has(> select)')].flatMap((label) => {
      const [words, select] = [label.querySelector('span'), label.querySelector('select')];
      if (!words || !select) return [];
      const range = document.createRange();
      range.selectNodeContents(words);
      const [said, box] = [range.getBoundingClientRect(), select.getBoundingClientRect()];
      const isApart = said.right <= box.left || said.bottom <= box.top;
      return isApart && box.right <= innerWidth ? [] : [words.textContent];
    }),
  );
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByText('They come').waitFor();
  await page.close();
  assert.deepEqual(covered, []);
});

test('on a phone, what saves a field stands beside it', async () => {
  const { url, newPage } = here;
  const page = await newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/me`);
  for (const name of ['Name', 'E-mail']) {
    const field = page.getByLabel(name, { exact: true });
    const [typed, saves] = await Promise.all([
      field.boundingBox(),
      page.locator('form').filter({ has: field }).getByRole('button', { name: 'Save' }).boundingBox(),
    ]);
    assert.ok(typed && saves && saves.x >= typed.x + typed.width && saves.x + saves.width <= 390, name);
    assert.ok(saves.y < typed.y + typed.height, `${name} is in one line with its button`);
  }
  await page.close();
});

test('the last admin cannot be removed or made less, and the page says why', async () => {
  const { page, url } = here;
  await page.goto(`${url}/reviewers`);
  const row = page.getByRole('row').filter({ hasText: 'Dana Novak' });
  await row.getByText('the last admin').waitFor();
  assert.ok(await row.getByRole('combobox').isDisabled());
  assert.equal(await row.getByRole('button', { name: 'Remove' }).count(), 0);
});

test('a session that ended asks again over the page, and nothing on it is lost', async () => {
  const { page, url, context, ask, current } = here;
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('passkey, made').waitFor();
  await ask('Long work', { editable: ['preview.body'] }); // before the list is there: a later one may only be announced
  await page.goto(`${url}/inbox`);
  await current('Long work');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Hours of work');
  await context.clearCookies();
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: 'Signed out' }).waitFor(); // and nothing of keys, which are for agents
  await page.getByRole('dialog', { name: 'Signed out' }).getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('dialog', { name: 'Signed out' }).waitFor({ state: 'detached' });
  assert.equal(await draftOf(page), 'Hours of work');
  await mayDecide(page); // it is shown anew
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Long work”').waitFor();
});

async function havePasskey(): Promise<void> {
  const { page, url } = here;
  await page.goto(`${url}/me`);
  const { methods } = await page.evaluate(async () => (await fetch('/v1/me')).json());
  if (methods.includes('passkey')) return;
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('passkey, made').waitFor();
}

test('a role that was chosen before the admin had to sign in again is the one that is given', async () => {
  const { page, url, api, service } = here;
  await havePasskey();
  const { id } = await api.inviteReviewer({ role: 'viewer', name: 'Rita' });
  service.wind(11 * 60);
  await page.goto(`${url}/reviewers`);
  const role = page.getByLabel('Role of Rita');
  await role.selectOption('reviewer');
  const again = page.getByRole('dialog', { name: 'Is it still you?' });
  await again.waitFor();
  await until(async () => (await role.inputValue()) === 'viewer', 'the page is drawn anew');
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Role changed').waitFor();
  const { items } = await api.listReviewers();
  assert.equal(items.find((one) => one.id === id)?.role, 'reviewer');
});

test('who signs in with another’s passkey over the page gets a page of their own, and nothing begun is done for them', async () => {
  const { page, service } = here;
  await havePasskey();
  service.wind(11 * 60);
  await page.reload();
  await page.route('**/v1/session/passkey', async (route) => {
    const response = await route.fetch();
    const { reviewer, ...session } = await response.json();
    await route.fulfill({ response, json: { ...session, reviewer: { ...reviewer, id: 'rev_another' } } });
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/me/recovery-codes')) asked++;
  });
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const again = page.getByRole('dialog', { name: 'Is it still you?' });
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await loaded;
  await page.unrouteAll({ behavior: 'wait' });
  assert.equal(asked, 1, 'only the one that was refused');
});

test('who signs in in another tab finds this one theirs, too, and not still that of who was here', async (t) => {
  const { ask } = here;
  const { page, context } = await join(await invited(), 'Ana');
  t.after(() => context.close());
  await ask('Shown to Ana');
  await shownTitle(page).getByText('Shown to Ana').waitFor();
  const loaded = page.waitForEvent('load');
  await anotherComes(context);
  await loaded;
});

test('who stays on a page for its draft, after another signed in beside it, decides nothing in their name', async (t) => {
  const { ask } = here;
  const { page, context } = await join(await invited(), 'Ana');
  t.after(() => context.close());
  await ask('Edited by Ana', { editable: ['preview.body'] });
  await shownTitle(page).getByText('Edited by Ana').waitFor();
  await mayDecide(page);
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('Words of Ana');
  const stayed = page.waitForEvent('dialog').then((asked) => asked.dismiss());
  await anotherComes(context);
  await stayed;
  await page.getByRole('dialog', { name: 'Signed out' }).waitFor();
  assert.equal(await draftOf(page), 'Words of Ana');
  page.on('dialog', (asked) => void asked.accept());
});

test('a page that cannot learn who signed in beside it is shown nothing of theirs, and asks who is there', async (t) => {
  const { page, context } = await join(await invited(), 'Ana');
  t.after(() => context.close());
  await here.ask('Shown to Ana alone');
  await shownTitle(page).getByText('Shown to Ana alone').waitFor();
  await page.route('**/v1/session', () => undefined); // never answered
  await anotherComes(context);
  await page.getByRole('dialog', { name: 'Signed out' }).waitFor();
});

test('a passkey that failed is told in the dialog that asked for it, and a recovery code serves instead', async () => {
  const { page, url, service } = here;
  await page.goto(`${url}/me`);
  const renew = page.getByRole('button', { name: 'New recovery codes' });
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const again = page.getByRole('dialog', { name: 'Is it still you?' });
  await renew.click();
  const [code] = /\S{8,}/.exec((await codes.locator('code').first().textContent()) ?? '') ?? [];
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  service.wind(11 * 60);
  await page.reload();
  await page.evaluate(() => {
    const refused = () => Promise.reject(new DOMException('See https://www.w3.org/TR/webauthn-2/', 'NotAllowedError'));
    Object.defineProperty(navigator.credentials, 'get', { value: refused });
  });
  await renew.click();
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await again.getByText('The passkey was not used.').waitFor();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.waitFor({ state: 'detached' });
  await renew.click();
  await again.getByRole('button', { name: 'Recovery code' }).click();
  await again.getByLabel('Recovery code').fill('none-of-mine');
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByText('That did not open the door.').waitFor();
  await again.getByLabel('Recovery code').fill(code ?? '');
  await again.getByRole('button', { name: 'Sign in' }).click();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
});

test('an invitation that has expired is refused', async (t) => {
  const { api, service } = here;
  const { url } = await api.inviteReviewer({ role: 'reviewer' });
  service.wind(48 * 3600 + 1);
  const late = await openPage();
  t.after(() => late.context.close());
  await late.page.goto(url);
  await late.page.getByLabel('Your name').fill('Late');
  await late.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await late.page.getByText('already used or has expired').waitFor();
});

const lan = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

test('an address without https explains itself; a password works there, and a decision', { skip: !lan }, async (t) => {
  const inbox = await openInbox({ signedOut: true, environment: { HOST: '0.0.0.0' } });
  t.after(() => inbox.stop());
  const { page, errors, api, service } = inbox;
  const link = new URL(service.running.setupUrl ?? '');
  link.hostname = lan ?? '';
  await page.goto(link.href);
  await page.getByLabel('Your name').fill('Dana Novak');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByText(/Passkeys need https or localhost/).waitFor();
  await page.locator('input[type=password]').fill('a long enough pass phrase');
  await page.getByRole('button', { name: 'Use this password' }).click();
  await page.getByRole('button', { name: 'Go to the inbox' }).click();
  await page.goto(`${link.origin}/me`);
  await page.getByText('login').first().waitFor();
  const login = (await page.locator('p code').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Add your phone' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Login').fill(login);
  await page.locator('input[type=password]').fill('a long enough pass phrase');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  const { id } = await api.createAction({ kind: 'k', title: 'By LAN', preview: { body: 'Body by LAN' } });
  await page.locator(`#row-${id}`).click(); // the first of all may be announced instead of shown
  await page.locator('.written').getByText('Body by LAN').waitFor();
  await mayDecide(page);
  await page.keyboard.press('a');
  await page.getByText('Approved “By LAN”').waitFor();
  here.letHoldsEnd();
  assert.equal((await api.waitForDecision(id)).status, 'approved');
  // The browser's own remarks: on the address, and on what was under way when the person signed out.
  const remarks = /Cross-Origin-Opener-Policy header has been ignored|status of 401/;
  const ours = errors.filter((error) => !remarks.test(error));
  assert.deepEqual(ours, []);
});
