// Days that are not 24 hours long, and quantiles of few and of many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStart, startOf, startsOf } from './calendar.ts';
import { histogramOf, inSteps, merge, quantile } from './histogram.ts';

const at = (iso: string) => Date.parse(iso) / 1000;

test('a day begins at midnight of its zone, also when the clocks change', () => {
  const starts: [string, string, string][] = [
    ['UTC', '2026-03-10T23:59:59Z', '2026-03-10T00:00:00Z'],
    ['Europe/Prague', '2026-01-10T22:59:00Z', '2026-01-09T23:00:00Z'],
    ['Europe/Prague', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Prague', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
    ['Asia/Kolkata', '2026-01-10T18:29:59Z', '2026-01-09T18:30:00Z'],
    ['America/St_Johns', '2026-07-01T03:00:00Z', '2026-07-01T02:30:00Z'],
  ];
  for (const [zone, moment, start] of starts) assert.equal(startOf('day', zone, at(moment)), at(start), zone + moment);
});

test('days follow one another without a gap, over a year in any zone', () => {
  for (const zone of ['UTC', 'Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    let start = startOf('day', zone, at('2026-01-01T12:00:00Z'));
    for (let day = 0; day < 366; day++) {
      const next = nextStart('day', zone, start);
      assert.ok(next - start >= 23 * 3600 && next - start <= 25 * 3600, `${zone} ${start}`);
      assert.equal(startOf('day', zone, next - 1), start);
      start = next;
    }
  }
});

test('so many days are so many starts, and so many hours', () => {
  const now = at('2026-11-15T10:30:00Z');
  for (const days of [1, 7, 90]) assert.equal(startsOf('day', 'Europe/Prague', days, now).length, days);
  assert.equal(startsOf('hour', 'UTC', 2, now).length, 48);
  assert.equal(startsOf('hour', 'UTC', 1, now).at(-1), at('2026-11-15T10:00:00Z'));
});

test('one value comes out as it went in; of many a quantile is off by a tenth at most', () => {
  for (const value of [0, 1, 2, 59, 60, 3601, 2_592_000]) assert.equal(quantile(histogramOf([value]), 0.5), value);
  assert.equal(quantile({}, 0.5), null);
  const values = Array.from({ length: 10_000 }, (_, n) => ((n * 7919) % 10_000) + 1);
  const half = Math.floor(values.length / 2);
  const both = merge(histogramOf(values.slice(0, half)), histogramOf(values.slice(half)));
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    const found = quantile(both, share) ?? 0;
    assert.ok(Math.abs(found - share * 10_000) <= share * 1000, `${share}: ${found}`);
  }
});

test('waiting times are counted in the steps that people think in, the rest in the last', () => {
  const steps = inSteps(histogramOf([0, 5, 20, 40, 120, 2000, 8000, 50_000, 100_000, 900_000]));
  assert.deepEqual(
    steps.map(({ under_s, count }) => [under_s, count]),
    [
      [10, 2],
      [60, 2],
      [300, 1],
      [900, 0],
      [3600, 1],
      [14_400, 1],
      [86_400, 1],
      [null, 2],
    ],
  );
});
