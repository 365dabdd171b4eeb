// From the spawn of the process to its listening line, and what it weighs when it has nothing to do.

import { setTimeout as sleep } from 'node:timers/promises';
import { BOOT_MS, IDLE_RSS_MB } from '../bars.ts';
import { newDatabase } from '../databases.ts';
import { medianOf } from '../load/quantiles.ts';
import type { Report } from '../report.ts';
import { startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

const STARTS = 7;
const REST_MS = 2000;

export async function measureBoot({ engine, say }: Bench): Promise<Report> {
  say('boot');
  const empty = await engine.emptyDatabase();
  const first = await startOurs(empty.url);
  await first.stop();
  await empty.drop();

  const database = await newDatabase(engine);
  const bootsMs: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const again = await startOurs(database.url);
    bootsMs.push(again.bootMs);
    await again.stop();
  }
  const idle = await startOurs(database.url);
  await readOnce(idle.port, database.key);
  await sleep(REST_MS);
  const rssMb = await rssMbOf(idle.port);
  await idle.stop();
  await database.drop();

  const bootMs = medianOf(bootsMs);
  const fact = (what: string, value: string, met?: boolean) => ({ engine: engine.name, what, value, met });
  return {
    lines: [],
    facts: [
      fact('boot', `${Math.round(bootMs)} ms, the median of ${STARTS} (bar ${BOOT_MS})`, bootMs < BOOT_MS),
      fact('boot on an empty database', `${Math.round(first.bootMs)} ms`),
      fact('idle RSS', `${Math.round(rssMb)} MB (bar ${IDLE_RSS_MB})`, rssMb < IDLE_RSS_MB),
    ],
  };
}

async function readOnce(port: number, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  await (await fetch(`http://127.0.0.1:${port}/v1/actions`, { headers })).text();
}

async function rssMbOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/process_resident_memory_bytes (\d+)/.exec(text)?.[1]) / 1e6;
}
