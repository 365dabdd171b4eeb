// The shares of hosts and projects: nobody is shut out by another, and nothing is remembered of who has left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSlots, type Slots, type Target } from './slots.ts';

const target = (project_id: string, host: string, bytes = 500): Target => ({ project_id, host, bytes });

/** How many it gets before it is refused. */
function takeAll(slots: Slots, next: (n: number) => Target, atMost = 10_000): number {
  for (let n = 0; n < atMost; n++) if (!slots.take(next(n))) return n;
  return atMost;
}

test('a host has 32 at most, whoever asks for it', () => {
  const slots = openSlots();
  assert.equal(
    takeAll(slots, (n) => target(`p${n}`, 'hung.example')),
    32,
  );
  assert.ok(slots.take(target('p1', 'other.example')));
  slots.free(target('p1', 'hung.example'));
  assert.ok(slots.take(target('p2', 'hung.example')));
});

test('a thousand hung hosts of one project leave room for a healthy one, of the same project and of another', () => {
  const slots = openSlots();
  for (let n = 0; n < 1000; n++) assert.ok(slots.take(target('a', `hung${n}`)));
  assert.ok(slots.take(target('a', 'healthy')));
  assert.ok(slots.take(target('b', 'healthy')));
});

test('no project can take everything: whoever comes later still finds something', () => {
  const slots = openSlots();
  const taken = ['a', 'b', 'c', 'd'].map((project) => takeAll(slots, (n) => target(project, `${project}${n}`)));
  assert.deepEqual(taken, [1500, 750, 375, 188]);
});

test('what comes free goes to whoever has least', () => {
  const slots = openSlots();
  takeAll(slots, (n) => target('a', `a${n}`));
  takeAll(slots, (n) => target('b', `b${n}`));
  for (let n = 0; n < 100; n++) slots.free(target('a', `a${n}`));
  assert.equal(slots.take(target('a', 'a0')), false);
  assert.equal(
    takeAll(slots, (n) => target('b', `c${n}`)),
    50,
  );
});

test('large bodies are bounded in bytes, and do not keep small ones out', () => {
  const slots = openSlots();
  const large = 3 << 20;
  assert.equal(
    takeAll(slots, (n) => target('a', `large${n}`, large)),
    11,
  ); // half of 64 MiB
  assert.equal(
    takeAll(slots, () => target('b', 'one host', large)),
    2,
  ); // 8 MiB to a host
  assert.equal(
    takeAll(slots, (n) => target('a', `small${n}`, 16_384)),
    1488,
  );
});

test('a body larger than a host may have at once goes alone', () => {
  const slots = openSlots();
  assert.ok(slots.take(target('a', 'x', 20 << 20)));
  assert.equal(slots.take(target('a', 'x', 20_000)), false);
  slots.free(target('a', 'x', 20 << 20));
  assert.ok(slots.take(target('a', 'x', 20_000)));
});

test('a million hosts and projects that came and went leave nothing behind', () => {
  const slots = openSlots();
  const before = heapUsed();
  for (let n = 0; n < 1_000_000; n++) {
    const one = target(`project ${n}`, `host ${n}`, n % 2 ? 500 : 50_000);
    if (!slots.take(one)) assert.fail();
    slots.free(one);
  }
  assert.ok(heapUsed() - before < 60e6, `${heapUsed() - before} bytes`);
});

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
