// Ids carry a position there and back, sort as text, and nothing else is taken for one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSeen } from '../../storage/mark.ts';
import { type Position, readEventId, writeEventId } from './event-id.ts';

const positions = fc
  .tuple(
    fc.integer({ min: 1e15, max: 9e15 }),
    fc.integer({ min: 1, max: 2 ** 45 }),
    fc.uniqueArray(fc.nat(500)),
    fc.constantFrom({}, { life: '643e0a2b9d1c0' }),
  )
  .map(([number, next, gaps, life]): Position => {
    const open = gaps.map((gap) => next - 1 - gap).filter((each) => each >= 0);
    return { number, mark: { next, open: open.toSorted((a, b) => a - b), ...life } };
  });

test('a position survives, or becomes one from which a little is told again', () => {
  fc.assert(
    fc.property(positions, fc.nat(600), (position, back) => {
      const read = readEventId(writeEventId(position));
      assert.equal(read?.number, position.number);
      if (position.mark.open.length <= 32) assert.deepEqual(read, position);
      const number = position.mark.next - back;
      if (read && isSeen(read.mark, number)) assert.ok(isSeen(position.mark, number)); // never more than was seen
    }),
  );
});

test('ids sort as their numbers do', () => {
  fc.assert(
    fc.property(positions, positions, (a, b) => {
      fc.pre(a.number < b.number);
      assert.ok(writeEventId(a) < writeEventId(b));
    }),
  );
});

test('what we did not write is none', () => {
  const wrong = ['', '1', '1794713580123000', '1794713580123000-', '1794713580123000-A', '1794713580123000-5.9'];
  for (const id of [
    ...wrong,
    '1794713580123000-5.1.3',
    '1794713580123000-5.1.1',
    '1794713580123000-5~',
    ' 1794713580123000-5',
    '-',
    '𝟙',
  ]) {
    assert.equal(readEventId(id), undefined, id);
  }
});
