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

test('who sends much at once has some of it done in every turn, and the others do not wait for it', async () => {
  const { passed, come } = givenCallers();
  for (let n = 0; n < 30; n++) void come('flood');
  void come('other');
  await Promise.resolve();
  const countOf = (who: string) => passed.filter((one) => one === who).length;
  const inOneTurn = countOf('flood');
  assert.ok(inOneTurn > 0 && inOneTurn < 10);
  assert.equal(countOf('other'), 1);
  for (let done = inOneTurn; done < 30; ) {
    await nextTurn();
    done = Math.min(30, done + inOneTurn);
    assert.equal(countOf('flood'), done);
    void come('other');
    await Promise.resolve();
  }
  assert.ok(countOf('other') > 3);
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
