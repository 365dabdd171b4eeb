// The harness finds what it is there for: each bug that is planted at a seam.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { DEEP } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';

const ENOUGH = 200;

for (const [bug, plant] of Object.entries(PLANTED_BUGS)) {
  test(`a planted bug is found: ${bug}`, async (t) => {
    const { runs, failed } = await runSeeds({ from: plant.from ?? 1, seeds: ENOUGH, plant, steps: DEEP });
    assert.ok(failed, `not found in ${ENOUGH} seeds`);
    t.diagnostic(`found in seed ${runs.length}: ${failed.failure}`);
  });
}
