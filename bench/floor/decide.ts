// The unavoidable of a decision: a guarded update, the decision row and the audit row in one commit.

import { DecisionMade } from '@countersign/contract';
import { Compile } from 'typebox/compile';
import type { ActionRow, DecisionRow, KeyRow } from '../../packages/server/src/storage/schema.ts';
import { auditRow, insertInto } from './insert.ts';
import { newId, nowSeconds } from './moment.ts';
import type { FloorStorage } from './storage.ts';

const validator = Compile(DecisionMade);

const MOVE = `UPDATE actions SET status = ?, updated_at = ?
  WHERE project_id = ? AND id = ? AND status = 'pending' AND expires_at > ?
  RETURNING preview_format, preview_body`;

export async function decide(storage: FloorStorage, caller: KeyRow, id: string, body: unknown): Promise<string> {
  if (!validator.Check(body)) throw new Error('The body does not fit.');
  const now = nowSeconds();
  const verdict = body.decision;
  const status = verdict === 'approve' ? 'approved' : 'rejected';
  const decision = decisionOf(caller, id, verdict, now);
  const moved = await storage.write<Pick<ActionRow, 'preview_format' | 'preview_body'>>(
    { sql: MOVE, values: [status, now, caller.project_id, id, now] },
    insertInto('decisions', decision),
    auditRow(caller, `action.${status}`, id, now),
  );
  if (!moved) throw new Error('It is not pending.');
  const decided_at = now;
  const final_preview = { format: moved.preview_format, body: moved.preview_body };
  return JSON.stringify({
    id,
    status,
    verdict,
    decided_at,
    final_preview,
    diff: null,
    decision: {
      verdict,
      decided_at,
      channel: 'api',
      decided_by: { type: 'key', id: caller.id, name: caller.name },
      self_decided: true,
      final_preview,
      diff: null,
      edited_fields: [],
    },
  });
}

function decisionOf(caller: KeyRow, action_id: string, verdict: DecisionRow['verdict'], now: number) {
  return {
    project_id: caller.project_id,
    action_id,
    id: newId('dec'),
    verdict,
    decided_at: now,
    channel: 'api',
    decided_by_type: 'key',
    decided_by_id: caller.id,
    decided_by_name: caller.name,
    self_decided: 1,
    unread: 0,
    edited_fields: '[]',
    receipt: '',
  } satisfies Partial<DecisionRow>;
}
