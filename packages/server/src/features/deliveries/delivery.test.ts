// The ladder of spec 6.3 and the meaning of answers, as tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterAttempt, errorOfStatus, MAX_ATTEMPTS, RETRY_DELAYS } from './delivery.ts';

test('any 2xx is delivered and 410 is gone, at any attempt', () => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    for (const answer of [200, 201, 204, 299]) assert.equal(afterAttempt(attempt, answer, 0, 0).status, 'delivered');
    assert.equal(afterAttempt(attempt, 410, 0, 0).status, 'gone');
  }
});

test('anything else is tried again after the delay of the table, never early, at most a tenth late', () => {
  const answers = fc.option(
    fc.integer({ min: 300, max: 599 }).filter((status) => status !== 410),
    { nil: undefined },
  );
  fc.assert(
    fc.property(
      answers,
      fc.integer({ min: 1, max: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (answer, attempt, chance) => {
        const { status, due_at } = afterAttempt(attempt, answer, 1000, chance);
        const delay = RETRY_DELAYS[attempt - 1] ?? 0;
        assert.equal(status, 'retry');
        assert.ok(due_at !== null && due_at >= 1000 + delay && due_at <= 1000 + Math.ceil(delay * 1.1));
      },
    ),
  );
});

test('after the sixth failure comes the dead-letter queue', () => {
  assert.deepEqual(afterAttempt(6, 503, 1000, 0.5), { status: 'dlq', due_at: null });
  assert.deepEqual(afterAttempt(6, undefined, 1000, 0.5), { status: 'dlq', due_at: null });
});

test('a failed answer is recorded by its class', () => {
  const classes = [200, 304, 404, 410, 500, 599].map(errorOfStatus);
  assert.deepEqual(classes, [undefined, 'http_3xx', 'http_4xx', 'http_4xx', 'http_5xx', 'http_5xx']);
});
