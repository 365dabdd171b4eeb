// The server does not call itself: not by its socket, not by its public name, not by a name or spelling of either.

import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { vetTarget } from '../../src/world/target.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'approve.example': ['93.184.216.34', '2606:4700::1111'],
  'alias.example': ['93.184.216.34'],
  'agent.example': ['93.184.216.35'],
  'inside.example': ['127.0.0.1'],
  'six.example': ['::1'],
  'nat64.example': ['64:ff9b::5db8:d822'],
};

interface Case {
  readonly publicUrl: string;
  readonly listening: string;
  readonly blocked: readonly string[];
  readonly open: readonly string[];
}

const card = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const CASES: Readonly<Record<string, Case>> = {
  'behind a proxy, which may serve others under other names': {
    publicUrl: 'https://approve.example',
    listening: '127.0.0.1',
    blocked: [
      'https://approve.example/v1/actions',
      'https://APPROVE.example:443/',
      'https://approve.example./',
      'https://approve.example../',
      'https://93.184.216.34/', // no name: the proxy would take it for ours
      'https://[2606:4700::1111]/',
      'https://[2606:4700:0:0::1111]:443/',
      'https://[64:ff9b::5db8:d822]/', // 93.184.216.34, by way of a NAT64
      'http://[64:ff9b::127.0.0.1]:8484/',
      'http://approve.example:443/',
      'http://127.0.0.1:8484/',
      'http://127.1:8484/',
      'http://inside.example:8484/hook',
      'http://[::ffff:127.0.0.1]:8484/',
    ],
    open: [
      'https://alias.example/hook',
      'https://agent.example/hook',
      'https://approve.example:8443/',
      'http://approve.example/', // another port is another server
      'http://127.0.0.1:8485/',
      'http://six.example:8484/',
    ],
  },
  'open to the world on a port of its own, where every name of the address is ours': {
    publicUrl: 'http://approve.example:8484',
    listening: '0.0.0.0',
    blocked: [
      'http://approve.example:8484/',
      'http://alias.example:8484/',
      'http://93.184.216.34:8484/',
      'http://[64:ff9b::5db8:d822]:8484/',
      'http://nat64.example:8484/',
      'http://[64:ff9b::7f09:909]:8484/',
      'http://127.0.0.1:8484/',
      'http://127.9.9.9:8484/',
      'http://inside.example:8484/',
    ],
    open: [
      'http://agent.example:8484/',
      'http://[64:ff9b::5db8:d823]:8484/',
      'https://alias.example/',
      'http://127.0.0.1:8080/',
    ],
  },
  'on every address of the machine, both families': {
    publicUrl: 'http://localhost:8484',
    listening: '::',
    blocked: ['http://127.0.0.1:8484/', 'http://[::1]:8484/', 'http://six.example:8484/', 'http://localhost:8484/'],
    open: ['http://agent.example:8484/', 'http://[::1]:8485/'],
  },
};

for (const [name, { publicUrl, listening, blocked, open }] of Object.entries(CASES)) {
  const vet = (url: string) =>
    vetTarget(new URL(url), {
      resolve: async (host) => NAMES[host] ?? [],
      timeoutMs: 100,
      allowPrivate: true,
      ourselves: { publicUrl, sockets: [{ address: listening, port: 8484 }] },
    });

  test(`${name}: what leads back is blocked`, async () => {
    for (const url of blocked) assert.deepEqual(await vet(url), { error: 'target_blocked' }, url);
  });

  test(`${name}: what does not is open`, async () => {
    for (const url of open) assert.ok('addresses' in (await vet(url)), url);
  });
}

test('listening on every address, the address of a network card is ours too', {
  skip: card === undefined,
}, async () => {
  const vetted = await vetTarget(new URL('http://card.example:8484/'), {
    resolve: async () => [card ?? ''],
    timeoutMs: 100,
    allowPrivate: true,
    ourselves: { publicUrl: 'http://localhost:8484', sockets: [{ address: '::', port: 8484 }] },
  });
  assert.deepEqual(vetted, { error: 'target_blocked' });
});
