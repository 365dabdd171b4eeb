// What the agent's receiver is told: `action.updated`, as spec 6.1 has it.

import type { ActionRow, DecisionRow } from '../../storage/schema.ts';
import type { StoredAction } from './store.ts';
import { viewDecision } from './view.ts';

/** `final_preview` and `diff` only when approved; an expiry carries no verdict. */
export function decidedEvent(action: StoredAction, decision: DecisionRow): string {
  const { verdict, decided_at, comment, final_preview, diff } = viewDecision(action, decision);
  const { id: action_id, status } = action;
  return JSON.stringify({
    event: 'action.updated',
    action_id,
    status,
    decided_at,
    verdict,
    final_preview,
    diff,
    comment,
  });
}

export function expiredEvent(action: Pick<ActionRow, 'id'>): string {
  return JSON.stringify({ event: 'action.updated', action_id: action.id, status: 'expired' });
}
