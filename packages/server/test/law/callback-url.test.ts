// Covers the callback_url of the create body (2.1, 8): its schemes, and private targets being blocked by default.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { allIds, createAction, newAction, postAction, readAction } from './action-steps.ts';
import { assertStatus, type Json, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

/** A host name not asked for before, so that no earlier answer of the resolver can be remembered. */
function newHost(): string {
  return `host-${text(12)}.example.org`;
}

async function assertAccepted(url: string): Promise<void> {
  const id = await createAction(service, { callback_url: url });
  assert.equal((await readAction(service, id))['callback_url'], url);
}

async function assertInvalid(url: Json): Promise<void> {
  const existing = await allIds(service);
  assertStatus(await postAction(service, newAction({ callback_url: url })), 400);
  assert.deepEqual(await allIds(service), existing, 'a refused create leaves no action behind');
}

for (const scheme of ['http', 'https']) {
  test(`2.1 callback_url, 8: an ${scheme} URI of a public host is accepted and read back`, async () => {
    service.resolves('public.example.org', ['93.184.216.34']);
    await assertAccepted(`${scheme}://public.example.org/hook?a=1`);
  });
}

for (const url of [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/plain,hello',
  'ftp://public.example.org/hook',
  'file:///etc/passwd',
  'mailto:someone@example.org',
  'ws://public.example.org/hook',
]) {
  test(`2.1 callback_url, 8: ${url} returns 400 and creates nothing`, async () => {
    service.resolves('public.example.org', ['93.184.216.34']);
    await assertInvalid(url);
  });
}

for (const value of ['not a uri', '/hook', 5, null, ['https://public.example.org/hook']] as const) {
  test(`2.1 callback_url: ${JSON.stringify(value)} returns 400 and creates nothing`, async () => {
    await assertInvalid(value);
  });
}

for (const [range, address] of [
  ['private', '10.0.0.0'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.0'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.0'],
  ['private', '192.168.255.255'],
  ['private', 'fc00::1'],
  ['private', 'fdff::1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.255'],
  ['loopback', '::1'],
  ['link-local', '169.254.0.0'],
  ['link-local', '169.254.169.254'],
  ['link-local', '169.254.255.255'],
  ['link-local', 'fe80::1'],
  ['link-local', 'febf::1'],
  ['private, mapped into IPv6', '::ffff:10.0.0.1'],
  ['loopback, mapped into IPv6', '::ffff:127.0.0.1'],
] as const) {
  test(`2.1 callback_url, 8: a host resolving to ${address} (${range}) returns 400 and creates nothing`, async () => {
    const host = newHost();
    service.resolves(host, [address]);
    await assertInvalid(`https://${host}/hook`);
  });
}

for (const address of [
  '9.255.255.255',
  '11.0.0.1',
  '126.255.255.254',
  '128.0.0.1',
  '169.253.255.254',
  '169.255.0.1',
  '172.15.255.254',
  '172.32.0.1',
  '192.167.255.254',
  '192.169.0.1',
  '2606:4700::1111',
]) {
  test(`2.1 callback_url, 8: a host resolving to ${address}, outside the ranges, is accepted`, async () => {
    const host = newHost();
    service.resolves(host, [address]);
    await assertAccepted(`https://${host}/hook`);
  });
}

test('2.1 callback_url, 8: a host resolving to a public and a private address returns 400', async () => {
  const host = newHost();
  service.resolves(host, ['93.184.216.34', '10.0.0.1']);
  await assertInvalid(`https://${host}/hook`);
});

for (const url of [
  'http://127.0.0.1/hook',
  'http://127.0.0.1:8080/hook',
  'http://10.1.2.3/hook',
  'http://172.20.1.1/hook',
  'http://192.168.1.1/hook',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/hook',
  'http://[fe80::1]/hook',
  'http://[fd00::1]/hook',
  'http://[::ffff:127.0.0.1]/hook',
  'http://2130706433/hook',
  'http://0x7f000001/hook',
]) {
  test(`2.1 callback_url, 8: ${url} returns 400 and creates nothing`, async () => {
    await assertInvalid(url);
  });
}

test('2.1 callback_url, 8: localhost returns 400 and creates nothing', async () => {
  service.resolves('localhost', ['127.0.0.1', '::1']);
  await assertInvalid('http://localhost:9999/hook');
});
