// That a day without anything has its place, and what is long past has none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDays } from '../src/watchers/last-days.ts';

test('there are fourteen days, today last', () => {
  const now = Date.UTC(2026, 2, 5, 23, 59) / 1000;
  const days = lastDays(
    [
      { date: '2026-01-01', found: 9, raised: 9 },
      { date: '2026-02-20', found: 1, raised: 0 },
      { date: '2026-03-05', found: 3, raised: 2 },
    ],
    now,
  );
  assert.equal(days.length, 14);
  assert.deepEqual(days[0], { date: '2026-02-20', found: 1, raised: 0 });
  assert.deepEqual(days[1], { date: '2026-02-21', found: 0, raised: 0 });
  assert.deepEqual(days.at(-1), { date: '2026-03-05', found: 3, raised: 2 });
});
