// Executors take approved actions and report what came of them, some without a claim, some too early, some twice.

import { claimAction } from '../../../src/features/actions/claim-action.ts';
import { reportResult } from '../../../src/features/actions/report-result.ts';
import { isGone, judgeMoment, judgeRefusal } from '../judge.ts';
import { leadsTo, markOf, statusOf } from '../model.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { chooseAction, chooseCallerFor } from './choose.ts';

const LEASES_SECONDS = [10, 60, 300, 3600] as const;

export async function claim(sim: Sim): Promise<void> {
  const action = chooseAction(sim, 'approved');
  if (!action) return;
  const { id } = action.row;
  const caller = chooseCallerFor(sim, action);
  const lease_s = sim.random.pick(LEASES_SECONDS);
  const answer = await sim.ask(`claim ${id}`, caller, (app) => claimAction(app, caller, id, { lease_s }));
  if (answer.is === 'refused') {
    judgeRefusal(sim, answer.op, { id, problem: answer.problem, allowed: ['not_approved', 'already_claimed'] });
    if (isGone(sim, caller, id)) return;
    const claimed = sim.committed().claims(id).length > 0;
    promise(answer.problem.code !== 'already_claimed' || claimed, `${id} is claimed by nobody`);
  }
  if (answer.is !== 'ok') return;
  const { op, value } = answer;
  const kept = sim
    .committed()
    .claims(id)
    .filter(({ data }) => JSON.parse(data).claim_id === value.claim_id);
  promise(kept.length === 1 && kept[0]?.actor_id === caller.id, `the claim of op ${op.n} on ${id} is not there`);
  if (isGone(sim, caller, id)) return;
  promise(leadsTo('approved', statusOf(action)), `op ${op.n} claimed ${id}, which is ${statusOf(action)}`);
  judgeMoment(op, value.claim_until - lease_s, 'start of the claim');
}

export async function report(sim: Sim): Promise<void> {
  const action = chooseAction(sim, 'approved');
  if (!action) return;
  const { id } = action.row;
  const caller = chooseCallerFor(sim, action);
  const status = sim.random.pick(['executed', 'executed', 'execute_failed']);
  const answer = await sim.ask(`${status} ${id}`, caller, (app, op) =>
    reportResult(app, caller, id, { status, detail: markOf(op), payload: undefined }),
  );
  if (answer.is === 'refused') {
    judgeRefusal(sim, answer.op, { id, problem: answer.problem, allowed: ['not_approved'] });
    const mine = sim.committed().result(id)?.detail === markOf(answer.op);
    promise(!mine, `op ${answer.op.n} was refused and reported ${id}`);
  }
  if (answer.is !== 'ok' || isGone(sim, caller, id)) return;
  const result = sim.committed().result(id);
  const { op } = answer;
  promise(result !== undefined, `the result of ${id} was acknowledged and is not there`);
  promise(result.detail === markOf(op), `${id} was reported for op ${op.n} and for ${result.detail}`);
  promise(result.status === status && statusOf(action) === status, `${id} is not ${status}, as op ${op.n} was told`);
  judgeMoment(op, result.reported_at, 'reported_at');
}
