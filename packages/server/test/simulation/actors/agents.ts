// Agents propose: new things, the same thing again, and other things under the same idempotency key.

import { IDEMPOTENCY_SECONDS } from '../../../src/features/actions/action.ts';
import { type Created, createAction, type Proposal } from '../../../src/features/actions/create-action.ts';
import type { ActionRow } from '../../../src/storage/schema.ts';
import { isGone, judgeMoment, judgeRefusal } from '../judge.ts';
import { type Op, secondsOf, statusBefore } from '../model.ts';
import type { Sim } from '../sim.ts';
import { ALARM, GRANT } from '../template.ts';
import { promise } from '../violation.ts';
import { chooseCaller } from './choose.ts';

const EXPIRIES = [300, 300, 600, 3600, 100_000] as const;
const REMEMBERED = 8;

export async function propose(sim: Sim): Promise<void> {
  const { caller, proposal } = chooseProposal(sim);
  const what = `create ${proposal.title}${proposal.idempotency_key ? ` as ${proposal.idempotency_key}` : ''}`;
  const answer = await sim.ask(what, caller, (app) => createAction(app, caller, proposal));
  if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: forNames(sim) });
  if (answer.is !== 'ok') return;
  sim.note(`op ${answer.op.n}: ${answer.value.is} ${answer.value.action.id}`);
  judgeCreated(sim, answer.op, proposal, answer.value);
}

/** Where names have led inside, an address may be refused. */
export function forNames({ names }: Sim) {
  return names.everInside() ? (['private_target'] as const) : [];
}

function chooseProposal(sim: Sim): Sim['drafts'][number] {
  const { random, drafts, model } = sim;
  const old = random.chance(0.4) ? random.pickAny(drafts) : undefined;
  if (old) {
    const caller = random.chance(0.8) ? old.caller : chooseCaller(sim);
    const other = { format: 'plain', body: `Other ${random.below(3)}` } as const;
    return { caller, proposal: random.chance(0.8) ? old.proposal : { ...old.proposal, preview: other } };
  }
  const draft = { caller: chooseCaller(sim), proposal: newProposal(sim) };
  model.titles.add(draft.proposal.title);
  drafts.push(draft);
  if (drafts.length > REMEMBERED) drafts.shift();
  return draft;
}

function newProposal({ random, model }: Sim): Proposal {
  return {
    kind: random.pick(['pay', 'post', GRANT, ALARM]),
    title: `draft ${model.titles.size + 1}`,
    preview: { format: 'plain', body: `Body ${random.below(1000)}\nsecond line` },
    payload: random.chance(0.5) ? `{"amount": ${random.below(1000)}.0, "to": "x"}` : undefined,
    expires_in: random.pick(EXPIRIES),
    editable: random.chance(0.6) ? ['title', 'preview.body', 'payload.amount'] : [],
    ...(random.chance(0.5) ? { idempotency_key: `key-${random.below(12)}` } : {}),
    ...(random.chance(0.6) ? { callback_url: `https://agent-${random.below(3)}.example/hook` } : {}),
    ...(random.chance(0.2) ? { idempotent: random.chance(0.5), undo: 'Call them.' } : {}),
  };
}

function judgeCreated(sim: Sim, op: Op, proposal: Proposal, { action, is }: Created): void {
  const { id } = action;
  if (isGone(sim, op.caller, id)) return;
  const row = sim.committed().action(id);
  const known = sim.model.actions.get(id);
  promise(row !== undefined && known !== undefined, `${id} was acknowledged to op ${op.n} and is not there`);
  promise(row.digest === action.digest && row.project_id === op.caller.project_id, `${id} is not what op ${op.n} got`);
  const same = isSame(known.row, proposal); // as it was made: a receiver that is gone takes its address with it
  const moved = statusBefore(known, op.sinceStep) !== 'pending' || row.expires_at <= secondsOf(op.earliestMs);

  if (is === 'new') {
    const first = sim.model.created.get(id);
    promise(first === undefined, `${id} was new for op ${first?.n} and for op ${op.n}`);
    promise(same && row.created_by_id === op.caller.id, `${id} is not what op ${op.n} proposed`);
    judgeMoment(op, row.created_at, 'created_at');
    sim.model.created.set(id, op);
  } else if (is === 'duplicate') {
    const fits = same && row.created_by_id === op.caller.id && row.idempotency_key === null && !moved;
    promise(fits && proposal.idempotency_key === undefined, `op ${op.n} is no duplicate of ${id}`);
  } else {
    const forgotten = moved && row.created_at + IDEMPOTENCY_SECONDS <= secondsOf(op.earliestMs);
    const fits = row.idempotency_key === proposal.idempotency_key && !forgotten;
    promise(fits && same === (is === 'replay'), `op ${op.n} is no ${is} of ${id}`);
  }
}

/** Whether the row holds what was proposed, member by member. */
function isSame(row: ActionRow, proposal: Proposal): boolean {
  return (
    row.kind === proposal.kind &&
    row.title === proposal.title &&
    row.preview_format === proposal.preview.format &&
    row.preview_body === proposal.preview.body &&
    row.payload === (proposal.payload ?? null) &&
    row.callback_url === (proposal.callback_url ?? null) &&
    row.expires_at - row.created_at === proposal.expires_in &&
    row.editable === JSON.stringify(proposal.editable) &&
    row.idempotent === (proposal.idempotent === undefined ? null : Number(proposal.idempotent)) &&
    row.undo === (proposal.undo ?? null)
  );
}
