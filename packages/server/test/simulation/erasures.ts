// What holds of an erasure: what was there before the wish goes whole, and only that; when it is called finished nothing of it
// is left, and nothing of it comes back. What is of others stays, and so does the audit log.

import { firstIdAt } from '../../src/base/id.ts';
import type { ErasureRow } from '../../src/storage/schema.ts';
import type { Committed } from './committed.ts';
import type { Model } from './model.ts';
import { promise } from './violation.ts';

/** As the wish was first seen, with what was there then. */
export interface KnownErasure {
  readonly row: ErasureRow;
  /** What was first seen after this step came after the wish. */
  readonly step: number;
  readonly actions: readonly string[];
  readonly watchers: readonly string[];
  /** Rows of the audit log that had values beside them. */
  readonly values: readonly string[];
  finished: boolean;
}

const OF_ACTIONS = [
  'decisions',
  'approvals',
  'results',
  'holds',
  'deliveries',
  'channel_sends',
  'search_pending',
  'search_rows',
] as const;
const OF_WATCHERS = ['watcher_items', 'watcher_runs', 'watcher_snapshots', 'watcher_leftovers'] as const;

/** Before anything else is taken in: what goes with it may go now. */
export function takeInErasures(model: Model, committed: Committed, step: number): void {
  for (const row of committed.query('SELECT * FROM erasures ORDER BY rowid') as unknown as readonly ErasureRow[]) {
    const known = model.erasures.get(row.id) ?? wishFirstSeen(model, committed, { row, step });
    model.erasures.set(row.id, known);
    if (row.finished_at === null || known.finished) continue;
    known.finished = true;
    checkErased(committed, known);
  }
}

function wishFirstSeen(
  model: Model,
  { inOrder }: Committed,
  { row, step }: Pick<KnownErasure, 'row' | 'step'>,
): KnownErasure {
  const meant = (prefix: Prefix, of: Iterable<{ readonly project_id: string; readonly id: string }>) =>
    [...of].flatMap(({ project_id, id }) =>
      project_id === row.project_id && (inOrder || id < beforeOf(row, prefix)) ? [id] : [],
    );
  return {
    row,
    step: inOrder ? step : Number.POSITIVE_INFINITY,
    actions: meant(
      'act',
      [...model.actions.values()].map((action) => action.row),
    ),
    watchers: meant('wat', model.watching.rows.values()),
    values: meant('evt', model.values),
    finished: false,
  };
}

type Prefix = 'act' | 'wat' | 'evt';

const beforeOf = ({ erased_at }: ErasureRow, prefix: Prefix) => firstIdAt(prefix, erased_at + 1);

/** Whether somebody wished it gone: an action or a watcher. */
export function mayBeErased({ erasures, firstSeen }: Model, project_id: string, id: string): boolean {
  const prefix = id.startsWith('wat') ? 'wat' : 'act';
  return [...erasures.values()].some(
    ({ row, step }) =>
      row.project_id === project_id && id < beforeOf(row, prefix) && (firstSeen.get(id) ?? step) <= step,
  );
}

/** These actions are gone: with all that was theirs. */
export function checkGone(committed: Committed, ids: readonly string[]): void {
  nothingOf(committed, ids, OF_ACTIONS, 'action_id');
}

/** Everything that was there at the wish. */
function checkErased(committed: Committed, { row, actions, watchers, values }: KnownErasure): void {
  nothingOf(committed, actions, ['actions'], 'id');
  nothingOf(committed, actions, OF_ACTIONS, 'action_id');
  nothingOf(committed, watchers, ['watchers'], 'id');
  nothingOf(committed, watchers, OF_WATCHERS, 'watcher_id');
  for (const table of ['rules', 'notification_channels']) {
    const [left] = committed.query(`SELECT id FROM ${table} WHERE project_id = ?`, row.project_id); // nobody makes new ones
    promise(left === undefined, `${row.id} left ${left?.id} in ${table}`);
  }
  nothingOf(committed, values, ['audit_values'], 'audit_id');
}

/** After all else is taken in: what a wish that is seen next must have known of. */
export function rememberValues(model: Model, committed: Committed): void {
  model.values = committed.query('SELECT project_id, audit_id AS id FROM audit_values') as unknown as Model['values'];
}

function nothingOf(committed: Committed, ids: readonly string[], tables: readonly string[], column: string): void {
  if (ids.length === 0) return;
  for (const table of tables) {
    const sql = `SELECT ${column} AS of FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?)) LIMIT 1`;
    const [left] = committed.query(sql, JSON.stringify(ids));
    promise(left === undefined, `${left?.of} is erased, and still in ${table}`);
  }
}

const STRAY_ATTEMPTS = `
  SELECT a.delivery_id FROM delivery_attempts a
  WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.project_id = a.project_id AND d.id = a.delivery_id) LIMIT 1`;

/** Whatever has been erased stays so. */
export function checkErasures({ erasures, retention }: Model, committed: Committed): void {
  if (erasures.size === 0 && retention.pruned.size === 0) return;
  for (const erasure of erasures.values()) if (erasure.finished) checkErased(committed, erasure);
  const [stray] = committed.query(STRAY_ATTEMPTS);
  promise(stray === undefined, `an attempt of ${stray?.delivery_id} is left of what is gone`);
}
