// What holds of every action in the committed state, after every step and whatever went wrong before it.

import type { Committed } from './committed.ts';
import { mayBeGone } from './gone.ts';
import type { Model } from './model.ts';
import { Violation } from './violation.ts';

interface Invariant {
  readonly says: string;
  /** Finds what breaks it among some actions `a`; OF_THESE stands for which. */
  readonly broken: string;
  /** Not once the clock has been set back: what it dated too far ahead is given another time. */
  readonly byTheClock?: true;
}

const OF_THESE = 'a.rowid IN (SELECT value FROM json_each(?))';

/** What the log tells of an action that is no change of its status. */
const ASIDES = `'action.claimed', 'action.redelivered', 'action.rule_applied', 'action.approval_given', 'action.approval_withdrawn',
  'action.held', 'action.hold_undone', 'action.hold_lost'`;

const INVARIANTS: readonly Invariant[] = [
  {
    says: 'an action has a decision, made in time, exactly when its status says so',
    broken: `
      SELECT a.id, a.status, d.verdict FROM actions a
      LEFT JOIN decisions d ON d.project_id = a.project_id AND d.action_id = a.id
      WHERE ${OF_THESE} AND (d.decided_at >= a.expires_at OR d.verdict IS NOT CASE
        WHEN a.status IN ('pending', 'expired') THEN NULL WHEN a.status = 'rejected' THEN 'reject' ELSE 'approve' END)`,
  },
  {
    says: 'an action has a result exactly when its status says so',
    broken: `
      SELECT a.id, a.status, r.status AS result FROM actions a
      LEFT JOIN results r ON r.project_id = a.project_id AND r.action_id = a.id
      WHERE ${OF_THESE} AND r.status IS NOT CASE WHEN a.status IN ('executed', 'execute_failed') THEN a.status END`,
  },
  {
    says: 'the audit log tells each change of state once, in order, and no other',
    broken: `
      SELECT a.id, a.status, group_concat(u.event ORDER BY u.rowid) AS trail FROM actions a
      LEFT JOIN audit u ON u.project_id = a.project_id AND u.entity_id = a.id AND u.event NOT IN (${ASIDES})
      WHERE ${OF_THESE}
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
      SELECT a.id, u.event, u.actor_id FROM actions a
      JOIN audit u ON u.project_id = a.project_id AND u.entity_id = a.id
      LEFT JOIN decisions d ON d.project_id = a.project_id AND d.action_id = a.id
      LEFT JOIN results r ON r.project_id = a.project_id AND r.action_id = a.id
      WHERE ${OF_THESE} AND CASE u.event
        WHEN 'action.created' THEN u.actor_id IS NOT a.created_by_id OR u.created_at IS NOT a.created_at
        WHEN 'action.approved' THEN u.actor_id IS NOT d.decided_by_id OR u.created_at IS NOT d.decided_at
        WHEN 'action.rejected' THEN u.actor_id IS NOT d.decided_by_id OR u.created_at IS NOT d.decided_at
        WHEN 'action.expired' THEN u.actor_id IS NOT 'clock' OR u.created_at < a.expires_at
        WHEN 'action.executed' THEN u.actor_id IS NOT r.reported_by OR u.created_at IS NOT r.reported_at
        WHEN 'action.execute_failed' THEN u.actor_id IS NOT r.reported_by OR u.created_at IS NOT r.reported_at
        ELSE 0 END`,
  },
  {
    says: 'claims on one action never overlap',
    // Unless the clock has been set back since by so much that no lease could end so late: then it blocks nobody.
    broken: `
      SELECT a.id, later.created_at, earlier.data FROM actions a
      JOIN audit later ON later.project_id = a.project_id AND later.entity_id = a.id AND later.event = 'action.claimed'
      JOIN audit earlier ON earlier.project_id = a.project_id AND earlier.entity_id = a.id
        AND earlier.event = 'action.claimed' AND earlier.rowid < later.rowid
      WHERE ${OF_THESE} AND later.created_at < json_extract(earlier.data, '$.lease_until')
        AND later.created_at >= json_extract(earlier.data, '$.lease_until') - 7200
        AND NOT EXISTS (SELECT 1 FROM audit u WHERE u.project_id = a.project_id AND u.entity_id = a.id
          AND u.event = 'action.claimed' AND u.rowid > earlier.rowid AND u.rowid < later.rowid)`,
  },
  {
    says: 'an approved action shows its last claim, any other none',
    broken: `
      SELECT a.id, a.status, a.claim_id FROM actions a
      WHERE ${OF_THESE} AND a.claim_id IS NOT CASE a.status WHEN 'approved' THEN (
        SELECT json_extract(u.data, '$.claim_id') FROM audit u
        WHERE u.project_id = a.project_id AND u.entity_id = a.id AND u.event = 'action.claimed'
        ORDER BY u.rowid DESC LIMIT 1) END`,
  },
  {
    says: 'as many approvals are counted as there are, each in the log, and no more than are needed',
    broken: `
      SELECT a.id, a.status, a.approvals_given, a.approvals_required FROM actions a
      WHERE ${OF_THESE} AND (
        a.approvals_given > a.approvals_required
        OR a.approvals_given <> (SELECT count(DISTINCT p.decider_id) FROM approvals p
          JOIN audit u ON u.project_id = p.project_id AND u.entity_id = p.action_id AND u.event = 'action.approval_given'
            AND u.actor_id = p.decider_id AND u.created_at = p.given_at
          WHERE p.project_id = a.project_id AND p.action_id = a.id)
        OR a.approvals_given <> (SELECT count(*) FROM audit u
          WHERE u.project_id = a.project_id AND u.entity_id = a.id AND u.event = 'action.approval_given'))`,
  },
  {
    says: 'who needs several approvals is approved with the last of them, and not before',
    broken: `
      SELECT a.id, a.status, a.approvals_given, a.approvals_required FROM actions a
      WHERE ${OF_THESE} AND a.approvals_required > 1
        AND (a.approvals_given = a.approvals_required) <> (a.status IN ('approved', 'executed', 'execute_failed'))`,
  },
  {
    says: 'a hold is there until it is undone, lost, replaced or kept, which is only one of these',
    broken: `
      SELECT a.id, h.data, kept.id AS hold, group_concat(DISTINCT e.event) AS ended FROM actions a
      JOIN audit h ON h.project_id = a.project_id AND h.entity_id = a.id AND h.event = 'action.held'
      LEFT JOIN holds kept ON kept.project_id = a.project_id AND kept.id = json_extract(h.data, '$.hold_id')
      LEFT JOIN audit e ON e.project_id = a.project_id AND e.entity_id = a.id AND e.event <> 'action.held'
        AND json_extract(e.data, '$.hold_id') = json_extract(h.data, '$.hold_id')
      WHERE ${OF_THESE}
      GROUP BY h.rowid
      HAVING count(DISTINCT CASE WHEN e.event IN ('action.approved', 'action.rejected', 'action.approval_given')
          THEN 'kept' ELSE e.event END)
        + (kept.id IS NOT NULL)
        + (kept.id IS NULL AND e.rowid IS NULL AND EXISTS (SELECT 1 FROM audit later
          WHERE later.project_id = a.project_id AND later.entity_id = a.id AND later.event = 'action.held'
            AND later.actor_id = h.actor_id AND later.rowid > h.rowid)) <> 1`,
  },
  {
    says: 'a hold is not kept before its time',
    byTheClock: true,
    broken: `
      SELECT a.id, h.data, e.event, e.created_at FROM actions a
      JOIN audit h ON h.project_id = a.project_id AND h.entity_id = a.id AND h.event = 'action.held'
      JOIN audit e ON e.project_id = a.project_id AND e.entity_id = a.id
        AND e.event IN ('action.approved', 'action.rejected', 'action.approval_given')
        AND json_extract(e.data, '$.hold_id') = json_extract(h.data, '$.hold_id')
      WHERE ${OF_THESE} AND e.created_at < json_extract(h.data, '$.commits_at')`,
  },
  {
    says: 'an action is in the search index or on its way there, once',
    broken: `
      SELECT a.id, r.row_id, p.late FROM actions a
      LEFT JOIN search_rows r ON r.project_id = a.project_id AND r.action_id = a.id
      LEFT JOIN search_pending p ON p.project_id = a.project_id AND p.action_id = a.id
      WHERE ${OF_THESE} AND (r.row_id IS NULL) = (p.late IS NULL)`,
  },
];

/** Rows that belong to no action. */
const STRAYS = `
  SELECT u.project_id, u.entity_id FROM audit u
  WHERE u.event LIKE 'action.%' AND NOT EXISTS (
    SELECT 1 FROM actions a WHERE a.project_id = u.project_id AND a.id = u.entity_id)`;

export function checkActions(model: Model, committed: Committed, rowids: readonly number[]): void {
  for (const { says, broken, byTheClock } of INVARIANTS) {
    if (byTheClock && model.wentBack()) continue;
    const [row] = committed.query(broken, JSON.stringify(rowids));
    if (row) throw new Violation(`not true: ${says}: ${JSON.stringify(row)}`);
  }
}

export function checkStrays(model: Model, committed: Committed): void {
  const strays = committed.query(STRAYS) as readonly { project_id: string; entity_id: string }[];
  const row = strays.find(({ project_id, entity_id }) => !mayBeGone(model, committed, project_id, entity_id));
  if (row) throw new Violation(`the audit log tells of an action that is not there: ${JSON.stringify(row)}`);
}
