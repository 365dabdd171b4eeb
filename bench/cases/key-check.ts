// The cost of knowing who calls: the whole check with its look-up, and the part of it that is arithmetic.

import { authenticate } from '../../packages/server/src/features/keys/authenticate.ts';
import { hashKey, looksLikeKey, sameHash } from '../../packages/server/src/features/keys/key.ts';
import { trackKeyUse } from '../../packages/server/src/features/keys/key-use.ts';
import { KEY_CHECK_MS } from '../bars.ts';
import { newDatabase, openBenchApp } from '../databases.ts';
import { quantileOf } from '../load/quantiles.ts';
import type { Report } from '../report.ts';
import type { Bench } from './bench-case.ts';

const CHECKS = 20_000;
const SALT = '5a'.repeat(16);

export async function measureKeyCheck({ engine, say }: Bench): Promise<Report> {
  say('key check');
  const database = await newDatabase(engine);
  const app = await openBenchApp(database.url);
  const keyUse = trackKeyUse(app);
  const wholeMs = await timesOf(() => authenticate(app, keyUse, `Bearer ${database.key}`));
  const stored = hashKey(SALT, database.key);
  const hashMs = await timesOf(async () => looksLikeKey(database.key) && sameHash(hashKey(SALT, database.key), stored));
  await app.storage.close();
  await database.drop();

  const meanMs = meanOf(wholeMs);
  const engineName = engine.name;
  return {
    lines: [],
    facts: [
      {
        engine: engineName,
        what: 'key check',
        value: `${micros(meanMs)} µs on average, p99 ${micros(quantileOf(wholeMs, 0.99))} µs (bar ${micros(KEY_CHECK_MS)})`,
        met: meanMs < KEY_CHECK_MS,
      },
      { engine: engineName, what: 'key check, without the look-up', value: `${micros(meanOf(hashMs))} µs on average` },
    ],
  };
}

/** One after the other; the first half warms up. */
async function timesOf(check: () => Promise<unknown>): Promise<number[]> {
  const timesMs: number[] = [];
  for (let count = 0; count < CHECKS; count++) {
    const startedMs = performance.now();
    await check();
    timesMs.push(performance.now() - startedMs);
  }
  return timesMs.slice(CHECKS / 2);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function micros(ms: number): string {
  return (ms * 1000).toFixed(1);
}
