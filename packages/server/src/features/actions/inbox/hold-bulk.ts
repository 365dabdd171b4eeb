// Several are decided at once, each under a hold of its own. What should be looked at by itself is left out of an approval;
// a rejection leaves out only what cannot be decided any more. Where the database goes away in between, whoever asked learns what
// was done until then: it can still be taken back.

import { BULK_SECONDS, type BulkHeld, type BulkUndone } from '@countersign/contract';
import { type LeftOut, leftOut } from '@countersign/contract/shown/bulk-guard';
import { type App, nowOf, type Person } from '../../../app.ts';
import { isRefusal, Problem } from '../../../base/problem.ts';
import type { Tx } from '../../../storage/database.ts';
import { settingsOf } from '../../project/project.ts';
import { findProject } from '../../project/store.ts';
import { hasMore } from '../action.ts';
import { tellFault } from '../bulk-decide.ts';
import { holdDecision, undoHold } from '../holding/hold-decision.ts';
import { type FindDecider, mustRead, stillDecider } from '../may-decide.ts';
import { findAction } from '../store.ts';
import { hasLooked } from './looking-store.ts';

type Why = BulkHeld['left_out'][number]['why'];

/** Refusals that concern one of them. */
const OF_ONE: readonly Why[] = ['already_decided', 'expired', 'not_found', 'self_decision_forbidden', 'stale_digest'];

class Guarded extends Error {
  readonly why: LeftOut;
  constructor(why: LeftOut) {
    super(why);
    this.why = why;
  }
}

interface Many {
  readonly items: readonly { readonly id: string; readonly digest: string }[];
  readonly decision: 'approve' | 'reject';
  readonly comment?: string | undefined;
  readonly seconds?: number | undefined;
}

export async function holdBulk(app: App, person: Person, many: Many, findDecider: FindDecider): Promise<BulkHeld> {
  const { decision: verdict, comment, seconds = BULK_SECONDS } = many;
  const digests = new Map(many.items.map(({ id, digest }) => [id, digest]));
  const held: string[] = [];
  const left_out: BulkHeld['left_out'] = [];
  let commits_at = nowOf(app);
  let isAway = false;
  for (const [id, digest] of digests) {
    if (isAway) {
      left_out.push({ id, why: 'unavailable' });
      continue;
    }
    const first = async (tx: Tx) => {
      await stillDecider(tx, person, findDecider); // held for no time at all, it is not asked again
      if (verdict === 'approve') await guard(tx, person, id);
    };
    try {
      const channel = 'web';
      const answer = await holdDecision(app, person, id, { verdict, digest, comment, seconds, channel, first });
      held.push(id);
      if ('commits_at' in answer) commits_at = Math.max(commits_at, answer.commits_at);
    } catch (error) {
      const why = whyOf(error);
      isAway = why === undefined;
      if (isAway && (held.length === 0 || isRefusal(error))) throw error;
      if (isAway) tellFault(app, id, error);
      left_out.push({ id, why: why ?? 'unavailable' });
    }
  }
  return { commits_at, held, left_out };
}

/** Undefined where it is not about this one. */
function whyOf(error: unknown): Why | undefined {
  if (error instanceof Guarded) return error.why;
  return error instanceof Problem ? OF_ONE.find((code) => code === error.code) : undefined;
}

/** In the transaction of the hold, before anything else of it. */
async function guard(tx: Tx, { project_id, id: reviewer_id }: Person, action_id: string): Promise<void> {
  const [action, project] = [await findAction(tx, project_id, action_id), await findProject(tx, project_id)];
  if (!action || !project) throw new Problem('not_found');
  const row = {
    flags: JSON.parse(action.flags) as string[],
    untrusted: action.untrusted === 1,
    step_up: action.step_up === 1,
    must_read: mustRead(settingsOf(project), action.kind),
    editable: JSON.parse(action.editable) as string[],
    snippet: action.snippet,
    more: hasMore(action),
    ...(action.payload_bytes === null ? {} : { payload_bytes: action.payload_bytes }),
  };
  const why = leftOut(row, await hasLooked(tx, { project_id, action_id, reviewer_id }));
  if (why !== undefined) throw new Guarded(why);
}

export async function undoBulk(app: App, person: Person, ids: readonly string[]): Promise<BulkUndone> {
  const undone: string[] = [];
  const too_late: string[] = [];
  const failed: string[] = [];
  for (const id of new Set(ids)) {
    if (failed.length > 0) {
      failed.push(id);
      continue;
    }
    try {
      await undoHold(app, person, id);
      undone.push(id); // also what waits without it: whoever asks once more is not told that they were too late
    } catch (error) {
      if (isRefusal(error)) too_late.push(id);
      else if (undone.length === 0) throw error;
      else {
        tellFault(app, id, error);
        failed.push(id);
      }
    }
  }
  return { undone, too_late, failed };
}
