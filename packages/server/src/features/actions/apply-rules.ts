// What rules make of a new action, in the transaction that creates it: its deadline, who must approve it, or the decision.

import { type App, type AppliedRule, type AppliedRules, sweepTopic } from '../../app.ts';
import type { Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { escalateLater } from '../channels/enqueue.ts';
import { deciding } from '../rules/rule.ts';
import { insertHit } from '../rules/store.ts';
import { type Saved, saveDecision } from './save-decision.ts';
import type { StoredAction } from './store.ts';
import { NO_EDITS } from './work-out-edits.ts';

type Ruled = Pick<ActionRow, 'expires_at' | 'approvals_required' | 'step_up' | 'rule_id'>;

/** What they change of the row before it is saved. */
export function ruled(applied: AppliedRules, now: number, expires_in: number): Ruled {
  const { set_expiry, require_n_approvers, require_step_up } = applied;
  const [first] = Object.values(applied);
  return {
    expires_at: now + (set_expiry?.params.expires_in ?? expires_in),
    approvals_required: require_n_approvers?.params.n ?? 1,
    step_up: require_step_up ? 1 : 0,
    rule_id: (deciding(applied) ?? first)?.id ?? null,
  };
}

/** What they do once it is saved. The decision, when a rule made it. */
export async function applyRules(
  tx: Tx,
  app: Pick<App, 'signer'>,
  action: StoredAction,
  { applied, channels }: { readonly applied: AppliedRules; readonly channels: boolean },
): Promise<Saved | undefined> {
  for (const [rule_action, rule] of Object.entries(applied)) {
    const by = author(action, rule);
    await recordAudit(tx, by, { event: 'action.rule_applied', entity_id: action.id, facts: { rule_action } });
    await insertHit(tx, action.project_id, rule.id);
    tx.announce(sweepTopic('rules'));
  }
  const rule = deciding(applied);
  if (!rule) {
    const { channel_id, after_s } = applied.escalate?.params ?? {};
    if (channel_id !== undefined && after_s !== undefined) await escalateLater(tx, action, { channel_id, after_s });
    return undefined;
  }
  return saveDecision(tx, app, action, {
    by: author(action, rule),
    verdict: applied.auto_approve ? 'approve' : 'reject',
    channel: 'rule',
    comment: rule.params.reason || null,
    edits: NO_EDITS,
    approvals: action.approvals_required,
    channels,
  });
}

function author({ project_id }: StoredAction, { id, name }: AppliedRule) {
  return { project_id, type: 'rule', id, name } as const;
}
