// A minute's worth at once, then only what has been refilled, whatever the clock does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Caller } from '../app.ts';
import { Problem } from '../base/problem.ts';
import { readConfig } from '../config.ts';
import { type Bucket, fullBucket, leaseFrom } from '../features/limits/bucket.ts';
import { type LeaseTokens, makeRateLimiter } from './rate-limit.ts';

const START_MS = 1_800_000_000_000;

const callerOf = (id: string): Caller => ({ type: 'key', id, name: id, project_id: 'prj_1', scopes: ['actions'] });

/** Instances that share their buckets, as in storage but in memory, and a clock to wind. */
function limitOf(perMinute: number, instances = 1) {
  const clock = { ms: START_MS };
  const buckets = new Map<string, Bucket>();
  const counted = { leases: 0 };
  const lease: LeaseTokens = async ({ id }, name, request) => {
    counted.leases++;
    const held = buckets.get(`${name} ${id}`) ?? fullBucket(request.perMinute, clock.ms);
    const { bucket, lease } = leaseFrom(held, { ...request, nowMs: clock.ms });
    buckets.set(`${name} ${id}`, bucket);
    return lease;
  };
  const config = readConfig({ RATE_LIMIT_CREATE: String(perMinute) });
  const limiters = Array.from({ length: instances }, () => makeRateLimiter(config, () => clock.ms, lease));

  /** Whether the request passed, and its headers. */
  const take = async (id = 'key_1', at = 0, count = 1) => {
    try {
      const taken = await limiters[at % instances]?.take('create', callerOf(id), count);
      return { passed: true, headers: taken?.headers ?? {}, giveBack: () => taken?.giveBack() };
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === 'rate_limited');
      return { passed: false, headers: error.facts.headers ?? {}, giveBack: () => undefined };
    }
  };
  /** So many requests at once, in turn to each instance: how many pass. */
  const passedOf = async (count: number) => {
    const taken = await Promise.all(Array.from({ length: count }, (_, i) => take('key_1', i)));
    return taken.filter(({ passed }) => passed).length;
  };
  return { clock, counted, limiters, take, passedOf };
}

test('L requests pass at once, the next does not', async () => {
  for (const perMinute of [1, 7, 60, 601, 6000]) {
    const { passedOf, take } = limitOf(perMinute);
    assert.equal(await passedOf(perMinute), perMinute);
    assert.equal((await take()).passed, false);
  }
});

test('who needs several gets all of them or none, and who is refused has used nothing', async () => {
  const counts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(3, 60, 600, 6000), counts, async (perMinute, wanted) => {
      const { take } = limitOf(perMinute);
      let left = perMinute;
      for (const count of wanted) {
        const { passed } = await take('key_1', 0, count);
        assert.equal(passed, count <= left);
        if (passed) left -= count;
      }
    }),
    { numRuns: 100 },
  );
});

test('who is refused several is told when there will be as many', async () => {
  const { clock, take } = limitOf(60);
  assert.equal((await take('key_1', 0, 58)).passed, true);
  const { passed, headers } = await take('key_1', 0, 5);
  assert.deepEqual([passed, headers['retry-after']], [false, '3']);
  clock.ms += 2999;
  assert.equal((await take('key_1', 0, 5)).passed, false);
  clock.ms += 1;
  assert.equal((await take('key_1', 0, 5)).passed, true);
});

test('a burst at 59.9 s leaves for 60.1 s only what was refilled in between', async () => {
  const { clock, passedOf } = limitOf(600);
  clock.ms = START_MS + 59_900;
  assert.equal(await passedOf(700), 600);
  clock.ms = START_MS + 60_100;
  assert.equal(await passedOf(600), 2);
});

test('after any time away no more than L pass at once', async () => {
  const { clock, passedOf } = limitOf(60);
  assert.equal(await passedOf(1), 1);
  clock.ms += 3_600_000;
  assert.equal(await passedOf(100), 60);
});

test('instances share one limit', async () => {
  const { clock, passedOf } = limitOf(600, 3);
  const passed = await passedOf(900);
  assert.ok(passed <= 600 && passed >= 570, `${passed} of 600`);
  clock.ms += 100;
  assert.ok((await passedOf(900)) <= 601 - passed);
});

test('what one instance spent long ago makes no room for what another has not spent yet', async () => {
  const { clock, take } = limitOf(600, 2);
  for (let i = 0; i < 3; i++) await take('key_1', 0);
  clock.ms += 60_000;
  await take('key_1', 1);
  clock.ms += 500;
  const burst = await Promise.all(Array.from({ length: 700 }, (_, i) => take('key_1', i < 650 ? 0 : 1)));
  const passed = burst.filter(({ passed }) => passed).length;
  assert.ok(passed <= 600 && passed >= 570, `${passed} of 600`);
});

test('with the clock set back ten minutes a caller is not locked out for longer than a period', async () => {
  for (const perMinute of [1, 7, 60, 600]) {
    const { clock, passedOf } = limitOf(perMinute);
    assert.equal(await passedOf(perMinute + 1), perMinute);
    clock.ms -= 600_000;
    assert.equal(await passedOf(1), 0, 'setting the clock back gives nothing');
    clock.ms += 60_000;
    assert.equal(await passedOf(perMinute + 1), perMinute);
  }
});

test('with the clock set back a caller that has tokens keeps them', async () => {
  const { clock, passedOf } = limitOf(60);
  assert.equal(await passedOf(20), 20);
  clock.ms -= 600_000;
  assert.equal(await passedOf(100), 40);
});

for (const instances of [1, 3]) {
  test(`in no stretch of time does more pass than L and its refill, with instances: ${instances}`, async () => {
    const waitMs = fc.oneof(fc.constant(0), fc.nat({ max: 50 }), fc.nat({ max: 5000 }), fc.nat({ max: 90_000 }));
    const requests = fc.oneof(fc.constant(1), fc.constant(250), fc.integer({ min: 1, max: 9 }));
    const burst = fc.record({ waitMs, requests, at: fc.nat({ max: instances - 1 }) });
    const bursts = fc.array(burst, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(1, 7, 60, 201, 601), bursts, async (perMinute, given) => {
        const { clock, take } = limitOf(perMinute, instances);
        const passed: { ms: number; count: number }[] = [];
        for (const { waitMs, requests, at } of given) {
          clock.ms += waitMs;
          const taken = await Promise.all(Array.from({ length: requests }, () => take('key_1', at)));
          passed.push({ ms: clock.ms, count: taken.filter(({ passed }) => passed).length });
        }
        for (const [first, { ms: fromMs }] of passed.entries()) {
          let sum = 0;
          for (const { ms, count } of passed.slice(first)) {
            sum += count;
            assert.ok(sum <= perMinute + ((ms - fromMs) * perMinute) / 60_000 + 1e-3, `${sum} in ${ms - fromMs} ms`);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
}

test('a refused caller that waits as long as Retry-After says passes', async () => {
  const waits = fc.array(fc.nat({ max: 3000 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 3, 7, 11, 60), waits, async (perMinute, waitsMs) => {
      const { clock, take } = limitOf(perMinute);
      for (const ms of waitsMs) {
        clock.ms += ms;
        const { passed, headers } = await take();
        if (passed) continue;
        clock.ms += Number(headers['retry-after']) * 1000;
        assert.equal((await take()).passed, true, `after ${headers['retry-after']} s`);
      }
    }),
  );
});

test('a refused caller costs the shared bucket nothing until it may have a token', async () => {
  for (const perMinute of [1, 7, 59, 600]) {
    const { counted, passedOf, take } = limitOf(perMinute);
    await passedOf(perMinute + 1);
    const { leases } = counted;
    for (let i = 0; i < 100; i++) assert.equal((await take()).passed, false);
    assert.equal(counted.leases, leases);
  }
});

test('the headers tell the policy, what is left and when the bucket is full again', async () => {
  const { take, passedOf } = limitOf(60);
  const first = await take();
  assert.deepEqual(first.headers, { 'ratelimit-policy': '"create";q=60;w=60', ratelimit: '"create";r=59;t=1' });
  await passedOf(59);
  const refused = await take();
  assert.deepEqual(refused.headers, {
    'ratelimit-policy': '"create";q=60;w=60',
    ratelimit: '"create";r=0;t=60',
    'retry-after': '1',
  });
});

test('what is given back is there for the next', async () => {
  const { take } = limitOf(3);
  for (let i = 0; i < 20; i++) {
    const { passed, giveBack } = await take();
    assert.equal(passed, true);
    assert.equal(giveBack()?.ratelimit, '"create";r=3;t=0');
  }
  for (let i = 0; i < 3; i++) assert.equal((await take()).passed, true);
  assert.equal((await take()).passed, false);
});

test('what is given back too late is gone: nobody saves tokens up beside a full bucket', async () => {
  const { clock, take, passedOf } = limitOf(60);
  const kept = await Promise.all(Array.from({ length: 60 }, () => take()));
  clock.ms += 60_000;
  assert.equal((await take()).passed, true);
  for (const { giveBack } of kept) giveBack();
  assert.equal(await passedOf(100), 59);
});

test('callers and limits do not use up one another', async () => {
  const { limiters, take, passedOf } = limitOf(5);
  assert.equal(await passedOf(6), 5);
  assert.equal((await take('key_2')).passed, true);
  await assert.doesNotReject(async () => limiters[0]?.take('decide', callerOf('key_1')));
});

test('a limit of 0 is no limit and has no headers', async () => {
  const { take, passedOf } = limitOf(0);
  assert.equal(await passedOf(1000), 1000);
  assert.deepEqual((await take()).headers, {});
});

test('a busy caller has no more because 20,000 others come and go', async () => {
  const { take } = limitOf(3);
  let passed = 0;
  for (let i = 0; i < 20_000; i++) {
    await take(`key_x${i}`);
    if (i % 1000 === 0 && (await take()).passed) passed++;
  }
  assert.equal(passed, 3);
});

test('a lease that fails fails its request, and the next one asks again', async () => {
  const answers = [Promise.reject(new Error('disk full')), Promise.resolve({ taken: 1, left: 4, nextInMs: 1 })];
  const limiter = makeRateLimiter(
    readConfig({}),
    () => START_MS,
    async () => {
      const answer = answers.shift();
      assert.ok(answer);
      return answer;
    },
  );
  await assert.rejects(limiter.take('create', callerOf('key_1')), /disk full/);
  assert.match((await limiter.take('create', callerOf('key_1'))).headers.ratelimit ?? '', /;r=4;/);
});
