// A code of an authenticator app, after the password and after a mailed link: each once, and guessing is slow.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { AuditRow, Me, Session, TotpOffer } from '@countersign/contract';
import { codeAt, stepAt } from '../../src/features/people/totp.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { endOfFile } from '../support/end-of-file.ts';
import { givenService } from '../support/given.ts';
import { givenMailBox, type MailBox } from '../support/mail-box.ts';
import { type Browser, givenPerson, newBrowser } from '../support/people.ts';
import type { Service } from '../support/start-service.ts';
import { assertProblem } from '../support/wire.ts';

const PASSWORD = 'correct horse battery staple';
const end = endOfFile();
let box: MailBox;
let service: Service;
let dana: Browser;
let login = '';
let secret = '';
/** Of the app's being set up, whatever it shows by now. */
let firstCode = '';

before(async () => {
  box = await givenMailBox(end);
  const environment = { SMTP_URL: box.url, SMTP_FROM: 'inbox@example.com' };
  ({ service } = await givenService(end, { environment }));
  dana = await givenPerson(service, 'admin', { name: 'Dana' });
  await dana.ask('PUT', '/me/password', { password: PASSWORD });
  await dana.ask('PATCH', '/me', { email: 'dana@example.com' });
  ({ login } = await dana.ask<Me>('GET', '/me'));
});

const now = () => Math.floor(service.world.nowMs() / 1000);
/** What the app shows; `later` steps from now. */
const shown = (of = secret, later = 0) => codeAt(of, stepAt(now()) + later);
const signIn = (more = {}) =>
  newBrowser(service).send('POST', '/session/password', { login, password: PASSWORD, ...more });
const isIn = (text: string) => (JSON.parse(text) as Session).reviewer !== undefined;
const forgetTries = () => inTransaction(service.running.app, (tx) => tx.q.deleteFrom('sign_in_tries').execute());

test('nothing changes until a code of the offered secret was shown', async () => {
  assertProblem(await dana.send('PUT', '/me/totp', { code: '000000' }), 'not_found');
  assertProblem(await dana.send('DELETE', '/me/totp'), 'not_found');
  const offer = await dana.ask<TotpOffer>('POST', '/me/totp');
  assert.match(offer.uri, new RegExp(`^otpauth://totp/Countersign%20\\S+:dana\\?secret=${offer.secret}&issuer=`));
  const wrong = shown(offer.secret) === '000000' ? '000001' : '000000';
  assertProblem(await dana.send('PUT', '/me/totp', { code: wrong }), 'validation_failed');
  assert.ok(isIn((await signIn()).text));
  assert.equal((await dana.ask<Me>('GET', '/me')).totp, false);

  secret = (await dana.ask<TotpOffer>('POST', '/me/totp')).secret;
  assert.notEqual(secret, offer.secret, 'a new one each time');
  firstCode = shown();
  await dana.ask('PUT', '/me/totp', { code: firstCode });
  assert.equal((await dana.ask<Me>('GET', '/me')).totp, true);
});

test('the password alone is answered with a question; the code opens, once', async () => {
  const asked = await signIn();
  assert.deepEqual([asked.status, JSON.parse(asked.text)], [200, { totp_required: true }]);
  assert.equal(asked.headers.get('set-cookie'), null);
  assertProblem(await signIn({ totp: firstCode }), 'unauthenticated');
  service.wind(30);
  const code = shown();
  assert.ok(isIn((await signIn({ totp: `${code.slice(0, 3)} ${code.slice(3)}` })).text));
  assertProblem(await signIn({ totp: code }), 'unauthenticated');
  assertProblem(await signIn({ totp: shown(secret, -1) }), 'unauthenticated');
  assertProblem(await signIn({ totp: shown(), password: 'not the password' }), 'unauthenticated');
  for (const totp of ['', '12345', 'abcdef', '１２３４５６']) {
    assertProblem(await signIn({ totp }), 'validation_failed');
  }
});

test('of twenty who show one code at once, one comes in', async () => {
  await forgetTries();
  service.wind(30);
  const totp = shown();
  const addresses = Array.from({ length: 5 }, () => signIn({ totp }));
  const answers = await Promise.all(addresses);
  assert.equal(answers.filter(({ status, text }) => status === 200 && isIn(text)).length, 1);
});

test('guessing codes is as slow as guessing passwords, also for who knows the password', async () => {
  await forgetTries();
  service.wind(30);
  const wrong = ['111111', '222222', '333333', '444444', '555555'].map((totp) => (totp === shown() ? '666666' : totp));
  for (const totp of wrong) assertProblem(await signIn({ totp }), 'unauthenticated');
  assertProblem(await signIn({ totp: shown() }), 'rate_limited');
  await forgetTries();
  for (const totp of wrong) {
    assert.deepEqual(JSON.parse((await signIn()).text), { totp_required: true });
    assertProblem(await signIn({ totp }), 'unauthenticated');
  }
  assertProblem(await signIn({ totp: shown() }), 'rate_limited'); // the password alone forgives no guess
  await forgetTries();
  const { items } = await dana.ask<{ items: { event: string }[] }>('GET', '/audit?limit=20');
  assert.ok(items.some(({ event }) => event === 'reviewer.sign_in_failed'));
});

test('six who work at one address sign in with their codes in one minute', async () => {
  const six: { readonly login: string; readonly secret: string }[] = [];
  while (six.length < 6) {
    const someone = await givenPerson(service, 'reviewer', { name: `Colleague ${six.length}` });
    await someone.ask('PUT', '/me/password', { password: PASSWORD });
    const { secret } = await someone.ask<TotpOffer>('POST', '/me/totp');
    await someone.ask('PUT', '/me/totp', { code: shown(secret) });
    six.push({ secret, login: (await someone.ask<Me>('GET', '/me')).login });
  }
  await forgetTries();
  service.wind(30);
  for (const { login, secret } of six) {
    assert.deepEqual(JSON.parse((await signIn({ login })).text), { totp_required: true }, login);
    assert.ok(isIn((await signIn({ login, totp: shown(secret) })).text));
  }
});

test('a mailed link asks for the code, too, and is not used up by asking or by a wrong one', async () => {
  await forgetTries();
  service.wind(30);
  await newBrowser(service).ask('POST', '/session/mail-link', { email: 'dana@example.com' });
  const [mail] = await box.count(1);
  const token = /#t=(\S+)/.exec(mail?.text ?? '')?.[1];
  const redeem = (more = {}) => newBrowser(service).send('POST', '/session/link', { token, ...more });
  assert.deepEqual(JSON.parse((await redeem()).text), { totp_required: true });
  assertProblem(await redeem({ totp: shown() === '000000' ? '000001' : '000000' }), 'unauthenticated');
  const { items } = await dana.ask<{ items: AuditRow[] }>('GET', '/audit?type=reviewer.sign_in_failed&limit=1');
  assert.deepEqual([items[0]?.entity_id, items[0]?.data], [dana.id, { method: 'link' }], 'a guess is in the log');
  assert.ok(isIn((await redeem({ totp: shown() })).text));
  assertProblem(await redeem({ totp: shown(secret, 1) }), 'unauthenticated');
});

test('without the phone: a recovery code, a link from an admin, and the app is forgotten', async () => {
  await forgetTries();
  const { codes } = await dana.ask<{ codes: string[] }>('POST', '/me/recovery-codes');
  const back = newBrowser(service);
  await back.ask('POST', '/session/recovery-code', { login, code: codes[0] });
  const { url } = await back.ask<{ url: string }>('POST', `/reviewers/${dana.id}/link`);
  await newBrowser(service).ask<Session>('POST', '/session/link', { token: url.split('#t=')[1] });

  const offer = await back.ask<TotpOffer>('POST', '/me/totp'); // a new phone: the old app counts until the new one did
  service.wind(30);
  assert.ok(isIn((await signIn({ totp: shown() })).text));
  await back.ask('PUT', '/me/totp', { code: shown(offer.secret) });
  service.wind(30);
  assertProblem(await signIn({ totp: shown() }), 'unauthenticated');
  assert.ok(isIn((await signIn({ totp: shown(offer.secret) })).text));
  await back.ask('DELETE', '/me/totp');
  assert.ok(isIn((await signIn()).text));
  for (const text of [secret, offer.secret]) {
    assert.ok(!service.world.lines.some((line) => line.includes(text)));
    assert.doesNotMatch((await back.send('GET', '/audit?limit=200')).text, new RegExp(text));
  }
});
