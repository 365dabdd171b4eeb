// Who goes on in which turn of the event loop.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInTurn } from './in-turn.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function givenCallers() {
  const inTurn = openInTurn();
  const passed: string[] = [];
  const come = async (who: string) => {
    await inTurn.wait(who);
    passed.push(who);
  };
  return { inTurn, passed, come };
}

test('one who comes alone never waits', async () => {
  const { inTurn } = givenCallers();
  for (let n = 0; n < 20; n++) {
    assert.equal(inTurn.wait('a'), undefined);
    await nextTurn();
  }
});

/** How many of a flood pass in each of so many turns, with someone else in it or without. */
async function flooded({ passed, come }: ReturnType<typeof givenCallers>, turns: number, other: boolean) {
  const counts: number[] = [];
  for (let n = 0; n < 10 * turns; n++) void come('flood');
  for (let turn = 0; turn < turns; turn++) {
    const before = passed.length;
    if (other) void come('other');
    await nextTurn();
    assert.equal(passed.slice(before).filter((who) => who === 'other').length, other ? 1 : 0, 'the others do not wait');
    counts.push(passed.slice(before).filter((who) => who === 'flood').length);
  }
  return counts;
}

test('who sends much at once has some of it done in every turn, less of it while others come, and more when they are gone', async () => {
  const callers = givenCallers();
  const alone = Math.min(...(await flooded(callers, 5, false)).slice(1));
  const among = Math.max(...(await flooded(callers, 20, true)).slice(2));
  assert.ok(among > 0 && among < alone && alone < 10, `${among} of ${alone}`);
  assert.equal(Math.max(...(await flooded(callers, 5, false))), among, 'they may come again');
  assert.equal((await flooded(callers, 200, false)).at(-1), alone);
});

test('whoever comes later comes after those who wait', async () => {
  const { inTurn, passed } = givenCallers();
  const come = async (name: string) => {
    await inTurn.wait('a');
    passed.push(name);
  };
  const names = Array.from({ length: 12 }, (_, n) => `${n}`);
  for (const name of names) void come(name);
  await Promise.resolve();
  void come('late');
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  assert.deepEqual(passed, [...names, 'late']);
});
