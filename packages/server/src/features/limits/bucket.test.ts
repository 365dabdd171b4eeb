// A bucket gives what it has and what time has refilled, never more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Bucket, fullBucket, LENT_MS, leaseFrom } from './bucket.ts';

const START_MS = 1_800_000_000_000;

const leaseOf = (bucket: Bucket, wanted: number, nowMs: number, spent = 0) =>
  leaseFrom(bucket, { wanted, spent, perMinute: 60, nowMs });

test('a full bucket gives up to a minute of tokens, and says when it has the next', () => {
  const { bucket, lease } = leaseOf(fullBucket(60, START_MS), 100, START_MS);
  assert.deepEqual(lease, { taken: 60, left: 0, nextInMs: 1000 });
  const told = leaseOf(bucket, 0, START_MS, 60).bucket;
  assert.deepEqual(leaseOf(told, 1, START_MS + 999).lease, { taken: 0, left: 0, nextInMs: 1 });
  assert.deepEqual(leaseOf(told, 1, START_MS + 1000).lease, { taken: 1, left: 0, nextInMs: 1000 });
});

test('only what was asked for is taken', () => {
  assert.deepEqual(leaseOf(fullBucket(60, START_MS), 3, START_MS).lease, { taken: 3, left: 57, nextInMs: 1000 });
});

test('a clock set back gives nothing and takes nothing, and from there the bucket refills', () => {
  const empty = leaseOf(fullBucket(60, START_MS), 60, START_MS).bucket;
  const back = leaseOf(empty, 1, START_MS - 600_000, 60);
  assert.equal(back.lease.taken, 0);
  assert.equal(leaseOf(back.bucket, 100, START_MS - 540_000).lease.taken, 60);
});

test('a bucket kept from a higher limit holds no more than the limit of today', () => {
  assert.equal(leaseOf(fullBucket(600, START_MS), 1000, START_MS).lease.taken, 60);
});

test('what is lent and not spent keeps its place in the bucket until it can no longer be spent', () => {
  const { bucket } = leaseOf(fullBucket(60, START_MS), 10, START_MS);
  const soon = START_MS + LENT_MS - 1;
  assert.equal(leaseOf({ ...bucket, at_ms: START_MS - 60_000 }, 100, soon).lease.taken, 50);
  assert.equal(leaseOf({ ...bucket, at_ms: START_MS - 60_000 }, 100, soon, 10).lease.taken, 50, 'spent since when?');
  assert.equal(leaseOf(bucket, 100, START_MS + 60_000).lease.taken, 60);
});

test('whatever is asked and when, no more is lent than the limit and what refills', () => {
  const step = fc.record({ ms: fc.nat({ max: 30_000 }), wanted: fc.nat({ max: 100 }), spent: fc.nat({ max: 100 }) });
  fc.assert(
    fc.property(fc.constantFrom(1, 7, 59, 600, 30_000), fc.array(step, { maxLength: 100 }), (perMinute, steps) => {
      let bucket = fullBucket(perMinute, START_MS);
      let [nowMs, given] = [START_MS, 0];
      for (const { ms, wanted, spent } of steps) {
        nowMs += ms;
        const leased = leaseFrom(bucket, { wanted, spent, perMinute, nowMs });
        bucket = leased.bucket;
        given += leased.lease.taken;
        assert.ok(leased.lease.taken <= wanted && bucket.level_micro >= 0 && bucket.lent >= 0);
        assert.ok(given <= perMinute + ((nowMs - START_MS) * perMinute) / 60_000);
      }
    }),
    { numRuns: 300 },
  );
});
