// Adds up which rule applied how often, beside the creates that it happened in.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { addHits, takeHits } from './store.ts';

const BATCH = 500;

export async function countHits(app: App): Promise<number> {
  const taken = await inTransaction(app, async (tx) => {
    const hits = await takeHits(tx, BATCH);
    const byRule = Object.groupBy(hits, ({ project_id, rule_id }) => `${project_id} ${rule_id}`);
    for (const [first, ...more] of Object.values(byRule).filter((some) => some !== undefined)) {
      if (!first) continue;
      const last_hit_at = Math.max(first.hit_at, ...more.map(({ hit_at }) => hit_at));
      await addHits(tx, first, { count: 1 + more.length, last_hit_at });
    }
    return hits.length;
  });
  return taken === BATCH ? 0 : Number.POSITIVE_INFINITY;
}
