// The database's clock as it is told from afar: right to the time an answer takes, and never ahead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabaseClock } from './database-clock.ts';

/** Our own clock, and what a look at the database's brings, asked and answered with this much time between. */
function given(offMs: number) {
  let trueMs = 1_000_000;
  const world = { nowMs: () => trueMs + offMs };
  const clock = openDatabaseClock(world);
  const ask = (there: number, back: number) => {
    const askedMs = world.nowMs();
    trueMs += there;
    const databaseMs = trueMs;
    trueMs += back;
    clock.heard(askedMs, databaseMs);
  };
  return { clock, ask, lateMs: () => trueMs - clock.nowMs() };
}

for (const offMs of [-30_000, 0, 30_000]) {
  test(`a clock that is ${offMs} ms off tells the time of the database`, () => {
    const { ask, lateMs } = given(offMs);
    ask(2, 3);
    assert.ok(lateMs() >= 0 && lateMs() <= 3, `${lateMs()} ms late`);
  });
}

test('an answer that took long takes nothing back that a quick one has told', () => {
  const { ask, lateMs } = given(30_000);
  ask(1, 1);
  ask(2000, 2000);
  assert.ok(lateMs() >= 0 && lateMs() <= 1, `${lateMs()} ms late`);
});
