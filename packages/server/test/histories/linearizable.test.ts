// The checker itself: it takes what could have happened, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Call, Operation, Outcome, Status } from './history.ts';
import { linearize } from './linearizable.ts';

const APPROVE: Call = { do: 'decide', verdict: 'approve' };
const REJECT: Call = { do: 'decide', verdict: 'reject' };
const READ: Call = { do: 'read' };
const CLAIM: Call = { do: 'claim' };
const EXECUTED: Call = { do: 'report', status: 'executed' };

const done = (status: Status): Outcome => ({ was: 'done', status });
const refused = (status: Status): Outcome => ({ was: 'refused', status });
const UNKNOWN: Outcome = { was: 'unknown' };

const operation = (call: Call, outcome: Outcome, invokedMs: number, answeredMs: number): Operation => ({
  call,
  outcome,
  invokedMs,
  returnedMs: outcome.was === 'unknown' ? Number.POSITIVE_INFINITY : answeredMs,
});
const holds = (...operations: Operation[]) => linearize(operations) !== undefined;

test('one of two decisions at once wins, and the other is told who', () => {
  const win = operation(APPROVE, done('approved'), 0, 10);
  assert.ok(holds(win, operation(REJECT, refused('approved'), 0, 10)));
  assert.ok(!holds(win, operation(REJECT, refused('rejected'), 0, 10)));
  assert.ok(!holds(win, operation(REJECT, done('rejected'), 0, 10)));
  assert.ok(!holds(win, operation(APPROVE, done('approved'), 0, 10)));
});

test('nobody reads the past', () => {
  const win = operation(APPROVE, done('approved'), 0, 10);
  assert.ok(holds(win, operation(READ, done('pending'), 9, 20)));
  assert.ok(!holds(win, operation(READ, done('pending'), 11, 20)));
  const seen = operation(READ, done('approved'), 1, 4);
  assert.ok(holds(win, seen, operation(READ, done('approved'), 5, 8)));
  assert.ok(!holds(win, seen, operation(READ, done('pending'), 5, 8)));
});

test('a decision without an answer may have happened, may not, or may yet', () => {
  const lost = operation(APPROVE, UNKNOWN, 0, 0);
  assert.ok(holds(lost, operation(READ, done('pending'), 50, 60)));
  assert.ok(holds(lost, operation(READ, done('approved'), 50, 60)));
  assert.ok(holds(lost, operation(READ, done('pending'), 50, 60), operation(READ, done('approved'), 70, 80)));
  assert.ok(!holds(lost, operation(READ, done('approved'), 50, 60), operation(READ, done('pending'), 70, 80)));
  assert.ok(!holds(lost, operation(READ, done('rejected'), 50, 60)));
  assert.ok(!holds(operation(READ, done('approved'), 0, 5), { ...lost, invokedMs: 6 }));
});

test('a claim and a result are given once', () => {
  const approved = operation(APPROVE, done('approved'), 0, 1);
  const claimed = operation(CLAIM, { ...done('approved'), claimed: true } as Outcome, 2, 5);
  assert.ok(holds(approved, claimed, operation(CLAIM, { ...refused('approved'), claimed: true } as Outcome, 2, 5)));
  assert.ok(!holds(approved, claimed, claimed));
  const reported = operation(EXECUTED, done('executed'), 6, 9);
  assert.ok(holds(approved, claimed, reported, operation(CLAIM, refused('executed'), 7, 12)));
  assert.ok(!holds(approved, reported, reported));
  assert.ok(!holds(operation(EXECUTED, done('executed'), 0, 9)));
});

/** Calls on a real register, one at a time, each told as if it had begun earlier and ended later. */
const told = fc
  .array(
    fc.record({
      call: fc.constantFrom(READ, READ, APPROVE, REJECT, CLAIM, EXECUTED),
      early: fc.nat(30),
      late: fc.nat(30),
      isLost: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps) => {
    let status: Status = 'pending';
    let claimed = false;
    return steps.map(({ call, early, late, isLost }, index): Operation => {
      const atMs = index * 10;
      const answer = (): Outcome => {
        if (call.do === 'read') return done(status);
        if (call.do === 'decide') {
          if (status !== 'pending') return refused(status);
          status = call.verdict === 'approve' ? 'approved' : 'rejected';
          return done(status);
        }
        if (status !== 'approved') return refused(status);
        if (call.do === 'report') {
          [status, claimed] = [call.status, false];
          return done(status);
        }
        if (claimed) return { was: 'refused', status, claimed };
        claimed = true;
        return { was: 'done', status, claimed };
      };
      const outcome = answer();
      return operation(call, isLost && call.do !== 'read' ? UNKNOWN : outcome, atMs - early, atMs + late);
    });
  });

test('whatever really happened one at a time is taken, however calls overlap and answers are lost', () => {
  fc.assert(
    fc.property(told, (operations) => assert.ok(holds(...operations))),
    { numRuns: 500 },
  );
});

test('a second success of what can succeed once is never taken', () => {
  fc.assert(
    fc.property(told, fc.nat(), (operations, chance) => {
      const wins = operations.filter(({ call, outcome }) => call.do === 'decide' && outcome.was === 'done');
      const [win] = wins;
      fc.pre(win !== undefined && operations.every(({ outcome }) => outcome.was !== 'unknown'));
      const status = win?.outcome.was === 'done' && win.outcome.status === 'approved' ? 'rejected' : 'approved';
      const call = status === 'approved' ? APPROVE : REJECT;
      const invokedMs = chance % 200;
      assert.ok(!holds(...operations, operation(call, done(status), invokedMs, invokedMs + 40)));
    }),
    { numRuns: 500 },
  );
});
