// When nothing goes wrong any more, everything comes to its end: webhooks are sent, what is over is noticed, rows are sealed.

import { sweepCounts, sweepRetention, wishToKeep } from './actors/keepers.ts';
import {
  sweepChannels,
  sweepDeliveries,
  sweepErasures,
  sweepExpiry,
  sweepHits,
  sweepHolds,
  sweepSeals,
  sweepSearch,
  sweepWatchers,
} from './actors/sweeps.ts';
import { resumeAll } from './actors/watching.ts';
import { isOpen } from './deliveries.ts';
import { DAY_SECONDS, keptTooLong } from './retention.ts';
import type { Sim, Step } from './sim.ts';
import { Violation } from './violation.ts';
import { untold } from './watchers.ts';

/** A channel is told one thing after the other; six attempts, each of which may be a lease that has yet to run out. */
const MOST_ROUNDS = 200;
/** No wait is longer than a day, and what waits for long does so a few times. */
const MOST_MS = 30 * 86_400_000;
const LOOK_MS = 1000;
/** Each with what there is for it to do. */
const SWEEPS: readonly (readonly [Step, string])[] = [
  [sweepHolds, 'SELECT 1 FROM holds WHERE commits_at <= :now'],
  [sweepExpiry, `SELECT 1 FROM actions WHERE status = 'pending' AND expires_at <= :now`],
  [sweepDeliveries, 'SELECT 1 FROM deliveries WHERE due_at <= :now'],
  [sweepChannels, 'SELECT 1 FROM channel_sends WHERE due_at <= :now'],
  [sweepSearch, 'SELECT 1 FROM search_pending WHERE late = 0'],
  [sweepErasures, 'SELECT 1 FROM erasures WHERE forgotten_at IS NULL AND leased_until <= :now'],
  [sweepHits, 'SELECT 1 FROM rule_hits'],
  [sweepSeals, 'SELECT 1 FROM audit WHERE seq IS NULL'],
];

const DUE_WATCHERS = 'SELECT 1 FROM watchers WHERE due_at <= :now';
const LEASED_WATCHERS = 'SELECT 1 FROM watchers WHERE leased_by IS NOT NULL AND due_at > :now AND due_at <= :now + 60';

export async function checkLiveness(sim: Sim): Promise<void> {
  if (sim.watched) await resumeAll(sim);
  if (sim.retaining) await letAge(sim);
  const sinceMs = sim.time.flowedMs();
  for (let round = 0; round < MOST_ROUNDS && sim.time.flowedMs() - sinceMs < MOST_MS; round++) {
    for (const [sweep, work] of SWEEPS) if (hasWork(sim, work)) await sweep(sim);
    if (stillKept(sim) !== undefined) await sweepRetention(sim);
    if (stillUntold(sim) && hasWork(sim, DUE_WATCHERS)) await sweepWatchers(sim);
    while (sim.busy() || (sim.watched && hasWork(sim, LEASED_WATCHERS))) await sim.time.sleep(LOOK_MS);
    if (unfinished(sim) === undefined) return;
    sim.time.flow(Math.max(1000, nextDueMs(sim) - sim.time.wallMs()));
  }
  throw new Violation(`all is healed, yet ${unfinished(sim)}`);
}

function hasWork({ committed, time }: Sim, work: string): boolean {
  const now = String(Math.floor(time.wallMs() / 1000));
  return committed().query(`${work.replaceAll(':now', now)} LIMIT 1`).length > 0;
}

/** Everything that is there is old, and nobody wants to keep it. */
async function letAge(sim: Sim): Promise<void> {
  await wishToKeep(sim, 1);
  await sweepCounts(sim);
  sim.time.flow(sim.time.latestMs() - sim.time.wallMs() + (DAY_SECONDS + 2) * 1000);
}

function stillKept({ retaining, model, committed, time }: Sim): string | undefined {
  return retaining ? keptTooLong(model, committed(), Math.floor(time.wallMs() / 1000)) : undefined;
}

/** By whom, and what. */
function stillUntold({ watched, model, committed, sites }: Sim) {
  return watched ? untold(model, committed(), sites) : undefined;
}

function unfinished(sim: Sim): string | undefined {
  const { committed } = sim;
  const open = committed()
    .deliveries()
    .find((delivery) => isOpen(delivery) || delivery.due_at !== null);
  if (open) return `${open.id} is ${open.status} for ever`;
  const [untold] = committed().query('SELECT id FROM channel_sends WHERE due_at IS NOT NULL');
  if (untold) return `${untold.id} is never told`;
  const [held] = committed().query('SELECT id FROM holds');
  if (held) return `${held.id} is never committed`;
  const [erasing] = committed().query('SELECT id FROM erasures WHERE forgotten_at IS NULL');
  if (erasing) return `${erasing.id} is never over`;
  const [hit] = committed().query('SELECT id FROM rule_hits');
  if (hit) return `${hit.id} is never counted`;
  const [unsealed] = committed().query('SELECT id FROM audit WHERE seq IS NULL');
  if (unsealed) return `${unsealed.id} is never sealed`;
  const [unfound] = committed().query('SELECT action_id FROM search_pending WHERE late = 0');
  if (unfound) return `${unfound.action_id} is never indexed`;
  const kept = stillKept(sim);
  if (kept !== undefined) return `${kept} is kept for ever`;
  return stillUntold(sim)?.what;
}

function nextDueMs(sim: Sim): number {
  const { committed } = sim;
  const [row] = committed().query(
    `
    SELECT min(due_at) AS next FROM (SELECT due_at FROM deliveries
    UNION ALL SELECT due_at FROM channel_sends UNION ALL SELECT commits_at FROM holds
    UNION ALL SELECT leased_until FROM erasures WHERE forgotten_at IS NULL
    UNION ALL SELECT due_at FROM watchers WHERE id = ?)`,
    stillUntold(sim)?.watcher_id ?? '',
  );
  return Number(row?.next ?? 0) * 1000;
}
