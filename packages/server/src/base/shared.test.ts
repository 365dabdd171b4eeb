// Whoever asks gets an answer that was looked for after they asked, and nobody looks more often than that takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { shared } from './shared.ts';

/** A look that ends when it is told to. */
function given() {
  const ends: ((fails?: boolean) => void)[] = [];
  const look = shared(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1;
        ends.push((fails = false) => (fails ? reject(new Error(`look ${number}`)) : resolve(number)));
      }),
  );
  return { look, ends };
}

test('whoever asks while one is under way shares the next', async () => {
  const { look, ends } = given();
  const first = look();
  const later = [look(), look(), look()];
  assert.equal(ends.length, 1);
  ends[0]?.();
  assert.equal(await first, 1);
  await turn();
  assert.equal(ends.length, 2);
  ends[1]?.();
  assert.deepEqual(await Promise.all(later), [2, 2, 2]);
});

test('one that fails fails for those who shared it, and for nobody after', async () => {
  const { look, ends } = given();
  const [first, second] = [look(), look()];
  ends[0]?.(true);
  await assert.rejects(first, /look 1/);
  await turn();
  ends[1]?.();
  assert.equal(await second, 2);
});
