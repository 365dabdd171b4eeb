// One-time codes: the vectors of RFC 6238, the window around now, and each step once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, codeAt, enrolmentUri, fromBase32, stepAt, stepOf } from './totp.ts';

const SECRET = base32(Buffer.from('12345678901234567890'));

test('the codes are those of RFC 6238, appendix B', () => {
  assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(fromBase32(SECRET).toString(), '12345678901234567890');
  const vectors: readonly (readonly [number, string])[] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [now, eight] of vectors) assert.equal(codeAt(SECRET, stepAt(now)), eight.slice(2), String(now));
});

test('a code is good in its step, and in the ones before and after; however it is spaced', () => {
  const now = 1_111_111_111;
  const step = stepAt(now);
  for (const away of [-1, 0, 1]) {
    assert.equal(stepOf(SECRET, codeAt(SECRET, step + away), { now, last_step: 0 }), step + away);
  }
  for (const away of [-2, 2]) {
    assert.equal(stepOf(SECRET, codeAt(SECRET, step + away), { now, last_step: 0 }), undefined);
  }
  assert.equal(stepOf(SECRET, codeAt(SECRET, step).replace(/^.../, '$& '), { now, last_step: 0 }), step);
  for (const typed of ['', '12345', '1234567', 'abcdef', '０１２３４５']) {
    assert.equal(stepOf(SECRET, typed, { now, last_step: 0 }), undefined, typed);
  }
});

test('what was used, or is older than what was used, is used up', () => {
  const now = 1_111_111_111;
  const step = stepAt(now);
  assert.equal(stepOf(SECRET, codeAt(SECRET, step), { now, last_step: step }), undefined);
  assert.equal(stepOf(SECRET, codeAt(SECRET, step - 1), { now, last_step: step }), undefined);
  assert.equal(stepOf(SECRET, codeAt(SECRET, step + 1), { now, last_step: step }), step + 1);
});

test('the address for the app fits into a QR code, however long login and host are', () => {
  const uri = enrolmentUri({ secret: SECRET, login: 'dana.novak', host: 'inbox.example' });
  assert.equal(
    uri,
    `otpauth://totp/Countersign%20inbox.example:dana.novak?secret=${SECRET}&issuer=Countersign%20inbox.example`,
  );
  const atPort = new URL(enrolmentUri({ secret: SECRET, login: 'dana.novak', host: '[::1]:8484' }));
  assert.equal(decodeURIComponent(atPort.pathname).split(':').at(1), 'dana.novak', 'a colon ends the issuer');
  const longest = enrolmentUri({ secret: SECRET, login: 'x'.repeat(64), host: 'y'.repeat(200) });
  assert.ok(longest.length <= 213, String(longest.length));
});
