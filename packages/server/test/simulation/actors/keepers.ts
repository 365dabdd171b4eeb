// A project says for how long it keeps what is finished, changes its mind, and days pass.

import { updateProject } from '../../../src/features/project/manage-project.ts';
import { applyRetention } from '../../../src/features/project/retain.ts';
import { countAudit } from '../../../src/features/stats/count-audit.ts';
import { judgeRefusal } from '../judge.ts';
import { DAY_SECONDS } from '../retention.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { sweeping } from './sweeps.ts';

export const sweepRetention = sweeping('keep no longer', (app) => applyRetention(app));
export const sweepCounts = sweeping('count the log', (app) => countAudit(app));

/** Of the first project: what is of the other stays for ever. */
export async function wishToKeep(sim: Sim, retention_days: number | null = sim.random.pick([1, 1, 2, 30, null])) {
  const [caller] = sim.callers;
  if (!caller) return;
  const answer = await sim.ask(`keep for ${retention_days ?? 'ever'}`, caller, (app) =>
    updateProject(app, caller, { settings: { retention_days } }),
  );
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
  if (answer.is !== 'ok') return;
  const { settings } = answer.value;
  promise((JSON.parse(settings).retention_days ?? null) === retention_days, `op ${answer.op.n} got ${settings}`);
}

/** About a day, or to the second in which something has been kept for long enough. */
export async function daysPass(sim: Sim): Promise<void> {
  const ms = Math.max(0, sim.random.chance(0.5) ? toAnAge(sim) : DAY_SECONDS * 1000 + sim.random.below(10_000_000));
  sim.note(`${ms} ms pass, a day or so`);
  sim.time.flow(ms);
}

function toAnAge({ random, time, committed }: Sim): number {
  const rows = committed().query(
    `SELECT updated_at FROM actions WHERE status <> 'pending' ORDER BY updated_at DESC LIMIT 5`,
  );
  const ages = rows.map(({ updated_at }) => (Number(updated_at) + DAY_SECONDS) * 1000 - time.wallMs());
  return (random.pickAny(ages.filter((ms) => ms > 0)) ?? 0) + random.pick([-1000, 0, 1000]);
}
