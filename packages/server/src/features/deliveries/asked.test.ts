// Asking for a webhook by hand, at every moment of its life, and along every path a queue can take.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DeliveryRow } from '../../storage/schema.ts';
import { afterOutcome, askedFor, isManual } from './asked.ts';
import { afterAttempt, MAX_ATTEMPTS, RETRY_DELAYS } from './delivery.ts';

type Row = Pick<
  DeliveryRow,
  'status' | 'due_at' | 'leased' | 'repeated' | 'manual' | 'scheduled_at' | 'attempt' | 'url'
>;

const NEW: Row = {
  status: 'pending',
  due_at: 1000,
  leased: 0,
  repeated: 0,
  manual: 0,
  scheduled_at: null,
  attempt: 0,
  url: 'https://agent.example/hook',
};

/** As store.ts takes it. */
const take = (row: Row, now: number): Row => ({
  ...row,
  leased: 1,
  repeated: row.leased,
  attempt: row.leased === 1 || row.manual === 1 ? row.attempt : row.attempt + 1,
  due_at: now + 30,
});

const end = (leased: Row, now: number, answer?: number, current = leased): Row => ({
  ...current,
  ...afterOutcome(leased, current, afterAttempt(Math.max(1, leased.attempt), answer, now, 0), now),
  leased: 0,
  repeated: 0,
});

const ask = (row: Row, now: number, url = row.url): Row => ({ ...row, ...askedFor(row, now), url });

test('what is asked for twice before it is sent keeps its place in the schedule', () => {
  const failed = end(take(NEW, 1000), 1001, 503);
  const sent = take(ask(ask(failed, 1005), 1006), 1006);
  assert.equal(sent.attempt, 1);
  const after = end(sent, 1007, 503);
  assert.deepEqual([after.status, after.due_at, after.manual], ['retry', failed.due_at, 0]);
});

test('what is asked for during an attempt of the schedule is sent after it, whatever came of that', () => {
  for (const answer of [200, 503]) {
    const leased = take(NEW, 1000);
    const asked = end(leased, 1002, answer, ask(leased, 1001));
    assert.deepEqual([isManual(asked), asked.due_at, asked.leased], [true, 1002, 0]);
    assert.equal(asked.status, answer === 200 ? 'delivered' : 'retry');
    const after = end(take(asked, 1003), 1004, 500);
    assert.deepEqual([after.status, after.due_at], [asked.status, answer === 200 ? null : 1002 + RETRY_DELAYS[0]]);
  }
});

test('and so it is when that attempt was lost and made again', () => {
  const again = take(ask(take(NEW, 1000), 1001), 1030);
  assert.deepEqual([isManual(again), again.attempt, again.repeated], [false, 1, 1]);
  const failed = end(again, 1031, 503);
  assert.deepEqual([isManual(failed), failed.due_at, failed.scheduled_at], [true, 1031, 1031 + RETRY_DELAYS[0]]);
});

test('another address, asked for during an attempt that was asked for, is sent to as well', () => {
  const delivered = end(take(NEW, 1000), 1001, 200);
  const leased = take(ask(delivered, 2000), 2000);
  const moved = end(leased, 2002, 200, ask(leased, 2001, 'https://elsewhere.example/hook'));
  assert.deepEqual([moved.status, isManual(moved), moved.due_at], ['delivered', true, 2002]);
  const last = end(take(moved, 2003), 2004, 200);
  assert.deepEqual([last.manual, last.due_at], [0, null]);
});

test('a receiver that is gone is not asked again, even if someone wanted it before that was known', () => {
  const leased = take(NEW, 1000);
  const gone = end(leased, 1002, 410, ask(leased, 1001));
  assert.deepEqual([gone.status, gone.manual, gone.due_at], ['gone', 0, null]);
});

test('whatever happens, in whatever order, nothing is forgotten and nobody is asked a seventh time', () => {
  const CODES = { accepted: 200, failed: 503, gone: 410 } as const;
  const happening = fc.constantFrom('lost', 'asked', 'moved', 'accepted', 'failed', 'gone');
  const isLost = (row: Row) => row.leased === 1 && row.repeated === 1;
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
      let row = NEW;
      let leased = NEW;
      for (const [n, what] of happenings.entries()) {
        const now = row.due_at ?? 1_000_000;
        if (what === 'asked') row = ask(row, now);
        else if (what === 'moved') row = ask(row, now, `https://${n}.example/hook`);
        else if (what !== 'lost' && row.leased === 1) row = end(leased, now, CODES[what], row);
        else if (row.due_at !== null && isLost(row)) row = end(row, now);
        else if (row.due_at !== null) leased = row = take(row, now);
        const open = row.status === 'pending' || row.status === 'retry';
        assert.ok(row.attempt <= MAX_ATTEMPTS);
        assert.equal(open || row.manual === 1, row.due_at !== null, JSON.stringify(row));
        assert.ok(row.status !== 'dlq' || row.attempt === MAX_ATTEMPTS);
      }
    }),
  );
});
