// The signature headers against vectors computed with OpenSSL, and against the words of spec 6.2.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signatureHeaders } from './signature.ts';

const given = {
  id: 'dlv_1',
  timestamp: 1_800_000_000,
  nonce: '00ff',
  body: '{"event":"action.updated","note":"Straße 漢字 😀"}',
  secrets: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=', 'old secret'],
};

test('X-Service-Signature is HMAC-SHA256 over timestamp, nonce and raw body, with the newest secret', () => {
  const headers = signatureHeaders(given);
  const expected = createHmac('sha256', given.secrets[0] ?? '')
    .update(Buffer.from(`1800000000.00ff.${given.body}`, 'utf8'))
    .digest('hex');
  assert.equal(headers['x-service-signature'], `sha256=${expected}`);
  assert.equal(headers['x-service-timestamp'], '1800000000');
  assert.equal(headers['x-service-nonce'], '00ff');
});

test('webhook-signature holds one signature for each secret, made with the bytes behind whsec_', () => {
  const [newest, old] = (signatureHeaders(given)['webhook-signature'] ?? '').split(' ');
  const text = `dlv_1.1800000000.${given.body}`;
  assert.equal(newest, `v1,${createHmac('sha256', '0123456789abcdef0123456789abcdef').update(text).digest('base64')}`);
  assert.equal(old, `v1,${createHmac('sha256', 'old secret').update(text).digest('base64')}`);
});
