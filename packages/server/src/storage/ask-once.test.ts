// Who shares an answer, and that none is older than its question.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askOnce } from './ask-once.ts';
import type { Reader } from './database.ts';

const reader = {} as Reader;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function givenQuestion() {
  const asked: string[] = [];
  let state = 'active';
  const ask = askOnce(async (_reader, key) => {
    asked.push(key);
    return `${key} ${state}`;
  });
  const revoke = () => {
    state = 'revoked';
  };
  return { ask, asked, revoke };
}

test('whoever asks the same in one turn is told the same, and it is asked once', async () => {
  const { ask, asked } = givenQuestion();
  const answers = await Promise.all([ask(reader, 'a'), ask(reader, 'b'), ask(reader, 'a')]);
  assert.deepEqual(answers, ['a active', 'b active', 'a active']);
  assert.deepEqual(asked, ['a', 'b']);
  await ask(reader, 'a');
  assert.deepEqual(asked, ['a', 'b', 'a']);
});

test('what changed before a question is in its answer, even when an earlier one is still open', async () => {
  const { ask, revoke } = givenQuestion();
  const early = ask(reader, 'a');
  revoke(); // before the turn ends: the question has not been asked yet
  assert.equal(await early, 'a revoked');

  const slow = Promise.withResolvers<void>();
  let state = 'active';
  const askSlowly = askOnce(async () => {
    const seen = state;
    await slow.promise;
    return seen;
  });
  const first = askSlowly(reader, 'a');
  await nextTurn(); // it is on its way
  state = 'revoked';
  const second = askSlowly(reader, 'a');
  await nextTurn();
  slow.resolve();
  assert.deepEqual(await Promise.all([first, second]), ['active', 'revoked']);
});

test('a question that fails, fails for those who asked it then', async () => {
  let fails = true;
  const ask = askOnce(async () => {
    if (fails) throw new Error('gone');
    return 'there';
  });
  await Promise.all([assert.rejects(ask(reader, 'a')), assert.rejects(ask(reader, 'a'))]);
  fails = false;
  assert.equal(await ask(reader, 'a'), 'there');
});
