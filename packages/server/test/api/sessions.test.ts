// One-time links and sessions: A15, A16, A22.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Me, OneTimeLink, Session, SessionRecord } from '@countersign/contract';
import { takeLink } from '../../src/features/people/link-store.ts';
import { recognize } from '../../src/features/people/recognize.ts';
import { deleteSessions } from '../../src/features/people/session-store.ts';
import { startSession } from '../../src/features/people/start-session.ts';
import { findReviewer } from '../../src/features/people/store.ts';
import { hashToken } from '../../src/features/people/token.ts';
import type { Tx } from '../../src/storage/database.ts';
import { givenService, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson, NO_VISIT, newBrowser, tokenIn } from '../support/people.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call, dial } from '../support/wire.ts';

const setupToken = ({ running }: Service) => tokenIn(running.setupUrl ?? assert.fail('no link was printed'));

describe('the link of the first start', () => {
  test('makes whoever uses it the admin, signed in, and then opens nothing any more', async (t) => {
    const { service } = await givenService(t);
    const dana = newBrowser(service);
    assert.equal((await dana.ask<Session>('GET', '/session')).setup_needed, true);
    const token = setupToken(service);
    const session = await dana.ask<Session>('POST', '/session/link', { token, name: 'Dana Novák' });
    assert.partialDeepStrictEqual(session, { reviewer: { name: 'Dana Novák', role: 'admin' }, setup_needed: false });
    assert.equal((await dana.ask<Me>('GET', '/me')).login, 'dana.novak');

    const second = newBrowser(service);
    assertProblem(await second.send('POST', '/session/link', { token, name: 'Eve' }), 'unauthenticated');
    assert.deepEqual(Object.keys(await second.ask<Session>('GET', '/session')).includes('reviewer'), false);
  });

  test('is for one of fifty who use it at once', async (t) => {
    const { service } = await givenService(t);
    const token = setupToken(service);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        newBrowser(service).send('POST', '/session/link', { token, name: `Racer ${n}` }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers) if (answer.status !== 200) assertProblem(answer, 'unauthenticated');
    const { text } = await call('GET', `${service.baseUrl}/reviewers`, { key: service.adminKey });
    assert.equal((JSON.parse(text) as { items: unknown[] }).items.length, 1);
  });

  test('is not used up by a request that is refused', async (t) => {
    const { service } = await givenService(t);
    const dana = newBrowser(service);
    const token = setupToken(service);
    assertProblem(await dana.send('POST', '/session/link', { token }), 'validation_failed');
    assertProblem(await dana.send('POST', '/session/link', { token, name: ' ' }), 'validation_failed');
    await dana.ask('POST', '/session/link', { token, name: 'Dana' });
  });

  test('that is used up signs in, also when nothing can be read after it: no other try would', async (t) => {
    const { service } = await givenService(t);
    const dana = newBrowser(service);
    const use = () => dana.send('POST', '/session/link', { token: setupToken(service), name: 'Dana' });
    const answer = await goneAfter(service, /insert into "sessions"/, use);
    assert.equal(answer.status, 200, answer.text);
    const { server_time, ...session } = await dana.ask<Session>('GET', '/session');
    assert.partialDeepStrictEqual(JSON.parse(answer.text), session);
    assert.equal(session.reviewer?.name, 'Dana');
  });

  test('is over after a quarter of an hour', async (t) => {
    const { service } = await givenService(t);
    service.wind(15 * 60 + 1);
    const answer = await newBrowser(service).send('POST', '/session/link', {
      token: setupToken(service),
      name: 'Dana',
    });
    assertProblem(answer, 'unauthenticated');
  });

  test('is printed anew while nobody has joined, and not afterwards; the one printed before is void then', async (t) => {
    const { service } = await givenService(t);
    const first = setupToken(service);
    await service.restart();
    const second = setupToken(service);
    assert.notEqual(first, second);
    await newBrowser(service).ask('POST', '/session/link', { token: second, name: 'Dana' });
    assertProblem(
      await newBrowser(service).send('POST', '/session/link', { token: first, name: 'Eve' }),
      'unauthenticated',
    );
    await service.restart();
    assert.equal(service.running.setupUrl, undefined);
  });

  test('is kept only as a hash', async (t) => {
    const { service } = await givenService(t);
    const rows = await service.running.app.reader.q.selectFrom('links').selectAll().execute();
    assert.equal(JSON.stringify(rows).includes(setupToken(service)), false);
    assert.equal(service.world.lines.join('').includes(setupToken(service)), false);
  });
});

describe('a session', () => {
  test('is a cookie that scripts cannot read and other sites cannot send', async (t) => {
    const { service } = await givenService(t);
    const body = { token: setupToken(service), name: 'Dana' };
    const answer = await newBrowser(service).send('POST', '/session/link', body);
    const port = new URL(service.baseUrl).port;
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      new RegExp(`^sid_${port}=[A-Za-z0-9_-]{43}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax$`),
    );
  });

  test('is Secure and bound to the host where the inbox is on https', async (t) => {
    const { service } = await givenService(t, { environment: { PUBLIC_URL: 'https://approve.example' } });
    assert.match(service.running.setupUrl ?? '', /^https:\/\/approve\.example\/setup#t=/);
    const body = JSON.stringify({ token: setupToken(service), name: 'Dana' });
    const wire = await dial(service.baseUrl);
    await wire.send(
      `POST /v1/session/link HTTP/1.1\r\nHost: approve.example\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const { headers, status } = await wire.answer();
    assert.equal(status, 200);
    const cookie = headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__Host-sid=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
    // With the port of https, too: some proxies write it out.
    for (const host of ['approve.example', 'Approve.Example:443']) {
      await wire.send(`GET /v1/me HTTP/1.1\r\nHost: ${host}\r\nCookie: a=b; ${cookie.split(';')[0]}; c=d\r\n\r\n`);
      assert.equal((await wire.answer()).status, 200, host);
    }
    wire.close();
  });

  test('has a name of its own on each port of a host, also on https: browsers send it to all of them', async (t) => {
    const { service } = await givenService(t, { environment: { PUBLIC_URL: 'https://approve.example:8443' } });
    const body = JSON.stringify({ token: setupToken(service), name: 'Dana' });
    const wire = await dial(service.baseUrl);
    const head = 'Host: approve.example:8443\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\n';
    const neighbour = `__Host-sid=${'n'.repeat(43)}`;
    await wire.send(
      `POST /v1/session/link HTTP/1.1\r\n${head}Cookie: ${neighbour}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const cookie = (await wire.answer()).headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__Host-sid_8443=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
    await wire.send(`GET /v1/me HTTP/1.1\r\n${head}Cookie: ${neighbour}; ${cookie.split(';')[0]}\r\n\r\n`);
    assert.equal((await wire.answer()).status, 200);
    wire.close();
  });

  test('gets a new token at every sign-in, and the old one opens nothing', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const before = dana.cookie;
    const { url } = await dana.ask<OneTimeLink>('POST', '/session/pair');
    await dana.ask('POST', '/session/link', { token: tokenIn(url) });
    assert.notEqual(dana.cookie, before);
    assertProblem(await dana.send('GET', '/me', undefined, { cookie: before }), 'unauthenticated');
    assert.equal((await dana.ask<{ items: unknown[] }>('GET', '/me/sessions')).items.length, 1);
  });

  test('that the visitor brings along is not taken over', async (t) => {
    const { service } = await givenService(t);
    const port = new URL(service.baseUrl).port;
    const planted = `sid_${port}=${'A'.repeat(43)}`;
    const body = { token: setupToken(service), name: 'Dana' };
    const dana = newBrowser(service);
    await dana.send('POST', '/session/link', body, { cookie: planted });
    assert.notEqual(dana.cookie, planted);
    assertProblem(await dana.send('GET', '/me', undefined, { cookie: planted }), 'unauthenticated');
  });

  test('ends after 14 idle days, and after 90 days whatever happens', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    for (let day = 0; day < 80; day += 10) {
      service.wind(10 * 86_400);
      await dana.ask('GET', '/me');
      await written(service);
    }
    service.wind(10 * 86_400 + 1);
    assertProblem(await dana.send('GET', '/me'), 'unauthenticated');

    const sam = await givenPerson(service, 'admin');
    service.wind(14 * 86_400 + 1);
    assertProblem(await sam.send('GET', '/me'), 'unauthenticated');
  });

  test('is not fresh for hours because the clock was ahead at the sign-in, and does not live for a year', async (t) => {
    const { service } = await givenService(t);
    const key = { name: 'agent', scopes: ['actions'] };
    service.wind(3600);
    const dana = await givenPerson(service, 'admin');
    await dana.ask('POST', '/keys', key);
    service.wind(-30);
    await dana.ask('POST', '/keys', key);
    service.wind(30 - 3600);
    assertProblem(await dana.send('POST', '/keys', key), 'step_up_required');
    const { fresh_until = 0, server_time } = await dana.ask<Session>('GET', '/session');
    assert.ok(fresh_until <= server_time);

    service.wind(365 * 86_400);
    const sam = await givenPerson(service, 'admin');
    service.wind(-365 * 86_400);
    assertProblem(await sam.send('GET', '/me'), 'unauthenticated');
    await dana.ask('GET', '/me');
  });

  test('is not begun by a link that was made while the clock was ahead: it would be open for longer than it says', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const makeLink = async () => tokenIn((await dana.ask<OneTimeLink>('POST', '/session/pair')).url);
    const use = (token: string) => newBrowser(service).send('POST', '/session/link', { token });
    service.wind(300);
    const [early, right] = [await makeLink(), await makeLink()];
    service.wind(-300);
    assertProblem(await use(early), 'unauthenticated');
    service.wind(300); // it is as it was
    assert.equal((await use(right)).status, 200);
  });

  test('ends on the server when someone signs out: here, elsewhere, or everywhere', async (t) => {
    const { service } = await givenService(t);
    const [here, there, phone] = [await givenPerson(service, 'viewer'), newBrowser(service), newBrowser(service)];
    for (const other of [there, phone]) {
      const { url } = await here.ask<OneTimeLink>('POST', '/session/pair');
      await other.ask('POST', '/session/link', { token: tokenIn(url) });
    }
    const { items } = await here.ask<{ items: SessionRecord[] }>('GET', '/me/sessions');
    assert.equal(items.length, 3);
    const mine = items.filter(({ current }) => current);
    assert.equal(mine.length, 1);
    const notMine = items.find(({ current }) => !current)?.id ?? '';
    await here.ask('DELETE', `/me/sessions/${notMine}`);
    assertProblem(await here.send('DELETE', `/me/sessions/${notMine}`), 'not_found');
    assert.deepEqual(
      [await there.send('GET', '/me'), await phone.send('GET', '/me')].map(({ status }) => status).toSorted(),
      [200, 401],
    );
    await here.ask('DELETE', '/me/sessions');
    assertProblem(await phone.send('GET', '/me'), 'unauthenticated');
    const cookie = here.cookie;
    await here.ask('DELETE', '/session');
    assert.equal(here.cookie, '');
    assertProblem(await here.send('GET', '/me', undefined, { cookie }), 'unauthenticated');
  });

  test('that was ended does not come back by a link it made for another device', async (t) => {
    const { service, admin } = await givenService(t);
    const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
    const thief = newBrowser(service);
    const pair = async (by: Browser) => tokenIn((await by.ask<OneTimeLink>('POST', '/session/pair')).url);
    await thief.ask('POST', '/session/link', { token: await pair(dana) });

    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      'everywhere else': () => dana.ask('DELETE', '/me/sessions'),
      'by a new password': () => dana.ask('PUT', '/me/password', { password: 'correct horse battery staple' }),
      'by an admin': () => admin.endReviewerSessions(dana.id),
    };
    for (const [how, end] of Object.entries(ends)) {
      const kept = await pair(thief);
      await end();
      assertProblem(await thief.send('GET', '/me'), 'unauthenticated');
      assertProblem(await thief.send('POST', '/session/link', { token: kept }), 'unauthenticated');
      if (how !== 'by an admin') await thief.ask('POST', '/session/link', { token: await pair(dana) });
    }
  });

  test('that is ended in this moment makes no such link, and none that is being used outlives it', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
    const thief = newBrowser(service);
    const pair = async () => tokenIn((await dana.ask<OneTimeLink>('POST', '/session/pair')).url);
    await thief.ask('POST', '/session/link', { token: await pair() });
    const whose = { project_id: service.running.firstStart?.project_id ?? '', reviewer_id: dana.id };
    const { items } = await dana.ask<{ items: SessionRecord[] }>('GET', '/me/sessions');
    const except = items.find(({ current }) => current)?.id ?? '';
    const end = async (tx: Tx) => void (await deleteSessions(tx, { ...whose, except }));
    assertProblem(await overtakenBy(service, end, () => thief.send('POST', '/session/pair')), 'unauthenticated');

    const token = await pair();
    let entered = '';
    const enter = async (tx: Tx) => {
      assert.ok(await takeLink(tx, hashToken(token)));
      const reviewer = await findReviewer(tx, whose.project_id, dana.id);
      entered = (await startSession(tx, reviewer ?? assert.fail(), { visit: NO_VISIT, method: 'link' })).token;
    };
    await overtakenBy(service, enter, () => dana.ask('DELETE', '/me/sessions'));
    assert.equal(await recognize(service.running.app, entered), undefined);
  });

  test('says how long it is fresh, and a sign-in makes it so again', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const key = { name: 'agent', scopes: ['actions'] };
    await dana.ask('POST', '/keys', key);
    const password = 'correct horse battery staple';
    await dana.ask('PUT', '/me/password', { password });
    const { login } = await dana.ask<Me>('GET', '/me');
    service.wind(601);
    assertProblem(await dana.send('POST', '/keys', key), 'step_up_required');
    const stale = await dana.ask<{ webhook_secret: string }>('GET', '/project');
    assert.match(stale.webhook_secret, /^\*{4}.{4}$/);
    const settings = [{ deciders: 'people' }, { must_read_kinds: [] }, { retention_days: 1 }, { reveal_payload: true }];
    for (const one of settings)
      assertProblem(await dana.send('PATCH', '/project', { settings: one }), 'step_up_required');
    await dana.ask('PATCH', '/project', { name: 'Renamed' });

    // No session makes itself fresh: not by a second device, not by a link to an address of its choice.
    assertProblem(await dana.send('POST', '/session/pair'), 'step_up_required');
    assertProblem(await dana.send('PATCH', '/me', { email: 'thief@example.com' }), 'step_up_required');
    assert.equal((await dana.ask<Me>('PATCH', '/me', { name: 'Dana' })).email, undefined);

    const { fresh_until = 0, server_time } = await dana.ask<Session>('POST', '/session/password', { login, password });
    assert.ok(fresh_until - server_time >= 599 && fresh_until - server_time <= 601);
    await dana.ask('POST', '/keys', key);
    assert.match((await dana.ask<{ webhook_secret: string }>('GET', '/project')).webhook_secret, /^whsec_/);
  });
});

describe('where a request comes from', () => {
  test('with a key beside the cookie, only the key counts', async (t) => {
    const { service, admin } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const { key } = await admin.createKey({ name: 'watcher', scopes: ['watch'] });
    const bearer = { authorization: `Bearer ${key}`, 'sec-fetch-site': 'cross-site' };
    assertProblem(await dana.send('GET', '/keys', undefined, bearer), 'insufficient_scope');
    assertProblem(await dana.send('GET', '/keys', undefined, { authorization: 'Bearer csk_x' }), 'unauthenticated');
    const basic = await dana.send('GET', '/keys', undefined, { authorization: 'Basic cHJveHk6eA==' });
    assert.equal(basic.status, 200, 'a proxy in front may ask for a password of its own');
  });

  test('a page that was made for another gets nothing, and does nothing, with who signed in beside it', async (t) => {
    const { service, admin } = await givenService(t);
    const { id } = await admin.createAction(proposal());
    const [ana, ben] = [await givenPerson(service, 'reviewer'), await givenPerson(service, 'reviewer')];
    const decide = (madeFor: string) =>
      ben.send('POST', `/actions/${id}/decision`, { decision: 'approve' }, { 'x-service-reviewer': madeFor });
    assertProblem(await ben.send('GET', '/me', undefined, { 'x-service-reviewer': ana.id }), 'unauthenticated');
    assertProblem(await decide(ana.id), 'unauthenticated');
    assert.equal((await admin.getAction(id)).status, 'pending');
    assert.equal((await decide(ben.id)).status, 200);
  });

  test('without Sec-Fetch-Site the Origin must be there and ours', async (t) => {
    const { service, admin } = await givenService(t);
    const { id } = await admin.createAction(proposal());
    const { cookie } = await givenPerson(service, 'reviewer');
    const body = JSON.stringify({ decision: 'approve' });
    const decide = (headers: Record<string, string>) =>
      call('POST', `${service.baseUrl}/actions/${id}/decision`, { headers: { cookie, ...headers }, body });
    for (const origin of [
      'http://localhost:1',
      'https://evil.example',
      'null',
      new URL(service.baseUrl).origin.replace('http:', 'https:'),
    ]) {
      assertProblem(await decide({ origin }), 'cross_site');
    }
    assertProblem(await decide({}), 'cross_site');
    assert.equal((await admin.getAction(id)).status, 'pending');
    assert.equal((await decide({ origin: new URL(service.baseUrl).origin })).status, 200);
  });

  test('a form on another page is refused whatever it claims to send', async (t) => {
    const { service, admin } = await givenService(t);
    const { id } = await admin.createAction(proposal());
    const { cookie } = await givenPerson(service, 'reviewer');
    const body = JSON.stringify({ decision: 'approve' });
    const url = `${service.baseUrl}/actions/${id}/decision`;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { cookie, 'content-type': type, 'sec-fetch-site': 'cross-site' };
      assertProblem(await call('POST', url, { headers, body }), 'cross_site');
      const ours = { ...headers, 'sec-fetch-site': 'same-origin' };
      assertProblem(await call('POST', url, { headers: ours, body }), 'unsupported_media_type');
    }
    const untyped = await dial(service.baseUrl);
    await untyped.send(
      `POST /v1/actions/${id}/decision HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    assertProblem(await untyped.answer(), 'unsupported_media_type');
    assert.equal((await admin.getAction(id)).status, 'pending');
  });

  test('a name that is not ours is refused with a cookie, and at every sign-in', async (t) => {
    const { service } = await givenService(t, { environment: { PUBLIC_URL: 'https://approve.example:8443' } });
    const port = new URL(service.baseUrl).port;
    const { cookie } = await givenPerson(service, 'reviewer');
    const secure = cookie.replace(/^sid_\d+/, '__Host-sid_8443');
    const elsewhere = cookie.replace(/^sid_\d+/, `sid_${port}`);
    const asked = async (host: string, cookies: string) => {
      const wire = await dial(service.baseUrl);
      await wire.send(`GET /v1/me HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookies}\r\n\r\n`);
      const answer = await wire.answer();
      wire.close();
      return answer;
    };
    for (const host of [
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `x.localhost:${port}`,
    ]) {
      assertProblem(await asked(host, elsewhere), 'cross_site');
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `192.168.1.20:${port}`]) {
      assert.equal((await asked(host, elsewhere)).status, 200, host);
    }
    assert.equal((await asked('approve.example:8443', secure)).status, 200);
    const wire = await dial(service.baseUrl);
    const body = '{"token":"x"}';
    await wire.send(
      `POST /v1/session/link HTTP/1.1\r\nHost: evil.example:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const { detail } = assertProblem(await wire.answer(), 'cross_site');
    assert.match(String(detail), /at PUBLIC_URL; a proxy before it must pass on the Host header/);
    wire.close();
  });
});

/** What is written off the request's path is written soon after. */
async function written({ running: { app } }: Service): Promise<void> {
  const now = Math.floor(app.world.nowMs() / 1000);
  await until(async () => {
    const rows = await app.reader.q.selectFrom('sessions').select('last_seen_at').execute();
    return rows.some(({ last_seen_at }) => last_seen_at >= now - 5);
  }, 'the session is noted as seen');
}
