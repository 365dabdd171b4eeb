import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { test } from 'node:test';
import { openSignatures } from './signatures.ts';
import { type SigningThread, startSigningThread, type Wanted } from './signing-thread.ts';

const newKey = () => generateKeyPairSync('ed25519').privateKey;

function assertSigned(text: string, key: KeyObject, signature: Buffer): void {
  assert.ok(verify(null, Buffer.from(text), createPublicKey(key), signature), text);
}

test('whoever wants a signature gets the one of that text and that key, however many want one at once', async () => {
  const sign = openSignatures();
  const [often, seldom] = [newKey(), newKey()];
  for (const many of [1, 2, 50, 1, 50, 50, 1, 50]) {
    const wanted = Array.from({ length: many }, (_, n) => ({ text: `${n}: ü`, key: n % 7 === 3 ? seldom : often }));
    await Promise.all(wanted.map(async ({ text, key }) => assertSigned(text, key, await sign(text, key))));
  }
});

/** A thread that is up, and how to want something of it. */
async function givenThread() {
  let left: readonly Wanted[] | undefined;
  const thread = await new Promise<SigningThread>((ready) => {
    startSigningThread({
      ready,
      gone(those) {
        left = those;
      },
    });
  });
  const want = (key: KeyObject, texts: readonly string[]) => {
    const wanted = texts.map((text) => ({ text, key, ...Promise.withResolvers<Buffer>() }));
    thread(key, wanted);
    return wanted.map(({ promise }) => promise);
  };
  return { want, left: () => left?.map(({ text }) => text) };
}

test('a thread signs each text of each lot with the key of the lot', async () => {
  const { want } = await givenThread();
  const [one, another] = [newKey(), newKey()];
  const lots = [one, one, another, one].map((key, n) => ({ key, texts: [`${n} a`, `${n} b ü`, `${n} c`] }));
  const signed = lots.map(({ key, texts }) => want(key, texts));
  for (const [n, { key, texts }] of lots.entries()) {
    for (const [m, text] of texts.entries()) assertSigned(text, key, (await signed[n]?.[m]) ?? Buffer.of());
  }
});

test('a thread that dies gives back what it was given', async () => {
  const { want, left } = await givenThread();
  const { privateKey: noKeyForThis } = generateKeyPairSync('x25519');
  want(noKeyForThis, ['a', 'b']);
  want(newKey(), ['c', 'd']);
  while (left() === undefined) await new Promise(setImmediate);
  assert.deepEqual(left(), ['a', 'b', 'c', 'd']);
});

test('of what cannot be signed everybody is told, and the next is signed', async () => {
  const sign = openSignatures();
  const key = newKey();
  const { privateKey: noKeyForThis } = generateKeyPairSync('x25519');
  for (const texts of [['a'], ['a', 'b', 'c']]) {
    const told = await Promise.allSettled(texts.map((text) => sign(text, noKeyForThis)));
    assert.ok(told.every(({ status }) => status === 'rejected'));
    for (const text of texts) assertSigned(text, key, await sign(text, key));
  }
});
