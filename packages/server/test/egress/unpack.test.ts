// F05, F06: bodies that grow when unpacked, or never end, are cut; honest ones arrive as they were.

import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Outgoing, sendOut } from '../../src/world/outgoing.ts';

const MAX = 5 * 1024 * 1024;

async function given(t: TestContext, answer: (response: ServerResponse) => void): Promise<Outgoing> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, method: 'GET', headers: {}, deadlineMs: 30_000, maxBytes: MAX, allowPrivate: true, unpack: true };
}

const fetchOf = (outgoing: Outgoing) => sendOut(outgoing, async () => []);
const text = 'A feed with some words. '.repeat(2000);
const PACKERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
};

for (const [encoding, pack] of Object.entries(PACKERS)) {
  test(`${encoding}: what was packed arrives`, async (t) => {
    const outgoing = await given(t, (response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(pack(text));
    });
    const answer = await fetchOf(outgoing);
    assert.ok('bytes' in answer);
    assert.deepEqual([answer.whole, answer.cut, answer.bytes?.toString()], [true, undefined, text]);
  });

  test(`${encoding}: a bomb is cut, and little of it is kept`, async (t) => {
    const bomb = pack(Buffer.alloc(40 * 1024 * 1024));
    const outgoing = await given(t, (response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(bomb);
    });
    const before = process.memoryUsage().arrayBuffers;
    const answer = await fetchOf(outgoing);
    assert.ok('bytes' in answer);
    assert.deepEqual([answer.whole, answer.cut], [false, 'large']);
    assert.ok((answer.bytes?.length ?? 0) <= MAX);
    assert.ok(process.memoryUsage().arrayBuffers - before < 32 * 1024 * 1024);
  });
}

test('coats over coats, or coats nobody knows, are not taken off', async (t) => {
  for (const encoding of ['gzip, gzip', 'br,gzip', 'compress', 'magic', 'constructor', '__proto__']) {
    const outgoing = await given(t, (response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(gzipSync(gzipSync(text)));
    });
    assert.partialDeepStrictEqual(await fetchOf(outgoing), { status: 200, whole: false, cut: 'encoding' });
  }
});

test('the name of an alphabet in the place of an encoding says that there is none', async (t) => {
  for (const encoding of ['UTF-8', 'utf8', 'none', 'identity', 'ISO-8859-1', 'binary']) {
    const outgoing = await given(t, (response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(text);
    });
    const answer = await fetchOf(outgoing);
    assert.ok('bytes' in answer);
    assert.deepEqual([answer.whole, answer.cut, answer.bytes?.toString()], [true, undefined, text], encoding);
  }
});

test('what is not packed as it says is not to be unpacked', async (t) => {
  const outgoing = await given(t, (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end('plain words');
  });
  assert.partialDeepStrictEqual(await fetchOf(outgoing), { whole: false, cut: 'encoding' });
});

test('a length beyond the bound is refused before anything is read', async (t) => {
  const outgoing = await given(t, (response) => {
    response.writeHead(200, { 'content-length': String(MAX + 1) });
    response.write('x');
  });
  assert.partialDeepStrictEqual(await fetchOf(outgoing), { whole: false, cut: 'large' });
});

test('a stream without end is cut at the bound', async (t) => {
  const outgoing = await given(t, (response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more);
    };
    response.writeHead(200);
    more();
  });
  assert.partialDeepStrictEqual(await fetchOf(outgoing), { whole: false, cut: 'large' });
});

test('one byte a second is cut at the one deadline for all', async (t) => {
  const outgoing = await given(t, (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    const drip = setInterval(() => response.write('x'), 100);
    t.after(() => clearInterval(drip));
  });
  const started = performance.now();
  assert.partialDeepStrictEqual(await fetchOf({ ...outgoing, deadlineMs: 1500 }), { status: 200, whole: false });
  assert.ok(performance.now() - started < 20_000);
});

test('a body shorter than its length is not whole, packed or not', async (t) => {
  for (const encoding of ['identity', 'gzip']) {
    const outgoing = await given(t, (response) => {
      response.writeHead(200, { 'content-length': '5000', 'content-encoding': encoding });
      response.write(gzipSync(text));
      response.destroy();
    });
    const answer = await fetchOf(outgoing);
    assert.equal('whole' in answer && answer.whole, false);
  }
});

/** A whole answer of HTTP, whatever is in it. */
async function answerOf(t: TestContext, encoding: string, body: Uint8Array) {
  const outgoing = await given(t, (response) => {
    response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length });
    response.end(body);
  });
  const answer = await fetchOf(outgoing);
  assert.ok('bytes' in answer);
  return [answer.whole, answer.cut, answer.bytes?.toString()];
}

const page = Array.from({ length: 3000 }, (_, n) => `Line ${n} of a page, ${Math.sqrt(n)}`).join('\n');

for (const [encoding, pack] of Object.entries(PACKERS)) {
  test(`${encoding}: what breaks off is not whole, wherever it does, though the answer is`, async (t) => {
    const packed = pack(page);
    for (const share of [0.0005, 0.1, 0.5, 0.7, 0.9, 0.99]) {
      const [whole] = await answerOf(t, encoding, packed.subarray(0, Math.ceil(packed.length * share)));
      assert.equal(whole, false, `${share}`);
    }
  });
}

test('what is packed without the sum at its end, or with half of it, is whole all the same', async (t) => {
  for (const [encoding, pack, bytes] of [['gzip', gzipSync, 8] as const, ['deflate', deflateSync, 4] as const]) {
    for (let missing = 1; missing <= bytes; missing++) {
      const answer = await answerOf(t, encoding, pack(page).subarray(0, -missing));
      assert.deepEqual(answer, [true, undefined, page], `${encoding} without ${missing}`);
    }
  }
});

test('so is what ends with a flush, is followed by zeros, or comes in two pieces', async (t) => {
  const flushed = gzipSync(page, { finishFlush: constants.Z_SYNC_FLUSH });
  assert.deepEqual(await answerOf(t, 'gzip', flushed), [true, undefined, page]);
  assert.deepEqual(await answerOf(t, 'gzip', Buffer.concat([gzipSync(page), Buffer.alloc(512)])), [
    true,
    undefined,
    page,
  ]);
  const [first, rest] = [page.slice(0, 1000), page.slice(1000)];
  assert.deepEqual(await answerOf(t, 'gzip', Buffer.concat([gzipSync(first), gzipSync(rest)])), [
    true,
    undefined,
    page,
  ]);
  assert.deepEqual(await answerOf(t, 'gzip', Buffer.alloc(0)), [true, undefined, '']);
});

test('a sum that is there and wrong says that it is not what was packed', async (t) => {
  const packed = gzipSync(page);
  packed.writeUInt32LE((packed.readUInt32LE(packed.length - 8) + 1) % 2 ** 32, packed.length - 8);
  const [whole, cut] = await answerOf(t, 'gzip', packed);
  assert.deepEqual([whole, cut], [false, 'encoding']);
});

test('who is silent after the connection is left before the deadline', async (t) => {
  const outgoing = await given(t, () => undefined);
  const started = performance.now();
  const patience = { connectMs: 200, firstByteMs: 300 };
  assert.deepEqual(await fetchOf({ ...outgoing, patience }), { error: 'timeout' });
  assert.ok(performance.now() - started < 20_000);
});
