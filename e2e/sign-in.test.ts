// The other ways in: a link by mail, a code of an authenticator app, the company's own sign-in.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeAt, stepAt } from '../packages/server/src/features/people/totp.ts';
import { type Company, startCompany } from '../packages/server/test/support/company.ts';
import { givenMailBox, type MailBox } from '../packages/server/test/support/mail-box.ts';
import { closeBrowser } from './support/browser.ts';
import { type Inbox, openInbox, openPage } from './support/inbox.ts';

const cleanups: (() => unknown)[] = [];
let box: MailBox;
let inbox: Inbox;
let company: Company;

before(async () => {
  box = await givenMailBox({ after: (clean) => void cleanups.push(clean) });
  company = await startCompany();
  inbox = await openInbox({
    environment: {
      SMTP_URL: box.url,
      SMTP_FROM: 'inbox@example.com',
      OIDC_NAME: 'Acme sign-in',
      ...company.environment,
    },
  });
});

after(async () => {
  await inbox.stop();
  company.stop();
  await closeBrowser();
  for (const clean of cleanups) await clean();
});

const linkIn = (text: string) => /http:\S+#t=\S+/.exec(text)?.[0] ?? assert.fail(text);

test('a link by mail signs in where it is opened, after a button, and once', async () => {
  const { page, url } = inbox;
  await page.goto(`${url}/me`);
  await page.getByLabel('E-mail').fill('Dana@example.com');
  await page
    .locator('form', { has: page.getByLabel('E-mail') })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByText('Saved').waitFor();

  const { page: other, context, errors } = await openPage();
  await other.goto(`${url}/me`);
  await other.getByRole('button', { name: 'Mail me a link' }).click();
  await other.getByLabel('E-mail').fill('dana@example.com');
  await other.getByRole('button', { name: 'Mail me a link' }).click();
  await other.getByText('Look into your mail').waitFor();

  const [mail] = await box.count(1);
  const link = linkIn(mail?.text ?? '');
  await other.goto(link);
  await other.getByRole('button', { name: 'Sign in on this device' }).waitFor();
  assert.deepEqual((await context.cookies()).length, 0, 'opening it has signed nobody in');
  await other.getByRole('button', { name: 'Sign in on this device' }).click();
  await other.getByRole('button', { name: 'Not now' }).click();
  await other.getByRole('heading', { name: /^Inbox/ }).waitFor();
  await other.goto('about:blank');
  await other.goto(link);
  await other.getByRole('button', { name: 'Sign in on this device' }).click();
  await other.getByText('already used or has expired').waitFor();
  assert.deepEqual(
    errors.filter((error) => !/401/.test(error)),
    [],
  );
  await context.close();
});

test('an invitation is sent by mail, and the link in it lets its reader join', async () => {
  const { page, url } = inbox;
  await page.goto(`${url}/reviewers`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sam');
  await page.getByLabel('E-mail').fill('sam@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Invitation sent to sam@example.com').waitFor();
  const mail = (await box.count(2)).at(-1);
  const sam = await openPage();
  await sam.page.goto(linkIn(mail?.text ?? ''));
  await sam.page.getByRole('button', { name: 'Sign in on this device' }).click();
  await sam.page.getByRole('button', { name: /Touch ID/ }).waitFor();
  await sam.context.close();
});

test('an authenticator app is set up with the QR code, and asked for after the password', async () => {
  const { page, url, service } = inbox;
  const shown = (secret: string) => codeAt(secret, stepAt(Math.floor(service.world.nowMs() / 1000)));
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.locator('input[type=password]').fill('a long enough pass phrase');
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByText('Password set').waitFor();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await page.getByRole('dialog').locator('.secret').textContent())?.trim() ?? '';
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const code = page.getByLabel('Code from your authenticator app');
  assert.equal(await code.getAttribute('autocomplete'), 'one-time-code');
  await code.fill(shown(secret) === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Ask me for codes' }).click();
  await page.getByText('That code did not fit').waitFor();
  await code.fill(shown(secret));
  await page.getByRole('button', { name: 'Ask me for codes' }).click();
  await page.getByText('From now on you are asked for a code').waitFor();
  const login = (await page.locator('code').first().textContent()) ?? '';

  const { page: other, context } = await openPage({ phone: true });
  await other.goto(`${url}/signin`);
  await other.getByRole('button', { name: 'Password', exact: true }).click();
  await other.getByLabel('Login').fill(login);
  await other.getByLabel('Password').fill('a long enough pass phrase');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await code.waitFor({ state: 'detached' });
  service.wind(30);
  const asked = other.getByLabel('Code from your authenticator app');
  await asked.fill(shown(secret));
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('heading', { name: /^Inbox/ }).waitFor();
  await context.close();

  await page.getByRole('button', { name: 'Forget the app' }).click();
  await page.getByText('No codes are asked for any more').waitFor();
});

test('who is in connects their account at the company, and then comes in by it to the page they wanted', async () => {
  const { page, url, errors } = inbox;
  const { page: other, context } = await openPage();
  company.says({ sub: 'dana-at-acme', name: 'Dana' });
  await other.goto(`${url}/me`);
  await other.getByRole('link', { name: 'Acme sign-in' }).click();
  await other.getByText('nobody here does').waitFor();

  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Connect Acme sign-in' }).click();
  await page.getByRole('button', { name: 'Forget Acme sign-in' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/me');

  await other.goto(`${url}/rules`);
  await other.getByRole('link', { name: 'Acme sign-in' }).click();
  await other.getByRole('heading', { name: 'Rules' }).waitFor();
  await context.close();
  assert.deepEqual(
    errors.filter((error) => !/40[0-9]/.test(error)),
    [],
  );
});
