// What is told live about actions: small, the same whenever it is told, and no more than any reader of actions may see.

import type { ActionEvent, AuditEvent } from '@countersign/contract';
import type { FollowedRow } from '../audit/store.ts';
import type { LiveSource } from '../live/source.ts';
import { listSummaries } from './list-store.ts';
import { viewCreator } from './view.ts';

/** What each event made of the action: by now it may be further. */
const STATUSES = {
  'action.created': 'pending',
  'action.approval_given': 'pending',
  'action.approval_withdrawn': 'pending',
  'action.approved': 'approved',
  'action.rejected': 'rejected',
  'action.expired': 'expired',
  'action.executed': 'executed',
  'action.execute_failed': 'execute_failed',
} as const satisfies Partial<Record<AuditEvent, ActionEvent['status']>>;

export const actionEvents: LiveSource = {
  tells: {
    'action.created': 'action.created',
    'action.approval_given': 'action.updated',
    'action.approval_withdrawn': 'action.updated',
    'action.approved': 'action.updated',
    'action.rejected': 'action.updated',
    'action.expired': 'action.updated',
    'action.executed': 'action.result',
    'action.execute_failed': 'action.result',
  },
  async describe(reader, project_id, rows) {
    const summaries = await listSummaries(reader, project_id, [...new Set(rows.map(({ entity_id }) => entity_id))]);
    const byId = new Map(summaries.map((summary) => [summary.id, summary]));
    return rows.map((row) => view(row, byId.get(row.entity_id)));
  },
};

type Summary = Awaited<ReturnType<typeof listSummaries>>[number];

function view({ id: event_id, event, created_at }: FollowedRow, action: Summary | undefined): ActionEvent | undefined {
  if (!action) return undefined; // erased since
  return {
    event_id,
    id: action.id,
    kind: action.kind,
    title: action.title,
    status: STATUSES[event as keyof typeof STATUSES],
    created_at: action.created_at,
    updated_at: event === 'action.expired' ? action.expires_at : created_at,
    expires_at: action.expires_at,
    created_by: viewCreator(action),
    untrusted: action.untrusted === 1,
  };
}
