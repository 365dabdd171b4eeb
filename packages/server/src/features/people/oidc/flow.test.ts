// What is sealed comes back whole to who sealed it, in time, and to nobody else; and one is only led back to us.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { type Flow, openFlow, ownPath, sealFlow } from './flow.ts';

const FLOW: Flow = { state: 's', nonce: 'n', verifier: 'v', to: '/inbox', expires_at: 1000 };

test('a sealed flow opens unchanged, until it is over, with the same secret', () => {
  const secret = randomBytes(32);
  const sealed = sealFlow(secret, FLOW, randomBytes(12));
  assert.deepEqual(openFlow(secret, sealed, 999), FLOW);
  assert.equal(openFlow(secret, sealed, 1000), undefined);
  assert.equal(openFlow(secret, sealed, 300), undefined, 'begun by a clock that was ahead');
  assert.equal(openFlow(randomBytes(32), sealed, 999), undefined);
  assert.doesNotMatch(Buffer.from(sealed, 'base64url').toString('latin1'), /verifier/);
});

test('whatever was changed in it does not open', () => {
  const secret = randomBytes(32);
  const bytes = Buffer.from(sealFlow(secret, FLOW, randomBytes(12)), 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(openFlow(secret, changed.toString('base64url'), 999), undefined, String(at));
  }
  for (const junk of ['', 'x', 'A'.repeat(37), '!!!!']) assert.equal(openFlow(secret, junk, 999), undefined);
});

test('the way back leads to a page of ours', () => {
  const base = 'https://inbox.example';
  assert.equal(ownPath('/a/act_1?x=1', base), '/a/act_1?x=1');
  const elsewhere = [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'a',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e/\\evil.example',
  ];
  for (const wanted of elsewhere) assert.equal(ownPath(wanted, base), '/inbox', String(wanted));
});
