// The signature headers against the golden vectors, whose signatures were made by another implementation than ours.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import golden from '@countersign/contract/vectors/webhooks.json' with { type: 'json' };
import { signatureHeaders } from './signature.ts';

const VERIFIER = fileURLToPath(import.meta.resolve('@countersign/contract/vectors/verify_webhooks.py'));

for (const { name, secrets, body, body_base64, headers } of golden.vectors) {
  test(`${name}: the headers are those of the vector`, () => {
    const made = signatureHeaders({
      id: headers['webhook-id'],
      timestamp: Number(headers['x-service-timestamp']),
      nonce: headers['x-service-nonce'],
      body,
      secrets,
    });
    assert.deepEqual(made, headers);
    assert.equal(Buffer.from(body).toString('base64'), body_base64);
  });

  test(`${name}: the signature is that of spec 6.2, over the raw bytes`, () => {
    const { 'x-service-timestamp': timestamp, 'x-service-nonce': nonce } = headers;
    const signed = Buffer.concat([Buffer.from(`${timestamp}.${nonce}.`), Buffer.from(body_base64, 'base64')]);
    const expected = createHmac('sha256', secrets[0] ?? '')
      .update(signed)
      .digest('hex');
    assert.equal(headers['x-service-signature'], `sha256=${expected}`);
  });
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('Python verifies every vector, and refuses each when a byte is changed', { skip: !hasPython }, () => {
  const { status, stdout, stderr } = spawnSync('python3', [VERIFIER], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stdout.trim(), `${golden.vectors.length} of ${golden.vectors.length} vectors hold`);
});
