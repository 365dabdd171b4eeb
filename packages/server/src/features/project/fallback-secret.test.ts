// That a secret anyone could guess is known for what it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { weaknessOf } from './fallback-secret.ts';

test('short and well-known secrets are weak', () => {
  for (const secret of [
    '',
    'changeme',
    'secret',
    'whsec_short',
    'a'.repeat(23),
    'a'.repeat(64),
    'changeme-changeme-changeme-changeme',
    'your-webhook-secret-here-change-me-please',
    'whsec_this_is_a_test_secret_replace_me',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '12345678901234567890123456789012',
    'super-secret-random-string-change-this',
    'COUNTERSIGN_WEBHOOK_SECRET_DEFAULT',
    'ababababababababababababababababab',
  ]) {
    assert.notEqual(weaknessOf(secret), undefined, secret);
  }
});

test('32 random bytes are strong, in whatever alphabet they are written', () => {
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => new Set(bytes).size > 20);
  fc.assert(
    fc.property(secret, fc.constantFrom('hex', 'base64', 'base64url'), (bytes, encoding) => {
      assert.equal(weaknessOf(Buffer.from(bytes).toString(encoding as BufferEncoding)), undefined);
    }),
    { numRuns: 2000 },
  );
});
