// That the last fourteen days are kept, and no more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterDay, daysIn } from './days.ts';

const START = Date.UTC(2026, 1, 20, 12) / 1000;
const DAY = 86_400;

test('what comes on one day is added up; a day on which nothing comes is left out', () => {
  let stored = afterDay('[]', START, { found: 3, raised: 1 });
  stored = afterDay(stored, START + 60, { found: 2, raised: 0 });
  assert.equal(afterDay(stored, START + DAY, { found: 0, raised: 0 }), stored);
  stored = afterDay(stored, START + 2 * DAY, { found: 0, raised: 4 });
  assert.deepEqual(daysIn(stored), [
    { date: '2026-02-20', found: 5, raised: 1 },
    { date: '2026-02-22', found: 0, raised: 4 },
  ]);
});

test('what is older than fourteen days goes; a clock that was set back loses nothing and keeps the order', () => {
  let stored = '[]';
  for (let day = 0; day < 40; day++) stored = afterDay(stored, START + day * DAY, { found: day + 1, raised: 0 });
  const days = daysIn(stored);
  assert.equal(days.length, 14);
  assert.deepEqual([days[0]?.found, days.at(-1)?.found], [27, 40]);
  const back = daysIn(afterDay(stored, START + 38 * DAY, { found: 1, raised: 1 }));
  assert.deepEqual(back.at(-2), { date: '2026-03-30', found: 40, raised: 1 });
  assert.deepEqual(
    back.map(({ date }) => date),
    back.map(({ date }) => date).toSorted(),
  );
});
