// The example of RFC 8291 (section 5, appendix A), byte for byte, and keys that are none.

import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { decrypt } from '../../../test/support/push-service.ts';
import { encrypt, isPublicKey, MAX_PLAIN_BYTES } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

const RFC = {
  plain: 'When I grow up, I want to be a watermelon',
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('the example of the RFC comes out byte for byte', () => {
  const body = encrypt(Buffer.from(RFC.plain), RFC, RFC);
  assert.equal(body.toString('base64url'), RFC.body);
});

test('what is padded is read as it was, and every length looks the same', () => {
  const browser = createECDH('prime256v1');
  const receiver = { p256dh: browser.generateKeys(), auth: RFC.auth };
  const lengths = ['', 'a', 'ü'.repeat(500)].map((plain) => {
    const body = encrypt(Buffer.from(plain), receiver, RFC, 3000);
    assert.equal(decrypt(body, browser, RFC.auth).toString(), plain);
    return body.length;
  });
  assert.equal(new Set(lengths).size, 1);
  const largest = encrypt(Buffer.alloc(MAX_PLAIN_BYTES, 'x'), receiver, RFC);
  assert.equal(largest.length, 4096);
  assert.throws(() => encrypt(Buffer.alloc(MAX_PLAIN_BYTES + 1), receiver, RFC));
});

test('only a point of the curve is a key', () => {
  assert.ok(isPublicKey(RFC.p256dh));
  const off = Buffer.from(RFC.p256dh);
  off.writeUInt8(off.readUInt8(64) ^ 1, 64);
  const compressed = Buffer.concat([Buffer.from([2]), RFC.p256dh.subarray(1, 33)]);
  for (const none of [off, compressed, Buffer.alloc(65), Buffer.alloc(0), RFC.p256dh.subarray(0, 64)]) {
    assert.equal(isPublicKey(none), false);
  }
});
