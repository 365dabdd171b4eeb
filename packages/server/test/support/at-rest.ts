// Until nothing goes on in a service: whoever runs in it sleeps.

import { setTimeout as delay } from 'node:timers/promises';
import type { FakeWorld } from './fake-world.ts';

/** How many sleep then: the sweeps. */
export async function atRest({ sleeping }: Pick<FakeWorld, 'sleeping'>): Promise<number> {
  for (let [quiet, last] = [0, sleeping()]; ; await delay(10)) {
    quiet = sleeping() === last ? quiet + 1 : 0;
    last = sleeping();
    if (quiet === 40) return last;
  }
}
