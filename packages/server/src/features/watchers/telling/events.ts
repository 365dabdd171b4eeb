// What watchers tell to channels: a match, and how they fare. Channels are above; what they do is handed down.

import type { Match, RunError, WatcherKind } from '@countersign/contract';
import type { Tx } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { cutTo } from '../clean-text.ts';
import type { Found } from './match.ts';

const SUMMARY_CHARACTERS = 600;

export interface MatchedItem {
  readonly key: string;
  readonly title: string;
  readonly url?: string;
  readonly author?: string;
  readonly published_at?: number;
  readonly summary: string;
  readonly updated: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly kind: WatcherKind;
}

/** Of one item; the channel adds its `delivery_id`, and may gather several into `items`. */
export interface MatchedEvent {
  readonly event: 'watcher.matched';
  readonly matched_at: number;
  readonly watcher: Named;
  readonly item: MatchedItem;
  readonly score: number;
  readonly min_score: number;
  readonly matches: readonly Match[];
  readonly diff?: string;
  /** Absent when a channel takes the match instead of the inbox. */
  readonly action_id?: string;
  readonly untrusted: true;
}

export interface HealthEvent {
  readonly event: 'watcher.degraded' | 'watcher.recovered' | 'watcher.paused';
  readonly watcher: Named;
  readonly error_code?: RunError;
  readonly error?: string;
  readonly fail_count: number;
  readonly degraded_since?: number;
  readonly next_run_at: number;
}

/** All in the transaction of the run: what is told there is told, or the run did not happen. */
export interface WatcherEvents {
  /** Whether a channel takes the matches of this watcher instead of the inbox. */
  takesInstead(tx: Tx, watcher: WatcherRow): Promise<boolean>;
  matched(tx: Tx, project_id: string, events: readonly MatchedEvent[]): Promise<void>;
  /** What is told as one. */
  digest(tx: Tx, project_id: string, events: readonly MatchedEvent[]): Promise<void>;
  health(tx: Tx, project_id: string, event: HealthEvent): Promise<void>;
}

export function matchedEvent(
  { id, name, kind, min_score }: WatcherRow,
  found: Found,
  { matched_at, action_id }: { matched_at: number; action_id: string | undefined },
): MatchedEvent {
  const { key, title, url, author, published_at, body, updated, score, matches, page } = found;
  return {
    event: 'watcher.matched',
    matched_at,
    watcher: { id, name, kind },
    item: {
      key,
      title,
      ...(url === undefined ? {} : { url }),
      ...(author === '' ? {} : { author }),
      ...(published_at === undefined ? {} : { published_at }),
      summary: cutTo(body, SUMMARY_CHARACTERS, '…'),
      updated,
    },
    score,
    min_score,
    matches,
    ...(page ? { diff: page.diff } : {}),
    ...(action_id === undefined ? {} : { action_id }),
    untrusted: true,
  };
}

export function healthEvent(event: HealthEvent['event'], row: WatcherRow): HealthEvent {
  return {
    event,
    watcher: { id: row.id, name: row.name, kind: row.kind },
    ...(row.error_code === null ? {} : { error_code: row.error_code }),
    ...(row.last_error === null ? {} : { error: row.last_error }),
    fail_count: row.fail_count,
    ...(row.degraded_since === null ? {} : { degraded_since: row.degraded_since }),
    next_run_at: row.next_run_at,
  };
}
