// Where webhooks may go, through the API: what is refused at create, what at sending, and that sending decides.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import { attempted } from '../support/attempts.ts';
import { type Given, givenService, problem, proposal } from '../support/given.ts';
import { givenReceiver } from '../support/receiver.ts';
import { call } from '../support/wire.ts';

const INSIDE = [
  ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127。0。0。1', '①②⑦.0.0.1', '0', '0.0.0.0'],
  ...['localhost', 'localhost.', 'x.localhost', 'LOCALHOST'],
  ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:169.254.169.254]', '[::7f00:1]', '[fe90::1]'],
  ...[
    '[fec0::1]',
    '[ff02::1]',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '198.18.0.1',
    '192.0.0.192',
    '192.88.99.1',
  ],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '100.100.100.200'],
];

test('an address inside is refused at create, however it is spelled, and nothing is created', async (t) => {
  const { admin } = await givenService(t);
  for (const host of INSIDE) {
    const created = admin.createAction(proposal({ callback_url: `http://${host}:8080/hook` }));
    await assert.rejects(created, problem('private_target'), host);
  }
  assert.deepEqual((await admin.listActions()).items, []);
});

test('NAT64 of a public address is judged by that address', async (t) => {
  const { admin } = await givenService(t);
  await admin.createAction(proposal({ callback_url: 'http://[64:ff9b::8.8.8.8]/hook' }));
});

test('two readers must not disagree about the host: such URLs are refused, and no credential is logged', async (t) => {
  const { service } = await givenService(t);
  service.resolves('good.example', ['93.184.216.34']);
  const urls = [
    'http://user:hunter2@good.example/',
    'http://hunter2@good.example/',
    'http://good.example\\@127.0.0.1/',
    'http://127.0.0.1#@good.example/',
    'http://127.0.0.1?@good.example/',
    'http://127.0.0.1\t.good.example/',
    'http://good.example\r\n/',
    'http://good\n.example/',
    ' http://good.example/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://good.example:99999/',
    'http://',
    'http:///',
    '//good.example/',
    'good.example',
    'ftp://good.example/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'file:///etc/passwd',
  ];
  for (const callback_url of urls) {
    const body = JSON.stringify(proposal({ callback_url }));
    const { status, text } = await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body });
    assert.equal(status, 400, `${JSON.stringify(callback_url)}: ${text}`);
    assert.doesNotMatch(text, /hunter2/);
  }
  assert.doesNotMatch(service.world.lines.join(''), /hunter2/);
});

/** Approves an action whose callback is this URL, and waits for its first attempt to be written down. */
async function firstAttempt(admin: Countersign, callback_url: string) {
  const { id } = await admin.createAction(proposal({ callback_url }));
  await admin.decideAction(id, { decision: 'approve' });
  return { id, ...(await attempted(admin, id, 1)) };
}

const withPrivate = (t: TestContext): Promise<Given> => givenService(t, { allowPrivateTargets: true });

test('the private opt-in opens this machine, but neither metadata nor what nobody listens on', async (t) => {
  const { service, admin } = await withPrivate(t);
  const receiver = await givenReceiver(t);
  assert.partialDeepStrictEqual(await firstAttempt(admin, receiver.url), { delivery: { status: 'delivered' } });
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '[::ffff:169.254.169.254]', '0.0.0.0']) {
    await assert.rejects(admin.createAction(proposal({ callback_url: `http://${host}/` })), problem('private_target'));
  }
  const { port } = new URL(receiver.url);
  const url = `http://agent.example:${port}/hook`;
  const { id } = await admin.createAction(proposal({ callback_url: url })); // no address yet
  service.resolves('agent.example', ['127.0.0.1', '169.254.169.254']);
  await admin.decideAction(id, { decision: 'approve' });
  const { delivery } = await attempted(admin, id, 1);
  assert.partialDeepStrictEqual(delivery, { status: 'retry', attempt: 1, last_error: 'target_blocked' });
  assert.equal(receiver.received.length, 1);
});

test('a name nobody knows is accepted at create, and at sending a failed attempt like another', async (t) => {
  const { admin } = await givenService(t);
  const { delivery } = await firstAttempt(admin, 'https://nowhere.example/hook');
  assert.partialDeepStrictEqual(delivery, { status: 'retry', attempt: 1, max_attempts: 6, last_error: 'dns' });
});

test('what was blocked once is judged anew at the next attempt', async (t) => {
  const { service, admin } = await withPrivate(t);
  const receiver = await givenReceiver(t);
  const { port } = new URL(receiver.url);
  const url = `http://agent.example:${port}/hook`;
  const { id } = await admin.createAction(proposal({ callback_url: url }));
  service.resolves('agent.example', ['169.254.169.254']);
  await admin.decideAction(id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await attempted(admin, id, 1), { delivery: { last_error: 'target_blocked' } });
  service.resolves('agent.example', ['127.0.0.1']);
  service.wind(67);
  assert.partialDeepStrictEqual(await attempted(admin, id, 2), { delivery: { status: 'delivered', attempt: 2 } });
  assert.equal(receiver.received.length, 1);
});

test('our own address is refused at create and at sending, by socket and by name', async (t) => {
  const { service, admin } = await givenService(t, {
    allowPrivateTargets: true,
    environment: { PUBLIC_URL: 'https://approve.example' },
  });
  const { port } = new URL(service.baseUrl);
  service.resolves('approve.example', ['93.184.216.34']);
  service.resolves('us.example', ['127.0.0.1']);
  for (const url of [
    service.baseUrl,
    `http://us.example:${port}/`,
    'https://approve.example/v1',
    'https://93.184.216.34/',
  ]) {
    await assert.rejects(admin.createAction(proposal({ callback_url: url })), problem('private_target'), url);
  }
  const { id } = await admin.createAction(proposal({ callback_url: `http://later.example:${port}/v1/actions` }));
  service.resolves('later.example', ['127.0.0.1']);
  const seen = () => service.world.lines.filter((line) => line.includes('"createAction"')).length;
  const before = seen();
  await admin.decideAction(id, { decision: 'approve' });
  assert.partialDeepStrictEqual(await attempted(admin, id, 1), {
    delivery: { status: 'retry', last_error: 'target_blocked' },
  });
  assert.equal(seen(), before, 'nothing came in by our own door');
});
