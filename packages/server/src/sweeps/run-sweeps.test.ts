// At the start sweeps look one after another, and none keeps the others from it; at the end nothing of them goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fakeWorld } from '../../test/support/fake-world.ts';
import { until } from '../../test/support/until.ts';
import type { App } from '../app.ts';
import { runSweeps, type Sweep } from './run-sweeps.ts';

const app = { world: fakeWorld() } as unknown as App;
/** Where no time passes: whoever sleeps is woken, or sleeps on. */
const timeless = { world: { ...fakeWorld(), sleep } } as unknown as App;
function sleep(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve());
  });
}

const HOUR_MS = 3_600_000;
const sweepOf = (run: Sweep['run']): Sweep => ({ run });

test('no two look at the same time, and each of them looks', async () => {
  let [under, most] = [0, 0];
  const looked: string[] = [];
  const quick = (name: string) =>
    sweepOf(async () => {
      most = Math.max(most, ++under);
      await turn();
      under--;
      looked.push(name);
      return HOUR_MS;
    });
  const sweeps = runSweeps(timeless, { a: quick('a'), b: quick('b'), c: quick('c') });
  await until(() => looked.length === 3, 'all have looked');
  assert.deepEqual([most, looked], [1, ['a', 'b', 'c']]);
  sweeps.wake('b'); // from now on they come when they are needed
  await until(() => looked.length === 4, 'b looks again');
  await sweeps.stop();
});

test('all look every half minute, except for one that may rest for longer', async () => {
  const slept: number[] = [];
  const noting = async (ms: number, signal?: AbortSignal) => {
    if (ms >= 1000) slept.push(ms); // the turns at the start are shorter
    await sleep(ms, signal);
  };
  const sweeps = runSweeps({ world: { ...fakeWorld(), sleep: noting } } as unknown as App, {
    usual: sweepOf(async () => HOUR_MS),
    rare: { run: async () => HOUR_MS, longestRestMs: HOUR_MS },
    sooner: { run: async () => 5000, longestRestMs: HOUR_MS },
  });
  await until(() => slept.length === 3, 'all rest');
  assert.deepEqual(slept, [30_000, HOUR_MS, 5000]);
  await sweeps.stop();
});

test('one that takes long, and one that fails, hold nobody up', async () => {
  const long = Promise.withResolvers<number>();
  let looked = false;
  const sweeps = runSweeps(app, {
    long: sweepOf(() => long.promise),
    failing: sweepOf(async () => {
      throw new Error('as a database would that is away');
    }),
    last: sweepOf(async () => {
      looked = true;
      return HOUR_MS;
    }),
  });
  await until(() => looked, 'the last has looked');
  long.resolve(HOUR_MS);
  await sweeps.stop();
});

test('stopped before their turn, they do not look any more', async () => {
  const looked: string[] = [];
  const long = Promise.withResolvers<number>();
  const sweeps = runSweeps(app, {
    long: sweepOf(() => long.promise),
    late: sweepOf(async () => looked.push('late')),
  });
  const stopped = sweeps.stop();
  long.resolve(HOUR_MS);
  await stopped;
  assert.deepEqual(looked, []);
});

test('a run that goes on is told to stop, and only then what it has left under way is ended', async () => {
  const told: string[] = [];
  const begun = Promise.withResolvers<void>();
  const sweeps = runSweeps(timeless, {
    long: {
      async run(_app, stopping) {
        begun.resolve();
        await sleep(HOUR_MS, stopping);
        told.push('run');
        return HOUR_MS;
      },
      stop: async () => void told.push('stop'),
    },
  });
  await begun.promise;
  await sweeps.stop();
  assert.deepEqual(told, ['run', 'stop']);
});
