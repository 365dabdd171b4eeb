// Sweeps run whenever the generator says so, several at once. What they leave behind the invariants look at.

import { indexActions } from '../../../src/features/actions/index-actions.ts';
import { judgeRefusal } from '../judge.ts';
import type { Sim } from '../sim.ts';
import { chooseCaller } from './choose.ts';

export async function sweepSearch(sim: Sim): Promise<void> {
  const answer = await sim.ask('index for search', chooseCaller(sim), (app) => indexActions(app));
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
}
