// Marks: following what is committed gives everything once, whatever order transactions end in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endedBetween, isSeen, type Mark, markOfSnapshot, passing } from './mark.ts';

test("PostgreSQL's snapshot is read as it writes it", () => {
  assert.deepEqual(markOfSnapshot('10:20:10,14,15'), { next: 20, open: [10, 14, 15] });
  assert.deepEqual(markOfSnapshot('20:20:'), { next: 20, open: [] });
});

/** What happens in a database: a transaction begins, one of the open ones ends, someone looks. */
type Step = 'begin' | 'look' | { readonly end: number };
const steps = fc.array(
  fc.oneof(
    fc.constant<Step>('begin'),
    fc.constant<Step>('look'),
    fc.nat(20).map((end): Step => ({ end })),
  ),
  { maxLength: 80 },
);

function* marksOf(history: readonly Step[]): Generator<Mark> {
  let next = 1;
  let open: number[] = [];
  for (const step of history) {
    if (step === 'begin') open = [...open, next++];
    else if (step === 'look') yield { next, open };
    else open = open.filter((_, index) => index !== step.end % Math.max(1, open.length));
  }
  yield { next, open };
}

/** What a look from one mark to another finds, in the order in which it is told. */
const found = (from: Mark, to: Mark) => [
  ...endedBetween(from, to),
  ...Array.from({ length: to.next - from.next }, (_, n) => from.next + n).filter((number) => isSeen(to, number)),
];

test('from look to look every transaction that has ended is found once, and none that has not', () => {
  fc.assert(
    fc.property(steps, (history) => {
      let from: Mark = { next: 1, open: [] };
      const told: number[] = [];
      for (const to of marksOf(history)) {
        told.push(...found(from, to));
        from = to;
      }
      const all = Array.from({ length: from.next - 1 }, (_, n) => n + 1).filter((number) => isSeen(from, number));
      assert.deepEqual(
        told.toSorted((a, b) => a - b),
        all,
      );
    }),
  );
});

test('whoever stops on the way and goes on from there misses nothing and hears nothing again', () => {
  fc.assert(
    fc.property(steps, fc.nat(100), (history, stop) => {
      let from: Mark = { next: 1, open: [] };
      for (const to of marksOf(history)) {
        const fresh = Array.from({ length: to.next - from.next }, (_, n) => from.next + n).filter((n) => isSeen(to, n));
        const at = fresh[stop % Math.max(1, fresh.length)];
        if (at !== undefined) {
          const rest = found(passing(to, at), to);
          assert.deepEqual(
            rest,
            fresh.filter((number) => number > at),
          );
        }
        from = to;
      }
    }),
  );
});
