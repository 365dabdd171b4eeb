// When nothing goes wrong any more, everything comes to its end: webhooks are sent, what is over is noticed, rows are sealed.

import { sweepDeliveries, sweepExpiry, sweepSeals, sweepSearch } from './actors/sweeps.ts';
import { isOpen } from './deliveries.ts';
import type { Sim } from './sim.ts';
import { Violation } from './violation.ts';

/** Six attempts, each of which may be a lease that has yet to run out, and some for what expires meanwhile. */
const MOST_ROUNDS = 40;
const LOOK_MS = 1000;

export async function checkLiveness(sim: Sim): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const sweep of [sweepExpiry, sweepDeliveries, sweepSearch, sweepSeals]) await sweep(sim);
    while (sim.busy()) await sim.time.sleep(LOOK_MS);
    if (unfinished(sim) === undefined) return;
    sim.time.flow(Math.max(1000, nextDueMs(sim) - sim.time.wallMs()));
  }
  throw new Violation(`all is healed, yet ${unfinished(sim)}`);
}

function unfinished({ committed }: Sim): string | undefined {
  const open = committed()
    .deliveries()
    .find((delivery) => isOpen(delivery) || delivery.due_at !== null);
  if (open) return `${open.id} is ${open.status} for ever`;
  const [unsealed] = committed().query('SELECT id FROM audit WHERE seq IS NULL');
  if (unsealed) return `${unsealed.id} is never sealed`;
  const [unfound] = committed().query('SELECT action_id FROM search_pending WHERE late = 0');
  return unfound && `${unfound.action_id} is never indexed`;
}

function nextDueMs({ committed }: Sim): number {
  const due = committed()
    .deliveries()
    .map(({ due_at }) => (due_at ?? Number.POSITIVE_INFINITY) * 1000);
  const next = Math.min(...due);
  return Number.isFinite(next) ? next : 0;
}
