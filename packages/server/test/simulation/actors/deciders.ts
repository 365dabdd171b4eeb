// Deciders say yes or no, with and without edits, one by one and in bulk, and often about the same action at once.

import { findDecider } from '../../../src/boot/handed-down.ts';
import { bulkDecide } from '../../../src/features/actions/bulk-decide.ts';
import { decideAction, type Verdict } from '../../../src/features/actions/decide-action.ts';
import { isGone, judgeMoment, judgeRefusal, judgeStatus } from '../judge.ts';
import { type KnownAction, leadsTo, markOf, type Op, statusOf } from '../model.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { chooseAction, chooseCaller, chooseCallerFor } from './choose.ts';

const STATUS = { approve: 'approved', reject: 'rejected' } as const;

export async function decide(sim: Sim): Promise<void> {
  const action = chooseAction(sim, 'pending');
  if (!action) return;
  const { id, digest } = action.row;
  const caller = chooseCallerFor(sim, action);
  const verdict = sim.random.chance(0.75) ? 'approve' : 'reject';
  const edits = sim.random.chance(0.3) ? chooseEdits(sim, action) : undefined;
  const seen = sim.random.pick([undefined, digest, digest, 'other']);
  const answer = await sim.ask(`${verdict} ${id}`, caller, (app, op) => {
    const words: Verdict = { verdict, edited: edits && JSON.stringify(edits), comment: markOf(op), digest: seen };
    return decideAction(app, caller, id, words);
  });

  if (answer.is === 'refused') {
    const { op, problem } = answer;
    promise(problem.code !== 'stale_digest' || seen === 'other', `op ${op.n} was told that its digest is stale`);
    promise(problem.code !== 'not_editable' || isWrong(action, edits), `op ${op.n} was told that its edits are wrong`);
    const allowed = [
      'already_decided',
      'expired',
      'stale_digest',
      'not_editable',
      ...forPeople(action, verdict),
    ] as const;
    judgeRefusal(sim, op, { id, problem, allowed });
    promise(sim.committed().decision(id)?.comment !== markOf(op), `op ${op.n} was refused and decided ${id}`);
  }
  if (answer.is === 'ok' && !isGone(sim, caller, id)) {
    promise(seen !== 'other', `op ${answer.op.n} decided with another digest`);
    judgeDecided(sim, answer.op, id, verdict);
    const decision = sim.committed().decision(id);
    const title = verdict === 'approve' ? (edits?.title ?? null) : null;
    promise(decision?.final_title === title, `the edits of op ${answer.op.n} to ${id} are not there`);
  }
}

/** What several people must approve, no key does. */
export function forPeople({ row }: KnownAction, verdict: 'approve' | 'reject') {
  const codes = ['people_only', 'self_decision_forbidden'] as const;
  return verdict === 'approve' && row.approvals_required > 1 ? codes : [];
}

export function judgeDecided(sim: Sim, op: Op, id: string, verdict: 'approve' | 'reject'): void {
  if (isGone(sim, op.caller, id)) return;
  const decision = sim.committed().decision(id);
  const action = sim.model.actions.get(id);
  promise(decision !== undefined && action !== undefined, `${verdict} of ${id} was acknowledged and is not there`);
  promise(decision.comment === markOf(op), `${id} was decided for op ${op.n} and for ${decision.comment}`);
  promise(decision.verdict === verdict && decision.decided_by_id === op.caller.id, `${id} is not decided as answered`);
  promise(
    leadsTo(STATUS[verdict], statusOf(action)),
    `${id} was acknowledged as ${verdict} and is ${statusOf(action)}`,
  );
  judgeMoment(op, decision.decided_at, 'decided_at');
}

export async function decideInBulk(sim: Sim): Promise<void> {
  const caller = chooseCaller(sim);
  const found = [1, 2, 3].map(() => chooseAction(sim, 'pending')).filter((action) => action !== undefined);
  if (found.length === 0) return;
  const verdict = sim.random.pick(['approve', 'reject']);
  const ids = found.map(({ row }) => row.id);
  const answer = await sim.ask(`bulk ${verdict} ${ids.join(' ')}`, caller, (app, op) =>
    bulkDecide(app, caller, { ids, verdict, comment: markOf(op) }, findDecider),
  );
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
  if (answer.is !== 'ok') return;
  const { op, value } = answer;
  for (const { id, ok, error, current_status } of value.results) {
    const action = sim.model.actions.get(id);
    if (ok) judgeDecided(sim, op, id, verdict);
    else promise(sim.committed().decision(id)?.comment !== markOf(op), `op ${op.n} was refused and decided ${id}`);
    if (action && current_status) judgeStatus(op, action, current_status);
    const own = action?.row.project_id === caller.project_id;
    promise(error !== 'not_found' || !own, `op ${op.n} was told that ${id} is not there`);
    promise(error !== 'unavailable' || sim.disk.lastTrouble >= op.sinceStep, `op ${op.n} failed on a well disk`);
  }
}

type Edits = Readonly<Record<'title', string>> | Readonly<Record<'undo' | 'title', string>>;

function chooseEdits({ random }: Sim, { row }: KnownAction): Edits | undefined {
  if (random.chance(0.1)) return { title: 'No', undo: 'not editable' };
  return row.editable === '[]' ? undefined : { title: `${row.title} edited` };
}

function isWrong({ row }: KnownAction, edits: Edits | undefined): boolean {
  return edits !== undefined && ('undo' in edits || row.editable === '[]');
}
