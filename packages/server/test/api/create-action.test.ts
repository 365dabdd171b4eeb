// Creating actions: defaults, replays, duplicates, targets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContentDiffers } from '@countersign/sdk';
import { givenAgent, givenApproved, givenService, problem, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { givenPerson } from '../support/people.ts';

test('a replayed idempotency key gives the first action, for 24 hours', async (t) => {
  const given = await givenService(t);
  const { service, admin } = given;
  const first = await admin.createAction(proposal({ title: 'one', idempotency_key: 'k' }));
  assert.equal(first.replayed, undefined);

  const same = await admin.createAction(proposal({ title: 'one', idempotency_key: 'k' }));
  assert.deepEqual([same.id, same.replayed, same.content_differs], [first.id, true, undefined]);
  const agent = await givenAgent(given);
  await assert.rejects(agent.createAction(proposal({ title: 'two', idempotency_key: 'k' })), (error) => {
    assert.ok(error instanceof ContentDiffers);
    assert.partialDeepStrictEqual(error.action, { id: first.id, title: 'one', replayed: true, content_differs: true });
    return true;
  });

  await admin.decideAction(first.id, { decision: 'reject' });
  service.wind(86_000);
  assert.equal((await admin.createAction(proposal({ title: 'one', idempotency_key: 'k' }))).id, first.id);
  service.wind(500);
  const fresh = await admin.createAction(proposal({ title: 'one', idempotency_key: 'k' }));
  assert.notEqual(fresh.id, first.id);
  assert.equal(fresh.status, 'pending');
});

test('an idempotency key is remembered past 24 hours while its action is pending', async (t) => {
  const { service, admin } = await givenService(t);
  const body = proposal({ idempotency_key: 'k' });
  const first = await admin.createAction(body);
  service.wind(200_000);
  assert.equal((await admin.createAction(body)).id, first.id);
  service.wind(60_000);
  assert.notEqual((await admin.createAction(body)).id, first.id, 'expired by now');
});

test('an equal pending action of the same key is found instead of made again', async (t) => {
  const given = await givenService(t);
  const { admin } = given;
  const body = proposal({ payload: { b: 1, a: 2 } });
  const first = await admin.createAction(body);
  const again = await admin.createAction({ ...body, payload: { a: 2, b: 1 } });
  assert.deepEqual([again.id, again.duplicate_of], [first.id, first.id]);

  const other = await (await givenAgent(given)).createAction(body);
  assert.notEqual(other.id, first.id, 'another key is another asker');
  await admin.decideAction(first.id, { decision: 'reject' });
  assert.notEqual((await admin.createAction(body)).id, first.id, 'what is decided holds nobody up');
});

test('requests that differ in anything are never merged', async (t) => {
  const { admin } = await givenService(t);
  const body = proposal({ kind: 'a|b', title: 'c', payload: 1, undo: 'x' });
  const variants = [
    body,
    { ...body, kind: 'a', title: 'b|c' },
    { ...body, payload: 2 },
    { ...body, payload: '1' },
    { ...body, payload: null },
    { ...body, callback_url: 'https://agent.example/1' },
    { ...body, callback_url: 'https://agent.example/2' },
    { ...body, target_url: 'https://example.com/' },
    { ...body, editable: ['title'] },
    { ...body, idempotent: true },
    { ...body, idempotent: false },
    { ...body, undo: 'y' },
    { ...body, expires_in: 300 },
    { ...body, preview: { body: 'Do it.', format: 'markdown' as const } },
    { ...body, preview: { body: 'Do it.\n' } },
    { ...body, title: 'e\u0301' },
    { ...body, title: '\u00e9' },
    { ...body, title: 'c\u200d' },
    { ...body, idempotency_key: 'k' },
  ];
  const ids = new Set<string>();
  for (const variant of variants) ids.add((await admin.createAction(variant)).id);
  assert.equal(ids.size, variants.length);
});

test('payloads that differ beyond a double are different actions', async (t) => {
  const { service } = await givenService(t);
  const create = async (digits: string) => {
    const response = await fetch(`${service.baseUrl}/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.adminKey}`, 'content-type': 'application/json' },
      body: `{"kind":"k","title":"t","preview":{"body":""},"payload":${digits}}`,
    });
    return (await response.json()) as { id: string; digest: string };
  };
  const one = await create('12345678901234567890');
  const two = await create('12345678901234567891');
  assert.notEqual(one.id, two.id);
  assert.notEqual(one.digest, two.digest);
});

test('a callback that leads to a private address is refused, by literal and by name', async (t) => {
  const { service, admin } = await givenService(t);
  service.resolves('inside.example', ['10.0.0.8']);
  service.resolves('mixed.example', ['93.184.216.34', '127.0.0.1']);
  service.resolves('mapped.example', ['::ffff:169.254.169.254']);
  service.resolves('outside.example', ['93.184.216.34', '2606:2800:220:1::1']);
  const blocked = [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127。0。0。1/',
    'http://localhost/',
    'http://localhost./',
    'http://x.localhost/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://inside.example/',
    'https://mixed.example/',
    'https://mapped.example/',
  ];
  for (const callback_url of blocked) {
    await assert.rejects(admin.createAction(proposal({ callback_url })), problem('private_target'), callback_url);
  }
  for (const callback_url of [
    'https://outside.example/hook',
    'https://unknown.example/hook',
    'http://93.184.216.34:81/',
  ]) {
    assert.equal((await admin.createAction(proposal({ callback_url }))).callback_url, callback_url);
  }
});

test('a callback with another scheme, a password or an unclear host is refused', async (t) => {
  const { admin } = await givenService(t);
  const wrong = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:pass@example.com/',
    'http://good\\@127.0.0.1/',
    'http://exa\tmple.com/',
    'http://example.com/\nx',
    'http://[fe80::1%25eth0]/',
    '/relative',
    '',
  ];
  for (const callback_url of wrong) {
    await assert.rejects(admin.createAction(proposal({ callback_url })), problem('validation_failed'), callback_url);
  }
});

test('an opt-out opens private targets but never the metadata service', async (t) => {
  const { admin } = await givenService(t, { allowPrivateTargets: true });
  await admin.createAction(proposal({ callback_url: 'http://127.0.0.1:9/hook' }));
  await admin.createAction(proposal({ callback_url: 'http://192.168.1.4/hook' }));
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '0.0.0.0']) {
    const callback_url = `http://${host}/`;
    await assert.rejects(admin.createAction(proposal({ callback_url })), problem('private_target'), host);
  }
});

test('expires_in takes whole seconds from 300 to 2592000, however they are written', async (t) => {
  const { service } = await givenService(t);
  const statusOf = async (expires_in: string) => {
    const response = await fetch(`${service.baseUrl}/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.adminKey}`, 'content-type': 'application/json' },
      body: `{"kind":"k","title":"t ${expires_in.replaceAll('"', '')}","preview":{"body":""},"expires_in":${expires_in}}`,
    });
    return response.status;
  };
  const cases = { 299: 400, 300: 201, 2592000: 201, 2592001: 400, 300.5: 400, '"300"': 400, '1e3': 201, null: 400 };
  for (const [expires_in, status] of Object.entries(cases))
    assert.equal(await statusOf(expires_in), status, expires_in);
});

test('target_url takes any absolute address, editable any path but those through a prototype', async (t) => {
  const { admin } = await givenService(t);
  const target_url = 'app://orders/1042?x=ü';
  assert.equal((await admin.createAction(proposal({ target_url }))).target_url, target_url);
  await assert.rejects(admin.createAction(proposal({ target_url: 'orders/1042' })), problem('validation_failed'));
  await admin.createAction(proposal({ editable: ['payload', 'nothing.here', ''] }));
  for (const path of ['__proto__', 'payload.__proto__.x', 'constructor.prototype', 'payload.prototype']) {
    await assert.rejects(admin.createAction(proposal({ editable: [path] })), problem('validation_failed'), path);
  }
});

test('a refused create leaves nothing behind', async (t) => {
  const { admin } = await givenService(t);
  await assert.rejects(admin.createAction(proposal({ callback_url: 'http://10.0.0.1/' })), problem('private_target'));
  await assert.rejects(admin.createAction(proposal({ title: 'a\nb' })), problem('validation_failed'));
  assert.deepEqual((await admin.listActions()).items, []);
  assert.deepEqual((await admin.listAudit({ type: 'action.' })).items, []);
});

test('what a person proposes is answered by what was saved, also when nothing can be read after it', async (t) => {
  const { service, admin } = await givenService(t);
  await admin.updateProject({ settings: { reveal_payload: false } });
  const dana = await givenPerson(service, 'reviewer');
  const create = () => dana.send('POST', '/actions', proposal({ payload: { hidden: true } }));
  const answer = await goneAfter(service, /insert into "actions"/, create);
  assert.equal(answer.status, 201, answer.text);
  assert.equal('payload' in JSON.parse(answer.text), false);
});

test('a replay of a decided and edited action shows the approved payload', async (t) => {
  const { admin } = await givenService(t);
  const body = proposal({ idempotency_key: 'k', payload: { a: 1 }, editable: ['payload.a'] });
  const { id } = await admin.createAction(body);
  await admin.decideAction(id, { decision: 'approve', edited: { 'payload.a': 2 } });
  const again = await admin.createAction(body);
  assert.deepEqual([again.status, again.payload, again.original_payload], ['approved', { a: 2 }, { a: 1 }]);
  await givenApproved(admin);
});
