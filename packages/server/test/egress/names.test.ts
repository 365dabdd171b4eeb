// Names: which source counts first, what is made of each answer, and that nobody's silence is another's delay.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openNames, parseHosts, type Resolve } from '../../src/world/names.ts';
import { sendOut } from '../../src/world/outgoing.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';

interface Given {
  readonly dns: NameServer;
  readonly resolve: Resolve;
}

async function given(t: TestContext): Promise<Given> {
  const dns = await startNameServer(t);
  return { dns, resolve: openNames({ servers: [dns.server], hostsFile: '', system: async () => [] }) };
}

const post = { method: 'POST', headers: {}, body: '{}', deadlineMs: 30_000, maxBytes: 100 } as const;

test('a name has the addresses of both families', async (t) => {
  const { dns, resolve } = await given(t);
  dns.answers('both.test', ['192.0.2.7', '192.0.2.8', '2001:db8::7']);
  dns.answers('six.test', ['2001:db8::7']);
  assert.deepEqual(await resolve('both.test', 30_000), ['192.0.2.7', '192.0.2.8', '2001:db8::7']);
  assert.deepEqual(await resolve('six.test', 30_000), ['2001:db8::7']);
  assert.deepEqual(await resolve('BOTH.test.', 30_000), ['192.0.2.7', '192.0.2.8', '2001:db8::7']);
});

test('localhost is this machine, whatever DNS says, and is not asked for', async (t) => {
  const { dns, resolve } = await given(t);
  dns.answers('localhost', ['93.184.216.34']);
  for (const name of ['localhost', 'LOCALHOST.', 'x.localhost', 'a.b.LocalHost.']) {
    const request = { ...post, url: `http://${name}/`, allowPrivate: false };
    assert.deepEqual(await sendOut(request, resolve), { error: 'target_blocked' }, name);
  }
  assert.equal(dns.asked('localhost'), 0);
});

test('the hosts file counts before DNS, and is read again when it changes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-hosts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, '# ours\n10.0.0.5  agent.test Agent # the agent\nfd00::5 agent.test\n');
  const dns = await startNameServer(t);
  dns.answers('agent.test', ['93.184.216.34']);
  const resolve = openNames({ servers: [dns.server], hostsFile, system: async () => [] });
  assert.deepEqual(await resolve('Agent.test', 30_000), ['10.0.0.5', 'fd00::5']);
  assert.deepEqual(await resolve('agent', 30_000), ['10.0.0.5']);
  writeFileSync(hostsFile, '');
  utimesSync(hostsFile, 1, 1); // written within one tick of the file system's clock
  assert.deepEqual(await resolve('agent.test', 30_000), ['93.184.216.34']);
});

test('lines of a hosts file that say nothing are passed over', () => {
  const names = parseHosts('127.0.0.1 localhost\r\nnot-an-address x\n\n#1.2.3.4 y\nfe80::1%lo0 z\n1.2.3.4\n');
  assert.deepEqual([...names], [['localhost', ['127.0.0.1']]]);
});

test('what DNS does not know the system is asked for; what DNS cannot say now it is not', async (t) => {
  const dns = await startNameServer(t);
  const asked: string[] = [];
  const system = async (name: string) => {
    asked.push(name);
    return name === 'printer.test' ? ['10.0.0.9'] : Promise.reject(new Error('ENOTFOUND'));
  };
  const resolve = openNames({ servers: [dns.server], hostsFile: '', system });
  dns.answers('broken.test', 'SERVFAIL');
  dns.answers('silent.test', 'silence');
  assert.deepEqual(await resolve('printer.test', 30_000), ['10.0.0.9']);
  assert.deepEqual(await resolve('nobody.test', 30_000), []);
  assert.deepEqual(await resolve('broken.test', 30_000), []);
  assert.deepEqual(await resolve('silent.test', 300), []);
  assert.deepEqual(asked, ['printer.test', 'nobody.test']);
});

test('a family that nobody answers for does not take the other one away', async (t) => {
  const { dns, resolve } = await given(t);
  dns.answers('half.test', ['192.0.2.7', '2001:db8::7']);
  dns.mute('half.test', 6);
  assert.deepEqual(await resolve('half.test', 2000), ['192.0.2.7']);
});

test('five hundred names that nobody answers for do not delay the look-up of another', async (t) => {
  const { dns, resolve } = await given(t);
  dns.answers('healthy.test', ['192.0.2.7']);
  let ended = 0;
  const silent = Array.from({ length: 500 }, (_, n) => {
    dns.answers(`silent${n}.test`, 'silence');
    return resolve(`silent${n}.test`, 3000).finally(() => ended++);
  });
  assert.deepEqual(await resolve('healthy.test', 30_000), ['192.0.2.7']);
  assert.ok(ended < 500, 'it did not wait for all of them');
  assert.deepEqual((await Promise.all(silent)).flat(), []);
});

test('system look-ups that hang hold two threads at most, and no one beyond his time', async () => {
  let open = 0;
  let most = 0;
  const system = () => {
    most = Math.max(most, ++open);
    return new Promise<never>(() => undefined);
  };
  const resolve = openNames({ servers: ['127.0.0.1:1'], hostsFile: '', system }); // nobody there: the system is asked
  const startedMs = performance.now();
  const found = await Promise.all(Array.from({ length: 200 }, (_, n) => resolve(`hung${n}.test`, 300)));
  assert.deepEqual(found.flat(), []);
  assert.ok(performance.now() - startedMs < 20_000); // one after another, two at a time, they would take 30 s
  assert.equal(most, 2);
});

/** Counts who comes. */
async function listener(t: TestContext, address: string): Promise<{ readonly port: number; hits(): number }> {
  let hits = 0;
  const server: Server = createServer((request, response) => {
    hits++;
    request.resume();
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, hits: () => hits };
}

test('a name that changes its address between check and connection is connected to where it was checked', async (t) => {
  const { dns, resolve } = await given(t);
  const checked = await listener(t, '127.0.0.2');
  dns.answers('rebinding.test', ['127.0.0.2'], ['127.0.0.1']);
  const url = `http://rebinding.test:${checked.port}/`;
  const answer = await sendOut({ ...post, url, allowPrivate: true }, resolve);
  assert.partialDeepStrictEqual(answer, { status: 200 });
  assert.equal(checked.hits(), 1);
  assert.equal(dns.asked('rebinding.test'), 2, 'once for each family, and not again');
});

test('a name that was public at the last look and is loopback at this one is not connected to', async (t) => {
  const { dns, resolve } = await given(t);
  const inside = await listener(t, '127.0.0.1');
  dns.answers('rebinding.test', ['93.184.216.34'], ['127.0.0.1']);
  assert.deepEqual(await resolve('rebinding.test', 30_000), ['93.184.216.34']); // as at create
  const url = `http://rebinding.test:${inside.port}/`;
  assert.deepEqual(await sendOut({ ...post, url, allowPrivate: false }, resolve), { error: 'target_blocked' });
  assert.equal(inside.hits(), 0);
});

test('one forbidden answer among others blocks the whole target: same family, other family, behind an alias', async (t) => {
  const { dns, resolve } = await given(t);
  const inside = await listener(t, '127.0.0.1');
  dns.answers('a.test', ['93.184.216.34', '127.0.0.1']);
  dns.answers('aaaa.test', ['93.184.216.34', '::1']);
  dns.answers('internal.test', ['10.0.0.1']);
  dns.alias('cname.test', 'internal.test');
  dns.answers('metadata.test', ['93.184.216.34', '169.254.169.254']);
  for (const name of ['a', 'aaaa', 'cname', 'metadata']) {
    const url = `http://${name}.test:${inside.port}/`;
    assert.deepEqual(await sendOut({ ...post, url, allowPrivate: false }, resolve), { error: 'target_blocked' }, name);
  }
  const url = `http://metadata.test:${inside.port}/`;
  assert.deepEqual(await sendOut({ ...post, url, allowPrivate: true }, resolve), { error: 'target_blocked' });
  assert.equal(inside.hits(), 0);
});

test('a broken address among good ones does not fail the request', async (t) => {
  const { dns, resolve } = await given(t);
  const good = await listener(t, '127.0.0.1');
  dns.answers('two.test', ['127.0.0.3', '::1', '127.0.0.1']); // nobody listens on the others
  const answer = await sendOut({ ...post, url: `http://two.test:${good.port}/`, allowPrivate: true }, resolve);
  assert.partialDeepStrictEqual(answer, { status: 200 });
});

test('no such name, a broken name server and a silent one are all the error dns, in bounded time', async (t) => {
  const { dns, resolve } = await given(t);
  dns.answers('broken.test', 'SERVFAIL');
  dns.answers('silent.test', 'silence');
  for (const name of ['nobody.test', 'broken.test', 'silent.test']) {
    const startedMs = performance.now();
    const request = { ...post, deadlineMs: 600, url: `http://${name}/`, allowPrivate: false };
    assert.deepEqual(await sendOut(request, resolve), { error: 'dns' }, name);
    assert.ok(performance.now() - startedMs < 20_000, name);
  }
});
