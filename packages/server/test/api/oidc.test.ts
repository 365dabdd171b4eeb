// Company sign-in: who comes in, as what, and what is noticed when the answer is not what it should be.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AuditRow, Me, Project, ReviewerInvited, Session } from '@countersign/contract';
import { Provider } from 'oidc-provider';
import { JOIN_PAGE, makeLink } from '../../src/features/people/make-link.ts';
import { saveReviewer } from '../../src/features/people/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { type Company, startCompany, type Wrongs } from '../support/company.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson, newBrowser } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem, call } from '../support/wire.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let company: Company;
let service: Service;
let admin: Browser;

before(async () => {
  company = await startCompany();
  service = await startService({
    environment: { ...company.environment, OIDC_ROLES: 'boss=admin,desk=reviewer', OIDC_NAME: 'Acme' },
  });
  admin = await givenPerson(service, 'admin', { name: 'Ada' });
});

after(async () => {
  await service.stop();
  company.stop();
});

const localhost = ({ baseUrl }: Pick<Service, 'baseUrl'>) => baseUrl.replace('127.0.0.1', 'localhost');

interface Visitor {
  cookies: Map<string, string>;
  /** One step: sends what it has, keeps what it gets, and follows nothing. */
  go(url: string): Promise<{ status: number; location: string }>;
  session(): Promise<Session>;
}

function newVisitor(of: Service = service): Visitor {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies,
    async go(url) {
      const answer = await call('GET', url, { headers: { cookie: header(), 'sec-fetch-site': 'cross-site' } });
      const set = answer.headers.get('set-cookie');
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set ?? '') ?? [];
      if (set !== null) cookies.set(name, value);
      return { status: answer.status, location: answer.headers.get('location') ?? '' };
    },
    session: async () =>
      JSON.parse((await call('GET', `${localhost(of)}/session`, { headers: { cookie: header() } })).text) as Session,
  };
}

function visitorWith(...cookies: readonly string[]): Visitor {
  const visitor = newVisitor();
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    visitor.cookies.set(name, value);
  }
  return visitor;
}

/** From our door to the company and back to it; where the browser is sent at last. */
async function signIn(visitor = newVisitor(), { of = service, path = '/session/oidc/start' } = {}) {
  const away = await visitor.go(`${localhost(of)}${path}`);
  assert.equal(away.status, 303);
  const back = await visitor.go(away.location);
  const { location } = await visitor.go(back.location);
  return { visitor, location, back: back.location };
}

const forBoss = (more = {}) => ({ sub: 'boss-1', name: 'Bo Ss', groups: ['boss'], ...more });

describe('someone with a group that stands for a role', () => {
  test('comes in as that, and is the same person the next time; the page they wanted waits', async () => {
    company.says({
      sub: 'desk-1',
      name: 'Dee\r\nSk',
      email: 'Dee@acme.example',
      email_verified: true,
      groups: ['desk', 'x'],
    });
    const { visitor, location } = await signIn(newVisitor(), { path: '/session/oidc/start?return_to=/a/act_1' });
    assert.equal(location, '/a/act_1');
    const { reviewer, methods, oidc_name } = await visitor.session();
    assert.partialDeepStrictEqual(reviewer, { name: 'Dee Sk', role: 'reviewer' });
    assert.deepEqual([methods.includes('oidc'), oidc_name], [true, 'Acme']);
    const again = await signIn();
    assert.equal((await again.visitor.session()).reviewer?.id, reviewer?.id);
    const { items } = await admin.ask<{ items: { id: string; methods: string[] }[] }>('GET', '/reviewers');
    assert.deepEqual(items.find(({ id }) => id === reviewer?.id)?.methods, ['oidc']);
    const asked = company.asked();
    assert.equal(asked.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked.get(name) ?? '', /^[\w-]{43}$/);
    assert.equal(asked.get('redirect_uri'), `${localhost(service)}/session/oidc/callback`);
  });

  test('has the role of their groups at every sign-in, and none without them; one admin stays', async () => {
    company.says(forBoss());
    const { visitor } = await signIn();
    assert.equal((await visitor.session()).reviewer?.role, 'admin');
    company.says(forBoss({ groups: ['desk'] }));
    const after = await signIn();
    assert.equal((await after.visitor.session()).reviewer?.role, 'reviewer');
    company.says(forBoss({ groups: ['other'] }));
    assert.equal((await signIn()).location, '/signin#oidc=no_role');
    for (const signedIn of [visitor, after.visitor]) assert.equal((await signedIn.session()).reviewer, undefined);
    const { items } = await admin.ask<{ items: AuditRow[] }>('GET', '/audit?type=reviewer.signed_out');
    assert.deepEqual(items[0]?.data, { sessions: 2, by: 'oidc' });
    company.says({ sub: 'nobody', groups: 'boss-y' });
    assert.equal((await signIn()).location, '/signin#oidc=no_role');
  });

  test('who was removed comes back as someone new, without what they were', async () => {
    company.says({ sub: 'gone-1', name: 'Gone', groups: ['desk'] });
    const first = (await (await signIn()).visitor.session()).reviewer?.id ?? '';
    await admin.ask('DELETE', `/reviewers/${first}`);
    const second = (await (await signIn()).visitor.session()).reviewer?.id ?? '';
    assert.notEqual(second, first);
  });
});

test('an invitation is found by the address, when the company says that it is theirs', async () => {
  const wanted = { role: 'viewer', email: 'ida@acme.example' };
  const { id, url } = await admin.ask<ReviewerInvited>('POST', '/reviewers', wanted);
  company.says({ sub: 'ida', name: 'Ida', email: 'IDA@acme.example', email_verified: false, groups: ['desk'] });
  const other = await (await signIn()).visitor.session();
  assert.notEqual(other.reviewer?.id, id, 'anyone may claim an address');
  company.says({ sub: 'ida-2', name: 'Ida', email: 'IDA@acme.example', email_verified: true, groups: ['desk'] });
  assert.deepEqual((await (await signIn()).visitor.session()).reviewer, { id, name: 'Ida', role: 'reviewer' });
  const found = await newBrowser(service).send('POST', '/session/link', { token: url.split('#t=')[1] });
  assertProblem(found, 'unauthenticated'); // the invitation was used
});

test('an address is verified by what is said of that very address, in the token or beside it', async (t) => {
  let told: Record<string, unknown> = {};
  const asking = await startCompany(() => told);
  const asked = await startService({ environment: asking.environment });
  t.after(async () => {
    await asked.stop();
    asking.stop();
  });
  const host = await givenPerson(asked, 'admin', { name: 'Host' });
  const [iva, other] = [{ email: 'iva@acme.example' }, { email: 'other@acme.example' }];
  await host.ask('POST', '/reviewers', { role: 'admin', ...iva });
  const yes = { email_verified: true };
  const CASES: readonly (readonly [object, object, string])[] = [
    [iva, { ...other, ...yes }, '/signin#oidc=unknown'],
    [yes, iva, '/signin#oidc=unknown'],
    [{ ...other, ...yes }, iva, '/signin#oidc=unknown'],
    [{ ...iva, email_verified: false }, { ...iva, ...yes }, '/signin#oidc=unknown'],
    [iva, { ...iva, ...yes }, '/inbox'],
  ];
  for (const [said, beside, location] of CASES) {
    asking.says({ sub: 'iva', ...said });
    told = { sub: 'iva', ...beside };
    assert.equal((await signIn(newVisitor(asked), { of: asked })).location, location, JSON.stringify([said, beside]));
  }
});

test('an invitation that is being taken back lets nobody in, who comes in that moment', async () => {
  const wanted = { role: 'admin', email: 'late@acme.example' };
  const { id } = await admin.ask<ReviewerInvited>('POST', '/reviewers', wanted);
  company.says({ sub: 'late', name: 'Late', email: wanted.email, email_verified: true, groups: ['desk'] });
  const project_id = service.running.firstStart?.project_id ?? '';
  const takeBack = (tx: Tx) => saveReviewer(tx, { project_id, id }, { status: 'removed', email: null });
  const { visitor } = await overtakenBy(service, takeBack, () => signIn());
  assert.notEqual((await visitor.session()).reviewer?.id, id);
  const { items } = await admin.ask<{ items: { id: string }[] }>('GET', '/reviewers');
  assert.ok(!items.some((one) => one.id === id));
});

test('an invitation that is given another address lets in nobody who comes by the old one in that moment', async () => {
  const wanted = { role: 'admin', email: 'wrong@acme.example' };
  const { id } = await admin.ask<ReviewerInvited>('POST', '/reviewers', wanted);
  company.says({ sub: 'wrong', name: 'Wrong', email: wanted.email, email_verified: true, groups: ['desk'] });
  const project_id = service.running.firstStart?.project_id ?? '';
  const mend = (tx: Tx) => saveReviewer(tx, { project_id, id }, { email: 'right@acme.example' });
  await overtakenBy(service, mend, () => signIn());
  const { items } = await admin.ask<{ items: { id: string; status: string }[] }>('GET', '/reviewers');
  assert.equal(items.find((one) => one.id === id)?.status, 'invited');
});

test('a session at the company is no proof of presence: only what it says, or what was asked for, is fresh', async () => {
  const isFresh = async (path: string) => {
    const { visitor } = await signIn(newVisitor(), { path });
    const { fresh_until = 0, server_time } = await visitor.session();
    return fresh_until > server_time;
  };
  const now = Math.floor(service.world.nowMs() / 1000);
  company.says(forBoss());
  assert.equal(await isFresh('/session/oidc/start'), false);
  assert.equal(await isFresh('/session/oidc/start?fresh=1'), true);
  company.says(forBoss({ auth_time: now }));
  assert.equal(await isFresh('/session/oidc/start'), true);
  company.says(forBoss({ auth_time: now - 3600 }));
  assert.equal(await isFresh('/session/oidc/start?fresh=1'), false);
});

test('an address that someone here gave themselves lets nobody into their account, and keeps nobody out', async () => {
  company.says({ sub: 'liar', name: 'Liar', auth_time: Math.floor(service.world.nowMs() / 1000), groups: ['desk'] });
  const { visitor } = await signIn();
  const { reviewer: liar } = await visitor.session();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ email: 'ceo@acme.example' });
  assert.equal((await call('PATCH', `${localhost(service)}/me`, { headers, body })).status, 200);
  company.says({ sub: 'ceo', name: 'Ceo', email: 'ceo@acme.example', email_verified: true, groups: ['boss'] });
  const { reviewer } = await (await signIn()).visitor.session();
  assert.equal(reviewer?.name, 'Ceo');
  assert.notEqual(reviewer?.id, liar?.id);
});

describe('someone who came by a link', () => {
  const says = (more = {}) =>
    company.says({
      sub: 'lin',
      name: 'Lin',
      email: 'Lin@acme.example',
      email_verified: true,
      groups: ['desk'],
      ...more,
    });
  const peopleCalled = async (name: string) => {
    const { items } = await admin.ask<{ items: { name: string }[] }>('GET', '/reviewers');
    return items.filter((one) => one.name === name).length;
  };

  test('is nobody else by the company’s button: of several people that a rule asks for, they are one', async () => {
    const lin = await givenPerson(service, 'reviewer', { name: 'Lin' });
    await admin.ask('PATCH', `/reviewers/${lin.id}`, { email: 'lin@acme.example' });
    says();
    assert.equal((await signIn()).location, '/signin#oidc=in_already');
    assertProblem(await lin.send('PATCH', '/me', { email: 'elsewhere@acme.example' }), 'validation_failed');
    assert.equal((await signIn()).location, '/signin#oidc=in_already');
    assert.equal(await peopleCalled('Lin'), 1);

    const begun = await lin.send('POST', '/me/oidc');
    const connecting = visitorWith(lin.cookie, begun.headers.get('set-cookie') ?? '');
    const back = await connecting.go((JSON.parse(begun.text) as { url: string }).url);
    assert.equal((await connecting.go(back.location)).location, '/me');
    assert.equal((await (await signIn()).visitor.session()).reviewer?.id, lin.id);
    await lin.ask('PATCH', '/me', { email: 'elsewhere@acme.example' });
    assert.equal((await (await signIn()).visitor.session()).reviewer?.id, lin.id);
    assert.equal(await peopleCalled('Lin'), 1);
  });

  test('keeps nobody out by an address that they write into their record', async () => {
    const eve = await givenPerson(service, 'viewer', { name: 'Eve' });
    assertProblem(await eve.send('PATCH', '/me', { email: 'cfo@acme.example' }), 'validation_failed');
    await eve.ask('PATCH', '/me', { name: 'Eva' });
    says({ sub: 'cfo', name: 'Cfo', email: 'cfo@acme.example' });
    assert.equal((await (await signIn()).visitor.session()).reviewer?.name, 'Cfo');
  });
});

describe('connecting an account', () => {
  test('ends with the session in which it was begun: who is signed out everywhere connects nothing', async () => {
    const mia = await givenPerson(service, 'viewer', { name: 'Mia' });
    company.says({ sub: 'thief', groups: ['desk'] });
    const begun = await mia.send('POST', '/me/oidc');
    const visitor = visitorWith(mia.cookie, begun.headers.get('set-cookie') ?? '');
    await admin.ask('DELETE', `/reviewers/${mia.id}/sessions`);
    const back = await visitor.go((JSON.parse(begun.text) as { url: string }).url);
    assert.equal((await visitor.go(back.location)).location, '/signin#oidc=expired');
    assert.notEqual((await (await signIn()).visitor.session()).reviewer?.id, mia.id);
  });

  test('is begun on a page of ours by who has just signed in, and then signs in as them', async () => {
    const zoe = await givenPerson(service, 'viewer', { name: 'Zoe' });
    company.says({ sub: 'zoe', groups: ['desk'] });
    const begun = await zoe.send('POST', '/me/oidc');
    const visitor = visitorWith(zoe.cookie, begun.headers.get('set-cookie') ?? '');
    const back = await visitor.go((JSON.parse(begun.text) as { url: string }).url);
    assert.equal((await visitor.go(back.location)).location, '/me');
    assert.equal((await (await signIn()).visitor.session()).reviewer?.id, zoe.id);
    await admin.ask('PATCH', `/reviewers/${zoe.id}`, { name: 'Zoë' });
    assertProblem(await zoe.send('POST', '/me/oidc', undefined, { 'sec-fetch-site': 'cross-site' }), 'cross_site');
  });
});

describe('an account that was forgotten, or left for another', () => {
  const eveSays = () => company.says({ sub: 'eve', name: 'Eve', auth_time: nowOf(), groups: ['desk'] });
  const nowOf = () => Math.floor(service.world.nowMs() / 1000);
  const connected = async (cookie: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const begun = await call('POST', `${localhost(service)}/me/oidc`, { headers });
    const visitor = visitorWith(cookie, begun.headers.get('set-cookie') ?? '');
    const back = await visitor.go((JSON.parse(begun.text) as { url: string }).url);
    return (await visitor.go(back.location)).location;
  };

  test('makes nobody someone else: of several people that a rule asks for, they are one', async () => {
    eveSays();
    const { visitor } = await signIn();
    const id = (await visitor.session()).reviewer?.id;
    const [name, value] = [...visitor.cookies].find(([name]) => name.startsWith('sid_')) ?? [];
    const cookie = `${name}=${value}`;
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    assert.equal((await call('DELETE', `${localhost(service)}/me/oidc`, { headers })).status, 204);
    assert.equal((await signIn()).location, '/signin#oidc=taken');
    assertProblem(await call('DELETE', `${localhost(service)}/me/oidc`, { headers }), 'not_found');
    company.says({ sub: 'eve', groups: [] });
    assert.equal((await signIn()).location, '/signin#oidc=no_role');
    assert.equal((await visitor.session()).reviewer?.id, id, 'it may be in wrong hands: it puts nobody out');

    company.says({ sub: 'private-eve', groups: [] });
    assert.equal(await connected(cookie), '/me');
    eveSays();
    assert.equal((await signIn()).location, '/signin#oidc=taken');
    assert.equal(await connected(cookie), '/me'); // it is theirs, and may be so again
    assert.equal((await (await signIn()).visitor.session()).reviewer?.id, id);

    await admin.ask('DELETE', `/reviewers/${id}`);
    company.says({ sub: 'private-eve', groups: ['desk'] });
    assert.notEqual((await (await signIn()).visitor.session()).reviewer?.id, id);
  });
});

describe('what does not fit is refused, and nobody comes in', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const WRONG: Readonly<Record<string, Wrongs>> = {
    'another nonce': { token: { nonce: 'other' } },
    'no nonce': { token: { nonce: undefined } },
    'another audience': { token: { aud: 'other' } },
    'several audiences, for another': { token: { aud: ['countersign', 'other'], azp: 'other' } },
    'another issuer': { token: { iss: 'https://evil.example' } },
    expired: { token: { exp: now() - 600, iat: now() - 900 } },
    'no subject': { token: { sub: undefined } },
    'a key of nobody': { foreignKey: true },
    'no signature': { unsigned: true },
    'the answer of another issuer (mix-up)': { answer: { iss: 'https://evil.example' } },
    'no code': { answer: { code: '' } },
  };
  for (const [what, wrongs] of Object.entries(WRONG)) {
    test(what, async () => {
      company.says(forBoss(), wrongs);
      const { visitor, location } = await signIn();
      assert.equal(location, '/signin#oidc=invalid');
      assert.equal((await visitor.session()).reviewer, undefined);
    });
  }

  test('another state, no cookie, the cookie of another browser, an answer that was used', async () => {
    company.says(forBoss(), { answer: { state: 'other' } });
    assert.equal((await signIn()).location, '/signin#oidc=expired');
    company.says(forBoss());
    const { visitor, back } = await signIn();
    const other = newVisitor();
    assert.equal((await other.go(back)).location, '/signin#oidc=expired');
    await other.go(`${localhost(service)}/session/oidc/start`);
    assert.equal((await other.go(back)).location, '/signin#oidc=expired');
    assert.match((await visitor.go(back)).location, /#oidc=(invalid|expired)$/);
  });

  test('what took longer than ten minutes', async () => {
    const visitor = newVisitor();
    const away = await visitor.go(`${localhost(service)}/session/oidc/start`);
    const back = await visitor.go(away.location);
    service.wind(601);
    assert.equal((await visitor.go(back.location)).location, '/signin#oidc=expired');
    service.wind(-601);
  });

  test('a no from the company is a no', async () => {
    company.says(forBoss(), { answer: { error: 'access_denied', error_description: '<script>' } });
    assert.equal((await signIn()).location, '/signin#oidc=denied');
  });

  test('what is wrong between us and the company is logged, in words of the protocol only', async () => {
    const told: string[] = [];
    for (const error of ['invalid_scope', 'temporarily_unavailable', 'words of\nanybody']) {
      company.says(forBoss(), { answer: { error, error_description: '<script>' } });
      told.push((await signIn()).location);
    }
    assert.deepEqual(told, ['/signin#oidc=denied', '/signin#oidc=unreachable', '/signin#oidc=denied']);
    const reasons = service.world.lines.flatMap((line) => /oidc\.refused.*"reason":"([^"]*)"/.exec(line)?.[1] ?? []);
    assert.deepEqual(reasons.slice(-3), ['invalid_scope', 'temporarily_unavailable', 'an error of no known code']);
    assert.ok(!service.world.lines.some((line) => line.includes('script')));
  });
});

test('an answer is looked at once, and from one address only so many that are wrong', async () => {
  company.says(forBoss(), { answer: { code: 'bogus' } });
  const { visitor, back } = await signIn();
  const asked = company.requests();
  assert.equal((await visitor.go(back)).location, '/signin#oidc=expired');
  assert.equal(company.requests(), asked, 'the company is not asked again about the same journey');
  const ends: string[] = [];
  for (let n = 0; n < 40 && !ends.at(-1)?.includes('often'); n++) ends.push((await signIn()).location);
  assert.equal(ends.at(-1), '/signin#oidc=too_often');
  const before = company.requests();
  await signIn();
  assert.equal(company.requests() - before, 1, 'one visit there by the browser, and none by us');
  service.wind(61);
  company.says(forBoss());
  assert.equal((await signIn()).location, '/inbox');
  for (let n = 0; n < 40; n++) assert.equal((await signIn()).location, '/inbox'); // who is right is not counted
  service.wind(-61);
});

test('signing in again in a second tab: the last journey arrives, and the other harms nothing', async () => {
  company.says(forBoss());
  const { visitor } = await signIn();
  const start = `${localhost(service)}/session/oidc/start?fresh=1`;
  const [first, second] = [await visitor.go(start), await visitor.go(start)];
  const [ofFirst, ofSecond] = [await visitor.go(first.location), await visitor.go(second.location)];
  assert.equal((await visitor.go(ofSecond.location)).location, '/inbox');
  const { reviewer, fresh_until = 0, server_time } = await visitor.session();
  assert.ok(reviewer && fresh_until > server_time);
  assert.equal((await visitor.go(ofFirst.location)).location, '/signin#oidc=expired');
  assert.deepEqual((await visitor.session()).reviewer, reviewer);
});

describe('a server with several projects', () => {
  let several: Service;
  let elsewhere: string;
  before(async () => {
    several = await startService({ environment: { ...company.environment, OIDC_ROLES: 'desk=reviewer' } });
    elsewhere = (await several.newProject('Elsewhere')).adminKey;
  });
  after(() => several.stop());

  const invite = async (key: string, email?: string) => {
    const body = JSON.stringify({ role: 'viewer', name: 'Ida', ...(email && { email }) });
    return JSON.parse((await call('POST', `${several.baseUrl}/reviewers`, { key, body })).text) as ReviewerInvited;
  };
  const findProjectOf = async (key: string) =>
    JSON.parse((await call('GET', `${several.baseUrl}/project`, { key })).text) as Project;
  const joinBy = async ({ url }: ReviewerInvited) => {
    const begun = await newBrowser(several).send('POST', '/session/oidc/join', { token: url.split('#t=')[1] });
    assert.equal(begun.status, 200, begun.text);
    const visitor = visitorWith(begun.headers.get('set-cookie') ?? '');
    const back = await visitor.go((JSON.parse(begun.text) as { url: string }).url);
    return { visitor: { ...visitor, session: newVisitor(several).session }, end: await visitor.go(back.location) };
  };
  const isIn = async ({ id }: ReviewerInvited, key: string) => {
    const { items } = JSON.parse((await call('GET', `${several.baseUrl}/reviewers`, { key })).text);
    return items.find((one: { id: string }) => one.id === id)?.status === 'active';
  };

  test('an address invited in two of them takes nobody into either; the link of the invitation says which', async () => {
    const email = 'ida@acme.example';
    const [here, there] = [await invite(several.adminKey, email), await invite(elsewhere, email)];
    company.says({ sub: 'ida', name: 'Ida', email, email_verified: true, groups: ['desk'] });
    assert.equal((await joinBy(there)).end.location, '/inbox');
    assert.deepEqual([await isIn(here, several.adminKey), await isIn(there, elsewhere)], [false, true]);
    const again = await newBrowser(several).send('POST', '/session/oidc/join', { token: there.url.split('#t=')[1] });
    assertProblem(again, 'unauthenticated');
    assert.equal((await joinBy(here)).end.location, '/signin#oidc=taken');
  });

  test('so does a link that whoever is invited has asked for by mail', async () => {
    const email = 'ole@acme.example';
    const invited = await invite(elsewhere, email);
    const project_id = (await findProjectOf(elsewhere)).id;
    const wanted = { purpose: 'mail', reviewer_id: invited.id, base: '', page: JOIN_PAGE } as const;
    const { url } = await inTransaction(several.running.app, (tx) => makeLink(tx, project_id, wanted));
    company.says({ sub: 'ole', name: 'Ole', email, email_verified: true, groups: ['desk'] });
    assert.equal((await joinBy({ ...invited, url })).end.location, '/inbox');
    assert.equal(await isIn(invited, elsewhere), true);
  });

  test('whoever is invited here comes by the link, and not as someone else beside it', async () => {
    const email = 'uma@acme.example';
    const invited = await invite(several.adminKey, email);
    company.says({ sub: 'uma', name: 'Uma', email, email_verified: true, groups: ['desk'] });
    assert.equal((await signIn(newVisitor(several), { of: several })).location, '/signin#oidc=unknown');
    assert.equal((await joinBy(invited)).end.location, '/inbox');
    assert.equal(await isIn(invited, several.adminKey), true);
    assert.equal((await signIn(newVisitor(several), { of: several })).location, '/inbox');
  });

  test('an invitation elsewhere captures nobody who only signs in', async () => {
    const email = 'kim@acme.example';
    const trap = await invite(elsewhere, email);
    company.says({ sub: 'kim', name: 'Kim', email, email_verified: true, groups: ['desk'] });
    assert.equal((await signIn(newVisitor(several), { of: several })).location, '/inbox');
    assert.equal(await isIn(trap, elsewhere), false);
  });

  test('whoever finds the link of another address does not come in by it, and it stays as it was', async () => {
    const invited = await invite(elsewhere, 'lea@acme.example');
    company.says({ sub: 'eve', name: 'Eve', email: 'eve@acme.example', email_verified: true, groups: ['desk'] });
    assert.equal((await joinBy(invited)).end.location, '/signin#oidc=other_address');
    company.says({ sub: 'lea', name: 'Lea', email: 'Lea@acme.example', email_verified: true, groups: ['desk'] });
    assert.equal((await joinBy(invited)).end.location, '/inbox');
    assert.equal(await isIn(invited, elsewhere), true);
  });
});

test('keys that the company changes are known at the next sign-in', async () => {
  company.says(forBoss());
  assert.equal((await signIn()).location, '/inbox');
  await company.rotateKeys();
  assert.equal((await signIn()).location, '/inbox');
});

test('the way back leads to a page of ours; a company that is down is said to be', async () => {
  company.says(forBoss());
  for (const to of ['https://evil.example', '//evil.example', '/%5cevil.example', '/.//evil.example']) {
    const path = `/session/oidc/start?return_to=${encodeURIComponent(to)}`;
    const { location } = await signIn(newVisitor(), { path });
    assert.equal(new URL(location, 'http://localhost').origin, 'http://localhost', to);
  }
  const fresh = await startService({ environment: company.environment });
  company.isDown(true);
  const before = company.requests();
  const start = () => newVisitor(fresh).go(`${localhost(fresh)}/session/oidc/start`);
  const turned = await Promise.all(Array.from({ length: 20 }, start));
  company.isDown(false);
  for (const { location } of turned) assert.equal(location, '/signin#oidc=unreachable');
  assert.equal(company.requests() - before, 1, 'strangers cannot have us knock there as often as they like');
  fresh.wind(3);
  company.says({ sub: 'stranger', groups: ['boss'] });
  assert.equal(
    (await signIn(newVisitor(fresh), { of: fresh })).location,
    '/signin#oidc=unknown',
    'no map, no strangers',
  );
  await fresh.stop();
});

test('only the company: every other way is closed, but for the link from the shell', async () => {
  const only = await startService({ environment: { ...company.environment, OIDC_ROLES: '*=admin', OIDC_ONLY: '1' } });
  const setup = only.running.setupUrl ?? '';
  const first = newBrowser(only);
  await first.ask('POST', '/session/link', { token: setup.split('#t=')[1], name: 'Ada' });
  assert.deepEqual((await first.ask<Session>('GET', '/session')).methods, ['oidc']);
  await first.ask('PUT', '/me/password', { password: 'correct horse battery staple' });
  const { login } = await first.ask<Me>('GET', '/me');
  const stranger = newBrowser(only);
  const tries: readonly (readonly [string, object])[] = [
    ['/session/password', { login, password: 'correct horse battery staple' }],
    ['/session/recovery-code', { login, code: '0000-0000-0000-0000' }],
  ];
  for (const [path, body] of tries) assertProblem(await stranger.send('POST', path, body), 'unauthenticated');
  const { url } = await first.ask<{ url: string }>('POST', '/session/pair');
  assertProblem(await stranger.send('POST', '/session/link', { token: url.split('#t=')[1] }), 'unauthenticated');
  assertProblem(await first.send('POST', `/reviewers/${first.id}/link`), 'insufficient_scope');
  const byKey = await call('POST', `${only.baseUrl}/session/setup-link`, {
    key: only.adminKey,
    body: JSON.stringify({ reviewer_id: first.id }),
  });
  const rescue = (JSON.parse(byKey.text) as { url: string }).url.split('#t=')[1];
  await stranger.ask('POST', '/session/link', { token: rescue });
  const shell = await promisify(execFile)(process.execPath, [MAIN, 'admin', 'sign-in-link'], {
    env: {
      ...company.environment,
      OIDC_ONLY: '1',
      DATABASE_URL: only.databaseUrl,
      PUBLIC_URL: 'https://inbox.example',
    },
  });
  assert.match(shell.stdout, /^https:\/\/inbox\.example\/signin#t=[\w-]{43}\n$/);
  const rescued = await newBrowser(only).ask<Session>('POST', '/session/link', {
    token: shell.stdout.trim().split('#t=')[1],
  });
  assert.equal(rescued.reviewer?.id, first.id);
  company.says({ sub: 'someone' });
  assert.equal((await (await signIn(newVisitor(only), { of: only })).visitor.session()).reviewer?.role, 'admin');
  await only.stop();
});

test('a secret that is not the company’s is told in the log by the company’s own code', async () => {
  const wrong = await startService({
    environment: { ...company.environment, OIDC_CLIENT_SECRET: 'another', OIDC_ROLES: '*=viewer' },
  });
  company.says({ sub: 'whoever' });
  assert.equal((await signIn(newVisitor(wrong), { of: wrong })).location, '/signin#oidc=invalid');
  const told = wrong.world.lines.findLast((line) => line.includes('oidc.refused'));
  assert.match(told ?? '', /"reason":"invalid_client"/);
  await wrong.stop();
});

/** In which ways the secret may be sent: one by HTTP Basic, which all must take, and one as most do. */
for (const ways of [['client_secret_basic', 'client_secret_post'], ['client_secret_basic']]) {
  test(`a real provider: discovery, login, consent, code, tokens and keys as they are in the field (${ways})`, async () => {
    const listener = createServer((request, response) => void handler?.(request, response));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const real = await startService({
      environment: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'app',
        OIDC_CLIENT_SECRET: 'a secret: +%',
        OIDC_ROLES: 'desk=reviewer',
      },
    });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'app',
          client_secret: 'a secret: +%',
          redirect_uris: [`${localhost(real)}/session/oidc/callback`],
        },
      ],
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          name: 'Real Person',
          groups: ['desk'],
          email: 'r@acme.example',
          email_verified: true,
        }),
      }),
      cookies: { keys: ['k'] },
      clientAuthMethods: ways,
      pkce: { required: () => true },
    });
    const handler = provider.callback();
    const visitor = newVisitor(real);
    const there = new Map<string, string>();
    let { location } = await visitor.go(`${localhost(real)}/session/oidc/start`);
    for (let step = 0; step < 12 && !location.startsWith(localhost(real)); step++) {
      location = await atProvider(new URL(location, issuer).href, there);
    }
    assert.equal((await visitor.go(location)).location, '/inbox');
    assert.partialDeepStrictEqual((await visitor.session()).reviewer, { name: 'Real Person', role: 'reviewer' });
    await real.stop();
    listener.closeAllConnections();
    listener.close();
  });
}

/** A page of the provider as its reader would use it: the form is filled in and sent. Where that leads. */
async function atProvider(url: string, cookies: Map<string, string>): Promise<string> {
  const keep = (answer: Response) => {
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const headers = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
  const page = keep(await fetch(url, { redirect: 'manual', headers: headers() }));
  const moved = page.headers.get('location');
  if (moved !== null) return new URL(moved, url).href;
  const text = await page.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text.slice(0, 500));
  const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: 'real-1', password: 'x' } : {}) });
  const sent = keep(
    await fetch(new URL(action, url), { method: 'POST', redirect: 'manual', headers: headers(), body }),
  );
  return new URL(sent.headers.get('location') ?? assert.fail(String(sent.status)), url).href;
}
