// A minute's worth at once, then only what has been refilled, whatever the clock does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../base/problem.ts';
import { readConfig } from '../config.ts';
import { makeRateLimiter } from './rate-limit.ts';

const START_MS = 1_800_000_000_000;

/** A limiter of creates with a clock to wind. `take` says whether the request passed, and its headers. */
function limiterOf(perMinute: number) {
  const clock = { ms: START_MS };
  const limiter = makeRateLimiter(readConfig({ RATE_LIMIT_CREATE: String(perMinute) }), () => clock.ms);
  const take = (caller = 'key_1'): { passed: boolean; headers: Readonly<Record<string, string>> } => {
    try {
      return { passed: true, headers: limiter.take('create', caller) };
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === 'rate_limited');
      return { passed: false, headers: error.facts.headers ?? {} };
    }
  };
  const passedOf = (count: number) => Array.from({ length: count }, () => take()).filter(({ passed }) => passed).length;
  return { clock, limiter, take, passedOf };
}

test('L requests pass at once, the next does not', () => {
  const { passedOf, take } = limiterOf(600);
  assert.equal(passedOf(600), 600);
  assert.equal(take().passed, false);
});

test('a burst at 59.9 s leaves for 60.1 s only what was refilled in between', () => {
  const { clock, passedOf } = limiterOf(600);
  clock.ms = START_MS + 59_900;
  assert.equal(passedOf(600), 600);
  clock.ms = START_MS + 60_100;
  assert.equal(passedOf(600), 2);
});

test('the bucket never holds more than L', () => {
  const { clock, passedOf } = limiterOf(60);
  assert.equal(passedOf(1), 1);
  clock.ms += 3_600_000;
  assert.equal(passedOf(100), 60);
});

test('with the clock set back ten minutes a caller is not locked out for longer than a period', () => {
  for (const perMinute of [1, 7, 60, 600]) {
    const { clock, passedOf } = limiterOf(perMinute);
    assert.equal(passedOf(perMinute + 1), perMinute);
    clock.ms -= 600_000;
    assert.equal(passedOf(1), 0, 'setting the clock back gives nothing');
    clock.ms += 60_000;
    assert.equal(passedOf(perMinute + 1), perMinute);
  }
});

test('with the clock set back a caller that has tokens keeps them', () => {
  const { clock, passedOf } = limiterOf(60);
  assert.equal(passedOf(20), 20);
  clock.ms -= 600_000;
  assert.equal(passedOf(100), 40);
});

test('in no stretch of time does more pass than L and what refills in it', () => {
  const limits = fc.constantFrom(1, 3, 7, 60, 601);
  const waits = fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 50 }), fc.nat({ max: 20_000 })), { maxLength: 300 });
  fc.assert(
    fc.property(limits, waits, (perMinute, waitsMs) => {
      const { clock, take } = limiterOf(perMinute);
      const passedAt = waitsMs.flatMap((ms) => {
        clock.ms += ms;
        return take().passed ? [clock.ms] : [];
      });
      passedAt.forEach((fromMs, first) => {
        for (const [more, toMs] of passedAt.slice(first).entries()) {
          assert.ok(more + 1 <= perMinute + ((toMs - fromMs) * perMinute) / 60_000 + 1e-6);
        }
      });
    }),
  );
});

test('a refused caller that waits as long as Retry-After says passes', () => {
  const waits = fc.array(fc.nat({ max: 3000 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(1, 3, 7, 11, 60), waits, (perMinute, waitsMs) => {
      const { clock, take } = limiterOf(perMinute);
      for (const ms of waitsMs) {
        clock.ms += ms;
        const { passed, headers } = take();
        if (passed) continue;
        clock.ms += Number(headers['retry-after']) * 1000;
        assert.equal(take().passed, true, `after ${headers['retry-after']} s`);
      }
    }),
    { numRuns: 300 },
  );
});

test('the headers tell the policy, what is left and when the bucket is full again', () => {
  const { take, passedOf } = limiterOf(60);
  assert.deepEqual(take().headers, { 'ratelimit-policy': '"create";q=60;w=60', ratelimit: '"create";r=59;t=1' });
  passedOf(59);
  assert.deepEqual(take().headers, {
    'ratelimit-policy': '"create";q=60;w=60',
    ratelimit: '"create";r=0;t=60',
    'retry-after': '1',
  });
});

test('callers and limits do not use up one another', () => {
  const { limiter, take, passedOf } = limiterOf(5);
  assert.equal(passedOf(6), 5);
  assert.equal(take('key_2').passed, true);
  assert.doesNotThrow(() => limiter.take('decide', 'key_1'));
});

test('a limit of 0 is no limit and has no headers', () => {
  const { take, passedOf } = limiterOf(0);
  assert.equal(passedOf(1000), 1000);
  assert.deepEqual(take().headers, {});
});

test('a busy caller is not forgotten while 20,000 others come and go', () => {
  const { take } = limiterOf(3);
  const passed = Array.from({ length: 20_000 }, (_, i) => {
    take(`key_x${i}`);
    return i % 1000 === 0 && take().passed;
  });
  assert.equal(passed.filter(Boolean).length, 3);
});
