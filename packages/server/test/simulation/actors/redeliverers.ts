// Someone asks for a webhook once more, some to another address, some where there is none.

import { redeliverAction } from '../../../src/features/actions/redeliver-action.ts';
import { isGone, judgeRefusal } from '../judge.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { forNames } from './agents.ts';
import { chooseAction, chooseCallerFor } from './choose.ts';

export async function redeliver(sim: Sim): Promise<void> {
  const action = chooseAction(sim, sim.random.pick(['approved', 'rejected', 'expired']));
  if (!action) return;
  const { id, project_id } = action.row;
  const caller = chooseCallerFor(sim, action);
  const url = sim.random.chance(0.3) ? `https://elsewhere-${sim.random.below(3)}.example/hook` : undefined;
  if (url) sim.model.otherCallbacks.set(id, (sim.model.otherCallbacks.get(id) ?? new Set()).add(url));
  const hadOne = sim.committed().deliveriesOf(id).length > 0;
  const made = manualAttempts(sim, id);
  const answer = await sim.ask(`redeliver ${id}${url ? ` to ${url}` : ''}`, caller, (app) =>
    redeliverAction(app, caller, id, url),
  );

  if (isGone(sim, caller, id)) return;
  if (answer.is === 'refused') {
    const { op, problem } = answer;
    const isOwn = caller.project_id === project_id;
    if (problem.code === 'not_found') return promise(!isOwn || !hadOne, `op ${op.n} found no webhook of ${id}`);
    judgeRefusal(sim, op, { id, problem, allowed: ['validation_failed', ...forNames(sim)] });
    const [delivery] = sim.committed().deliveriesOf(id);
    const gone = sim.posts.get(delivery?.id ?? '')?.some(({ said }) => said === 410) === true;
    promise(problem.code !== 'validation_failed' || gone, `op ${op.n} was told that the receiver of ${id} is gone`);
  }
  if (answer.is !== 'ok') return;
  const { op, value } = answer;
  const [delivery] = sim.committed().deliveriesOf(id);
  const queued = delivery?.manual === 1 || delivery?.status === 'gone' || manualAttempts(sim, id) > made;
  promise(queued && delivery?.id === value.id, `op ${op.n} was promised a webhook of ${id} that is not there`);
  const asked = sim.committed().redeliveries(id);
  promise(
    asked.some(({ actor_id }) => actor_id === caller.id),
    `the audit log does not know of op ${op.n}`,
  );
}

function manualAttempts({ committed }: Sim, action_id: string): number {
  const [delivery] = committed().deliveriesOf(action_id);
  return delivery
    ? committed()
        .attempts(delivery.id)
        .filter(({ manual }) => manual === 1).length
    : 0;
}
