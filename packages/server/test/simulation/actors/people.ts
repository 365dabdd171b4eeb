// People approve together what needs several of them, decide with a moment to think better of it, and do.

import { decideAction } from '../../../src/features/actions/decide-action.ts';
import { holdDecision, undoDecision } from '../../../src/features/actions/holding/hold-decision.ts';
import type { HoldRow } from '../../../src/storage/schema.ts';
import { isGone, judgeRefusal } from '../judge.ts';
import { type KnownAction, markOf, type Op } from '../model.ts';
import type { Answer, Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { chooseAction } from './choose.ts';
import { forPeople, judgeDecided } from './deciders.ts';

type Verdict = 'approve' | 'reject';

const HOLD_SECONDS = [5, 5, 20] as const;

export async function approve(sim: Sim): Promise<void> {
  const action = chooseOurs(sim);
  if (!action) return;
  const { id, digest } = action.row;
  const person = sim.random.pick(sim.people);
  const verdict = sim.random.chance(0.85) ? 'approve' : 'reject';
  const answer = await sim.ask(`${verdict} ${id}`, person, (app, op) =>
    decideAction(app, person, id, { verdict, comment: markOf(op), digest }),
  );
  judgeWord(sim, action, verdict, answer);
}

export async function hold(sim: Sim): Promise<void> {
  const action = chooseOurs(sim);
  if (!action) return;
  const { id, digest } = action.row;
  const holder = sim.random.pick([...sim.people, ...sim.callers]);
  const verdict = sim.random.chance(0.75) ? 'approve' : 'reject';
  const seconds = sim.random.pick(HOLD_SECONDS);
  const answer = await sim.ask(`hold ${verdict} ${id}`, holder, (app, op) =>
    holdDecision(app, holder, id, { verdict, comment: markOf(op), digest, seconds, channel: 'web' }),
  );
  if (answer.is !== 'ok' || !('commits_at' in answer.value)) {
    return judgeWord(sim, action, verdict, answer as Answer<{ decision: unknown }>);
  }
  const { commits_at } = answer.value;
  const told = sim
    .committed()
    .query(
      `SELECT 1 FROM audit WHERE event = 'action.held' AND entity_id = ? AND actor_id = ? AND json_extract(data, '$.commits_at') = ?`,
      id,
      holder.id,
      commits_at,
    );
  promise(told.length > 0, `op ${answer.op.n} was promised a decision on ${id}, and nobody will keep it`);
}

export async function undo(sim: Sim): Promise<void> {
  const held = sim.random.pickAny(sim.committed().query('SELECT * FROM holds ORDER BY rowid')) as HoldRow | undefined;
  const holder = [...sim.people, ...sim.callers].find(({ id }) => id === held?.holder_id);
  if (!held || !holder) return;
  const { action_id: id } = held;
  const undone = () =>
    sim
      .committed()
      .query(`SELECT 1 FROM audit WHERE event = 'action.hold_undone' AND entity_id = ? AND actor_id = ?`, id, holder.id)
      .length;
  const before = undone();
  const answer = await sim.ask(`undo ${id}`, holder, (app) => undoDecision(app, holder, id));
  if (answer.is === 'ok') promise(undone() > before, `op ${answer.op.n} took its word on ${id} back, and it stands`);
  // Not found: it was kept as one of several approvals, or lost.
  if (answer.is === 'refused' && answer.problem.code !== 'not_found') {
    judgeRefusal(sim, answer.op, { id, problem: answer.problem, allowed: ['already_decided', 'expired'] });
  }
}

/** People belong to the first project. */
function chooseOurs(sim: Sim): KnownAction | undefined {
  const action = chooseAction(sim, 'pending');
  return action?.row.project_id === sim.people[0]?.project_id ? action : undefined;
}

/** What came of someone's word: the decision, one approval of several, or a refusal that changed nothing. */
function judgeWord(
  sim: Sim,
  action: KnownAction,
  verdict: Verdict,
  answer: Answer<{ readonly decision?: unknown }>,
): void {
  const { id } = action.row;
  if (isGone(sim, action.row, id)) return;
  const approvalOf = (op: Op) =>
    sim
      .committed()
      .approvals(id)
      .find(({ comment }) => comment === markOf(op));
  if (answer.is === 'refused') {
    const { op, problem } = answer;
    judgeRefusal(sim, op, { id, problem, allowed: ['already_decided', 'expired', ...forPeople(action, verdict)] });
    const again = problem.code === 'already_decided' && problem.facts.current_status === 'pending';
    const mine = sim.committed().approvals(id);
    promise(
      !again || mine.some(({ decider_id }) => decider_id === op.caller.id),
      `op ${op.n} was told that it has approved ${id} before`,
    );
    const kept = approvalOf(op) ?? (sim.committed().decision(id)?.comment === markOf(op) ? id : undefined);
    promise(kept === undefined, `op ${op.n} was refused, and counts on ${id}`);
  }
  if (answer.is !== 'ok') return;
  const { op, value } = answer;
  if (value.decision) judgeDecided(sim, op, id, verdict);
  else promise(approvalOf(op)?.decider_id === op.caller.id, `the approval of op ${op.n} of ${id} is not there`);
}
