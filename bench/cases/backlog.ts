// What our server puts off: new actions that wait for the search index. Waited for after each of its rounds, so that it
// does not work them off at the floor's expense.

import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../databases.ts';
import { openBulk } from '../fill/open-bulk.ts';
import { medianOf } from '../load/quantiles.ts';
import type { Fact } from '../report.ts';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 120_000;

export interface Backlog {
  drained(): Promise<void>;
  facts(engine: string, operation: string): Fact[];
}

export function watchBacklog(database: BenchDatabase): Backlog {
  const rounds: { readonly rows: number; readonly ms: number }[] = [];
  return {
    async drained() {
      const bulk = await openBulk(database.url);
      const waiting = async () => {
        const [row] = await bulk.all<{ n: number | string }>('SELECT count(*) AS n FROM search_pending WHERE late = 0');
        return Number(row?.n ?? 0);
      };
      const startedMs = performance.now();
      const rows = await waiting();
      for (let left = rows; left > 0; left = await waiting()) {
        if (performance.now() - startedMs > PATIENCE_MS) throw new Error(`${left} actions are still not indexed.`);
        await sleep(LOOK_EVERY_MS);
      }
      await bulk.close();
      rounds.push({ rows, ms: performance.now() - startedMs });
    },
    facts(engine, operation) {
      const rows = medianOf(rounds.map((round) => round.rows));
      const seconds = medianOf(rounds.map((round) => round.ms)) / 1000;
      if (rows === 0) return [];
      const value = `${Math.round(rows)} actions not yet indexed at the end of a round, all of them ${seconds.toFixed(1)} s later`;
      return [{ engine, what: operation, value }];
    },
  };
}
