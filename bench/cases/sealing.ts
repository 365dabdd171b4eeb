// Whether sealing the audit log holds the event loop: by the clock, beside what the machine does to a loop that only waits.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../packages/server/src/app.ts';
import { operatorOf, recordAudit } from '../../packages/server/src/features/audit/record.ts';
import { sealAudit } from '../../packages/server/src/features/audit/seal-audit.ts';
import { listProjects } from '../../packages/server/src/features/project/store.ts';
import { inTransaction } from '../../packages/server/src/storage/database.ts';
import { LOOP_HELD_MS } from '../bars.ts';
import { newDatabase, openBenchApp } from '../databases.ts';
import { medianOf } from '../load/quantiles.ts';
import type { Report } from '../report.ts';
import type { Bench } from './bench-case.ts';

const ROWS = 5000;
const A_TRANSACTION = 250;
const ROUNDS = 5;

interface Stalls {
  readonly p99Ms: number;
  readonly longestMs: number;
}

export async function measureSealing({ engine, say }: Bench): Promise<Report> {
  say(`sealing ${ROUNDS} × ${ROWS} rows`);
  const database = await newDatabase(engine);
  const app = await openBenchApp(database.url);
  const sealing: Stalls[] = [];
  const waiting: Stalls[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await addRows(app);
    const startedMs = performance.now();
    sealing.push(
      await stallsDuring(async () => {
        while ((await sealAudit(app)) === 0) await sleep(0); // as the sweep does: others have their turn
      }),
    );
    const tookMs = performance.now() - startedMs;
    waiting.push(await stallsDuring(() => sleep(tookMs)));
  }
  await app.storage.close();
  await database.drop();

  const of = (all: readonly Stalls[], which: keyof Stalls) => medianOf(all.map((stalls) => stalls[which]));
  const told = (all: readonly Stalls[]) =>
    `p99 ${of(all, 'p99Ms').toFixed(1)} ms, ${of(all, 'longestMs').toFixed(1)} ms at most`;
  const value = `${told(sealing)} (bar p99 ${LOOP_HELD_MS}); of one that only waits, ${told(waiting)}`;
  const what = 'how late the event loop comes while rows are sealed';
  return {
    lines: [],
    facts: [{ engine: engine.name, what, value, met: of(sealing, 'p99Ms') < LOOP_HELD_MS }],
  };
}

/** How late timers came. */
async function stallsDuring(work: () => Promise<unknown>): Promise<Stalls> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  delays.disable();
  return { p99Ms: delays.percentile(99) / 1e6, longestMs: delays.max / 1e6 };
}

async function addRows(app: App): Promise<void> {
  const [{ id } = { id: '' }] = await listProjects(app.reader);
  for (let made = 0; made < ROWS; made += A_TRANSACTION) {
    await inTransaction(app, async (tx) => {
      for (let row = 0; row < A_TRANSACTION; row++) {
        const facts = { made, row, note: 'x'.repeat(200) };
        await recordAudit(tx, operatorOf(id), { event: 'project.updated', entity_id: id, facts });
      }
    });
  }
}
