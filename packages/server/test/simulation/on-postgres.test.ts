// The same worlds on PostgreSQL, a few of them: there the database has a will of its own, and a seed is only where it begins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_PLANT, PLANTED_BUGS } from './planted-bugs.ts';
import { report, runSeeds } from './run-seeds.ts';

const cluster = process.env.TEST_POSTGRES;
const [FIRST, LAST] = [1, 6];
/** Found within a few seeds; each needs its own part of the world. */
const BUGS = ['a decision is announced to nobody', 'an erasure leaves the webhooks'];
const ENOUGH = 10;

for (let from = FIRST; from <= LAST; from += 2) {
  test(`the promises hold in simulated worlds ${from} and ${from + 1} on PostgreSQL`, async () => {
    const { failed } = await runSeeds({ from, seeds: 2, cluster });
    assert.equal(failed && report(failed), undefined);
  });
}

for (const bug of BUGS) {
  test(`a planted bug is found on PostgreSQL: ${bug}`, async () => {
    const { failed } = await runSeeds({ from: 1, seeds: ENOUGH, plant: PLANTED_BUGS[bug] ?? NO_PLANT, cluster });
    assert.ok(failed, `not found in ${ENOUGH} seeds`);
  });
}
