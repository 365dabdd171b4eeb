// That nobody's work keeps another's from the threads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLines } from './lines.ts';

const task = (line: string, name = line, hasty = false) => ({ line, name, hasty });

test('one line never has more than it may, however many wait in it', () => {
  const lines = openLines<ReturnType<typeof task>>(1);
  for (let n = 0; n < 100; n++) lines.join(task('greedy', `greedy ${n}`));
  assert.equal(lines.next(0)?.name, 'greedy 0');
  assert.equal(lines.next(0), undefined);
  lines.join(task('modest'));
  assert.equal(lines.next(0)?.name, 'modest');
});

test('whoever has had the least of late is next, and what was long ago is forgiven', () => {
  const lines = openLines<ReturnType<typeof task>>(1);
  const [greedy, modest] = [task('greedy'), task('modest')];
  for (const [one, usedMs] of [[greedy, 5000] as const, [modest, 10] as const]) {
    lines.join(one);
    assert.equal(lines.next(0), one);
    lines.leave(one, usedMs, 0);
  }
  lines.join(greedy);
  lines.join(modest);
  assert.equal(lines.next(1000), modest);
  lines.leave(modest, 3000, 1000);
  lines.join(modest);
  assert.equal(lines.next(200_000), greedy, 'in turn: both are forgiven');
});

test('what someone waits for comes first in its line, and too many are turned away', () => {
  const lines = openLines<ReturnType<typeof task>>(1);
  lines.join(task('one', 'run'));
  const taken = Array.from({ length: 50 }, (_, n) => lines.join(task('one', `asked ${n}`, true)));
  assert.equal(taken.filter(Boolean).length, 16);
  assert.equal(lines.next(0)?.name, 'asked 0');
  assert.ok(lines.join(task('other', 'other', true)), 'another line is not full');
  const more = Array.from({ length: 500 }, (_, n) => lines.join(task(`line ${n}`, 'x', true)));
  assert.equal(more.filter(Boolean).length, 128 - 16, 'all of them together have a bound as well');
  assert.ok(lines.join(task('one', 'another run')), 'runs are bounded elsewhere');
});

test('lines that nobody stands in are not kept for ever', () => {
  const lines = openLines<ReturnType<typeof task>>(1);
  const startedMs = performance.now();
  for (let n = 0; n < 20_000; n++) {
    const one = task(`line ${n}`);
    lines.join(one);
    assert.equal(lines.next(n), one);
    lines.leave(one, 1, n);
  }
  assert.ok(performance.now() - startedMs < 50_000);
});
