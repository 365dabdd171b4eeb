// More of the worlds of simulation.test.ts, in a process of their own: nobody waits for one that takes long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report, runSeeds } from './run-seeds.ts';

const [FIRST, LAST] = [251, 500];
/** In parts: a busy machine takes its time. */
const PART = 50;

for (let from = FIRST; from <= LAST; from += PART) {
  test(`the promises hold in simulated worlds ${from} to ${from + PART - 1}`, async () => {
    const { failed } = await runSeeds({ from, seeds: PART });
    assert.equal(failed && report(failed), undefined);
  });
}
