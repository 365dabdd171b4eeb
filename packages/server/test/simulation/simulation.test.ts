// The whole service without its sockets, in a world made from a seed: whatever goes wrong, the promises hold.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report, runSeeds } from './run-seeds.ts';

const [FIRST, LAST] = [1, 250];
/** In parts: a busy machine takes its time. */
const PART = 50;

for (let from = FIRST; from <= LAST; from += PART) {
  test(`the promises hold in simulated worlds ${from} to ${from + PART - 1}`, async () => {
    const { failed } = await runSeeds({ from, seeds: PART });
    assert.equal(failed && report(failed), undefined);
  });
}

test('a seed replays exactly', async () => {
  const once = await runSeeds({ from: 1, seeds: 5 });
  const again = await runSeeds({ from: 1, seeds: 5 });
  for (const [n, { log, hash }] of once.runs.entries()) {
    assert.deepEqual(again.runs[n]?.log, log);
    assert.equal(again.runs[n]?.hash, hash);
  }
  assert.equal(new Set(once.runs.map(({ hash }) => hash)).size, 5);
});
