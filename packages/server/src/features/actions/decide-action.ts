// Someone says yes or no. The decision, its audit row and its webhook are saved together or not at all.

import type { App, Decider } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { assertOneOf } from './action.ts';
import { checkApproval, giveApproval } from './approve-together.ts';
import { tellOwed } from './holding/owed-reminders.ts';
import { takeBack } from './holding/take-back.ts';
import { checkOpen, decidableAction, type MayDecide } from './may-decide.ts';
import { type Decided, type Saved, saveDecision } from './save-decision.ts';
import { findAction, type StoredAction } from './store.ts';
import { type Edited, NO_EDITS, workOutEdits } from './work-out-edits.ts';

const DEFAULT_CHANNEL = 'api';
const MOST_NAMED = 20;

export interface Verdict {
  readonly verdict: 'approve' | 'reject';
  /** Source text of the map of edits. */
  readonly edited?: string | undefined;
  readonly channel?: string | undefined;
  readonly comment?: string | undefined;
  /** The digest of what the decider saw, when the caller says so. */
  readonly digest?: string | undefined;
  /** How long it was on the decider's screen, and whether its end was. */
  readonly view?: { readonly ms: number; readonly end: boolean } | undefined;
  /** The thumbprint of the passkey that signed exactly this. */
  readonly signed?: string | undefined;
  /** The hold that it ends. */
  readonly hold_id?: string | undefined;
}

/** An approval that is not yet the decision: others are needed too. */
export interface Counted {
  readonly action: StoredAction;
  readonly decision: undefined;
}

/** What else is part of the decision. */
export interface Beside {
  /** Done in the same transaction, before anything else; what it throws is the outcome. */
  readonly first?: (tx: Tx) => Promise<void>;
  /** And when all else is done. */
  readonly last?: (tx: Tx) => Promise<void>;
}

export async function decideAction(
  app: App,
  caller: Decider,
  id: string,
  { first, last, ...verdict }: Verdict & Beside,
): Promise<Decided | Counted> {
  assertOneOf(verdict.verdict, ['approve', 'reject']);
  const edits = verdict.edited === undefined ? () => NO_EDITS : await editsOf(app, caller, id, verdict);
  const work = async (tx: Tx) => {
    await first?.(tx);
    const decidable = await decidableAction(tx, caller, id, verdict);
    const replaced = decidable.held ? await takeBack(tx, caller, id) : undefined; // it would be kept in its time, against this
    const decided = await decide(tx, app, decidable, { by: caller, verdict, edits: edits() });
    if (!decided) return lostRace(tx, decidable.action, { by: caller, verdict: verdict.verdict });
    if (replaced) await tellOwed(tx, replaced);
    await last?.(tx);
    return decided;
  };
  // What is pending has no decision yet: that another's is not there to be read matters to no decision but a refused one.
  const { action, decision } = await inTransaction(app, work, { ahead: true }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'expired') app.wake('expiry'); // noticed: now make it so
    throw error;
  });

  if (!decision) return { action, decision };
  if (action.callback_url !== null) app.wake('deliveries');
  return { action, decision: await decision };
}

/** What `decide` would refuse for what is meant, refused before: for whoever decides only after a while. */
export async function checkMeant(
  tx: Tx,
  app: App,
  action: StoredAction,
  { by, verdict: { verdict, signed }, edits }: { by: Decider; verdict: Verdict; edits: Edited },
): Promise<void> {
  if (edits.edited_fields.length > 0) await checkRules(tx, app, action, edits, signed !== undefined);
  if (verdict === 'approve' && action.approvals_required > 1) await checkApproval(tx, action, by, edits);
}

/** Undefined when someone, or the clock, was first. */
async function decide(
  tx: Tx,
  app: App,
  { action, channels }: MayDecide,
  {
    by,
    verdict: { verdict, view, hold_id, signed, ...given },
    edits,
  }: { by: Decider; verdict: Verdict; edits: Edited },
): Promise<Saved | Counted | undefined> {
  if (edits.edited_fields.length > 0) await checkRules(tx, app, action, edits, signed !== undefined);
  const ruling = { verdict, edits, channel: given.channel || DEFAULT_CHANNEL, comment: given.comment || null };
  const { approvals_required: required } = action;
  const together = verdict === 'approve' && required > 1;
  const approvals = together ? await giveApproval(tx, action, by, { ...ruling, hold_id }) : required;
  if (approvals === undefined) return undefined;
  const counted = together ? { ...action, approvals_given: approvals, updated_at: tx.now } : action;
  if (approvals < required) return { action: counted, decision: undefined };
  const facts = hold_id === undefined ? {} : { hold_id };
  return saveDecision(tx, app, counted, { ...ruling, by, approvals, view, facts, channels, passkey: signed });
}

/** Rules were asked about what was proposed; what is made of it must not need more than that did. */
async function checkRules(tx: Tx, app: App, action: StoredAction, edits: Edited, signed: boolean): Promise<void> {
  const { require_n_approvers, require_step_up, auto_reject } = await app.rulebook.ask(tx, action.project_id, {
    kind: action.kind,
    target_url: edits.target_url ?? action.target_url,
    payload: edits.payload ?? action.payload,
    creator_id: action.created_by_id,
    untrusted: action.untrusted === 1,
  });
  const needsMore = (require_n_approvers?.params.n ?? 1) > action.approvals_required;
  const rule = auto_reject ?? (needsMore ? require_n_approvers : undefined) ?? (signed ? undefined : require_step_up);
  if (!rule) return;
  throw new Problem('not_editable', {
    detail: `As edited, the rule “${rule.name}” asks for more than this approval: reject it, and let it be proposed so.`,
    invalid_keys: edits.edited_fields.slice(0, MOST_NAMED),
    editable: JSON.parse(action.editable) as string[],
  });
}

/** The guard found the action moved after we had read it: say what it is now. */
async function lostRace(tx: Tx, { project_id, id }: ActionRow, wish: Parameters<typeof checkOpen>[2]): Promise<never> {
  const action = await findAction(tx, project_id, id);
  if (!action) throw new Problem('not_found');
  await checkOpen(tx, action, wish);
  throw new Error(`Action ${id} is pending, yet its guard refused the move.`);
}

/**
 * Worked out before the transaction, for it may take a while and what is proposed never changes; a refusal waits until it
 * is its turn among the checks. Edits sent with a rejection are ignored: nothing will be executed.
 */
export async function editsOf(
  app: App,
  caller: Decider,
  id: string,
  { verdict, edited }: Verdict,
): Promise<() => Edited> {
  const action = await findAction(app.reader, caller.project_id, id);
  if (!action) throw new Problem('not_found');
  if (verdict === 'reject' || edited === undefined) return () => NO_EDITS;
  try {
    const edits = await workOutEdits(app, action, edited);
    return () => edits;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
