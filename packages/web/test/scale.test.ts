// Ticks begin at 0, reach what is shown, and are few.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { labelled, ticksTo, timeTicksTo } from '../src/stats/scale.ts';

test('counts get whole, even steps', () => {
  assert.deepEqual(ticksTo(0), [0, 1]);
  assert.deepEqual(ticksTo(3), [0, 1, 2, 3]);
  assert.deepEqual(ticksTo(7), [0, 2, 4, 6, 8]);
  assert.deepEqual(ticksTo(412), [0, 200, 400, 600]);
});

test('times get steps that people count in', () => {
  assert.deepEqual(timeTicksTo(0), [0, 1]);
  assert.deepEqual(timeTicksTo(200), [0, 60, 120, 180, 240]);
  assert.deepEqual(timeTicksTo(40 * 60), [0, 900, 1800, 2700]);
  assert.deepEqual(timeTicksTo(60 * 86_400).length, 5);
});

test('whatever the numbers, the last tick holds them all and there are at most six', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
      for (const ticks of [ticksTo(most), timeTicksTo(most)]) {
        assert.equal(ticks[0], 0);
        assert.ok((ticks.at(-1) ?? 0) >= most && ticks.length <= 6, `${most}: ${ticks}`);
      }
    }),
  );
});

test('words keep apart', () => {
  assert.deepEqual(labelled(7, 700, 60), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(labelled(168, 300, 60), [0, 34, 68, 102, 136]);
});
