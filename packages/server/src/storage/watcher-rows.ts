// The tables of watchers as the program sees them.

import type { NextRunReason, RunError, RunOutcome, WatcherKind, WatcherStatus } from '@countersign/contract';

/** 0 or 1: the engines share no boolean. */
type Bit = 0 | 1;

export interface WatcherRow {
  project_id: string;
  id: string;
  name: string;
  kind: WatcherKind;
  config: string;
  keywords: string;
  keyword_modes: string;
  keywords_none: string;
  min_score: number;
  /** Grows with every change of keywords or threshold. */
  rules_version: number;
  schedule: string;
  status: WatcherStatus;
  color: string | null;
  created_at: number;
  updated_at: number;
  source_key: string;
  /** When to look at it next: to run it, or, while leased, because the lease ran out. Null when there is nothing to do. */
  due_at: number | null;
  /** The instance that is running it. */
  leased_by: string | null;
  /** Grows with every lease, pause and change of source; whoever holds an older one may not write. */
  fence: number;
  /** Someone asked for a run, and it has not ended yet. */
  asked: Bit;
  next_run_at: number;
  next_run_reason: NextRunReason;
  /** Where that moment is its turn, while the reason is the host's budget. */
  promised_host: string | null;
  first_run_done: Bit;
  /** When the feed of the baseline was read. */
  baseline_at: number | null;
  last_run_at: number | null;
  last_success_at: number | null;
  last_match_at: number | null;
  last_outcome: RunOutcome | null;
  error_code: RunError | null;
  last_error: string | null;
  fail_count: number;
  limited_count: number;
  limited_since: number | null;
  gone_count: number;
  gone_since: number | null;
  failing_since: number | null;
  degraded_since: number | null;
  /** Paused or degraded since then, and no good run after it yet. */
  idle_since: number | null;
  effective_url: string | null;
  /** The version of the source that was last looked through, and when that version was fetched. */
  evaluated_version: number;
  evaluated_at: number | null;
  /** The rules by which the scores of known items were last made. */
  scored_rules: number;
  last_new_at: number | null;
  /** JSON: seconds between the last arrivals of something new. */
  gaps: string;
  quiet_since: number | null;
  /** Of the last accepted snapshot of a page. */
  snapshot_number: number;
  /** A large change that must be seen twice. */
  candidate_hash: string | null;
  confirm_count: number;
  /** JSON: when a page was last found changed, and into what. */
  changes: string;
  flapping_until: number | null;
  /** JSON: what came on each of the last days. */
  days: string;
}

export interface WatcherItemRow {
  project_id: string;
  watcher_id: string;
  key: string;
  id: string;
  alias_link: string | null;
  alias_guid: string | null;
  alias_title: string | null;
  content_hash: string;
  first_seen: number;
  last_seen: number;
  score: number;
  rules_version: number;
  /** It matched, and there was no quota left to tell of it. */
  owed: Bit;
  /** All that was found, until it is told: by then the source may say something else. */
  found: string | null;
  alerted_at: number | null;
  alerted_as: 'card' | 'digest' | 'other_card' | 'event' | null;
  action_id: string | null;
  published_at: number | null;
  title: string;
  url: string | null;
  author: string;
  matches: string;
}

export interface WatcherRunRow {
  project_id: string;
  watcher_id: string;
  id: string;
  started_at: number;
  ms: number;
  outcome: RunOutcome;
  error_code: RunError | null;
  error: string | null;
  http_status: number | null;
  bytes: number;
  items: number;
  new_items: number;
  matched: number;
  notes: string;
}

export interface WatcherSnapshotRow {
  project_id: string;
  id: string;
  watcher_id: string;
  number: number;
  taken_at: number;
  hash: string;
  title: string;
  /** The text, deflated, as base64. */
  packed: string;
}

export interface WatcherLeftoverRow {
  project_id: string;
  watcher_id: string;
}

export interface WatcherSourceRow {
  key: string;
  url: string;
  host: string;
  etag: string | null;
  last_modified: string | null;
  /** Where the validators were given, and since when. */
  validated_url: string | null;
  validated_at: number | null;
  /** Grows when the content does not equal the last. */
  version: number;
  fetched_at: number | null;
  fresh_until: number;
  /** For how long a feed says of itself that it is fresh. */
  ttl_s: number | null;
  body_hash: string | null;
  identity_mode: string;
  /** Where a permanent redirect led, since when, and in how many good runs. */
  moved_to: string | null;
  moved_since: number | null;
  moved_runs: number;
  effective_url: string | null;
  /** The last good result of a feed: JSON, deflated, as base64. */
  packed: string | null;
}

export interface WatcherHostRow {
  host: string;
  /** No request before then, so that they are far enough apart. */
  next_at: number;
  /** A request is under way; its holder may have died. */
  busy_until: number;
  fence: number;
  /** The host asked us to stay away until then. */
  hold_until: number;
  /** What robots.txt asks between two requests. */
  gap_s: number;
  /** From the beginning of the last request to when the next could begin. 0 before the first. */
  turn_s: number;
}
