// Stored watchers → the shapes of the contract.

import type { Match, Watcher, WatcherItem, WatcherRun } from '@countersign/contract';
import type { WatcherItemRow, WatcherRow, WatcherRunRow } from '../../storage/watcher-rows.ts';
import { daysIn } from './days.ts';
import { isUnreachable } from './keywords/rules.ts';
import { configOf, rulesOf, scheduleOf } from './watcher.ts';

/** An optional member without a value is absent. */
function given<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as never;
}

export function viewWatcher(row: WatcherRow): Watcher {
  const { keywords, keywords_none, min_score } = rulesOf(row);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    config: configOf(row),
    keywords: [...keywords],
    keyword_modes: JSON.parse(row.keyword_modes) as Watcher['keyword_modes'],
    keywords_none: [...keywords_none],
    min_score,
    schedule: scheduleOf(row),
    status: row.status,
    color: row.color,
    first_run_done: row.first_run_done === 1,
    next_run_at: row.next_run_at,
    next_run_reason: row.next_run_reason,
    fail_count: row.fail_count,
    ...given({
      last_run_at: row.last_run_at,
      last_success_at: row.last_success_at,
      last_match_at: row.last_match_at,
      last_outcome: row.last_outcome,
      error_code: row.error_code,
      last_error: row.last_error,
      degraded_since: row.degraded_since,
      effective_url: row.effective_url,
      quiet_since: row.quiet_since,
    }),
    days: daysIn(row.days),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** For whoever has just made or changed it. */
export function viewWithWarnings(row: WatcherRow): Watcher {
  return { ...viewWatcher(row), ...(isUnreachable(rulesOf(row)) ? { warnings: ['min_score_unreachable'] } : {}) };
}

export function viewRun(row: WatcherRunRow): WatcherRun {
  return {
    id: row.id,
    started_at: row.started_at,
    ms: row.ms,
    outcome: row.outcome,
    ...given({ error_code: row.error_code, error: row.error, http_status: row.http_status }),
    bytes: row.bytes,
    items: row.items,
    new: row.new_items,
    matched: row.matched,
    notes: JSON.parse(row.notes) as string[],
  };
}

export function viewItem(row: WatcherItemRow): WatcherItem {
  return {
    id: row.id,
    key: row.key,
    ...given({
      title: row.title || null,
      url: row.url,
      author: row.author || null,
      published_at: row.published_at,
      alerted_at: row.alerted_at,
      action_id: row.action_id,
    }),
    first_seen: row.first_seen,
    last_seen: row.last_seen,
    score: Math.max(0, row.score), // below it only what was excluded
    matches: JSON.parse(row.matches) as Match[],
  };
}
