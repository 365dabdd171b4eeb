// Topics: a wake reaches those who listen for it, and nothing is left behind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHub } from './hub.ts';

test('a wake reaches the listeners of its topic and no others, until they stop', () => {
  const hub = openHub();
  const heard: string[] = [];
  const stop = hub.listen('a', () => heard.push('a1'));
  hub.listen('a', () => heard.push('a2'));
  hub.listen('b', () => heard.push('b'));
  hub.wake('a');
  hub.wake('nobody');
  assert.deepEqual(heard, ['a1', 'a2']);
  stop();
  hub.wakeAll();
  assert.deepEqual(heard, ['a1', 'a2', 'a2', 'b']);
});

test('a listener may stop while it is called', () => {
  const hub = openHub();
  let heard = 0;
  const stop = hub.listen('a', () => {
    heard++;
    stop();
  });
  hub.wake('a');
  hub.wakeAll();
  assert.equal(heard, 1);
});
