// Whether an answer was true. A status that was told must have been the status at some moment of the request.

import type { ActionStatus, ProblemCode } from '@countersign/contract';
import type { Caller } from '../../src/app.ts';
import type { Problem } from '../../src/base/problem.ts';
import { mayBeGone } from './gone.ts';
import { type KnownAction, leadsTo, type Op, secondsOf, statusBefore, statusOf } from './model.ts';
import type { Sim } from './sim.ts';
import { promise } from './violation.ts';

/** By the clock that all share, whatever that of the instance shows: who was told `expired` proposes it again. */
export function judgeStatus(op: Op, action: KnownAction, told: ActionStatus): void {
  const { row } = action;
  const before = statusBefore(action, op.sinceStep);
  const now = statusOf(action);
  const stored = told === 'expired' && now !== 'expired' ? 'pending' : told;
  const story = `${op.what} (op ${op.n}) was told ${told} for ${row.id}`;
  promise(leadsTo(before, stored), `${story}, which was ${before} before the request`);
  promise(leadsTo(stored, now), `${story}, which is now ${now}`);
  if (told === 'expired' && now !== 'expired') {
    promise(secondsOf(op.latestMs) >= row.expires_at, `${story} before its time`);
  } else if (told === 'pending') {
    promise(secondsOf(op.earliestMs) < row.expires_at, `${story} after its time`);
  }
}

/** Whether it is gone, and may be: then there is nothing to hold an answer against. */
export function isGone({ model, committed }: Sim, { project_id }: Pick<Caller, 'project_id'>, id: string): boolean {
  return !model.actions.has(id) && mayBeGone(model, committed(), project_id, id);
}

export function judgeMoment(op: Op, seconds: number, what: string): void {
  const [from, to] = [secondsOf(op.earliestMs), secondsOf(op.latestMs)];
  promise(seconds >= from && seconds <= to, `${what} ${seconds} of op ${op.n} is not within ${from} to ${to}`);
}

/** `allowed`: the codes that this request may be refused with, beside those that any may. */
export function judgeRefusal(
  sim: Sim,
  op: Op,
  { id, problem, allowed }: { id?: string; problem: Problem; allowed: readonly ProblemCode[] },
): void {
  const { code } = problem;
  const story = `${op.what} (op ${op.n}) was refused with ${code}`;
  if (code === 'unavailable') {
    promise(sim.disk.lastTrouble >= op.sinceStep, `${story}, yet the disk was well`);
    return;
  }
  const action = id === undefined ? undefined : sim.model.actions.get(id);
  if (code === 'not_found') {
    promise(action?.row.project_id !== op.caller.project_id, `${story}, yet the action is there`);
    return;
  }
  promise(allowed.includes(code), story);
  const told = problem.facts.current_status as ActionStatus | undefined;
  if (action && told !== undefined) judgeStatus(op, action, told);
}
