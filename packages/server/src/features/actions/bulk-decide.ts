// Decides up to fifty actions. Each is a transaction of its own, so one refusal holds up no other.

import { ACTION_STATUSES, type BulkDecision, type BulkOutcome } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { Tx } from '../../storage/database.ts';
import { channelOf } from './channel-claim.ts';
import { type Beside, decideAction, type Verdict } from './decide-action.ts';
import { type FindDecider, stillDecider } from './may-decide.ts';

type Item = BulkOutcome['results'][number];

export async function bulkDecide(
  app: App,
  caller: Caller,
  { ids, comment, ...body }: BulkDecision,
  findDecider: FindDecider,
): Promise<BulkOutcome> {
  if (body.verdict !== undefined && body.decision !== undefined && body.verdict !== body.decision) {
    throw invalid('verdict', 'must not contradict decision');
  }
  const verdict = body.verdict ?? body.decision;
  if (verdict === undefined) throw invalid('decision', 'is required'); // as it is called everywhere else

  const results: Item[] = [];
  const channel = channelOf(caller, undefined);
  const first = async (tx: Tx) => {
    await stillDecider(tx, caller, findDecider); // fifty take a while, and they may be put out meanwhile
  };
  for (const id of new Set(ids)) results.push(await decideOne(app, caller, id, { verdict, comment, channel, first }));
  const succeeded = results.filter(({ ok }) => ok).length;
  return { results, succeeded, failed: results.length - succeeded };
}

async function decideOne(app: App, caller: Caller, id: string, verdict: Verdict & Beside): Promise<Item> {
  try {
    const { action } = await decideAction(app, caller, id, verdict);
    return { id, ok: true, status: action.status };
  } catch (error) {
    const { code, facts } = error instanceof Problem ? error : tellFault(app, id, error);
    const current_status = ACTION_STATUSES.find((status) => status === facts.current_status);
    return { id, ok: false, error: code, ...(current_status ? { current_status } : {}) };
  }
}

/** Our own fault, of one of them: the others are decided, and whoever asked must learn which. */
export function tellFault({ world }: App, action_id: string, error: unknown): Problem {
  world.log('error', 'bulk.failed', { action_id, reason: (error as Error)?.stack ?? String(error) });
  return new Problem('internal');
}
