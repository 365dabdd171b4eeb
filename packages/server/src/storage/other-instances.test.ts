// What instances say to one another fits into the messages that PostgreSQL takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadsOf } from './other-instances.ts';

test('many topics become few messages, each below 8000 bytes, and none is lost', () => {
  const topics = Array.from({ length: 1000 }, (_, n) => `act_${String(n).padStart(26, '0')}`);
  const payloads = payloadsOf('us', topics);
  assert.equal(payloads.length, Math.ceil((1000 * 31) / 7498));
  for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8000);
  const heard = payloads.flatMap((payload) => {
    const [sender, ...rest] = payload.split('\n');
    assert.equal(sender, 'us');
    return rest;
  });
  assert.deepEqual(heard, topics);
});

test('nothing to say is no message', () => assert.deepEqual(payloadsOf('us', []), []));
