// Certificates: a good one for the name we asked for, or the error `tls`. The connection is pinned, the name is not lost.

import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer, type Server } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { sendOut } from '../../src/world/outgoing.ts';
import { type Certificate, makeAuthority, makeSelfSigned } from '../support/certificates.ts';

const authority = makeAuthority();
const NAME = 'receiver.test';

interface Heard {
  readonly name: string | false | undefined;
  readonly host: string | undefined;
}

async function receiverWith(t: TestContext, { cert, key }: Certificate): Promise<{ port: number; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const { servername } = request.socket as TLSSocket & { servername?: string | false };
    heard.push({ name: servername, host: request.headers.host });
    response.end('ok');
  });
  return { port: await listening(t, server), heard };
}

async function listening(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

const send = (port: number, host = NAME, deadlineMs = 30_000) =>
  sendOut(
    {
      url: `https://${host}:${port}/hook`,
      method: 'POST',
      headers: {},
      body: '{}',
      deadlineMs,
      maxBytes: 100,
      allowPrivate: true,
      ca: authority.cert,
    },
    async () => ['127.0.0.1'],
  );

test('a good certificate is accepted; the server hears the name, though the address was pinned', async (t) => {
  const { port, heard } = await receiverWith(t, authority.issue({ names: [NAME] }));
  assert.partialDeepStrictEqual(await send(port), { status: 200, body: 'ok' });
  assert.partialDeepStrictEqual(await send(port, `${NAME}.`), { status: 200 });
  assert.deepEqual(heard[0], { name: NAME, host: `${NAME}:${port}` });
  assert.equal(heard[1]?.name, NAME);
});

test('an address as the host needs a certificate for that address, and no name is sent', async (t) => {
  const good = await receiverWith(t, authority.issue({ names: ['127.0.0.1'] }));
  assert.partialDeepStrictEqual(await send(good.port, '127.0.0.1'), { status: 200 });
  assert.equal(good.heard[0]?.name, false);
  const other = await receiverWith(t, authority.issue({ names: ['127.0.0.9'] }));
  assert.deepEqual(await send(other.port, '127.0.0.1'), { error: 'tls' });
});

const BAD: Readonly<Record<string, () => Certificate>> = {
  'an expired certificate': () => authority.issue({ names: [NAME], from: -30, until: -1 }),
  'a certificate of tomorrow': () => authority.issue({ names: [NAME], from: 1, until: 30 }),
  'a certificate for another name': () => authority.issue({ names: ['other.test', '127.0.0.1'] }),
  'a certificate for a name below ours': () => authority.issue({ names: [`*.${NAME}`] }),
  'a self-signed certificate': () => makeSelfSigned({ names: [NAME] }),
  'a certificate of an unknown authority': () => makeAuthority('Somebody').issue({ names: [NAME] }),
};

for (const [what, make] of Object.entries(BAD)) {
  test(`${what} is the error tls, and nothing was said to the receiver`, async (t) => {
    const { port, heard } = await receiverWith(t, make());
    assert.deepEqual(await send(port), { error: 'tls' });
    assert.equal(heard.length, 0);
  });
}

test('a server that does not speak TLS is the error tls; one that says nothing is a timeout', async (t) => {
  const plain = await listening(
    t,
    createPlainServer((socket) => void socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\n\r\n')),
  );
  assert.deepEqual(await send(plain), { error: 'tls' });
  const mute = await listening(
    t,
    createPlainServer((socket) => void socket.on('error', () => undefined)),
  );
  assert.deepEqual(await send(mute, NAME, 300), { error: 'timeout' });
});
