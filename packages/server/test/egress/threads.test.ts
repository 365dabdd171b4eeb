// Work in threads: answers come back, what takes too long or too much is ended, and the event loop stays free.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openThreads } from '../../src/world/threads.ts';

const work = new URL('../support/thread-work.ts', import.meta.url);
const think = openThreads();

test('an answer comes back, bytes and all', async () => {
  const input = { do: 'echo', bytes: new Uint8Array([1, 2, 3]), text: '😀' };
  assert.deepEqual(await think(work, input, 10_000), { done: input });
});

test('many at once wait for one another', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => think(work, { do: 'echo', n }, 10_000)));
  assert.deepEqual(
    answers.map((answer) => ('done' in answer ? (answer.done as { n: number }).n : undefined)),
    Array.from({ length: 20 }, (_, n) => n),
  );
});

test('what does not end is ended, and others go on; the event loop never noticed', async () => {
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const answers = await Promise.all([
    think(work, { do: 'spin' }, 300),
    think(work, { do: 'spin' }, 300),
    think(work, { do: 'echo' }, 10_000),
  ]);
  clearInterval(beat);
  assert.deepEqual(answers, [{ failed: 'timeout' }, { failed: 'timeout' }, { done: { do: 'echo' } }]);
  assert.ok(longest < 250, `${longest} ms`); // two cores, and two threads that spin
});

test('what eats all memory is ended, and nothing else', async () => {
  assert.deepEqual(await think(work, { do: 'eat' }, 60_000), { failed: 'memory' });
  assert.deepEqual(await think(work, { do: 'echo' }, 10_000), { done: { do: 'echo' } });
});

test('an exception is an exception', async () => {
  await assert.rejects(think(work, { do: 'throw' }, 10_000), /thrown on purpose/);
});
