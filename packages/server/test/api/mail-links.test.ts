// Links by mail: who asks learns nothing, who has the address comes in once, and opening the link alone lets nobody in.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Me, ReviewerInvited, Session } from '@countersign/contract';
import { saveReviewer } from '../../src/features/people/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { endOfFile } from '../support/end-of-file.ts';
import { givenService } from '../support/given.ts';
import { givenMailBox, type MailBox } from '../support/mail-box.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson, newBrowser } from '../support/people.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

const PUBLIC_URL = 'https://inbox.example';
const end = endOfFile();
let box: MailBox;
let service: Service;
let dana: Browser;

before(async () => {
  box = await givenMailBox(end);
  const environment = { SMTP_URL: box.url, SMTP_FROM: 'Countersign <inbox@example.com>', PUBLIC_URL };
  ({ service } = await givenService(end, { environment }));
  dana = await givenPerson(service, 'admin', { name: 'Dana' });
  await dana.ask('PATCH', '/me', { email: 'Dana@Example.COM' });
});

const ask = (email: string, headers = {}) =>
  newBrowser(service).send('POST', '/session/mail-link', { email }, { 'x-forwarded-for': '203.0.113.9', ...headers });

const tokensIn = (text: string) => [...text.matchAll(/#t=([A-Za-z0-9_-]{43})$/gm)].map(([, token = '']) => token);

/** The tokens of the next mail. */
async function nextTokens(already: number): Promise<string[]> {
  const mails = await box.count(already + 1);
  return tokensIn(mails.at(-1)?.text ?? '');
}

async function forgetTries(): Promise<void> {
  await inTransaction(service.running.app, (tx) => tx.q.deleteFrom('sign_in_tries').execute());
}

async function waitingRequests(): Promise<number> {
  return (await service.running.app.reader.q.selectFrom('mail_requests').selectAll().execute()).length;
}

/** The attempt has failed, and the next is due in a quarter of a minute. */
async function untilPutOff(): Promise<void> {
  await until(async () => {
    const rows = await service.running.app.reader.q.selectFrom('mail_requests').selectAll().execute();
    return rows.some(({ attempt, due_at, created_at }) => attempt === 1 && due_at < created_at + 30);
  }, 'a request is put off');
}

async function untilNoneWaits(): Promise<void> {
  await until(async () => (await waitingRequests()) === 0, 'no request for mail is left');
}

test('the link that was asked for comes to the address of record, and signs in once, after a button', async () => {
  const already = box.received.length;
  assert.equal((await dana.ask<Me>('GET', '/me')).email, 'dana@example.com');
  const answer = await ask('DANA@example.com', { host: '198.51.100.7' });
  assert.equal(answer.status, 202);
  const [token = ''] = await nextTokens(already);
  const mail = box.received.at(-1);
  assert.deepEqual([mail?.to, mail?.subject], [['dana@example.com'], 'Sign in to Countersign at inbox.example']);
  // Never under the name that a request claims.
  assert.match(mail?.text ?? '', new RegExp(`^${PUBLIC_URL}/signin#t=${token}$`, 'm'));
  assert.doesNotMatch(mail?.text ?? '', /198\.51/);
  const page = await call('GET', `${service.running.url}/signin`, { headers: { 'sec-fetch-mode': 'navigate' } });
  assert.equal(page.headers.get('set-cookie'), null);
  const browser = newBrowser(service);
  const session = await browser.ask<Session>('POST', '/session/link', { token });
  assert.equal(session.reviewer?.id, dana.id);
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token }), 'unauthenticated');
});

test('nobody learns whether an address is known: not by the answer, not by what is sent', async () => {
  await forgetTries();
  const already = box.received.length;
  const [known, unknown] = [await ask('dana@example.com'), await ask('nobody@example.com')];
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  await untilNoneWaits();
  assert.deepEqual(
    box.received.slice(already).map(({ to }) => to),
    [['dana@example.com']],
  );
  for (const email of ['not an address', 'a,b@c.example', 'a@b.example\r\nBcc: x@y.example']) {
    assertProblem(await ask(email), 'validation_failed');
  }
});

test('only the last mail opens the door, for a quarter of an hour; what an admin handed over stays', async () => {
  await forgetTries();
  const handed = await dana.ask<{ url: string }>('POST', `/reviewers/${dana.id}/link`);
  const already = box.received.length;
  await ask('dana@example.com');
  const [older = ''] = await nextTokens(already);
  await ask('dana@example.com');
  const [newer = ''] = await nextTokens(already + 1);
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token: older }), 'unauthenticated');
  service.wind(901);
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token: newer }), 'unauthenticated');
  service.wind(-901);
  await newBrowser(service).ask('POST', '/session/link', { token: tokensIn(handed.url)[0] });
});

test('the mail is in the language that was chosen under Me', async () => {
  await forgetTries();
  await dana.ask('PATCH', '/me', { locale: 'de' });
  const already = box.received.length;
  await ask('dana@example.com');
  const [token = ''] = await nextTokens(already);
  const mail = box.received.at(-1);
  assert.equal(mail?.subject, 'Bei Countersign anmelden: inbox.example');
  assert.match(mail?.text ?? '', /als „Dana“:/);
  const wanted = { role: 'viewer', email: 'uwe@example.com', send_mail: true };
  await dana.ask('POST', '/reviewers', wanted);
  assert.match(box.received.at(-1)?.text ?? '', /„Dana“ hat Sie zu „[^“]+“ eingeladen/);
  await newBrowser(service).ask('POST', '/session/link', { token });
  await dana.ask('PATCH', '/me', { locale: 'auto' });
});

test('another address makes the mail to the old one useless', async () => {
  await forgetTries();
  const already = box.received.length;
  await ask('dana@example.com');
  const [token = ''] = await nextTokens(already);
  const { url } = await dana.ask<{ url: string }>('POST', `/reviewers/${dana.id}/link`);
  const fresh = newBrowser(service);
  await fresh.ask('POST', '/session/link', { token: tokensIn(url)[0] });
  await fresh.ask('PATCH', '/me', { email: 'new@example.com' });
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token }), 'unauthenticated');
  await fresh.ask('PATCH', '/me', { email: 'dana@example.com' });
});

test('whoever is given another address in the moment a link is made is sent none to the old one', async () => {
  await forgetTries();
  const already = box.received.length;
  const who = { project_id: service.running.firstStart?.project_id ?? '', id: dana.id };
  const move = (email: string) => (tx: Tx) => saveReviewer(tx, who, { email });
  await overtakenBy(service, move('new@example.com'), () => ask('dana@example.com'));
  await untilNoneWaits();
  assert.deepEqual(box.received.slice(already), []);
  await inTransaction(service.running.app, move('dana@example.com'));
});

test('an invitation that went to a wrong address lets nobody in once that is mended', async () => {
  const already = box.received.length;
  const invitation = { role: 'admin', name: 'Vera', email: 'vrea@example.com', send_mail: true };
  const { id } = await dana.ask<ReviewerInvited>('POST', '/reviewers', invitation);
  const [sent = ''] = await nextTokens(already);
  await forgetTries();
  await ask('vrea@example.com');
  const [asked = ''] = await nextTokens(already + 1);
  await dana.ask('PATCH', `/reviewers/${id}`, { email: 'vera@example.com' });
  for (const token of [sent, asked])
    assertProblem(await newBrowser(service).send('POST', '/session/link', { token }), 'unauthenticated');
  await ask('vera@example.com');
  const [right = ''] = await nextTokens(already + 2);
  const { reviewer } = await newBrowser(service).ask<Session>('POST', '/session/link', { token: right });
  assert.equal(reviewer?.id, id);
});

test('so it is with who is invited and asks for a link: the last mail, for a quarter of an hour; the invitation stays', async () => {
  await forgetTries();
  const email = 'ivo@example.com';
  const invited = await dana.ask<ReviewerInvited>('POST', '/reviewers', { role: 'admin', name: 'Ivo', email });
  const already = box.received.length;
  await ask(email);
  const [older = ''] = await nextTokens(already);
  await ask(email);
  const [newer = ''] = await nextTokens(already + 1);
  assert.match(box.received.at(-1)?.text ?? '', new RegExp(`^${PUBLIC_URL}/join#t=${newer}$`, 'm'));
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token: older }), 'unauthenticated');
  service.wind(901);
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token: newer }), 'unauthenticated');
  service.wind(-901);
  const [handed] = tokensIn(invited.url);
  const { reviewer } = await newBrowser(service).ask<Session>('POST', '/session/link', { token: handed });
  assert.equal(reviewer?.id, invited.id);
});

test('five a minute to one address or from one; signing in is not held up by it', async () => {
  await forgetTries();
  for (let n = 0; n < 5; n++) assert.equal((await ask('nobody@example.com')).status, 202);
  const [onAddress, unknown] = [await ask('nobody@example.com'), await ask('other@example.com')];
  assertProblem(onAddress, 'rate_limited');
  assert.equal(unknown.status, 429, 'the network is counted, too');
  const wrong = await newBrowser(service).send('POST', '/session/password', { login: 'dana', password: 'wrong' });
  assertProblem(wrong, 'unauthenticated');
  await untilNoneWaits();
});

test('an invitation goes by mail when it is to, and the answer says whether the server took it', async () => {
  const already = box.received.length;
  const wanted = { role: 'reviewer', name: 'Sam', email: 'Sam@example.com', send_mail: true };
  const invited = await dana.ask<ReviewerInvited>('POST', '/reviewers', wanted);
  assert.deepEqual([invited.mailed, invited.email], [true, 'sam@example.com']);
  const [token = ''] = await nextTokens(already);
  assert.equal(invited.url.endsWith(token), true);
  assert.match(box.received.at(-1)?.text ?? '', /“Dana” has invited you/);

  // Who lost it asks for another; joining is the same by either.
  await forgetTries();
  await ask('sam@example.com');
  const [again = ''] = await nextTokens(already + 1);
  const sam = newBrowser(service);
  assert.equal((await sam.ask<Session>('POST', '/session/link', { token: again })).reviewer?.role, 'reviewer');
  // Who finds the first one afterwards does not come in as Sam.
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token }), 'unauthenticated');

  box.answerWith(550);
  const refused = await dana.ask<ReviewerInvited>('POST', '/reviewers', wanted);
  box.answerWith(0);
  assert.equal(refused.mailed, false);
  assert.match(refused.url, /#t=/);
  assert.equal((await dana.ask<ReviewerInvited>('POST', '/reviewers', { role: 'viewer' })).mailed, undefined);
  const { email: _, ...without } = wanted;
  assertProblem(await dana.send('POST', '/reviewers', without), 'validation_failed');
});

test('an address that many records have crowds out nobody: every project has its door in the mail', async () => {
  await forgetTries();
  const email = 'crowd@example.com';
  for (let n = 0; n < 12; n++) await dana.ask('POST', '/reviewers', { role: 'viewer', name: `No. ${n}`, email });
  const { adminKey: key } = await service.newProject('Elsewhere');
  const victim = await givenPerson(service, 'reviewer', { key, name: 'Vera' });
  await victim.ask('PATCH', '/me', { email });
  const already = box.received.length;
  await ask(email);
  const tokens = await nextTokens(already);
  assert.equal(tokens.length, 13);
  const [, second = ''] = tokens;
  const found = await newBrowser(service).ask<Session>('POST', '/session/link', { token: second });
  assert.equal(found.reviewer?.id, victim.id);
});

test('a mail server that is down is tried again, and nothing is kept for longer than ten minutes', async () => {
  await forgetTries();
  const already = box.received.length;
  box.answerWith(451);
  await ask('dana@example.com');
  await untilPutOff();
  box.answerWith(0);
  service.wind(16);
  assert.equal((await nextTokens(already)).length, 1);
  await untilNoneWaits();

  box.answerWith(451);
  await ask('dana@example.com');
  service.wind(601);
  await untilNoneWaits();
  box.answerWith(0);
  assert.equal(box.received.length, already + 1);
});

test('a mail that came though its server denied it opens the door also after the next attempt', async () => {
  await forgetTries();
  const already = box.received.length;
  box.answerWith(-2);
  await ask('dana@example.com');
  const [denied = ''] = await nextTokens(already);
  await untilPutOff();
  box.answerWith(0);
  await ask('dana@example.com'); // impatient: this one is answered before the first is tried again
  const [asked = ''] = await nextTokens(already + 1);
  service.wind(16);
  const [again = ''] = await nextTokens(already + 2);
  await untilNoneWaits();
  assertProblem(await newBrowser(service).send('POST', '/session/link', { token: denied }), 'unauthenticated');
  for (const token of [asked, again]) await newBrowser(service).ask('POST', '/session/link', { token });

  box.answerWith(-2);
  await ask('dana@example.com');
  const [first = ''] = await nextTokens(already + 3);
  await untilPutOff();
  box.answerWith(0);
  service.wind(16);
  const [second = ''] = await nextTokens(already + 4);
  await untilNoneWaits();
  for (const token of [first, second]) await newBrowser(service).ask('POST', '/session/link', { token });
});

test('a token is in no log line; without a mail server there is nothing to ask for', async (t) => {
  for (const mail of box.received) {
    for (const token of tokensIn(mail.text)) assert.ok(!service.world.lines.some((line) => line.includes(token)));
  }
  const { service: without } = await givenService(t);
  const browser = newBrowser(without);
  assert.equal((await browser.ask<Session>('GET', '/session')).features.smtp, false);
  assertProblem(await browser.send('POST', '/session/mail-link', { email: 'a@b.example' }), 'not_found');
});
