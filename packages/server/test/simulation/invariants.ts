// What holds of the committed state after every step, whatever went wrong before it.

import { IDEMPOTENCY_SECONDS } from '../../src/features/actions/action.ts';
import type { Committed } from './committed.ts';
import { type KnownAction, leadsTo, type Model, statusOf } from './model.ts';
import { promise, Violation } from './violation.ts';

interface Invariant {
  readonly says: string;
  /** Rows that break it. */
  readonly broken: string;
  /** After the clock was set back it need not hold. */
  readonly needsForwardClock?: true;
}

export const INVARIANTS: readonly Invariant[] = [
  {
    says: 'an action has a decision exactly when its status says so',
    broken: `
      SELECT a.id, a.status, d.verdict FROM actions a
      LEFT JOIN decisions d ON d.project_id = a.project_id AND d.action_id = a.id
      WHERE d.verdict IS NOT CASE
        WHEN a.status IN ('pending', 'expired') THEN NULL WHEN a.status = 'rejected' THEN 'reject' ELSE 'approve' END`,
  },
  {
    says: 'an action has a result exactly when its status says so',
    broken: `
      SELECT a.id, a.status, r.status AS result FROM actions a
      LEFT JOIN results r ON r.project_id = a.project_id AND r.action_id = a.id
      WHERE r.status IS NOT CASE WHEN a.status IN ('executed', 'execute_failed') THEN a.status END`,
  },
  {
    says: 'the audit log tells each change of state once, in order, and no other',
    broken: `
      SELECT a.id, a.status, group_concat(u.event ORDER BY u.rowid) AS trail FROM actions a
      LEFT JOIN audit u ON u.project_id = a.project_id AND u.entity_id = a.id AND u.event <> 'action.claimed'
      GROUP BY a.rowid
      HAVING trail IS NOT 'action.created' || CASE a.status
        WHEN 'pending' THEN ''
        WHEN 'executed' THEN ',action.approved,action.executed'
        WHEN 'execute_failed' THEN ',action.approved,action.execute_failed'
        ELSE ',action.' || a.status END`,
  },
  {
    says: 'the audit log names who did it, and when',
    broken: `
      SELECT u.entity_id, u.event, u.actor_id FROM audit u
      LEFT JOIN actions a ON a.project_id = u.project_id AND a.id = u.entity_id
      LEFT JOIN decisions d ON d.project_id = u.project_id AND d.action_id = u.entity_id
      LEFT JOIN results r ON r.project_id = u.project_id AND r.action_id = u.entity_id
      WHERE u.event LIKE 'action.%' AND (a.id IS NULL OR CASE u.event
        WHEN 'action.created' THEN u.actor_id IS NOT a.created_by_id OR u.created_at IS NOT a.created_at
        WHEN 'action.approved' THEN u.actor_id IS NOT d.decided_by_id OR u.created_at IS NOT d.decided_at
        WHEN 'action.rejected' THEN u.actor_id IS NOT d.decided_by_id OR u.created_at IS NOT d.decided_at
        WHEN 'action.executed' THEN u.actor_id IS NOT r.reported_by OR u.created_at IS NOT r.reported_at
        WHEN 'action.execute_failed' THEN u.actor_id IS NOT r.reported_by OR u.created_at IS NOT r.reported_at
        ELSE 0 END)`,
  },
  {
    says: 'nothing is decided after its time',
    broken: `
      SELECT a.id, a.expires_at, d.decided_at FROM decisions d
      JOIN actions a ON a.project_id = d.project_id AND a.id = d.action_id WHERE d.decided_at >= a.expires_at`,
  },
  {
    says: 'claims on one action never overlap',
    broken: `
      SELECT * FROM (
        SELECT entity_id, created_at, lag(json_extract(data, '$.lease_until'))
          OVER (PARTITION BY project_id, entity_id ORDER BY rowid) AS held_until
        FROM audit WHERE event = 'action.claimed'
      ) WHERE created_at < held_until`,
  },
  {
    says: 'an approved action shows its last claim, any other none',
    broken: `
      SELECT a.id, a.status, a.claim_id FROM actions a
      WHERE a.claim_id IS NOT CASE a.status WHEN 'approved' THEN (
        SELECT json_extract(u.data, '$.claim_id') FROM audit u
        WHERE u.project_id = a.project_id AND u.entity_id = a.id AND u.event = 'action.claimed'
        ORDER BY u.rowid DESC LIMIT 1) END`,
  },
  {
    says: 'ids sort as the actions were made',
    needsForwardClock: true,
    broken: `SELECT * FROM (SELECT id, lag(id) OVER (ORDER BY rowid) AS before FROM actions) WHERE id <= before`,
  },
];

export function checkCommitted(committed: Committed, clockWentBack: boolean): void {
  for (const { says, broken, needsForwardClock } of INVARIANTS) {
    if (needsForwardClock && clockWentBack) continue;
    const [row] = committed.query(broken);
    if (row) throw new Violation(`${says}: ${JSON.stringify(row)}`);
  }
}

/** Takes what is committed now into the model. Nothing that was seen may be gone, go back or be another. */
export function takeIn(
  model: Model,
  committed: Committed,
  { step, wentBack }: { step: number; wentBack: boolean },
): void {
  const lines = committed.lines();
  const fresh: KnownAction[] = [];
  let known = 0;
  for (const { id, status, digest, created_at, expires_at } of lines) {
    const action = model.actions.get(id);
    if (!action) {
      const row = committed.action(id);
      if (row) fresh.push({ row, history: [{ step, status }] });
      continue;
    }
    known++;
    const { row } = action;
    const same = row.digest === digest && row.created_at === created_at && row.expires_at === expires_at;
    promise(same, `${id} is not what was created`);
    const before = statusOf(action);
    promise(leadsTo(before, status), `${id} went from ${before} to ${status}`);
    if (before !== status) action.history.push({ step, status });
  }
  promise(known === model.actions.size, `${model.actions.size - known} actions are gone`);
  for (const action of fresh) {
    promise(model.titles.has(action.row.title), `nobody proposed ${action.row.id}`);
    checkSlot(model, action, wentBack);
    model.actions.set(action.row.id, action);
  }
  const rows = committed.auditRows();
  promise(rows >= model.auditRows, `${model.auditRows - rows} audit rows are gone`);
  model.auditRows = rows;
}

/** A new action must not have been a replay or a duplicate of an older one. */
function checkSlot(model: Model, { row }: KnownAction, wentBack: boolean): void {
  for (const older of model.actions.values()) {
    if (older.row.project_id !== row.project_id || older.row.idempotency_key !== row.idempotency_key) continue;
    const open = statusOf(older) === 'pending' && row.created_at < older.row.expires_at;
    if (row.idempotency_key !== null) {
      const inWindow = row.created_at < older.row.created_at + IDEMPOTENCY_SECONDS;
      promise(!inWindow && !open, `${row.id} has the idempotency key of ${older.row.id}`);
    } else if (!wentBack && older.row.created_by_id === row.created_by_id) {
      promise(!open || older.row.create_hash !== row.create_hash, `${row.id} is a duplicate of ${older.row.id}`);
    }
  }
}
