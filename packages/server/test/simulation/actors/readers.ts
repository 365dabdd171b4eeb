// Readers look at one action, at lists, or wait for a change; what they see never goes back.

import { ACTION_STATUSES } from '@countersign/contract';
import { listActions, readAction } from '../../../src/features/actions/read-actions.ts';
import { MOST_SKEW_S } from '../faults.ts';
import { isGone, judgeRefusal, judgeStatus } from '../judge.ts';
import type { Sim } from '../sim.ts';
import { promise } from '../violation.ts';
import { chooseAction, chooseCaller, chooseCallerFor } from './choose.ts';

/** How often the service looks who has waited long enough. */
const TICK_MS = 100;
/** Who finds that its time is over writes that down first, or learns what another wrote, in a line with all who write. */
const EXPIRY_MS = 1000;

const never = new AbortController().signal;

export async function read(sim: Sim): Promise<void> {
  const action = chooseAction(sim, 'pending');
  if (!action) return;
  const { id } = action.row;
  const caller = chooseCallerFor(sim, action);
  const seconds = sim.random.pick([0, 0, 1, 30]);
  const answer = await sim.ask(`read ${id}${seconds ? ` and wait ${seconds} s` : ''}`, caller, async (app, op) => {
    const freezesBefore = op.life.frozen() ? -1 : op.life.freezes();
    const seen = await readAction(app, caller, id, { seconds, signal: () => never });
    const waitedMs = sim.time.flowedMs() - op.sinceFlowedMs;
    // A wait goes by the wall clock; it is over at the end of a leap, and its answer may have to wait for another; or for several,
    // where much is to be written before.
    const isOver = seen.expires_at <= sim.time.wallMs() / 1000 + MOST_SKEW_S;
    const lateMs = TICK_MS + (isOver ? EXPIRY_MS : 0);
    const mostMs = seconds * 1000 + lateMs + (isOver ? 5 : 2) * op.leapMs + op.setBackMs;
    const whole = seconds > 0 && !sim.faults().tornReads && op.life.freezes() === freezesBefore;
    promise(!whole || waitedMs <= mostMs, `op ${op.n} was to wait ${seconds} s and waited ${waitedMs} ms`);
    return seen;
  });
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { id, problem: answer.problem, allowed: [] });
  if (answer.is !== 'ok' || isGone(sim, caller, id)) return;
  const { op, value } = answer;
  sim.note(`op ${op.n}: saw ${value.status}`);
  judgeStatus(op, action, value.status);
  promise(value.digest === action.row.digest, `${id} was read with another digest`);
  const undecided = value.status === 'pending' || value.status === 'expired';
  promise(undecided === (value.decision === null), `${id} was read as ${value.status} with another decision`);
  const finished = value.status === 'executed' || value.status === 'execute_failed';
  promise(finished === (value.result !== null), `${id} was read as ${value.status} with another result`);
}

export async function list(sim: Sim): Promise<void> {
  const caller = chooseCaller(sim);
  const status = sim.random.pick([undefined, ...ACTION_STATUSES]);
  const answer = await sim.ask(`list ${status ?? 'all'}`, caller, (app) =>
    listActions(app, caller, { status, limit: 20 }),
  );
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
  if (answer.is !== 'ok') return;
  const { op, value } = answer;
  let last: string | undefined;
  for (const item of value.items) {
    const action = sim.model.actions.get(item.id);
    if (isGone(sim, caller, item.id)) continue;
    promise(action?.row.project_id === caller.project_id, `op ${op.n} was shown ${item.id}`);
    promise(last === undefined || item.id < last, `the list of op ${op.n} is not newest first`);
    promise(status === undefined || item.status === status, `op ${op.n} asked for ${status} and got ${item.status}`);
    judgeStatus(op, action, item.status);
    last = item.id;
  }
}
