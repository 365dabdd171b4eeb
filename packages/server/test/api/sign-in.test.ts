// Passkeys, passwords and recovery codes: what opens the door, what does not, and how slow guessing is.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Me, Passkey, Reviewer, Session, SessionRecord } from '@countersign/contract';
import type { App } from '../../src/app.ts';
import type { Problem } from '../../src/base/problem.ts';
import { replaceCodes } from '../../src/features/people/credential-store.ts';
import { setMyPassword } from '../../src/features/people/manage-credentials.ts';
import { recognize } from '../../src/features/people/recognize.ts';
import { hashCode } from '../../src/features/people/recovery-code.ts';
import { deleteSessions } from '../../src/features/people/session-store.ts';
import { signInWithPassword, signInWithRecoveryCode } from '../../src/features/people/sign-in.ts';
import type { Tx } from '../../src/storage/database.ts';
import { type Authenticator, newAuthenticator, type Wrongs } from '../support/authenticator.ts';
import { givenService } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson, NO_VISIT, newBrowser, tokenIn } from '../support/people.ts';
import type { Service } from '../support/start-service.ts';
import { type Answer, assertProblem, dial } from '../support/wire.ts';

const PASSWORD = 'correct horse battery staple';

type Challenged = { challenge: string; rpId: string };

const originOf = ({ baseUrl }: Service) => new URL(baseUrl).origin.replace('127.0.0.1', 'localhost');

async function withPasskey(service: Service, person: Browser, name?: string): Promise<Authenticator> {
  const authenticator = newAuthenticator(originOf(service));
  const options = await person.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
  await person.ask('POST', '/me/passkeys', { ...authenticator.create(options), ...(name ? { name } : {}) });
  return authenticator;
}

async function signIn(service: Service, authenticator: Authenticator, wrongs?: Wrongs): Promise<[Answer, Browser]> {
  const browser = newBrowser(service);
  const options = await browser.ask<Challenged>('POST', '/session/passkey/options');
  return [await browser.send('POST', '/session/passkey', authenticator.get(options, wrongs)), browser];
}

describe('a passkey', () => {
  test('made once signs in without a word typed, as whoever made it', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    assert.deepEqual((await dana.ask<Me>('GET', '/me')).methods, []);
    const authenticator = await withPasskey(service, dana, 'MacBook');
    const [answer, browser] = await signIn(service, authenticator);
    assert.equal(answer.status, 200, answer.text);
    const session = JSON.parse(answer.text) as Session;
    assert.deepEqual(session.reviewer, { id: dana.id, name: 'Dana', role: 'admin' });
    const { items } = await browser.ask<{ items: Passkey[] }>('GET', '/me/passkeys');
    assert.partialDeepStrictEqual(items, [{ name: 'MacBook', synced: true }]);
    assert.ok(items[0]?.last_used_at);
    assert.deepEqual((await browser.ask<Me>('GET', '/me')).methods, ['passkey']);
    const list = await browser.ask<{ items: Reviewer[] }>('GET', '/reviewers');
    assert.deepEqual(list.items[0]?.methods, ['passkey']);
  });

  test('answers only what was asked of it, here, now, by whom it knows', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const authenticator = await withPasskey(service, dana);
    const wrongs: Record<string, Wrongs> = {
      'another origin': { origin: 'https://evil.example' },
      'another port': { origin: 'http://localhost:1' },
      'another host': { rpId: 'evil.example' },
      'without the person': { userVerified: false },
      'the answer to a creation': { type: 'webauthn.create' },
      'a signature of something else': { forged: true },
      "someone else's handle": { userHandle: Buffer.from('rev_other').toString('base64url') },
    };
    for (const [what, wrong] of Object.entries(wrongs)) {
      const [answer] = await signIn(service, authenticator, wrong);
      assert.equal(answer.status, 401, what);
      assertProblem(answer, 'unauthenticated');
    }
    const [stranger] = await signIn(service, newAuthenticator(originOf(service)));
    assertProblem(stranger, 'unauthenticated');
    const [right] = await signIn(service, authenticator);
    assert.equal(right.status, 200);
    const [copied] = await signIn(service, authenticator, { counter: 1 });
    assertProblem(copied, 'unauthenticated');
  });

  test('an answer counts once, for five minutes, and for one purpose', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const authenticator = await withPasskey(service, dana);
    const browser = newBrowser(service);
    const options = await browser.ask<Challenged>('POST', '/session/passkey/options');
    const answer = authenticator.get(options);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => newBrowser(service).send('POST', '/session/passkey', answer)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);

    const late = await browser.ask<Challenged>('POST', '/session/passkey/options');
    service.wind(301);
    assertProblem(await browser.send('POST', '/session/passkey', authenticator.get(late)), 'unauthenticated');

    const sam = await givenPerson(service, 'viewer');
    const forMaking = await sam.ask<{ challenge: string }>('POST', '/me/passkeys/options');
    const misused = authenticator.get({ challenge: forMaking.challenge, rpId: 'localhost' });
    assertProblem(await browser.send('POST', '/session/passkey', misused), 'unauthenticated');
    const made = authenticator.get({ challenge: Buffer.alloc(36).toString('base64url'), rpId: 'localhost' });
    assertProblem(await browser.send('POST', '/session/passkey', made), 'unauthenticated');
  });

  test("is made only by whom it was offered to, and nobody takes over another's", async (t) => {
    const { service } = await givenService(t);
    const [dana, sam] = [await givenPerson(service, 'admin'), await givenPerson(service, 'viewer')];
    const origin = originOf(service);
    const offered = await dana.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
    const made = newAuthenticator(origin).create(offered);
    assertProblem(await sam.send('POST', '/me/passkeys', made), 'validation_failed');
    for (const wrong of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { userVerified: false }]) {
      assertProblem(
        await dana.send('POST', '/me/passkeys', newAuthenticator(origin).create(offered, wrong)),
        'validation_failed',
      );
    }
    await dana.ask('POST', '/me/passkeys', made);
    assertProblem(await dana.send('POST', '/me/passkeys', made), 'validation_failed');
    const again = await sam.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
    const copy = newAuthenticator(origin).create(again);
    const stolen = { ...copy, id: made.id, rawId: made.rawId };
    assertProblem(await sam.send('POST', '/me/passkeys', stolen), 'validation_failed');
  });

  test('forgotten, it opens nothing; someone removed is out with all of theirs', async (t) => {
    const { service } = await givenService(t);
    const [dana, sam] = [await givenPerson(service, 'admin'), await givenPerson(service, 'viewer')];
    const [first, second] = [await withPasskey(service, sam), await withPasskey(service, sam)];
    const { items } = await sam.ask<{ items: Passkey[] }>('GET', '/me/passkeys');
    await sam.ask('DELETE', `/me/passkeys/${items[0]?.id}`);
    assertProblem(await sam.send('DELETE', `/me/passkeys/${items[0]?.id}`), 'not_found');
    assertProblem(await dana.send('DELETE', `/me/passkeys/${items[1]?.id}`), 'not_found');
    assertProblem((await signIn(service, first))[0], 'unauthenticated');
    assert.equal((await signIn(service, second))[0].status, 200);
    await dana.ask('DELETE', `/reviewers/${sam.id}`);
    assertProblem((await signIn(service, second))[0], 'unauthenticated');
  });

  test('is offered only where browsers can use it', async (t) => {
    const { service } = await givenService(t, { environment: { PUBLIC_URL: 'https://approve.example' } });
    const port = new URL(service.baseUrl).port;
    const wire = await dial(service.baseUrl);
    const methodsAt = async (host: string) => {
      await wire.send(`GET /v1/session HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return (JSON.parse((await wire.answer()).text) as Session).methods;
    };
    assert.deepEqual(await methodsAt('approve.example'), ['passkey', 'password', 'recovery_code']);
    for (const host of [`localhost:${port}`, `192.168.1.20:${port}`, `127.0.0.1:${port}`]) {
      assert.deepEqual(await methodsAt(host), ['password', 'recovery_code'], host);
    }
    wire.close();
    const plain = await givenService(t);
    const here = await dial(plain.service.baseUrl);
    await here.send('GET /v1/session HTTP/1.1\r\nHost: 127.0.0.1:8484\r\n\r\n');
    assert.equal((JSON.parse((await here.answer()).text) as Session).methods.includes('passkey'), false);
    here.close();
  });
});

describe('a password', () => {
  test('signs in, ends the other sessions when it is set, and is kept only as argon2id', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana Novák' });
    const { url } = await dana.ask<{ url: string }>('POST', '/session/pair');
    const phone = newBrowser(service);
    await phone.ask('POST', '/session/link', { token: url.split('#t=')[1] });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    assertProblem(await phone.send('GET', '/me'), 'unauthenticated');
    await phone.ask('POST', '/session/password', { login: ' Dana.Novak ', password: PASSWORD });
    assert.equal(phone.id, dana.id);
    const rows = await service.running.app.reader.q.selectFrom('reviewers').select('password').execute();
    assert.match(rows[0]?.password ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal((await dana.ask<{ items: SessionRecord[] }>('GET', '/me/sessions')).items.length, 2);
    await dana.ask('DELETE', '/me/password');
    const gone = await newBrowser(service).send('POST', '/session/password', {
      login: 'dana.novak',
      password: PASSWORD,
    });
    assertProblem(gone, 'unauthenticated');
  });

  test('that was changed while it was looked at opens nothing', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    const { app } = service.running;
    const transactions = [async () => undefined, () => dana.ask('PUT', '/me/password', { password: `${PASSWORD} 2` })];
    const transaction: App['storage']['transaction'] = async (work) => {
      await transactions.shift()?.(); // the try is counted in the first, the session begins in the second
      return app.storage.transaction(work);
    };
    const late = { ...app, storage: { ...app.storage, transaction } };
    const entering = signInWithPassword(late, NO_VISIT, { login: 'dana', password: PASSWORD });
    await assert.rejects(entering, (problem: Problem) => problem.code === 'unauthenticated');
    assert.deepEqual(transactions, []);
    assert.equal((await dana.ask<{ items: SessionRecord[] }>('GET', '/me/sessions')).items.length, 1);
  });

  test('is not set by whoever was put out while it was being hashed', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
    const { app } = service.running;
    const thief = newBrowser(service);
    const { url } = await dana.ask<{ url: string }>('POST', '/session/pair');
    await thief.ask('POST', '/session/link', { token: tokenIn(url) });
    const person = await recognize(app, thief.cookie.split('=')[1] ?? '');
    const transaction: App['storage']['transaction'] = async (work) => {
      await dana.ask('PUT', '/me/password', { password: PASSWORD });
      return app.storage.transaction(work);
    };
    const late = { ...app, storage: { ...app.storage, transaction } };
    const setting = setMyPassword(late, person ?? assert.fail(), `${PASSWORD} of a thief`);
    await assert.rejects(setting, (problem: Problem) => problem.code === 'unauthenticated');
    assert.equal((await dana.ask<{ items: SessionRecord[] }>('GET', '/me/sessions')).items.length, 1);
    await newBrowser(service).ask('POST', '/session/password', { login: 'dana', password: PASSWORD });
  });

  test('that would be guessed is refused', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana Novák' });
    for (const password of [
      'short',
      'aaaaaaaaaaaa',
      'abababababab',
      '1qaz2wsx3edc',
      'Password1234!',
      'passwordpassword',
      'dragondragon2026',
      'dana.novak12',
      '12 countersign',
    ]) {
      assertProblem(await dana.send('PUT', '/me/password', { password }), 'validation_failed');
    }
    for (const password of ['purple monkey dishwasher', 'Tr0ub4dor&3 zebra', '密码是很长的一句话没有人知道']) {
      await dana.ask('PUT', '/me/password', { password });
    }
  });

  test('the answer is the same for a wrong one, for none, and for nobody', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    await givenPerson(service, 'viewer', { name: 'Passwordless' });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    const bodies = new Set<string>();
    for (const login of ['dana', 'passwordless', 'nobody']) {
      const answer = await newBrowser(service).send('POST', '/session/password', {
        login,
        password: 'wrong wrong wrong',
      });
      bodies.add(JSON.stringify({ ...assertProblem(answer, 'unauthenticated'), request_id: '' }));
    }
    assert.equal(bodies.size, 1);
    const log = await dana.ask<{ items: { entity_id: string }[] }>('GET', '/audit?type=reviewer.sign_in_failed');
    assert.equal(log.items.length, 2);
  });

  test('as many transactions are made for nobody as for a wrong one: the time it takes does not tell who is there', async (t) => {
    const { service } = await givenService(t);
    await givenPerson(service, 'admin', { name: 'Dana' });
    const { app } = service.running;
    const transactionsOf = async (enter: (counting: App) => Promise<unknown>) => {
      let count = 0;
      const transaction: App['storage']['transaction'] = (work) => {
        count++;
        return app.storage.transaction(work);
      };
      const refused = enter({ ...app, storage: { ...app.storage, transaction } });
      await assert.rejects(refused, (problem: Problem) => problem.code === 'unauthenticated');
      return count;
    };
    const counts = async (login: string) => [
      await transactionsOf((counting) => signInWithPassword(counting, NO_VISIT, { login, password: PASSWORD })),
      await transactionsOf((counting) => signInWithRecoveryCode(counting, NO_VISIT, { login, code: 'guessed' })),
    ];
    assert.deepEqual(await counts('nobody'), await counts('dana'));
  });

  test('five tries a minute, at once or one after another; then even the right one waits, and longer each time', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    const attempt = (password: string) =>
      newBrowser(service).send('POST', '/session/password', { login: 'dana', password });
    const waits: number[] = [];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => attempt(`guess number ${n} of ${round}`)));
      assert.equal(answers.filter(({ status }) => status === 401).length, 5);
      const late = await attempt(PASSWORD);
      assertProblem(late, 'rate_limited');
      const wait = Number(late.headers.get('retry-after'));
      waits.push(wait);
      service.wind(wait + 1);
    }
    assert.ok(waits[0] !== undefined && waits[0] <= 60 && waits[0] > 50, String(waits));
    assert.ok((waits[1] ?? 0) > 100 && (waits[2] ?? 0) > 200, String(waits));
    assert.equal((await attempt(PASSWORD)).status, 200);
  });

  test('those who know theirs are not counted', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    for (let n = 0; n < 8; n++) {
      await newBrowser(service).ask('POST', '/session/password', { login: 'dana', password: PASSWORD });
    }
  });

  test('many addresses do not help against one login, nor many logins from one address', async (t) => {
    const { service } = await givenService(t, { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    const from = (address: string, login: string) =>
      newBrowser(service).send(
        'POST',
        '/session/password',
        { login, password: 'wrong wrong wrong' },
        { 'x-forwarded-for': address },
      );
    const oneLogin = [];
    for (let n = 0; n < 7; n++) oneLogin.push((await from(`203.0.113.${n}`, 'dana')).status);
    assert.deepEqual(oneLogin, [401, 401, 401, 401, 401, 429, 429]);
    const oneNetwork = [];
    for (let n = 0; n < 7; n++) oneNetwork.push((await from(`2001:db8:1:2::${n}`, `nobody${n}`)).status);
    assert.deepEqual(oneNetwork, [401, 401, 401, 401, 401, 429, 429]);
    assert.equal((await from('2001:db8:1:3::1', 'nobody')).status, 401);
  });

  test('whoever has to wait keeps nobody else out by going on, and leaves nothing more behind', async (t) => {
    const { service } = await givenService(t, { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    await dana.ask('PUT', '/me/password', { password: PASSWORD });
    const from = async (address: string, login: string, password = 'wrong wrong wrong') => {
      const headers = { 'x-forwarded-for': address };
      return (await newBrowser(service).send('POST', '/session/password', { login, password }, headers)).status;
    };
    const goOn = async () => {
      for (let n = 0; n < 8; n++) assert.equal(await from('203.0.113.1', 'dana'), 429);
      for (let n = 0; n < 8; n++) assert.equal(await from('203.0.113.1', `nobody${n}`), 429);
    };
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 5; n++) assert.equal(await from('203.0.113.1', 'dana'), 401);
      await goOn();
      service.wind(70);
    }
    await goOn(); // the second wait is two minutes
    const rows = await service.running.app.reader.q.selectFrom('sign_in_tries').select('subject').execute();
    assert.equal(rows.length, 2); // where they come from, and whom they tried
    assert.equal(await from('203.0.113.2', 'dana', PASSWORD), 200);
  });
});

describe('a recovery code', () => {
  test('opens once, however it is typed; new ones void the old', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    const { codes } = await dana.ask<{ codes: string[] }>('POST', '/me/recovery-codes');
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const use = (code: string) => newBrowser(service).send('POST', '/session/recovery-code', { login: 'dana', code });
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    assert.equal((await use(typed)).status, 200);
    assertProblem(await use(codes[0] ?? ''), 'unauthenticated');
    assert.equal((await dana.ask<Me>('GET', '/me')).recovery_codes_left, 9);
    const race = await Promise.all(Array.from({ length: 4 }, () => use(codes[1] ?? '')));
    assert.equal(race.filter(({ status }) => status === 200).length, 1);
    service.wind(61);
    const dump = JSON.stringify(await service.running.app.reader.q.selectFrom('recovery_codes').selectAll().execute());
    assert.equal(dump.includes((codes[2] ?? '').replaceAll('-', '')) || dump.includes(codes[2] ?? ''), false);
    await dana.ask('POST', '/me/recovery-codes');
    assertProblem(await use(codes[2] ?? ''), 'unauthenticated');
  });

  test('that is used up signs in, also when nothing can be read after it', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    const { codes } = await dana.ask<{ codes: string[] }>('POST', '/me/recovery-codes');
    const elsewhere = newBrowser(service);
    const use = () => elsewhere.send('POST', '/session/recovery-code', { login: 'dana', code: codes[0] });
    const answer = await goneAfter(service, /insert into "sessions"/, use);
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await elsewhere.ask<Me>('GET', '/me')).recovery_codes_left, 9);
  });

  test('is one of ten, whoever else asks for new ones in that moment', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    await dana.ask('POST', '/me/recovery-codes');
    const who = { project_id: service.running.firstStart?.project_id ?? '', id: dana.id };
    const others = Array.from({ length: 10 }, (_, n) => hashCode(dana.id, `0000-0000-0000-000${n}`));
    const replace = (tx: Tx) => replaceCodes(tx, who, others);
    await overtakenBy(service, replace, () => dana.ask('POST', '/me/recovery-codes'));
    assert.equal((await dana.ask<Me>('GET', '/me')).recovery_codes_left, 10);
  });
});

test('what people sign in with is in no log line and no audit row', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'admin', { name: 'Dana' });
  await dana.ask('PUT', '/me/password', { password: PASSWORD });
  const { codes } = await dana.ask<{ codes: string[] }>('POST', '/me/recovery-codes');
  await newBrowser(service).send('POST', '/session/password', { login: 'dana', password: `${PASSWORD}!` });
  const token = dana.cookie.split('=')[1] ?? '';
  const told = service.world.lines.join('') + JSON.stringify((await admin.listAudit({ limit: 200 })).items);
  for (const secret of [PASSWORD, token, ...codes]) assert.equal(told.includes(secret), false);
});

test('whoever is put out in this moment sets up no other way in, and takes none away', async (t) => {
  const { service } = await givenService(t);
  const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  await dana.ask('PUT', '/me/password', { password: PASSWORD });
  await dana.ask('POST', '/me/recovery-codes');
  const before = await dana.ask<Me>('GET', '/me');
  const whose = { project_id: service.running.firstStart?.project_id ?? '', reviewer_id: dana.id };
  const { items } = await dana.ask<{ items: SessionRecord[] }>('GET', '/me/sessions');
  const except = items.find(({ current }) => current)?.id ?? '';
  const end = async (tx: Tx) => void (await deleteSessions(tx, { ...whose, except }));

  const tries: Readonly<Record<string, (thief: Browser) => Promise<() => Promise<Answer>>>> = {
    'a passkey': async (thief) => {
      const options = await thief.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
      const made = newAuthenticator(originOf(service)).create(options);
      return () => thief.send('POST', '/me/passkeys', made);
    },
    'recovery codes': async (thief) => () => thief.send('POST', '/me/recovery-codes'),
    'an address': async (thief) => () => thief.send('PATCH', '/me', { email: 'thief@example.com' }),
    'an authenticator app': async (thief) => () => thief.send('POST', '/me/totp'),
    'no password': async (thief) => () => thief.send('DELETE', '/me/password'),
  };
  for (const [what, begin] of Object.entries(tries)) {
    const thief = newBrowser(service);
    const { url } = await dana.ask<{ url: string }>('POST', '/session/pair');
    await thief.ask('POST', '/session/link', { token: tokenIn(url) });
    const setUp = await begin(thief);
    const answer = await overtakenBy(service, end, setUp);
    assert.equal(assertProblem(answer, 'unauthenticated').status, 401, what);
  }
  assert.deepEqual(await dana.ask<Me>('GET', '/me'), before);
});
