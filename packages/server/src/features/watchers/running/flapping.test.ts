// Back and forth: three changes are told, the fourth says that it goes on, then a day of quiet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterChange } from './flapping.ts';

const HOUR = 3600;

function play(contents: string, everySeconds = HOUR): string[] {
  let row: { changes: string; flapping_until: number | null } = {
    changes: JSON.stringify([{ hash: contents[0], at: 1_790_000_000 }]),
    flapping_until: null,
  };
  return [...contents].slice(1).map((hash, index) => {
    const { is, changes, until } = afterChange(row, hash, 1_790_000_000 + (index + 1) * everySeconds);
    row = { changes, flapping_until: until };
    return is;
  });
}

test('A, B, A, B are three changes', () => assert.deepEqual(play('ABAB'), ['usual', 'usual', 'usual']));

test('the fourth within a day says so, and then it is quiet for a day', () => {
  assert.deepEqual(play('ABABABAB'), ['usual', 'usual', 'usual', 'starts', 'quiet', 'quiet', 'quiet']);
});

test('slowly is not flapping', () => {
  assert.deepEqual(play('ABABABAB', 12 * HOUR), Array(7).fill('usual'));
});

test('something new is told, also while it is quiet', () => {
  assert.deepEqual(play('ABABABC'), ['usual', 'usual', 'usual', 'starts', 'quiet', 'usual']);
});

test('something new ends no quiet', () => {
  assert.deepEqual(
    play('ABABABCABABCDCDCD').slice(3).join(' '),
    `starts quiet usual${' quiet'.repeat(5)} usual${' quiet'.repeat(4)}`,
  );
});

test('three contents are news', () => assert.deepEqual(play('ABCABC'), Array(5).fill('usual')));

test('after the day of quiet it is told again', () => {
  const story = play('AB'.repeat(16), 2 * HOUR);
  assert.equal(story[3], 'starts');
  assert.equal(story.indexOf('starts', 4), 3 + 12);
});
