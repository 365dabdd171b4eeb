// Waiting for a change: none is missed, and nothing is left behind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHub } from './hub.ts';

const never = new AbortController().signal;

/** A sleep that only its signal ends. */
const sleep = (_ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve());
  });
const hub = () => openHub({ sleep });

test('a wake ends the waits of its topic and no others', async () => {
  const live = hub();
  let woken = 0;
  const wait = (topic: string) => live.wait(topic, 1000, never, async () => false).then(() => woken++);
  const waits = [wait('a'), wait('a')];
  void wait('b');
  await new Promise(setImmediate);
  live.wake('a');
  await Promise.all(waits);
  assert.equal(woken, 2);
});

test('a change between the look and the sleep is not missed', async () => {
  const live = hub();
  const over = await live.wait('a', 1000, never, async () => {
    live.wake('a');
    return false;
  });
  assert.equal(over, false);
});

test('a look that says it is over ends the wait at once, and so does one that throws', async () => {
  const live = hub();
  assert.equal(await live.wait('a', 1000, never, async () => true), true);
  await assert.rejects(
    live.wait('a', 1000, never, () => Promise.reject(new Error('gone'))),
    /gone/,
  );
});

test('a waiter that leaves ends its wait', async () => {
  const live = hub();
  const leaving = new AbortController();
  const wait = live.wait('a', 1000, leaving.signal, async () => false);
  leaving.abort();
  assert.equal(await wait, false);
});
