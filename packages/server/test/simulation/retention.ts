// What holds of retention: only what is finished and older than its project wants to keep goes, and not while somebody has it in
// hand; it goes whole, the log tells how many went, and the figures know. By the log itself, which stays.

import type { Committed } from './committed.ts';
import type { Posts } from './deliveries.ts';
import type { KnownAction, Model } from './model.ts';
import { promise } from './violation.ts';

export const DAY_SECONDS = 86_400;

export interface Retention {
  /** What each project wants, in days; and the shortest that a transaction may have known which is committed since the last look. */
  readonly wanted: Map<string, { readonly days: number; readonly shortest: number }>;
  /** What went. */
  readonly pruned: Set<string>;
  /** How many went of each project, and how many of them the log tells of. */
  readonly went: Map<string, number>;
}

export function emptyRetention(): Retention {
  return { wanted: new Map(), pruned: new Set(), went: new Map() };
}

const WANTED = `SELECT id, json_extract(settings, '$.retention_days') AS days FROM projects`;

/** Before anything else is taken in. */
export function takeInWanted({ retention }: Model, committed: Committed): void {
  for (const row of committed.query(WANTED)) {
    const id = String(row.id);
    const days = row.days === null ? Number.POSITIVE_INFINITY : Number(row.days);
    const before = retention.wanted.get(id);
    const known = before && (committed.inOrder ? before.days : before.shortest);
    retention.wanted.set(id, { days, shortest: Math.min(days, known ?? days) });
  }
}

const FINISHED = `
  SELECT event, created_at FROM audit
  WHERE project_id = ? AND entity_id = ? AND event IN
    ('action.approved', 'action.rejected', 'action.expired', 'action.executed', 'action.execute_failed')
  ORDER BY rowid DESC LIMIT 1`;

/** Whether it is finished for as long as its project wants to keep it. */
export function mayBePruned(model: Model, committed: Committed, { row }: Pick<KnownAction, 'row'>): boolean {
  const { shortest = Number.POSITIVE_INFINITY } = model.retention.wanted.get(row.project_id) ?? {};
  if (shortest === Number.POSITIVE_INFINITY) return false;
  const [last] = committed.query(FINISHED, row.project_id, row.id);
  if (!last) return false;
  const at = last.event === 'action.expired' ? row.expires_at : Number(last.created_at);
  return at < model.latest() - shortest * DAY_SECONDS;
}

const VALUES = `
  SELECT u.entity_id FROM audit_values v JOIN audit u ON u.project_id = v.project_id AND u.id = v.audit_id
  WHERE u.entity_id IN (SELECT value FROM json_each(?)) LIMIT 1`;
const TOLD = `
  SELECT project_id, sum(json_extract(data, '$.actions')) AS went FROM audit WHERE event = 'project.pruned' GROUP BY project_id`;

const LAST_CLAIM = `
  SELECT json_extract(data, '$.lease_until') AS until FROM audit
  WHERE project_id = ? AND entity_id = ? AND event = 'action.claimed' ORDER BY rowid DESC LIMIT 1`;

/** Approved, and somebody carries it out. */
function isInHand(model: Model, committed: Committed, { row, ...action }: KnownAction): boolean {
  const [claim] = committed.query(LAST_CLAIM, row.project_id, row.id);
  return action.claim_id !== null && Number(claim?.until ?? 0) > model.latest();
}

/** These are gone, and nobody wished it: each in its time, with what the log kept beside its rows. */
export function takeInPruned(model: Model, committed: Committed, posts: Posts, gone: readonly KnownAction[]): void {
  const { retention, deliveries } = model;
  for (const action of gone) {
    const { id, project_id } = action.row;
    promise(mayBePruned(model, committed, action), `${id} is gone, and nobody wished it`);
    promise(!isInHand(model, committed, action), `${id} is gone, and somebody has it in hand`);
    retention.pruned.add(id);
    retention.went.set(project_id, (retention.went.get(project_id) ?? 0) + 1);
  }
  if (gone.length === 0) return;
  const ids = new Set(gone.map(({ row }) => row.id));
  const [left] = committed.query(VALUES, JSON.stringify([...ids]));
  promise(left === undefined, `${left?.entity_id} is gone, and the log still has values of it`);
  // What was leased or open when it was last seen may have come to its end in the same moment, but not by going.
  for (const { id, action_id, status, attempt } of deliveries.values()) {
    const isFirst = ids.has(action_id) && status === 'pending' && attempt === 0;
    const isSent = posts.has(id); // one that somebody asked for has no number
    promise(!isFirst || isSent, `${action_id} is gone, and ${id} was never sent`);
  }
}

/** The log tells of all that went, and of nothing else. An erasure tells in its own way. */
export function checkPruned({ retention, erasures }: Model, committed: Committed): void {
  if (erasures.size > 0) return;
  const told = new Map(committed.query(TOLD).map(({ project_id, went }) => [String(project_id), Number(went)]));
  for (const project_id of committed.projects) {
    const [went, tells] = [retention.went.get(project_id) ?? 0, told.get(project_id) ?? 0];
    promise(went === tells, `${went} actions of ${project_id} are gone, and the log tells of ${tells}`);
  }
}

/** One that should be gone, when all is well. */
export function keptTooLong(model: Model, committed: Committed, now: number): string | undefined {
  for (const action of model.actions.values()) {
    const { id, project_id } = action.row;
    const { days = Number.POSITIVE_INFINITY } = model.retention.wanted.get(project_id) ?? {};
    const [row] = committed.query(
      `SELECT id FROM actions WHERE id = ? AND status <> 'pending' AND updated_at < ? AND coalesce(claim_until, 0) <= ?
        AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.action_id = actions.id AND d.due_at IS NOT NULL)`,
      id,
      days === Number.POSITIVE_INFINITY ? 0 : now - days * DAY_SECONDS,
      now,
    );
    if (row) return id;
  }
  return undefined;
}
