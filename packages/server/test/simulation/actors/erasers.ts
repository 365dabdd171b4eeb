// An admin wishes all data of a project gone, while everything goes on; and whoever finds such a wish cut short goes on with it.

import { ERASING } from '../../../src/boot/handed-down.ts';
import { eraseProject } from '../../../src/features/project/erase-project.ts';
import { judgeRefusal } from '../judge.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { chooseCaller } from './choose.ts';

/** There would soon be nothing left to look at. */
const MOST = 2;

export async function erase(sim: Sim): Promise<void> {
  if (sim.model.erasures.size >= MOST || sim.model.actions.size === 0) return;
  const caller = chooseCaller(sim);
  const { project_id } = caller;
  const answer = await sim.ask(`erase ${project_id}`, caller, (app) => eraseProject(app, caller, ERASING));
  if (answer.is === 'refused') {
    const { op, problem } = answer;
    judgeRefusal(sim, op, { problem, allowed: ['internal'] }); // begun, and cut short: whoever comes by goes on with it
    promise(sim.disk.lastTrouble >= op.sinceStep, `${op.what} (op ${op.n}) was cut short, yet the disk was well`);
  }
  if (answer.is !== 'ok') return;
  const told = sim
    .committed()
    .query(
      `SELECT 1 FROM audit WHERE event = 'project.erased' AND project_id = ? AND actor_id = ?`,
      project_id,
      caller.id,
    );
  promise(told.length > 0, `op ${answer.op.n} erased ${project_id}, and the audit log does not know`);
}
