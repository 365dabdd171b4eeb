// Spans, and the moment of the next run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../../base/problem.ts';
import { afterRun, checkSchedule, mayRunAt, planOf, spanSeconds } from './schedule.ts';

test('spans are digits and a unit', () => {
  assert.deepEqual(['1m', '90m', '6h', '365d', '0m'].map(spanSeconds), [60, 5400, 21_600, 31_536_000, 0]);
});

test('an interval is from a minute to a year; jitter may be nothing', () => {
  for (const every of ['0m', '0h', '366d', '999999d', '525601m'])
    assert.throws(() => checkSchedule({ every }), Problem);
  for (const every of ['1m', '365d', '525600m']) checkSchedule({ every, jitter: '0m' });
  assert.throws(() => checkSchedule({ every: '1m', jitter: '366d' }), Problem);
});

test('the next run is the start of this one, the interval and a part of the jitter', () => {
  const plan = planOf({ every: '15m', jitter: '5m' }, 'UTC');
  assert.deepEqual(afterRun(plan, 1000, 0), { at: 1900, reason: 'schedule' });
  assert.deepEqual(afterRun(plan, 1000, 1), { at: 2200, reason: 'schedule' });
});

test('a tier stretches what is too short', () => {
  assert.equal(planOf({ every: '1m' }, 'UTC', 900).every, 900);
  assert.equal(planOf({ every: '1h' }, 'UTC', 900).every, 3600);
});

test('no run is ever planned for a closed hour', () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const clock = (of: number) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
  const zones = fc.constantFrom('UTC', 'Europe/Prague', 'Australia/Lord_Howe', 'America/New_York');
  const started = fc.integer({ min: 1_760_000_000, max: 1_800_000_000 });
  fc.assert(
    fc.property(
      minute,
      minute,
      zones,
      started,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b, zone, at, chance) => {
        const plan = planOf({ every: '7h', jitter: '3h', window: `${clock(a)}-${clock(b)}` }, zone);
        const next = afterRun(plan, at, chance);
        assert.ok(mayRunAt(plan, next.at));
        assert.ok(next.at > at);
      },
    ),
  );
});
