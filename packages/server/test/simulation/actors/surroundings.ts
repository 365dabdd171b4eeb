// The clock, the disk and the machine are actors too: time flows in leaps to where it hurts, is set wrong, the disk fills
// up, an instance stands still.

import { type KnownAction, statusOf } from '../model.ts';
import type { Sim } from '../sim.ts';

const LEAPS_SECONDS = [1, 10, 10, 61, 301, 3600] as const;
const A_DAY_SECONDS = 86_401;

export async function clock(sim: Sim): Promise<void> {
  const { random, time } = sim;
  if (sim.faults().clockSetBack && random.chance(0.3)) {
    const seconds = random.pick(LEAPS_SECONDS);
    const byMs = random.chance(0.7) ? -seconds * 1000 : seconds * 1000;
    sim.note(`clock set by ${byMs} ms`);
    time.setClock(byMs);
    return;
  }
  const ms = Math.max(0, random.chance(0.5) ? toAnEdge(sim) : leap(sim));
  sim.note(`${ms} ms pass`);
  time.flow(ms);
}

function leap({ random }: Sim): number {
  const seconds = random.chance(0.03) ? A_DAY_SECONDS : random.pick(LEAPS_SECONDS);
  return seconds * 1000 + random.below(1000);
}

/** To the second in which something ends, the one before it or the one after it; or to shortly before. */
function toAnEdge(sim: Sim): number {
  const actions = [...sim.model.actions.values()].flatMap((action) => edgesOf(sim, action));
  const due = [...sim.model.deliveries.values()].map(({ due_at }) => (due_at ?? 0) * 1000 - sim.time.wallMs());
  const held = sim.committed().query('SELECT commits_at FROM holds');
  const kept = held.map(({ commits_at }) => Number(commits_at) * 1000 - sim.time.wallMs());
  const watchers = sim.watched ? [...sim.model.watching.rows.values()] : [];
  const runs = watchers.map(({ due_at }) => (due_at ?? 0) * 1000 - sim.time.wallMs());
  const soon = [...actions, ...due, ...kept, ...runs].filter((ms) => ms > 0);
  const nearest = soon.toSorted((a, b) => a - b).slice(0, 3);
  return (sim.random.pickAny(nearest) ?? 0) + sim.random.pick([-1000, 0, 1000, -20_000]);
}

function edgesOf({ time, committed }: Sim, action: KnownAction): number[] {
  const status = statusOf(action);
  const ends = status === 'pending' ? action.row.expires_at : status === 'approved' ? claimEnd() : undefined;
  return ends ? [ends * 1000 - time.wallMs()] : [];

  function claimEnd(): number | null | undefined {
    return committed().action(action.row.id)?.claim_until;
  }
}

/** An instance stands still, while time and the others go on; or it goes on as if nothing had been. */
export async function frost(sim: Sim): Promise<void> {
  const life = sim.random.pick(sim.lives());
  if (life.frozen()) {
    sim.note(`instance ${life.instance} goes on`);
    life.thaw();
  } else if (sim.random.chance(sim.faults().freeze)) {
    sim.note(`instance ${life.instance} stands still`);
    sim.freeze(life);
  }
}

/** A name leads elsewhere than it did. */
export async function names(sim: Sim): Promise<void> {
  const changed = sim.random.chance(sim.faults().badName) ? sim.names.change() : undefined;
  if (changed) sim.note(changed);
}

export async function disk(sim: Sim): Promise<void> {
  const full = sim.disk.state === 'well' && sim.random.chance(sim.faults().fullDisk);
  sim.disk.state = full ? sim.random.pick(['statement', 'commit']) : 'well';
  if (full) sim.note(`the disk is full: ${sim.disk.state}`);
}
