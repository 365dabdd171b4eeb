// Sites get new items, and people who have watchers want to see a run now, or have one rest for a while.

import { runWatcher } from '../../../src/features/watchers/managing/run-watcher.ts';
import { updateWatcher } from '../../../src/features/watchers/managing/update-watcher.ts';
import type { WatcherRow } from '../../../src/storage/watcher-rows.ts';
import { judgeRefusal } from '../judge.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';

export async function publish(sim: Sim): Promise<void> {
  sim.note(sim.sites.publish());
}

/** They do not stay to see it: a wait would only keep others from their turn. */
const gone = AbortSignal.abort();

export async function askForRun(sim: Sim): Promise<void> {
  const watcher = sim.random.pickAny([...sim.model.watching.rows.values()]);
  if (!watcher) return;
  const caller = ownerOf(sim, watcher);
  const answer = await sim.ask(`run ${watcher.id}`, caller, (app) => runWatcher(app, caller, watcher.id, gone));
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
}

export async function pauseOrResume(sim: Sim): Promise<void> {
  const watcher = sim.random.pickAny([...sim.model.watching.rows.values()]);
  if (watcher) await setStatus(sim, watcher, watcher.status === 'paused' ? 'active' : 'paused');
}

/** When all is well again, whoever rests goes on. */
export async function resumeAll(sim: Sim): Promise<void> {
  for (const watcher of sim.model.watching.rows.values()) {
    if (watcher.status === 'paused') await setStatus(sim, watcher, 'active');
  }
}

async function setStatus(sim: Sim, { id, ...watcher }: WatcherRow, status: 'active' | 'paused'): Promise<void> {
  const caller = ownerOf(sim, watcher);
  const answer = await sim.ask(`have ${id} ${status}`, caller, (app) => updateWatcher(app, caller, id, { status }));
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
  if (answer.is !== 'ok') return;
  promise(answer.value.status === status, `op ${answer.op.n} wanted ${id} ${status} and got ${answer.value.status}`);
}

function ownerOf({ random, callers }: Sim, { project_id }: Pick<WatcherRow, 'project_id'>) {
  return random.pick(callers.filter((caller) => caller.project_id === project_id));
}
