// Work in threads: answers come back, what takes too long or too much is ended, and the event loop stays free.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openThreads } from '../../src/world/threads.ts';
import { STILL_MS } from '../support/thread-work.ts';

const work = new URL('../support/thread-work.ts', import.meta.url);
const think = openThreads();

test('an answer comes back, bytes and all', async () => {
  const input = { do: 'echo', bytes: new Uint8Array([1, 2, 3]), text: '😀' };
  assert.deepEqual(await think(work, input, { deadlineMs: 60_000 }), { done: input });
});

test('many at once wait for one another', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => think(work, { do: 'echo', n }, { deadlineMs: 60_000 })),
  );
  assert.deepEqual(
    answers.map((answer) => ('done' in answer ? (answer.done as { n: number }).n : undefined)),
    Array.from({ length: 20 }, (_, n) => n),
  );
});

test('what does not end is ended, and others go on; the event loop never noticed', async () => {
  let beats = 0;
  const beat = setInterval(() => beats++, 5);
  const answers = await Promise.all([
    think(work, { do: 'spin' }, { deadlineMs: 300, line: 'one' }),
    think(work, { do: 'spin' }, { deadlineMs: 300, line: 'other' }),
    think(work, { do: 'echo' }, { deadlineMs: 60_000 }),
  ]);
  clearInterval(beat);
  assert.deepEqual(answers, [{ failed: 'timeout' }, { failed: 'timeout' }, { done: { do: 'echo' } }]);
  assert.ok(beats > 5, `${beats} turns in 300 ms`); // two cores, two threads that spin, and whoever else is there
});

test('what has little of the processor is not ended for what others had of it', async () => {
  await think(work, { do: 'echo' }, { deadlineMs: 60_000, line: 'slow' }); // its thread has started
  const input = { do: 'stand still' };
  assert.deepEqual(await think(work, input, { deadlineMs: STILL_MS / 3, line: 'slow' }), { done: input });
});

test('what would take too long by the clock alone is to be tried again', async () => {
  const impatient = openThreads((deadlineMs) => (deadlineMs > 60_000 ? 300 : 60_000));
  await impatient(work, { do: 'echo' }, { deadlineMs: 60_000 }); // its thread has started
  assert.deepEqual(await impatient(work, { do: 'spin' }, { deadlineMs: 600_000 }), { failed: 'crowded' });
});

test('what eats all memory is ended, and nothing else', async () => {
  assert.deepEqual(await think(work, { do: 'eat' }, { deadlineMs: 60_000 }), { failed: 'memory' });
  assert.deepEqual(await think(work, { do: 'echo' }, { deadlineMs: 60_000 }), { done: { do: 'echo' } });
});

test('an exception is an exception', async () => {
  await assert.rejects(think(work, { do: 'throw' }, { deadlineMs: 60_000 }), /thrown on purpose/);
});

test('one line that spins in every thread it can have keeps nobody else waiting', async () => {
  const spinning = Array.from({ length: 16 }, () =>
    think(work, { do: 'spin' }, { deadlineMs: 400, line: 'greedy', hasty: true }),
  );
  const last = await think(work, { do: 'spin' }, { deadlineMs: 400, line: 'greedy', hasty: true });
  assert.ok('failed' in last); // in its turn; or before it, where each turn takes long
  let ended = 0;
  for (const one of spinning) void one.then(() => ended++);
  await think(work, { do: 'echo' }, { deadlineMs: 60_000, line: 'modest', hasty: true }); // its thread has started
  const before = ended;
  for (let n = 0; n < 5; n++) {
    const answer = await think(work, { do: 'echo' }, { deadlineMs: 60_000, line: 'modest', hasty: true });
    assert.deepEqual(answer, { done: { do: 'echo' } });
  }
  assert.ok(ended - before < 5, `${ended - before} of the greedy ones were waited for`);
  const turnedAway = await Promise.all(
    Array.from({ length: 40 }, () => think(work, { do: 'echo' }, { deadlineMs: 400, line: 'greedy', hasty: true })),
  );
  assert.ok(turnedAway.some((answer) => 'failed' in answer && answer.failed === 'crowded'));
  await Promise.all(spinning);
});
