// The shape of a key, the checksum that catches typos, and the salted hash that is kept.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { KEY_PATTERN } from '@countersign/contract';
import { hashKey, looksLikeKey, PREFIX_LENGTH, rawKeyOf, sameHash } from './key.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const key = rawKeyOf(Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex'));

test('a key is csk_, 43 characters for its 256 bits and 6 of checksum', () => {
  assert.match(key, /^csk_[A-Za-z0-9_-]{49}$/);
  assert.equal(Buffer.from(key.slice(4, 47), 'base64url').length, 32);
  for (let i = 0; i < 1000; i++) assert.ok(looksLikeKey(rawKeyOf(randomBytes(32))));
});

test('keys of different secrets are different, and so are their prefixes', () => {
  const keys = Array.from({ length: 1000 }, () => rawKeyOf(randomBytes(32)));
  assert.equal(new Set(keys.map((raw) => raw.slice(0, PREFIX_LENGTH))).size, 1000);
});

test('a change of any one character is refused', () => {
  for (let at = 0; at < key.length; at++) {
    for (const character of `${ALPHABET} .é\n`) {
      const changed = key.slice(0, at) + character + key.slice(at + 1);
      assert.equal(looksLikeKey(changed), changed === key, `${character} at ${at}`);
    }
  }
});

test('a character left out, put in or swapped with the next is refused', () => {
  for (let at = 0; at < key.length; at++) {
    assert.equal(looksLikeKey(key.slice(0, at) + key.slice(at + 1)), false);
    assert.equal(looksLikeKey(`${key.slice(0, at)}A${key.slice(at)}`), false);
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2);
    assert.equal(looksLikeKey(swapped), swapped === key, swapped);
  }
});

test('a key with something before, after or around it is refused', () => {
  for (const text of [
    '',
    `${key}\n`,
    ` ${key}`,
    `${key} `,
    `Bearer ${key}`,
    key.toUpperCase(),
    `${key}${key}`,
    key.slice(0, 16),
  ]) {
    assert.equal(looksLikeKey(text), false, text);
  }
});

test('ten million random strings of 64 characters hold nothing that a scanner takes for a key', () => {
  const scanner = new RegExp(KEY_PATTERN, 'g');
  const [atOnce, characters] = [50_000, 64];
  for (let tried = 0; tried < 10_000_000; tried += atOnce) {
    const strings = randomBytes((atOnce * characters * 3) / 4).toString('base64url');
    // Some have the shape by chance; the checksum is there to say that they are none.
    for (const [shaped] of strings.matchAll(scanner)) assert.equal(looksLikeKey(shaped), false, shaped);
  }
});

test('100,000 random strings of the right shape fail the checksum', () => {
  for (let i = 0; i < 100_000; i++) {
    assert.equal(looksLikeKey(`csk_${randomBytes(37).toString('base64url').slice(0, 49)}`), false);
  }
});

test('the hash depends on the salt and on every part of the key, and holds neither', () => {
  const [salt, otherSalt] = ['00'.repeat(16), '01'.repeat(16)];
  const hash = hashKey(salt, key);
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.equal(hashKey(salt, key), hash);
  assert.notEqual(hashKey(otherSalt, key), hash);
  assert.notEqual(hashKey(salt, `${key.slice(0, -1)}A`), hash);
  assert.ok(!hash.includes(salt) && !hash.includes(key.slice(4, 16)));
});

test('two hashes are the same when every digit is', () => {
  const hash = hashKey('00', key);
  assert.equal(sameHash(hash, hash), true);
  assert.equal(sameHash(hash, hashKey('01', key)), false);
  assert.equal(sameHash(hash, hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0')), false);
});
