// Stored actions → what the inbox shows of them.

import type { Flag, InboxRow, Settings } from '@countersign/contract';
import type { App } from '../../../app.ts';
import type { HoldRow, LookRow } from '../../../storage/schema.ts';
import { mustRead } from '../may-decide.ts';
import type { StoredAction } from '../store.ts';
import { type Outcome, viewActionRead, viewCreator } from '../view.ts';
import type { LightRow } from './inbox-store.ts';

/** What is not the action's own: what people do with it at the moment. */
export interface Attention {
  readonly hold: HoldRow | undefined;
  readonly looking: readonly LookRow[];
  readonly snoozed_until: number | undefined;
}

export function viewInboxRow(row: LightRow, settings: Settings, { hold, looking, snoozed_until }: Attention): InboxRow {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    snippet: row.snippet,
    created_at: row.created_at,
    expires_at: row.expires_at,
    created_by: viewCreator(row),
    digest: row.digest,
    editable: JSON.parse(row.editable) as string[],
    untrusted: row.untrusted === 1,
    flags: JSON.parse(row.flags) as Flag[],
    step_up: row.step_up === 1,
    must_read: mustRead(settings, row.kind),
    approvals: { required: row.approvals_required, given: row.approvals_given },
    ...(row.payload_bytes === null ? {} : { payload_bytes: row.payload_bytes }),
    more: Boolean(row.more),
    color: row.color,
    ...(hold ? { held_by: viewHolder(hold) } : {}),
    ...(snoozed_until === undefined ? {} : { snoozed_until }),
    looking: viewLooking(looking),
  };
}

export function viewLooking(looks: readonly LookRow[]): InboxRow['looking'] {
  return looks.map(({ reviewer_id: id, reviewer_name: name }) => ({ id, name }));
}

function viewHolder(hold: HoldRow): NonNullable<InboxRow['held_by']> {
  return {
    type: hold.holder_type,
    id: hold.holder_id,
    name: hold.holder_name,
    decision: hold.verdict,
    commits_at: hold.commits_at,
  };
}

/** The record without its payloads: those are opened by themselves. */
export function viewInboxAction(app: App, action: StoredAction, outcome: Outcome, now: number) {
  const { payload, original_payload, result_payload, ...shown } = viewActionRead(app, action, outcome, now);
  return shown;
}
