// Words added and taken away, and an end to the search when texts are too different.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordCounts } from './word-counts.ts';

test('a changed word counts on both sides, a new sentence on one', () => {
  const before = 'We can refund €129.00 to your card.';
  assert.deepEqual(wordCounts(before, before), { added: 0, removed: 0 });
  const after = 'We can refund €99.00 to your card. Sorry for the wait.';
  assert.deepEqual(wordCounts(before, after), { added: 5, removed: 1 });
  assert.deepEqual(wordCounts('', 'one two'), { added: 2, removed: 0 });
});

test('texts that are too long, or have too little in common, have no count', () => {
  const many = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join(' ');
  assert.equal(wordCounts(many('a'), many('b')), undefined);
  assert.equal(wordCounts('word '.repeat(30_000), ''), undefined);
});
