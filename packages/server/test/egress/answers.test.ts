// Answers that are meant to hurt: endless, huge, slow, packed, broken. Each is cut, in time and in size.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Incoming, type Outgoing, sendOut } from '../../src/world/outgoing.ts';
import { until } from '../support/until.ts';

const MAX_BYTES = 65_536;
/** What is answered at all is answered sooner, however busy the machine is. */
const LATE_MS = 30_000;
/** For who never answers. */
const SOON_MS = 1500;

/** What the other side does with a connection once a request has come. `over` waits for the end of it. */
async function answeredBy(
  t: TestContext,
  speak: (socket: Socket) => void,
  changes: Partial<Outgoing> = {},
): Promise<{ answer: Incoming; ms: number; over(): Promise<unknown> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const startedMs = performance.now();
  const answer = await sendOut(
    {
      url,
      method: 'POST',
      headers: {},
      body: '{}',
      deadlineMs: LATE_MS,
      maxBytes: MAX_BYTES,
      allowPrivate: true,
      ...changes,
    },
    async () => [],
  );
  const over = () => until(() => sockets.every(({ destroyed }) => destroyed), 'the connection is over');
  return { answer, ms: performance.now() - startedMs, over };
}

/** Writes until the other side is gone. */
function pour(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

const OK = 'HTTP/1.1 200 OK\r\n';

test('an endless body is cut at the bound: delivered, and the connection is over', async (t) => {
  const { answer, ms, over } = await answeredBy(t, (socket) => {
    socket.write(`${OK}\r\n`);
    pour(socket, Buffer.alloc(65_536, 'x'));
  });
  assert.partialDeepStrictEqual(answer, { status: 200, whole: false });
  assert.ok('body' in answer && answer.body.length === MAX_BYTES);
  assert.ok(ms < LATE_MS, `${ms} ms`);
  await over();
});

test('a body that says it has a gigabyte is cut at the bound', async (t) => {
  const { answer } = await answeredBy(t, (socket) => {
    socket.write(`${OK}content-length: 1073741824\r\n\r\n`);
    pour(socket, Buffer.alloc(65_536, 'y'));
  });
  assert.ok('body' in answer && answer.status === 200 && answer.body.length === MAX_BYTES && !answer.whole);
});

test('a gzip bomb stays packed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const { answer } = await answeredBy(t, (socket) => {
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  assert.ok('body' in answer && answer.status === 200 && answer.body.length <= MAX_BYTES);
});

const CARELESS: Readonly<Record<string, string>> = {
  'lines that end by half': 'HTTP/1.1 200 OK\ncontent-length: 5\n\nhello',
  'a length beside chunks': `${OK}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'a control character in a header': `${OK}x-a: a\u0001b\r\ncontent-length: 5\r\n\r\nhello`,
  'headers of forty kilobytes': `${OK}link: ${'x'.repeat(40_000)}\r\ncontent-length: 5\r\n\r\nhello`,
};

for (const [what, said] of Object.entries(CARELESS)) {
  test(`${what}: of a page, read as browsers do`, async (t) => {
    const { answer } = await answeredBy(t, (socket) => void socket.write(said), { unpack: true });
    assert.ok('bytes' in answer, JSON.stringify(answer));
    assert.deepEqual([answer.status, answer.whole, String(answer.bytes)], [200, true, 'hello']);
  });
}

test('headers of megabytes are not read to their end', async (t) => {
  const speak = (socket: Socket) => {
    socket.write(OK);
    pour(socket, Buffer.from(`x-a: ${'x'.repeat(1000)}\r\n`));
  };
  const { answer, over } = await answeredBy(t, speak, { unpack: true });
  assert.deepEqual(answer, { error: 'connect', garbled: true });
  await over();
});

test('a slow drip is cut at the deadline; its status line was an answer', async (t) => {
  const speak = (socket: Socket) => {
    socket.write(`${OK}\r\n`);
    const drip = setInterval(() => socket.write('.'), 50);
    t.after(() => clearInterval(drip));
  };
  const { answer, ms } = await answeredBy(t, speak, { deadlineMs: SOON_MS });
  assert.partialDeepStrictEqual(answer, { status: 200, whole: false });
  assert.ok(ms >= SOON_MS - 10 && ms < LATE_MS, `${ms} ms`);
});

test('headers that never end, drop by drop, are a timeout', async (t) => {
  const speak = (socket: Socket) => {
    socket.write(OK);
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 50);
    t.after(() => clearInterval(drip));
  };
  const { answer, ms } = await answeredBy(t, speak, { deadlineMs: SOON_MS });
  assert.deepEqual(answer, { error: 'timeout' });
  assert.ok(ms < LATE_MS, `${ms} ms`);
});

const SILENCE = 'no answer at all';

const BROKEN: Readonly<Record<string, { speak(socket: Socket): void; expected: object }>> = {
  [SILENCE]: { speak: () => undefined, expected: { error: 'timeout' } },
  'a reset': { speak: (socket) => void socket.resetAndDestroy(), expected: { error: 'connect' } },
  'a close before the status line': { speak: (socket) => void socket.end(), expected: { error: 'connect' } },
  'a status line cut in half': { speak: (socket) => void socket.end('HTTP/1.1 2'), expected: { error: 'connect' } },
  'something that is not HTTP': {
    speak: (socket) => void socket.end('SSH-2.0-x\r\n'),
    expected: { error: 'connect', garbled: true },
  },
  'endless headers': {
    speak: (socket) => {
      socket.write(OK);
      pour(socket, Buffer.from(`x-a: ${'b'.repeat(8000)}\r\n`));
    },
    expected: { error: 'connect' },
  },
  'a change of protocol nobody asked for': {
    speak: (socket) => void socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nboo'),
    expected: { error: 'connect' },
  },
  'hints and hints': {
    speak: (socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)),
    expected: { error: 'connect' },
  },
  'a body that breaks off': {
    speak: (socket) => void socket.end(`${OK}content-length: 10\r\n\r\nabc`),
    expected: { status: 200, body: 'abc', whole: false },
  },
  'a body reset in the middle': {
    speak: (socket) => {
      socket.write(`${OK}content-length: 10\r\n\r\nabc`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    expected: { status: 200, whole: false },
  },
  'an answer before the request was read': {
    speak: (socket) => void socket.end('HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n'),
    expected: { status: 503, whole: true },
  },
};

for (const [what, { speak, expected }] of Object.entries(BROKEN)) {
  test(`${what}: ${JSON.stringify(expected)}, within the deadline`, async (t) => {
    const { answer, ms } = await answeredBy(t, speak, what === SILENCE ? { deadlineMs: SOON_MS } : {});
    assert.partialDeepStrictEqual(answer, expected);
    assert.ok(ms < LATE_MS, `${ms} ms`);
  });
}

test('a redirect is an answer like another: its target hears nothing', async (t) => {
  let hits = 0;
  const target = createServer(() => hits++);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  t.after(() => target.close());
  const location = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  for (const status of [301, 302, 303, 307, 308]) {
    const speak = (socket: Socket) =>
      socket.end(`HTTP/1.1 ${status} Go\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
    const { answer } = await answeredBy(t, speak);
    assert.partialDeepStrictEqual(answer, { status });
  }
  assert.equal(hits, 0);
});

test('whoever asked may end it early, as the deadline would', async (t) => {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 100);
  const { answer, ms } = await answeredBy(t, () => undefined, { signal: stopping.signal });
  assert.deepEqual(answer, { error: 'timeout' });
  assert.ok(ms < LATE_MS);
});

test('what is no URL, no web address, or carries a password is blocked, not thrown', async () => {
  for (const url of ['', 'http://', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'http://u:p@127.0.0.1/', 'http://u@x/']) {
    const request = { url, method: 'GET', headers: {}, deadlineMs: 100, maxBytes: 10, allowPrivate: true } as const;
    assert.deepEqual(await sendOut(request, async () => ['127.0.0.1']), { error: 'target_blocked' }, url);
  }
});
