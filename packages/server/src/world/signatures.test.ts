import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { openSignatures } from './signatures.ts';

const newKey = () => generateKeyPairSync('ed25519').privateKey;

test('whoever wants a signature gets the one of that text and that key, however many want one at once', async () => {
  const sign = openSignatures();
  const keys = [newKey(), newKey()];
  for (const many of [1, 2, 50, 1]) {
    const wanted = Array.from({ length: many }, (_, n) => ({
      text: `${many}, ${n}: ü`,
      key: keys[n % 7 === 3 ? 1 : 0] ?? newKey(),
    }));
    const signatures = await Promise.all(wanted.map(({ text, key }) => sign(text, key)));
    for (const [n, { text, key }] of wanted.entries()) {
      assert.ok(verify(null, Buffer.from(text), createPublicKey(key), signatures[n] ?? Buffer.of()), text);
    }
  }
});

test('of what cannot be signed everybody is told, and the next is signed', async () => {
  const sign = openSignatures();
  const key = newKey();
  const { privateKey: noKeyForThis } = generateKeyPairSync('x25519');
  for (const many of [1, 3]) {
    const texts = Array.from({ length: many }, (_, n) => String(n));
    const told = await Promise.allSettled(texts.map((text) => sign(text, noKeyForThis)));
    assert.deepEqual(
      told.map(({ status }) => status),
      texts.map(() => 'rejected'),
    );
    const signatures = await Promise.all(texts.map((text) => sign(text, key)));
    for (const [n, signature] of signatures.entries()) {
      assert.ok(verify(null, Buffer.from(String(n)), createPublicKey(key), signature));
    }
  }
});
