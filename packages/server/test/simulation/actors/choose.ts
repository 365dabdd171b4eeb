// How actors choose: callers of one project mostly, and the actions that others are busy with too.

import type { ActionStatus } from '@countersign/contract';
import type { Caller } from '../../../src/app.ts';
import { statusAt } from '../../../src/features/actions/action.ts';
import { type KnownAction, secondsOf, statusOf } from '../model.ts';
import type { Sim } from '../sim.ts';

const RECENT = 6;

export function chooseCaller({ random, callers }: Sim): Caller {
  return random.pick(callers);
}

/** One of the newest in the status, so that actors meet; sometimes any at all, of any project. */
export function chooseAction({ random, model, time }: Sim, wanted: ActionStatus): KnownAction | undefined {
  const all = [...model.actions.values()];
  const now = secondsOf(time.wallMs());
  const fits = (action: KnownAction) =>
    statusAt({ status: statusOf(action), expires_at: action.row.expires_at }, now) === wanted;
  const fitting = random.chance(0.85) ? all.filter(fits) : all;
  return random.pickAny(random.chance(0.8) ? fitting.slice(-RECENT) : fitting);
}

/** Someone of the action's own project, but for the occasional stranger. */
export function chooseCallerFor(sim: Sim, { row }: KnownAction): Caller {
  const own = sim.callers.filter(({ project_id }) => project_id === row.project_id);
  const caller = sim.random.chance(0.95) ? sim.random.pickAny(own) : undefined;
  return caller ?? chooseCaller(sim);
}
