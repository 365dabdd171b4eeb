// Whoever is let in and then takes their time to send what they want is let in anew: they may have been put out meanwhile.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ToSign } from '@countersign/contract';
import type { App } from '../../src/app.ts';
import { restHandlers } from '../../src/boot/handlers.ts';
import { openShared } from '../../src/boot/shared.ts';
import { recognize } from '../../src/features/people/recognize.ts';
import { A_WHILE_MS } from '../../src/http/still-in.ts';
import { newAuthenticator } from '../support/authenticator.ts';
import { givenService, proposal } from '../support/given.ts';
import { givenPerson, NO_VISIT, newBrowser } from '../support/people.ts';
import { type Answer, assertProblem, dial } from '../support/wire.ts';

type Headers = Readonly<Record<string, string>>;

interface Slow {
  readonly request: string;
  readonly headers: Headers;
  readonly body: object;
  /** Between the headers, which let them in, and the body. */
  meanwhile(): Promise<unknown>;
}

async function sendSlowly(t: TestContext, url: string, { request, headers, body, meanwhile }: Slow): Promise<Answer> {
  const text = JSON.stringify(body);
  const { host } = new URL(url);
  const all = { host, 'content-type': 'application/json', 'content-length': String(text.length), ...headers };
  const lines = Object.entries({ ...all, expect: '100-continue' }).map(([name, value]) => `${name}: ${value}\r\n`);
  const wire = await dial(url);
  t.after(wire.close);
  await wire.send(`${request} HTTP/1.1\r\n${lines.join('')}\r\n`);
  assert.equal((await wire.answer()).status, 100); // past the gate
  await meanwhile();
  await delay(2 * A_WHILE_MS);
  await wire.send(text);
  return wire.answer();
}

const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });

test('a key that was revoked makes no other key to come back with', async (t) => {
  const { service, admin } = await givenService(t);
  const { id, key } = await admin.createKey({ name: 'leaked', scopes: ['admin'] });
  const answer = await sendSlowly(t, service.running.url, {
    request: 'POST /v1/keys',
    headers: withKey(key),
    body: { name: 'kept', scopes: ['admin'] },
    meanwhile: () => admin.revokeKey(id),
  });
  assertProblem(answer, 'unauthenticated');
  const { items } = await admin.listKeys();
  assert.deepEqual(
    items.filter(({ name }) => name === 'kept'),
    [],
  );
});

test('nor does it call a tool', async (t) => {
  const { service, admin } = await givenService(t);
  const { id, key } = await admin.createKey({ name: 'leaked', scopes: ['actions'] });
  const { kind, title, preview } = proposal();
  const call = {
    name: 'service_push_action',
    arguments: { kind, title, preview: { format: 'text', body: preview.body } },
  };
  const answer = await sendSlowly(t, service.running.url, {
    request: 'POST /mcp',
    headers: { ...withKey(key), accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    meanwhile: () => admin.revokeKey(id),
  });
  assertProblem(answer, 'unauthenticated');
  assert.deepEqual((await admin.listActions()).items, []);
});

test('whoever was signed out sets no password to come back with', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  const { login } = await dana.ask<{ login: string }>('GET', '/me');
  const password = 'a lamp that hums at night';
  const answer = await sendSlowly(t, service.running.url, {
    request: 'PUT /v1/me/password',
    headers: { cookie: dana.cookie, 'sec-fetch-site': 'same-origin' },
    body: { password },
    meanwhile: () => admin.endReviewerSessions(dana.id),
  });
  assertProblem(answer, 'unauthenticated');
  assertProblem(await newBrowser(service).send('POST', '/session/password', { login, password }), 'unauthenticated');
});

test('whoever may no longer decide does not decide', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  const { id } = await admin.createAction(proposal());
  const answer = await sendSlowly(t, service.running.url, {
    request: `POST /v1/actions/${id}/decision`,
    headers: { cookie: dana.cookie, 'sec-fetch-site': 'same-origin' },
    body: { decision: 'approve' },
    meanwhile: () => admin.updateReviewer(dana.id, { role: 'viewer' }),
  });
  assertProblem(answer, 'insufficient_scope');
  assert.equal((await admin.getAction(id)).status, 'pending');
});

test('nor while their edits are worked out, or their signature is looked at', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  const origin = new URL(service.baseUrl).origin.replace('127.0.0.1', 'localhost');
  const passkey = newAuthenticator(origin);
  const options = await dana.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
  await dana.ask('POST', '/me/passkeys', passkey.create(options));
  const { id, digest } = await admin.createAction(proposal({ editable: ['preview.body'] }));
  const toSign = await dana.ask<ToSign>('POST', `/actions/${id}/step-up`, { decision: 'approve' });
  const edited = { 'preview.body': 'Shorter.' };
  const tries = {
    decideAction: { decision: 'approve', edited },
    holdDecision: { decision: 'approve', edited, digest, seconds: 0 },
    signDecision: { statement: toSign.statement, assertion: passkey.get(toSign.options) },
  };
  const { app } = service.running;
  const handlers = restHandlers(app, await openShared(app, new AbortController().signal));
  const person = (await recognize(app, dana.cookie.split('=')[1] ?? '')) ?? assert.fail();
  const visit = () => ({ ...NO_VISIT, origin });
  for (const [name, body] of Object.entries(tries)) {
    let isOut = false;
    const transaction: App['storage']['transaction'] = async (...words) => {
      if (!isOut) await admin.updateReviewer(dana.id, { role: 'viewer' });
      isOut = true;
      return app.storage.transaction(...words);
    };
    const late = { ...app, storage: { ...app.storage, transaction } };
    const sourceOf = (member: string) =>
      member in body ? JSON.stringify(body[member as keyof typeof body]) : undefined;
    const input = { params: { id }, headers: {}, body, sourceOf, visit };
    const deciding = handlers[name as keyof typeof tries](late, person, input as never);
    await assert.rejects(deciding, { code: 'insufficient_scope' }, name);
    assert.equal((await admin.getAction(id)).status, 'pending', name);
    await admin.updateReviewer(dana.id, { role: 'reviewer' });
  }
});
