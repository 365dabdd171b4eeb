// Someone decides, and has a few seconds to think better of it. Until then nothing has happened; the server keeps the word
// of whoever closes the page.

import type { App, Caller } from '../../../app.ts';
import { invalid, Problem } from '../../../base/problem.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { ActionRow } from '../../../storage/schema.ts';
import { recordAudit } from '../../audit/record.ts';
import { checkNotGiven } from '../approve-together.ts';
import { type Counted, checkMeant, decideAction, editsOf, type Verdict } from '../decide-action.ts';
import { checkOpen, decidableAction } from '../may-decide.ts';
import type { Decided } from '../save-decision.ts';
import { findAction, lockStatus } from '../store.ts';
import { type Hold, saveHold } from './hold-store.ts';
import { tellOwed } from './owed-reminders.ts';
import { takeBack } from './take-back.ts';

const DEFAULT_SECONDS = 5;
/** A hold ends so long before the expiry; with less time than that there is none. */
const BEFORE_EXPIRY_SECONDS = 2;

export type Held = { readonly commits_at: number } | Decided | Counted;

/** There is no time left to wait: what was begun is not to be. */
class TooLate extends Error {}

interface Holding extends Verdict {
  readonly channel: string;
  readonly seconds?: number | undefined;
  /** Done in the same transaction, before anything else; what it throws is the outcome. */
  readonly first?: (tx: Tx) => Promise<void>;
}

/** Decides at once when that is asked for, or when there is no time to wait. */
export async function holdDecision(
  app: App,
  caller: Caller,
  id: string,
  { seconds = DEFAULT_SECONDS, first, ...verdict }: Holding,
): Promise<Held> {
  if (caller.type === 'reviewer' && verdict.digest === undefined)
    throw invalid('digest', 'is required: of what was shown');
  const decideNow = () => decideAction(app, caller, id, { ...verdict, ...(first ? { first } : {}) });
  if (seconds === 0) return decideNow();
  const edits = await editsOf(app, caller, id, verdict);
  const commits_at = await inTransaction(app, async (tx) => {
    await first?.(tx);
    const { action } = await decidableAction(tx, caller, id, verdict);
    await checkMeant(tx, app, action, { by: caller, verdict, edits: edits() }); // what would be refused then, is now
    const until = commitTime(action, tx.nowMs, seconds);
    if (until === undefined) throw new TooLate();
    const hold = holdOf(caller, action, verdict, { id: tx.newId('hld'), created_at: tx.now, commits_at: until });
    await saveHold(tx, hold);
    // Whoever erases or decides it in this moment is waited for, or waits: who erases it must see the hold, and what is decided
    // takes none. It is locked after the hold is saved, in the order in which whoever keeps one does.
    const locked = await lockStatus(tx, caller.project_id, id);
    if (!locked) throw new Problem('not_found');
    await checkOpen(tx, { ...action, ...locked }, { by: caller, verdict: verdict.verdict });
    await recordAudit(tx, caller, {
      event: 'action.held',
      entity_id: id,
      channel: hold.channel,
      facts: { hold_id: hold.id, verdict: hold.verdict, commits_at: until },
    });
    return until;
  }).catch((error: unknown) => {
    if (error instanceof TooLate) return undefined;
    throw error;
  });
  if (commits_at === undefined) return decideNow();
  app.wake('holds');
  return { commits_at };
}

/** Whole seconds, and never fewer than promised. Undefined: too close to the expiry to wait. */
export function commitTime(
  { expires_at }: Pick<ActionRow, 'expires_at'>,
  nowMs: number,
  seconds: number,
): number | undefined {
  const latest = expires_at - BEFORE_EXPIRY_SECONDS;
  return latest * 1000 <= nowMs ? undefined : Math.min(latest, Math.ceil(nowMs / 1000) + seconds);
}

function holdOf(
  caller: Caller,
  action: ActionRow,
  { verdict, edited, comment, digest, view, channel }: Holding,
  made: Pick<Hold, 'id' | 'created_at' | 'commits_at'>,
): Hold {
  return {
    ...made,
    project_id: action.project_id,
    action_id: action.id,
    holder_id: caller.id,
    holder_type: caller.type,
    holder_name: caller.name,
    verdict,
    channel,
    digest: digest ?? null,
    comment: comment || null,
    view_ms: view?.ms ?? null,
    view_end: view === undefined ? null : view.end ? 1 : 0,
    edited: verdict === 'approve' ? (edited ?? null) : null,
  };
}

/** Nothing ever happened. Too late is a refusal that says what did, and so it is when a colleague has decided meanwhile. */
export async function undoDecision(app: App, caller: Caller, id: string): Promise<void> {
  if (!(await undoHold(app, caller, id))) throw new Problem('not_found');
}

/** False where it waits, and nothing of theirs is on it: they may have taken it back before, and the answer was lost. */
export async function undoHold(app: App, caller: Caller, id: string): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    const { project_id, id: holder_id } = caller;
    const hold = await takeBack(tx, caller, id);
    const action = await findAction(tx, project_id, id);
    if (!action && !hold) throw new Problem('not_found');
    if (action) await checkOpen(tx, action);
    if (action && !hold) await checkNotGiven(tx, action, holder_id); // as one of several it counts, and others are yet to come
    if (!hold) return false;
    await tellOwed(tx, hold);
    return true;
  });
}
