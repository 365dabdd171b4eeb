// Whether someone may decide an action, now: who they are, what it is, what they saw. Spec 3.1; the setting `deciders`.

import type { Settings } from '@countersign/contract';
import type { Caller, Decider } from '../../app.ts';
import { guards } from '../../base/guarded-kind.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { settingsOf } from '../project/project.ts';
import { statusAt } from './action.ts';
import { findDecidable, findDecision, type StoredAction } from './store.ts';

interface Meant {
  readonly verdict: 'approve' | 'reject';
  readonly digest?: string | undefined;
  /** With a passkey, over exactly this. */
  readonly signed?: string | undefined;
  readonly view?: { readonly end: boolean } | undefined;
}

export interface MayDecide {
  readonly action: StoredAction;
  /** Whether there are channels that may want to hear of it. */
  readonly channels: boolean;
  /** Whether they are about to decide it already. */
  readonly held: boolean;
}

type Who = Pick<Caller, 'type' | 'project_id' | 'id'>;

/** As they are now, if they may still decide: removed people and revoked keys may not. */
export type FindDecider = (reader: Reader, who: Who) => Promise<Decider | undefined>;

/** For what is decided only a while after it was asked for: whoever was put out meanwhile is refused. */
export async function stillDecider(reader: Reader, who: Who, find: FindDecider): Promise<Decider> {
  const decider = await find(reader, who);
  if (!decider) throw new Problem('insufficient_scope');
  return decider;
}

/** To work edits out takes a while, and whoever made them may be put out in it; without any there is no time for that. */
export function onceEdited(
  who: Who,
  edited: string | undefined,
  find: FindDecider,
): { first?: (tx: Tx) => Promise<void> } {
  if (edited === undefined) return {};
  return { first: async (tx) => void (await stillDecider(tx, who, find)) };
}

/** The action, when this decider may decide it; every path to a decision leads through here. */
export async function decidableAction(
  tx: Tx,
  caller: Decider,
  id: string,
  { verdict, digest, signed, view }: Meant,
): Promise<MayDecide> {
  const found = await findDecidable(tx, caller, id);
  if (!found) throw new Problem('not_found');
  const { action, channels, held } = found;
  const settings = settingsOf(found);
  checkDecider(settings.deciders, action, caller);
  if (verdict === 'approve' && action.step_up === 1 && !signed) {
    throw new Problem('step_up_required', { detail: 'A rule asks for a passkey with this approval: use the inbox.' });
  }
  if (verdict === 'approve' && caller.type !== 'key' && !view?.end && mustRead(settings, action.kind)) {
    throw invalid('view.end', 'must be true: actions of this kind are read to their end before they are approved');
  }
  await checkOpen(tx, action, { by: caller, verdict });
  if (digest !== undefined && digest !== action.digest) {
    throw new Problem('stale_digest', { detail: 'The action is not the one whose digest was sent.' });
  }
  return { action, channels, held };
}

export function mustRead({ must_read_kinds }: Settings, kind: string): boolean {
  return must_read_kinds.some((pattern) => guards(pattern, kind));
}

function checkDecider(deciders: Settings['deciders'], action: ActionRow, caller: Decider): void {
  if (deciders === 'people' && caller.type === 'key')
    throw new Problem('people_only', { detail: 'In this project only people decide, in the inbox.' });
  if (deciders === 'not_creator' && isCreator(action, caller)) {
    throw new Problem('self_decision_forbidden', {
      detail: 'In this project whoever created an action may not decide it.',
    });
  }
  if (deciders === 'not_creator' && caller.type === 'external' && action.created_by_type === 'reviewer') {
    throw new Problem('self_decision_forbidden', {
      detail: 'A person created it, and nobody knows that you are another: decide it in the inbox.',
    });
  }
}

export function isCreator(action: ActionRow, caller: { readonly type: string; readonly id: string }): boolean {
  return action.created_by_type === caller.type && action.created_by_id === caller.id;
}

/** `wish`: what is refused. Whoever made the very decision that stands is told so: the answer to it may have been lost. */
export async function checkOpen(
  tx: Tx,
  action: ActionRow,
  wish?: { readonly by: Decider; readonly verdict: Meant['verdict'] },
): Promise<void> {
  const current_status = statusAt(action, tx.now);
  if (current_status === 'pending') return;
  if (current_status === 'expired') {
    const detail = `Action ${action.id} expired ${tx.now - action.expires_at} s ago.`;
    throw new Problem('expired', { detail, current_status });
  }
  const decision = await findDecision(tx, action);
  const verdict = decision?.verdict === 'reject' ? 'rejected' : 'approved';
  const when = decision && `${tx.now - decision.decided_at} s ago by ${decision.decided_by_name}`;
  const detail = when && `Action ${action.id} was ${verdict} ${when}.`;
  const { decided_by_type, decided_by_id } = decision ?? {};
  const isTheirs = wish && decided_by_type === wish.by.type && decided_by_id === wish.by.id;
  throw new Problem('already_decided', {
    ...(detail ? { detail } : {}),
    current_status,
    ...(isTheirs && decision?.verdict === wish.verdict ? { decided_by_you: true } : {}),
  });
}
