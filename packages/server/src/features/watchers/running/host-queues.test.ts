// Groups of one host wait for one another, those of others do not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHostQueues } from './host-queues.ts';

test('groups of one host run one after another, also after one that failed; those of others beside them', async () => {
  const queues = openHostQueues();
  const first = Promise.withResolvers<void>();
  const began: string[] = [];
  const failing = queues.inTurn('a.example', () => first.promise);
  const next = queues.inTurn('a.example', async () => void began.push('next'));
  await queues.inTurn('b.example', async () => void began.push('other'));
  assert.deepEqual([began, queues.waitingFor('a.example'), queues.waitingFor('b.example')], [['other'], 2, 0]);

  first.reject(new Error('planted'));
  await assert.rejects(failing, /planted/);
  await next;
  await queues.inTurn('a.example', async () => void began.push('last'));
  assert.deepEqual([began, queues.waitingFor('a.example')], [['other', 'next', 'last'], 0]);
});
