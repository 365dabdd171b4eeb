// That ids sort by creation, whatever the clock does, and never repeat.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstIdAt, idMaker, passId, passSecond, secondOf } from './id.ts';

const NOW = 1_800_000_000_000;
const randomHalf = () => randomInt(2 ** 40);

function assertRising(ids: readonly string[]): void {
  assert.deepEqual(ids, [...new Set(ids)].toSorted());
}

test('an id is its prefix and 26 characters', () => {
  assert.match(idMaker(randomHalf)('act', NOW), /^act_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('ids sort by creation from millisecond to millisecond', () => {
  const newId = idMaker(randomHalf);
  assertRising(Array.from({ length: 5000 }, (_, i) => newId('act', NOW + i)));
});

test('ids of one millisecond sort by creation, and 100,000 of them are all different', () => {
  const newId = idMaker(randomHalf);
  assertRising(Array.from({ length: 100_000 }, () => newId('act', NOW)));
});

test('ids keep sorting by creation when the clock steps back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { maxLength: 200 }), (offsets) => {
      const newId = idMaker(randomHalf);
      assertRising(offsets.map((offset) => newId('evt', NOW + offset)));
    }),
  );
});

test('ids keep sorting by creation when the lower half is full', () => {
  const newId = idMaker(() => 2 ** 40 - 1);
  assertRising(Array.from({ length: 5 }, () => newId('act', NOW)));
});

test('ids sort by creation over the centuries', () => {
  const newId = idMaker(randomHalf);
  assertRising([1, 31, 32, 1023, 1024, NOW, NOW + 1, 2 ** 45, 2 ** 48, 2 ** 49].map((ms) => newId('act', ms)));
});

test('two makers at one moment do not make the same id', () => {
  const [one, other] = [idMaker(randomHalf), idMaker(randomHalf)];
  const ids = Array.from({ length: 1000 }, (_, i) => [one('act', NOW + i), other('act', NOW + i)]).flat();
  assert.equal(new Set(ids).size, 2000);
});

test('who comes after another maker sorts after it, though that one had passed the second', () => {
  for (let n = 0; n < 100; n++) {
    const [one, other] = [idMaker(randomHalf), idMaker(randomHalf)];
    passSecond(one, NOW / 1000 + 1);
    const last = one('act', NOW + 300);
    passSecond(other, NOW / 1000 + 1);
    passId(other, last, NOW + 400);
    assertRising([last, other('act', NOW + 400), other('act', NOW + 1500)]);
  }
});

test('an id of a clock that was far ahead is not counted on from', () => {
  const [one, other] = [idMaker(randomHalf), idMaker(randomHalf)];
  passId(other, one('act', NOW + 86_400_000), NOW);
  assert.equal(secondOf(other('act', NOW)), NOW / 1000);
});

test('firstIdAt sorts before every id of that second or later and after every id before it', () => {
  const moment = fc.integer({ min: 1, max: 2 ** 38 });
  fc.assert(
    fc.property(moment, fc.nat({ max: 10 ** 9 }), (seconds, laterMs) => {
      const first = firstIdAt('act', seconds);
      assert.ok(first < idMaker(() => 0)('act', seconds * 1000 + laterMs));
      assert.ok(first > idMaker(() => 2 ** 40 - 1)('act', seconds * 1000 - 1));
    }),
  );
});

test('an id tells the second it is of', () => {
  const moment = fc.integer({ min: 1, max: 2 ** 38 });
  fc.assert(
    fc.property(moment, fc.nat({ max: 999 }), (seconds, ms) => {
      assert.equal(secondOf(idMaker(() => 7)('evt', seconds * 1000 + ms)), seconds);
    }),
  );
});

test('firstIdAt of the farthest second a caller may name is still an id', () => {
  assert.match(firstIdAt('act', Number.MAX_SAFE_INTEGER), /^act_[0-9a-z]{10}$/);
  assert.ok(firstIdAt('act', Number.MAX_SAFE_INTEGER) > idMaker(randomHalf)('act', NOW));
  assert.ok(firstIdAt('act', 0) < idMaker(randomHalf)('act', 1));
});

test('once a second is passed no id sorts before it, whatever the clock says', () => {
  const newId = idMaker(randomHalf);
  passSecond(newId, NOW / 1000 + 1);
  assert.ok(newId('act', NOW - 3_600_000) >= firstIdAt('act', NOW / 1000 + 1));
});
