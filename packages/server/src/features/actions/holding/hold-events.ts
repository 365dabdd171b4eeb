// What people are told of holds: that a colleague is about to decide, thought better of it, has decided, or was too late.

import type { HoldEvent } from '@countersign/contract';
import { readFacts } from '../../audit/facts.ts';
import { type FoundAuditRow, readRows } from '../../audit/store.ts';
import { viewAuditRow } from '../../audit/view.ts';
import type { LiveSource } from '../../live/source.ts';

export const holdEvents: LiveSource = {
  forPeople: true,
  tells: {
    'action.held': 'hold.started',
    'action.hold_undone': 'hold.undone',
    'action.hold_lost': 'hold.lost',
    'action.approval_given': 'hold.committed',
    'action.approved': 'hold.committed',
    'action.rejected': 'hold.committed',
  },
  async describe(reader, project_id, rows) {
    const ids = rows.map(({ id }) => id);
    const found = new Map((await readRows(reader, project_id, ids)).map((row) => [row.id, row]));
    return ids.map((id) => view(found.get(id)));
  },
};

/** Undefined of a decision that was not held. */
function view(row: FoundAuditRow | undefined): HoldEvent | undefined {
  if (!row) return undefined;
  const { hold_id, commits_at, why, verdict, given, required } = readFacts(row.data);
  const { actor } = viewAuditRow(row);
  if (typeof hold_id !== 'string' || !actor) return undefined;
  if (row.event === 'action.approval_given' && given === required) return undefined; // the decision tells it
  const isApproval = verdict === 'approve' || row.event === 'action.approved' || row.event === 'action.approval_given';
  return {
    event_id: row.id,
    id: row.entity_id,
    hold_id,
    holder: actor,
    verdict: isApproval ? 'approve' : 'reject',
    ...(typeof commits_at === 'number' ? { commits_at } : {}),
    ...(typeof why === 'string' ? { why } : {}),
  };
}
