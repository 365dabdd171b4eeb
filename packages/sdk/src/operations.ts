// Made from packages/contract by `npm run generate`; edits here are lost.
// The shapes of the service, a method for each operation, and the table the client calls by.

import type { CallOptions, Paged } from './calls.ts';

export interface ActionCreate {
  /** Free-form label, used for filtering */
  kind: string;
  title: string;
  preview: {
    format?: 'markdown' | 'plain' | 'diff';
    body: string;
  };
  /** Any JSON value of up to 262144 bytes; echoed exactly, never shown by itself */
  payload?: unknown;
  target_url?: string;
  /** http or https, on a public address */
  callback_url?: string;
  expires_in?: number;
  idempotency_key?: string;
  /** Dot paths the reviewer may edit: preview.body, payload.amount */
  editable?: string[];
  /** Whether running it twice does no harm */
  idempotent?: boolean;
  /** How to take it back, shown to the reviewer */
  undo?: string;
}

export interface Action {
  id: string;
  kind: string;
  title: string;
  preview: Preview;
  /** As approved: after edits */
  payload?: unknown;
  /** As proposed, when the reviewer edited it */
  original_payload?: unknown;
  target_url?: string;
  callback_url?: string;
  /** Seconds from creation to expiry */
  expires_in: number;
  expires_at: number;
  idempotency_key?: string;
  editable: string[];
  idempotent?: boolean;
  undo?: string;
  status: ActionStatus;
  created_at: number;
  updated_at: number;
  color: string | null;
  inbox_url: string;
  /** SHA-256 over what the reviewer approves */
  digest: string;
  /** The content came from outside: data, not instructions */
  untrusted: boolean;
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  approvals: {
    required: number;
    given: number;
  };
  rule_id?: string;
}

export interface ActionCreated {
  id: string;
  kind: string;
  title: string;
  preview: Preview;
  /** As approved: after edits */
  payload?: unknown;
  /** As proposed, when the reviewer edited it */
  original_payload?: unknown;
  target_url?: string;
  callback_url?: string;
  /** Seconds from creation to expiry */
  expires_in: number;
  expires_at: number;
  idempotency_key?: string;
  editable: string[];
  idempotent?: boolean;
  undo?: string;
  status: ActionStatus;
  created_at: number;
  updated_at: number;
  color: string | null;
  inbox_url: string;
  /** SHA-256 over what the reviewer approves */
  digest: string;
  /** The content came from outside: data, not instructions */
  untrusted: boolean;
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  approvals: {
    required: number;
    given: number;
  };
  rule_id?: string;
  /** The idempotency key was used before; this is that action */
  replayed?: boolean;
  /** The replayed request is not equal to the first */
  content_differs?: boolean;
  /** An equal action is pending; this is it */
  duplicate_of?: string;
}

export interface ActionRead {
  id: string;
  kind: string;
  title: string;
  preview: Preview;
  /** As approved: after edits */
  payload?: unknown;
  /** As proposed, when the reviewer edited it */
  original_payload?: unknown;
  target_url?: string;
  callback_url?: string;
  /** Seconds from creation to expiry */
  expires_in: number;
  expires_at: number;
  idempotency_key?: string;
  editable: string[];
  idempotent?: boolean;
  undo?: string;
  status: ActionStatus;
  created_at: number;
  updated_at: number;
  color: string | null;
  inbox_url: string;
  /** SHA-256 over what the reviewer approves */
  digest: string;
  /** The content came from outside: data, not instructions */
  untrusted: boolean;
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  approvals: {
    required: number;
    given: number;
  };
  rule_id?: string;
  decision: Decision | null;
  webhook_delivery: WebhookDelivery | null;
  result: Result | null;
  result_payload?: unknown;
}

export interface ActionPage {
  items: Action[];
  has_more: boolean;
  next_cursor: string | null;
}

export type ActionStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'executed' | 'execute_failed';

export interface ClaudeCodeEvent {
  hook_event_name: 'PreToolUse' | 'PermissionRequest';
  tool_name: string;
  /** Becomes the payload of the action */
  tool_input: Record<string, unknown>;
  /** The same for the same call: asked again, it is the same action */
  tool_use_id?: string;
  /** Shown to the reviewer */
  cwd?: string;
}

export interface ClaudeCodeAnswer {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse' | 'PermissionRequest';
    /** Of PreToolUse */
    permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer';
    permissionDecisionReason?: string;
    /** The input as the reviewer edited it */
    updatedInput?: unknown;
    /** Of PermissionRequest */
    decision?: {
      behavior: 'allow' | 'deny';
      message?: string;
      /** The input as the reviewer edited it */
      updatedInput?: unknown;
    };
  };
}

export interface Preview {
  format: 'markdown' | 'plain' | 'diff';
  body: string;
}

export interface Decision {
  verdict: 'approve' | 'reject';
  decided_at: number;
  channel: string;
  decided_by: {
    type: 'reviewer' | 'key' | 'rule' | 'external';
    id: string;
    name: string;
  };
  self_decided: boolean;
  comment?: string;
  final_preview?: Preview;
  /** Only when the reviewer edited it */
  final_title?: string;
  /** Only when the reviewer edited it */
  final_target_url?: string;
  /** Unified; null when nothing changed */
  diff?: string | null;
  edited_fields: string[];
  /** A signed statement of the decision: a compact JWS over ReceiptClaims */
  receipt: string;
}

export interface DecisionMade {
  decision: 'approve' | 'reject';
  edited?: Record<string, unknown>;
  /** Where the caller stands: cli, or a name of its own. Channels of the service are not believed */
  channel?: string;
}

export interface DecisionRecorded {
  id: string;
  status: ActionStatus;
  verdict: 'approve' | 'reject';
  decided_at: number;
  final_preview?: Preview;
  /** Unified; null when nothing changed */
  diff?: string | null;
  decision?: Decision;
  /** In place of `decision`: it counts as one approval of several, and the action is still pending */
  approvals?: {
    required: number;
    given: number;
  };
}

export interface BulkDecision {
  ids: string[];
  verdict?: 'approve' | 'reject';
  /** The same as `verdict` */
  decision?: 'approve' | 'reject';
  comment?: string;
}

export interface BulkOutcome {
  results: {
    id: string;
    ok: boolean;
    status?: ActionStatus;
    /** The code a single decision would answer */
    error?: string;
    current_status?: ActionStatus;
  }[];
  succeeded: number;
  failed: number;
}

export interface Result {
  status: 'executed' | 'execute_failed';
  detail?: string;
  reported_at: number;
}

export interface ResultReport {
  status: 'executed' | 'execute_failed';
  detail?: string;
  payload?: Record<string, unknown>;
}

export interface WebhookDelivery {
  id: string;
  status: 'pending' | 'delivered' | 'retry' | 'dlq' | 'gone';
  /** Attempts made */
  attempt: number;
  max_attempts: 6;
  next_attempt_at?: number;
  last_attempt_at?: number;
  last_status_code?: number;
  /** Why it failed */
  last_error?: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'target_blocked';
}

export interface WatcherCreate {
  name: string;
  kind: 'rss' | 'reddit_search' | 'url_diff';
  /** rss and url_diff need `url`, reddit_search needs `query` */
  config: WatcherConfig;
  keywords?: {
    /** A phrase, `one|other`, `begin*`, `"exact"`, `title:word` or `/regular expression/` */
    pattern: string;
    points: number;
  }[];
  /** One of these, and it is no match */
  keywords_none?: string[];
  /** The points that make a match */
  min_score?: number;
  schedule: Schedule;
  color?: string | null;
}

export interface WatcherUpdate {
  name?: string;
  /** rss and url_diff need `url`, reddit_search needs `query` */
  config?: WatcherConfig;
  keywords?: {
    /** A phrase, `one|other`, `begin*`, `"exact"`, `title:word` or `/regular expression/` */
    pattern: string;
    points: number;
  }[];
  /** One of these, and it is no match */
  keywords_none?: string[];
  /** The points that make a match */
  min_score?: number;
  schedule?: Schedule;
  status?: 'active' | 'paused';
  color?: string | null;
}

export interface WatcherConfig {
  /** http or https, on a public address; rss and url_diff */
  url?: string;
  /** reddit_search: what to search for; url_diff: what to take from the page */
  query?: string;
  /** reddit_search; default `all` */
  subreddit?: string;
}

export interface Schedule {
  /** Digits and a unit, `15m`, `6h`, `1d`: at least a minute, at most a year */
  every: string;
  /** A random delay of up to so much is added to each run */
  jitter?: string;
  /** `HH:MM-HH:MM` in the project's time zone; runs outside of it are skipped */
  window?: string;
}

export interface Watcher {
  id: string;
  name: string;
  kind: 'rss' | 'reddit_search' | 'url_diff';
  /** rss and url_diff need `url`, reddit_search needs `query` */
  config: WatcherConfig;
  keywords: {
    /** A phrase, `one|other`, `begin*`, `"exact"`, `title:word` or `/regular expression/` */
    pattern: string;
    points: number;
  }[];
  /** How each keyword is read */
  keyword_modes: ('phrase' | 'regex')[];
  keywords_none: string[];
  min_score: number;
  schedule: Schedule;
  status: 'active' | 'paused' | 'degraded';
  color: string | null;
  /** The baseline is there: from now on new items can match */
  first_run_done: boolean;
  last_run_at?: number;
  last_success_at?: number;
  last_match_at?: number;
  last_outcome?: 'baseline' | 'ok' | 'not_modified' | 'fresh' | 'transient' | 'broken' | 'skipped_window';
  /** Without effect while paused */
  next_run_at: number;
  next_run_reason: 'first_run' | 'schedule' | 'window' | 'retry_after' | 'backoff' | 'host_budget' | 'fresh' | 'confirm';
  /** Failures in a row */
  fail_count: number;
  error_code?: 'rate_limited' | 'blocked' | 'not_found' | 'server_error' | 'network' | 'offline' | 'not_a_feed' | 'parse_error' | 'selector_missing' | 'too_large' | 'empty' | 'robots_disallowed' | 'private_target';
  /** What went wrong, and what to do */
  last_error?: string;
  degraded_since?: number;
  /** Where the source has moved for good */
  effective_url?: string;
  /** No new item for much longer than usual */
  quiet_since?: number;
  /** The last 14 days on which anything came, the oldest first */
  days: {
    /** YYYY-MM-DD, in UTC */
    date: string;
    /** New items */
    found: number;
    /** Items that matched and were told */
    raised: number;
  }[];
  created_at: number;
  updated_at: number;
  /** Only when one watcher is read */
  item_count?: number;
  warnings?: 'min_score_unreachable'[];
}

export interface WatcherPage {
  items: Watcher[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface WatcherPreset {
  id: string;
  title: string;
  description: string;
  category: string;
  kind: 'rss' | 'reddit_search' | 'url_diff';
  params: {
    name: string;
    required: boolean;
    description: string;
    example: string;
  }[];
  defaultScheduleEvery: string;
}

export interface WatcherPreview {
  fetch?: {
    status?: number;
    final_url: string;
    redirects: number;
    content_type?: string;
    bytes: number;
    ms: number;
    /** The source answers conditional requests */
    validators: boolean;
    robots: 'allowed' | 'disallowed' | 'unreachable' | 'not_asked';
  };
  error_code?: 'rate_limited' | 'blocked' | 'not_found' | 'server_error' | 'network' | 'offline' | 'not_a_feed' | 'parse_error' | 'selector_missing' | 'too_large' | 'empty' | 'robots_disallowed' | 'private_target';
  error?: string;
  source?: {
    format: string;
    title?: string;
    items: number;
  };
  /** Feeds that the page itself names */
  candidates: string[];
  items: {
    key: string;
    title?: string;
    url?: string;
    published_at?: number;
    score: number;
    /** The entry of keywords_none that hit */
    excluded_by?: string;
    matches: Match[];
    would_alert: boolean;
  }[];
  excluded: number;
  below_threshold: number;
  sample_action?: {
    /** Free-form label, used for filtering */
    kind: string;
    title: string;
    preview: {
      format?: 'markdown' | 'plain' | 'diff';
      body: string;
    };
    target_url?: string;
    payload: unknown;
  };
  warnings: 'min_score_unreachable'[];
}

export interface WatcherRun {
  id: string;
  started_at: number;
  ms: number;
  outcome: 'baseline' | 'ok' | 'not_modified' | 'fresh' | 'transient' | 'broken' | 'skipped_window';
  error_code?: 'rate_limited' | 'blocked' | 'not_found' | 'server_error' | 'network' | 'offline' | 'not_a_feed' | 'parse_error' | 'selector_missing' | 'too_large' | 'empty' | 'robots_disallowed' | 'private_target';
  error?: string;
  http_status?: number;
  bytes: number;
  items: number;
  new: number;
  matched: number;
  notes: string[];
}

export interface WatcherItem {
  id: string;
  /** What the item is known by */
  key: string;
  title?: string;
  url?: string;
  author?: string;
  published_at?: number;
  first_seen: number;
  last_seen: number;
  score: number;
  matches: Match[];
  alerted_at?: number;
  action_id?: string;
}

export interface WatcherStats {
  keywords: {
    pattern: string;
    matched: number;
    approved: number;
    rejected: number;
    expired: number;
    /** Approved among the decided; absent while none is */
    precision?: number;
  }[];
  sources: {
    host: string;
    matched: number;
    approved: number;
    rejected: number;
    expired: number;
    /** Approved among the decided; absent while none is */
    precision?: number;
  }[];
  authors: {
    author: string;
    matched: number;
    approved: number;
    rejected: number;
    expired: number;
    /** Approved among the decided; absent while none is */
    precision?: number;
  }[];
  suggestions: {
    text: string;
    min_score?: number;
    drop_keyword?: string;
    /** Cards that would not have come */
    removes: number;
    /** Of these, the approved ones */
    loses: number;
  }[];
}

export interface WatcherImport {
  format: 'opml' | 'urls';
  /** OPML, or one address a line; at most 1,000 of them */
  content: string;
  schedule?: Schedule;
}

export interface WatcherImported {
  results: {
    line: number;
    url: string;
    ok: boolean;
    watcher_id?: string;
    /** The code a create would answer */
    error?: string;
    detail?: string;
  }[];
  created: number;
  failed: number;
}

export interface FromPreset {
  preset_id: string;
  /** A text for each parameter of the preset */
  params?: Record<string, string>;
  name?: string;
  schedule?: Schedule;
}

export interface Match {
  pattern: string;
  points: number;
  field: 'title' | 'body' | 'author' | 'tag' | 'url' | 'added' | 'removed';
  start: number;
  end: number;
}

export interface KeyCreate {
  name: string;
  scopes: ('actions' | 'watch' | 'admin')[];
}

export interface Key {
  id: string;
  project_id: string;
  /** The first 16 characters, for display */
  prefix: string;
  name: string;
  scopes: ('actions' | 'watch' | 'admin')[];
  created_at: number;
  last_used_at: number | null;
  revoked: boolean;
}

export interface KeyCreated {
  id: string;
  project_id: string;
  /** The first 16 characters, for display */
  prefix: string;
  name: string;
  scopes: ('actions' | 'watch' | 'admin')[];
  created_at: number;
  /** The raw key; it is never shown again */
  key: string;
  note: string;
}

export interface Project {
  id: string;
  name: string;
  timezone: string;
  /** Someone signed in sees all of it only after a fresh sign-in. Absent while the project has none: then the server signs with its WEBHOOK_SECRET */
  webhook_secret?: string;
  created_at: number;
  settings: Settings;
}

export interface ProjectUpdate {
  name?: string;
  /** An IANA name, such as Europe/Prague */
  timezone?: string;
  settings?: {
    /** Who may decide: any key or person; all but the creator; people only */
    deciders?: 'anyone' | 'not_creator' | 'people';
    /** Whether reviewers may open the machine payload */
    reveal_payload?: boolean;
    /** Kinds that people must read to the end before they approve; `*` and `?` stand for other characters */
    must_read_kinds?: string[];
    retention_days?: number | null;
  };
}

export interface Settings {
  /** Who may decide: any key or person; all but the creator; people only */
  deciders: 'anyone' | 'not_creator' | 'people';
  /** Whether reviewers may open the machine payload */
  reveal_payload: boolean;
  /** Kinds that people must read to the end before they approve; `*` and `?` stand for other characters */
  must_read_kinds: string[];
  /** How long finished actions are kept; without it, for ever */
  retention_days?: number;
}

export interface RuleCreate {
  name: string;
  /** Lower comes first */
  priority?: number;
  enabled?: boolean;
  /** A glob: `*` any characters, `?` one */
  kind_pattern?: string;
  payload_conditions?: {
    /** A dot path inside the payload: amount, items.0.sku. What is not there meets only `exists: false` */
    path: string;
    op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'in' | 'not_in' | 'exists';
    /** A list for `in` and `not_in`, a number for lt to gte, yes or no for `exists` (default yes) */
    value?: string | number | boolean | null | (string | number | boolean | null)[];
  }[];
  /** Host names; `*.example.com` means every name below it. An action without a target never fits */
  target_url_hosts?: string[];
  /** Ids of keys or watchers that created it */
  created_by?: string[];
  rule_action: 'auto_approve' | 'auto_reject' | 'require_n_approvers' | 'set_expiry' | 'escalate' | 'require_step_up';
  outcome_params?: {
    /** auto_reject: told to the agent */
    reason?: string;
    /** require_n_approvers: so many people */
    n?: number;
    /** set_expiry */
    expires_in?: number;
    /** escalate: where to */
    channel_id?: string;
    /** escalate: when it is still pending after so long */
    after_s?: number;
  };
}

export interface RuleUpdate {
  name?: string;
  /** Lower comes first */
  priority?: number;
  enabled?: boolean;
  /** A glob: `*` any characters, `?` one */
  kind_pattern?: string;
  payload_conditions?: {
    /** A dot path inside the payload: amount, items.0.sku. What is not there meets only `exists: false` */
    path: string;
    op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'in' | 'not_in' | 'exists';
    /** A list for `in` and `not_in`, a number for lt to gte, yes or no for `exists` (default yes) */
    value?: string | number | boolean | null | (string | number | boolean | null)[];
  }[];
  /** Host names; `*.example.com` means every name below it. An action without a target never fits */
  target_url_hosts?: string[];
  /** Ids of keys or watchers that created it */
  created_by?: string[];
  rule_action?: 'auto_approve' | 'auto_reject' | 'require_n_approvers' | 'set_expiry' | 'escalate' | 'require_step_up';
  outcome_params?: {
    /** auto_reject: told to the agent */
    reason?: string;
    /** require_n_approvers: so many people */
    n?: number;
    /** set_expiry */
    expires_in?: number;
    /** escalate: where to */
    channel_id?: string;
    /** escalate: when it is still pending after so long */
    after_s?: number;
  };
}

export interface Rule {
  id: string;
  project_id: string;
  name: string;
  /** Lower comes first */
  priority: number;
  enabled: boolean;
  /** A glob: `*` any characters, `?` one */
  kind_pattern: string;
  payload_conditions: {
    /** A dot path inside the payload: amount, items.0.sku. What is not there meets only `exists: false` */
    path: string;
    op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'in' | 'not_in' | 'exists';
    /** A list for `in` and `not_in`, a number for lt to gte, yes or no for `exists` (default yes) */
    value?: string | number | boolean | null | (string | number | boolean | null)[];
  }[];
  /** Host names; `*.example.com` means every name below it. An action without a target never fits */
  target_url_hosts: string[];
  /** Ids of keys or watchers that created it */
  created_by: string[];
  rule_action: 'auto_approve' | 'auto_reject' | 'require_n_approvers' | 'set_expiry' | 'escalate' | 'require_step_up';
  outcome_params: {
    /** auto_reject: told to the agent */
    reason?: string;
    /** require_n_approvers: so many people */
    n?: number;
    /** set_expiry */
    expires_in?: number;
    /** escalate: where to */
    channel_id?: string;
    /** escalate: when it is still pending after so long */
    after_s?: number;
  };
  created_at: number;
  updated_at: number;
  /** Actions it was applied to */
  hits: number;
  last_hit_at?: number;
}

export interface BacktestOutcome {
  since: number;
  /** Actions looked at, the newest first */
  examined: number;
  /** Whether that was all of them since then */
  complete: boolean;
  /** What the rule would have applied to */
  matched: number;
  /** What became of those */
  by_status: Record<string, number>;
  /** Of those, approved after a person changed something */
  edited: number;
  /** Of those, decided by a person against what the rule says */
  decided_otherwise: number;
  /** Some of them, the newest first */
  examples: {
    id: string;
    kind: string;
    title: string;
    created_at: number;
    verdict: 'approve' | 'reject';
    decided_by: {
      type: 'reviewer' | 'key' | 'rule' | 'external';
      id: string;
      name: string;
    };
  }[];
}

export interface ChannelCreate {
  name: string;
  type: 'slack' | 'discord' | 'telegram' | 'ntfy' | 'email' | 'webhook';
  config: ChannelConfig;
  enabled?: boolean;
  /** So long is gathered for one message; 0: one message for each */
  digest_window_sec?: number;
  events?: ('action.pending' | 'action.expiring' | 'action.decided' | 'watcher.matched' | 'watcher.degraded')[];
  /** Globs over the kind; none: every kind. Of events of actions alone */
  kinds?: string[];
  /** Of events of watchers: only these; none: all */
  watcher_ids?: string[];
  /** `watcher.matched`: `instead` makes no action for the watchers it covers */
  inbox?: 'also' | 'instead';
}

export interface ChannelUpdate {
  name?: string;
  config?: ChannelConfig;
  enabled?: boolean;
  /** So long is gathered for one message; 0: one message for each */
  digest_window_sec?: number;
  events?: ('action.pending' | 'action.expiring' | 'action.decided' | 'watcher.matched' | 'watcher.degraded')[];
  /** Globs over the kind; none: every kind. Of events of actions alone */
  kinds?: string[];
  /** Of events of watchers: only these; none: all */
  watcher_ids?: string[];
  /** `watcher.matched`: `instead` makes no action for the watchers it covers */
  inbox?: 'also' | 'instead';
}

export interface ChannelConfig {
  /** slack, discord: the incoming webhook; ntfy, webhook */
  url?: string;
  /** slack, discord, telegram: with it, messages can be answered */
  bot_token?: string;
  /** slack, discord: the channel the bot writes to */
  channel_id?: string;
  /** slack: what interactions are signed with */
  signing_secret?: string;
  /** discord: what interactions are signed with */
  public_key?: string;
  /** telegram: the chat */
  chat_id?: string;
  /** Who may decide there: ids of the platform, or `{id, reviewer_id}` where it is one of our reviewers */
  approvers?: (string | {
    /** Their id on the platform */
    id: string;
    reviewer_id: string;
  })[];
  /** ntfy */
  topic?: string;
  /** ntfy: an access token */
  token?: string;
  /** email */
  address?: string;
  /** webhook: what it is signed with; without it, the secret of the project */
  secret?: string;
}

export interface Channel {
  id: string;
  project_id: string;
  name: string;
  type: 'slack' | 'discord' | 'telegram' | 'ntfy' | 'email' | 'webhook';
  /** What is secret reads as `****` and its last four characters; sent back like that, it stays as it is */
  config: {
    /** slack, discord: the incoming webhook; ntfy, webhook */
    url?: string;
    /** slack, discord, telegram: with it, messages can be answered */
    bot_token?: string;
    /** slack, discord: the channel the bot writes to */
    channel_id?: string;
    /** slack: what interactions are signed with */
    signing_secret?: string;
    /** discord: what interactions are signed with */
    public_key?: string;
    /** telegram: the chat */
    chat_id?: string;
    /** Who may decide there: ids of the platform, or `{id, reviewer_id}` where it is one of our reviewers */
    approvers?: (string | {
      /** Their id on the platform */
      id: string;
      reviewer_id: string;
    })[];
    /** ntfy */
    topic?: string;
    /** ntfy: an access token */
    token?: string;
    /** email */
    address?: string;
    /** webhook: what it is signed with; without it, the secret of the project */
    secret?: string;
  };
  enabled: boolean;
  /** So long is gathered for one message; 0: one message for each */
  digest_window_sec: number;
  events: ('action.pending' | 'action.expiring' | 'action.decided' | 'watcher.matched' | 'watcher.degraded')[];
  /** Globs over the kind; none: every kind. Of events of actions alone */
  kinds: string[];
  /** Of events of watchers: only these; none: all */
  watcher_ids: string[];
  /** `watcher.matched`: `instead` makes no action for the watchers it covers */
  inbox: 'also' | 'instead';
  /** Where the platform sends what is pressed, for those that can answer */
  interactions_url?: string;
  last_fired_at?: number;
  /** Attempts in a row that failed */
  fail_count: number;
  last_error?: string;
  /** When it turned itself off */
  disabled_at?: number;
  created_at: number;
  updated_at: number;
}

export interface AuditRow {
  id: string;
  /** Place in the chain, once sealed */
  seq?: number;
  event: 'action.created' | 'action.rule_applied' | 'action.held' | 'action.hold_undone' | 'action.hold_lost' | 'action.approval_given' | 'action.approval_withdrawn' | 'action.approved' | 'action.rejected' | 'action.expired' | 'action.claimed' | 'action.executed' | 'action.execute_failed' | 'action.redelivered' | 'key.created' | 'key.revoked' | 'watcher.created' | 'watcher.updated' | 'watcher.deleted' | 'watcher.hit' | 'watcher.run' | 'watcher.degraded' | 'watcher.recovered' | 'watcher.paused' | 'rule.created' | 'rule.updated' | 'rule.deleted' | 'channel.created' | 'channel.updated' | 'channel.deleted' | 'channel.tested' | 'channel.disabled' | 'billing.updated' | 'push.subscribed' | 'push.updated' | 'push.unsubscribed' | 'project.created' | 'project.updated' | 'project.secret_rotated' | 'project.exported' | 'project.erased' | 'project.pruned' | 'reviewer.invited' | 'reviewer.link_made' | 'reviewer.joined' | 'reviewer.signed_in' | 'reviewer.sign_in_failed' | 'reviewer.signed_out' | 'reviewer.credential_changed' | 'reviewer.updated' | 'reviewer.removed' | 'demo.started' | 'demo.removed';
  /** What was changed */
  entity_id: string;
  /** The same, when it is an action */
  action_id?: string;
  actor?: {
    type: string;
    id: string;
    name: string;
  };
  channel?: string;
  data?: Record<string, unknown>;
  created_at: number;
  hash?: string;
}

export interface Billing {
  tier: 'free' | 'indie' | 'team';
  /** `self_host` when billing is off; `none`, or the state of the subscription */
  status: string;
  current_period_end?: number;
  usage: {
    /** Watchers there are; a limit of null is none */
    watchers: {
      used: number;
      limit: number | null;
    };
    /** Actions created this month (UTC); a limit of null is none */
    approvals: {
      used: number;
      limit: number | null;
    };
  };
  billing_enabled: boolean;
}

export interface AuditVerification {
  ok: boolean;
  /** Sealed rows that hold, from the first on */
  rows: number;
  /** Rows that have no place in the chain yet; there are some for less than a second */
  unsealed: number;
  /** The hash of the last of those rows */
  head: string | null;
  /** From this row on nothing is vouched for */
  first_bad_seq?: number;
}

export interface PushSubscription {
  /** The https address the browser got from its push service */
  endpoint: string;
  /** When the push service will end it, if it says so */
  expirationTime?: number | null;
  keys: {
    /** The browser’s public key, base64url */
    p256dh: string;
    /** The browser’s secret of 16 bytes, base64url */
    auth: string;
  };
  /** Of the notifications, such as `de`; English without it, and where we do not speak it */
  language?: string;
}

export interface PushMessage {
  /** Declarative Web Push: Safari shows it without a worker */
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    /** What a click opens */
    navigate: string;
    /** A later message with the same tag takes the place of this one */
    tag: string;
    /** The buttons, in order */
    actions: {
      action: 'approve' | 'reject' | 'review';
      title: string;
      navigate: string;
    }[];
    data: {
      event: 'action.pending' | 'action.expiring' | 'decision.lost' | 'inbox.waiting' | 'test';
      action_id?: string;
      /** For `POST /push/decide`, each for one decision of this action, once */
      tokens?: {
        approve?: string;
        reject?: string;
      };
    };
  };
}

export interface Device {
  id: string;
  name: string;
  /** Whether notifications show what is proposed, also on a locked screen */
  show_content: boolean;
  created_at: number;
  last_sent_at?: number;
  /** Of the endpoint, in hex: by it a page knows its own browser */
  endpoint_sha256: string;
}

export interface Usage {
  tier: 'free' | 'indie' | 'team';
  /** The month, UTC */
  period: {
    start: number;
    end: number;
  };
  /** Actions created this month */
  approvals: {
    used: number;
    /** null: none */
    limit: number | null;
  };
  watchers: {
    active: number;
    degraded: number;
    paused: number;
    /** null: none */
    limit: number | null;
  };
  /** How many there are, by status */
  actions: {
    pending: number;
    approved: number;
    rejected: number;
    expired: number;
    executed: number;
    execute_failed: number;
  };
  /** Webhooks that have not arrived; counted up to 10,000 of each */
  deliveries: {
    pending: number;
    retry: number;
    dlq: number;
  };
  /** Key → how many actions it has decided since it was made; absent: none */
  decisions_by_key: Record<string, number>;
}

export interface Stats {
  since: number;
  until: number;
  bucket: 'day' | 'hour';
  /** Where days begin */
  timezone: string;
  totals: Figures;
  /** How many decisions took so long, each under this and not under the one before */
  waits: {
    /** null: the rest */
    under_s: number | null;
    count: number;
  }[];
  /** One for each day or hour, the oldest first, the empty ones too */
  series: {
    start: number;
    created: number;
    /** By people and keys */
    approved: number;
    /** By people and keys */
    rejected: number;
    /** Decided by a rule; not among the two above */
    by_rule: number;
    expired: number;
    /** Of those, the ones that nobody had looked at */
    expired_unseen: number;
    /** Approved with changes */
    edited: number;
    /** Approved in the inbox in under 2 s, or not read to the end */
    unread: number;
    /** null when nothing was decided */
    median_s: number | null;
    /** null when nothing was decided */
    p90_s: number | null;
    deliveries: {
      pending: number;
      retry: number;
      delivered: number;
      dlq: number;
      gone: number;
    };
  }[];
  /** The busiest first, at most 100 */
  kinds: {
    kind: string;
    created: number;
    /** By people and keys */
    approved: number;
    /** By people and keys */
    rejected: number;
    /** Decided by a rule; not among the two above */
    by_rule: number;
    expired: number;
    /** Of those, the ones that nobody had looked at */
    expired_unseen: number;
    /** Approved with changes */
    edited: number;
    /** Approved in the inbox in under 2 s, or not read to the end */
    unread: number;
    /** null when nothing was decided */
    median_s: number | null;
    /** null when nothing was decided */
    p90_s: number | null;
  }[];
  /** What each decided; someone who is not an admin sees only their own */
  reviewers: {
    id: string;
    name: string;
    created: number;
    /** By people and keys */
    approved: number;
    /** By people and keys */
    rejected: number;
    /** Decided by a rule; not among the two above */
    by_rule: number;
    expired: number;
    /** Of those, the ones that nobody had looked at */
    expired_unseen: number;
    /** Approved with changes */
    edited: number;
    /** Approved in the inbox in under 2 s, or not read to the end */
    unread: number;
    /** null when nothing was decided */
    median_s: number | null;
    /** null when nothing was decided */
    p90_s: number | null;
  }[];
  /** What each agent, watcher or person asked for; at most 100 */
  keys: {
    id: string;
    type: string;
    name: string;
    created: number;
    /** By people and keys */
    approved: number;
    /** By people and keys */
    rejected: number;
    /** Decided by a rule; not among the two above */
    by_rule: number;
    expired: number;
    /** Of those, the ones that nobody had looked at */
    expired_unseen: number;
    /** Approved with changes */
    edited: number;
    /** Approved in the inbox in under 2 s, or not read to the end */
    unread: number;
    /** null when nothing was decided */
    median_s: number | null;
    /** null when nothing was decided */
    p90_s: number | null;
  }[];
  /** Webhooks by how they stand; the newest 2,000 of the time, of one kind or agent as far as they are among the newest 5,000: since when `counted_since` says */
  deliveries: {
    pending: number;
    retry: number;
    delivered: number;
    dlq: number;
    gone: number;
    counted_since: number;
  };
}

export interface Figures {
  created: number;
  /** By people and keys */
  approved: number;
  /** By people and keys */
  rejected: number;
  /** Decided by a rule; not among the two above */
  by_rule: number;
  expired: number;
  /** Of those, the ones that nobody had looked at */
  expired_unseen: number;
  /** Approved with changes */
  edited: number;
  /** Approved in the inbox in under 2 s, or not read to the end */
  unread: number;
  /** null when nothing was decided */
  median_s: number | null;
  /** null when nothing was decided */
  p90_s: number | null;
}

export interface Suggestion {
  kind: string;
  /** By people, in that time, and none rejected or edited */
  approved: number;
  since: number;
  /** A draft */
  rule: {
    name: string;
    kind_pattern: string;
    rule_action: 'auto_approve';
    outcome_params: Record<string, unknown>;
  };
}

export interface InboxRow {
  id: string;
  kind: string;
  title: string;
  /** The beginning of the preview, without markdown marks; ends with … when it is not all of it */
  snippet: string;
  created_at: number;
  expires_at: number;
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  digest: string;
  editable: string[];
  untrusted: boolean;
  /** Warnings about the content */
  flags: ('hidden' | 'bidi' | 'look_alike' | 'link' | 'control' | 'padding' | 'bad_diff' | 'near_duplicate')[];
  /** Approving needs a passkey */
  step_up: boolean;
  /** Approving needs the end to have been on screen */
  must_read: boolean;
  approvals: {
    required: number;
    given: number;
  };
  /** Absent when there is no payload */
  payload_bytes?: number;
  /** It has a target or a way to undo it, or cannot be safely repeated: no row says so */
  more: boolean;
  color: string | null;
  /** I do not want to see it before then */
  snoozed_until?: number;
  held_by?: {
    type: 'reviewer' | 'key';
    id: string;
    name: string;
    decision: 'approve' | 'reject';
    commits_at: number;
  };
  /** Colleagues who look at it now */
  looking: {
    id: string;
    name: string;
  }[];
}

export interface InboxAction {
  id: string;
  kind: string;
  title: string;
  preview: Preview;
  target_url?: string;
  callback_url?: string;
  /** Seconds from creation to expiry */
  expires_in: number;
  expires_at: number;
  idempotency_key?: string;
  editable: string[];
  idempotent?: boolean;
  undo?: string;
  status: ActionStatus;
  created_at: number;
  updated_at: number;
  color: string | null;
  inbox_url: string;
  digest: string;
  untrusted: boolean;
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  approvals: {
    required: number;
    given: number;
  };
  rule_id?: string;
  decision: Decision | null;
  webhook_delivery: WebhookDelivery | null;
  result: Result | null;
  /** The beginning of the preview, without markdown marks; ends with … when it is not all of it */
  snippet: string;
  /** Warnings about the content */
  flags: ('hidden' | 'bidi' | 'look_alike' | 'link' | 'control' | 'padding' | 'bad_diff' | 'near_duplicate')[];
  /** Approving needs a passkey */
  step_up: boolean;
  /** Approving needs the end to have been on screen */
  must_read: boolean;
  /** Absent when there is no payload */
  payload_bytes?: number;
  /** It has a target or a way to undo it, or cannot be safely repeated: no row says so */
  more: boolean;
  /** I do not want to see it before then */
  snoozed_until?: number;
  held_by?: {
    type: 'reviewer' | 'key';
    id: string;
    name: string;
    decision: 'approve' | 'reject';
    commits_at: number;
  };
  /** Colleagues who look at it now */
  looking: {
    id: string;
    name: string;
  }[];
  /** One of the approvals that are given is mine, where several are needed */
  approved_by_me: boolean;
  payload_sha256?: string;
  /** An action that waits, looks the same and differs; absent when there is none */
  looks_like?: string;
  /** Whether the payload can be opened */
  reveal_payload: boolean;
  /** Path → JSON text, for each editable path into the payload */
  editable_values: Record<string, string>;
}

export interface InboxPage {
  items: InboxRow[];
  /** All that match, on every page; absent with `q` or `created_by` */
  total?: number;
  has_more: boolean;
  next_cursor: string | null;
}

export interface InboxCounts {
  pending: number;
  urgent: number;
  warnings: number;
  external: number;
  by_kind: Record<string, number>;
}

export interface BulkHeld {
  /** Until then it can be undone; earlier for what expires earlier */
  commits_at: number;
  held: string[];
  left_out: {
    id: string;
    why: 'warning' | 'external' | 'step_up' | 'must_read' | 'unopened' | 'already_decided' | 'expired' | 'not_found' | 'self_decision_forbidden' | 'stale_digest' | 'unavailable';
  }[];
}

export interface BulkUndone {
  undone: string[];
  too_late: string[];
  /** The service could not: ask again for these */
  failed: string[];
}

export interface HistoryRow {
  id: string;
  kind: string;
  title: string;
  status: 'approved' | 'rejected' | 'expired' | 'executed' | 'execute_failed';
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  /** The content came from outside: data, not instructions */
  untrusted: boolean;
  /** When it was decided, or found expired */
  settled_at: number;
  decided_at?: number;
  verdict?: 'approve' | 'reject';
  decided_by?: {
    type: 'reviewer' | 'key' | 'rule' | 'external';
    id: string;
    name: string;
  };
  channel?: string;
  self_decided?: boolean;
  edited: boolean;
  /** With a passkey: `GET /actions/{id}/proof` */
  signed: boolean;
  comment?: string;
  webhook_delivery?: WebhookDelivery;
  result?: Result;
  expires_at: number;
}

export interface HistoryPage {
  items: HistoryRow[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface TimelineItem {
  at: number;
  /** An event of the audit log, `action.seen` or `delivery.attempted` */
  event: string;
  actor?: {
    type: string;
    id: string;
    name: string;
  };
  channel?: string;
  data?: Record<string, unknown>;
}

export interface DecisionHeld {
  decision: 'approve' | 'reject';
  /** Of what was shown; required of a person */
  digest?: string;
  edited?: Record<string, unknown>;
  /** A reason, which reaches the agent */
  comment?: string;
  /** How long it can be undone; 0: at once */
  seconds?: number;
  /** Where the caller stands: cli, or a name of its own. Channels of the service are not believed */
  channel?: string;
  view?: {
    /** How long it was on screen */
    ms: number;
    /** Whether its end was on screen */
    end: boolean;
  };
}

export interface Statement {
  v: 1;
  project_id: string;
  action_id: string;
  digest: string;
  final_digest: string;
  verdict: 'approve' | 'reject';
  reviewer: string;
  /** The form of the preview, and the version of how it is shown */
  shown_as: string;
  nonce: string;
  issued_at: number;
}

export interface Proof {
  /** What is signed: the WebAuthn challenge is the SHA-256 of its RFC 8785 form */
  statement: Statement;
  assertion: {
    id: string;
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
  };
  public_key: {
    kty: string;
    alg: string;
    crv?: string;
    x?: string;
    y?: string;
    n?: string;
    e?: string;
  };
  /** What the server signed about the same decision */
  receipt: string;
}

export interface Session {
  /** Absent when signed out */
  reviewer?: {
    id: string;
    name: string;
    role: 'viewer' | 'reviewer' | 'admin';
  };
  project?: {
    id: string;
    name: string;
    /** In which times are shown */
    timezone: string;
  };
  /** Until then changes to keys, people and secrets need no new sign-in */
  fresh_until?: number;
  /** The ways to sign in at this address */
  methods: ('passkey' | 'password' | 'recovery_code' | 'mail' | 'oidc')[];
  /** What the company sign-in is called */
  oidc_name?: string;
  /** Nobody has made this inbox theirs yet */
  setup_needed: boolean;
  server_time: number;
  features: {
    push: boolean;
    smtp: boolean;
    oidc: boolean;
    billing: boolean;
    /** Whether set-up should end with the demo agent */
    demo: boolean;
  };
  version: string;
}

export interface Me {
  id: string;
  name: string;
  role: 'viewer' | 'reviewer' | 'admin';
  email?: string;
  login: string;
  methods: ('passkey' | 'password' | 'recovery_code' | 'mail' | 'oidc')[];
  /** Whether signing in with a password or a mailed link asks for a code */
  totp: boolean;
  recovery_codes_left: number;
  /** The language of the pages; `auto`: as the browser has it */
  locale: string;
  theme: 'auto' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** How long a decision can be undone, in seconds */
  undo_s: 0 | 5 | 10 | 20 | 30;
  /** Whether single letters are shortcuts */
  single_keys: boolean;
  /** Command → keys, where they are not the usual ones */
  keys: Record<string, string>;
  /** Saved searches of the inbox */
  splits: {
    name: string;
    kind?: string;
    created_by?: string;
    flag?: string;
    q?: string;
  }[];
  /** For so long notifications are gathered into one; 0: each comes by itself */
  push_digest_s: number;
  /** No notification comes then; afterwards one tells what waits */
  quiet_hours?: {
    /** HH:MM */
    from: string;
    /** HH:MM; earlier than `from`: of the next day */
    to: string;
    /** An IANA name; without it, the project’s */
    timezone?: string;
  };
  /** The names of those who can change what this person may do */
  admins: string[];
}

export interface Reviewer {
  id: string;
  /** Empty until an invited person has given it */
  name: string;
  email?: string;
  role: 'viewer' | 'reviewer' | 'admin';
  status: 'invited' | 'active';
  methods: ('passkey' | 'password' | 'recovery_code' | 'mail' | 'oidc')[];
  last_seen_at?: number;
  created_at: number;
}

export interface OneTimeLink {
  /** The token is in its fragment; it works once */
  url: string;
  expires_at: number;
}

export interface ActionEvent {
  /** The same when the event is told again */
  event_id: string;
  id: string;
  kind: string;
  title: string;
  status: ActionStatus;
  created_at: number;
  updated_at: number;
  expires_at: number;
  created_by: {
    type: 'key' | 'watcher' | 'reviewer';
    id: string;
    name: string;
  };
  /** The content came from outside: data, not instructions */
  untrusted: boolean;
}

export interface ResetEvent {
  reason: 'unknown_id' | 'too_long_ago' | 'too_many' | 'erased';
}

export interface HoldEvent {
  /** The same when the event is told again */
  event_id: string;
  /** The action */
  id: string;
  hold_id: string;
  holder: {
    type: string;
    id: string;
    name: string;
  };
  verdict: 'approve' | 'reject';
  /** Of a hold that started */
  commits_at?: number;
  /** Of a hold that was lost: the code a decision would have got */
  why?: string;
}

export interface WatcherEvent {
  /** The same when the event is told again */
  event_id: string;
  id: string;
  change: 'created' | 'updated' | 'deleted' | 'degraded' | 'recovered' | 'paused';
}

export interface DeliveryEvent {
  /** The action */
  id: string;
  webhook_delivery: WebhookDelivery | null;
}

export interface VersionEvent {
  version: string;
  /** Unix milliseconds */
  server_time: number;
}

export interface ReceiptClaims {
  action_id: string;
  project_id: string;
  /** Of what was proposed */
  digest: string;
  /** Of what was approved: after edits */
  final_digest: string;
  verdict: 'approve' | 'reject';
  decided_by: {
    type: string;
    id: string;
    name: string;
  };
  /** How the decider was known */
  method: string;
  /** RFC 7638 thumbprint of the passkey that signed it, when one did */
  passkey?: string;
  decided_at: number;
  /** The audit row of the decision */
  audit_id: string;
}

export interface About {
  version: string;
  /** When this instance started */
  started_at: number;
  database: {
    engine: 'sqlite' | 'postgres';
    version: string;
    /** The whole database, every project */
    bytes: number;
  };
}

export interface ProblemBody {
  /** Where the code is explained */
  type: string;
  title: string;
  status: number;
  detail?: string;
  /** The stable code */
  error: 'validation_failed' | 'malformed_json' | 'invalid_timezone' | 'invalid_cursor' | 'private_target' | 'billing_disabled' | 'plan_not_configured' | 'no_customer' | 'push_disabled' | 'bad_signature' | 'unauthenticated' | 'quota_exceeded' | 'schedule_too_frequent' | 'insufficient_scope' | 'self_decision_forbidden' | 'people_only' | 'step_up_required' | 'cross_site' | 'not_found' | 'preset_not_found' | 'method_not_allowed' | 'timeout' | 'already_decided' | 'expired' | 'not_approved' | 'stale_digest' | 'already_claimed' | 'rule_limit' | 'channel_limit' | 'channel_in_use' | 'too_large' | 'uri_too_long' | 'unsupported_media_type' | 'not_editable' | 'rate_limited' | 'headers_too_large' | 'internal' | 'unavailable';
  request_id: string;
  issues?: {
    path: string;
    message: string;
  }[];
  current_status?: string;
  /** already_decided: it was you, with the same verdict; an answer of yours may be lost */
  decided_by_you?: boolean;
  /** not_approved: you reported this very result; an answer of yours may be lost */
  reported_by_you?: boolean;
  invalid_keys?: string[];
  editable?: string[];
  limit?: number;
  tier?: string;
  min_interval_sec?: number;
}

export interface OperationMethods {
  /** Propose an action for approval. Scope: actions. */
  createAction(body: ActionCreate, options?: CallOptions): Promise<ActionCreated>;

  /** List actions, newest first. Scope: actions. */
  listActions(query?: {
    status?: ActionStatus;
    /** Unix seconds: created then or later */
    since?: number;
    kind?: string;
    /** Text in title, kind or preview */
    q?: string;
    limit?: number;
    cursor?: string;
  }, options?: CallOptions): Paged<ActionPage>;

  /** Read an action with its decision, delivery and result. Scope: actions. */
  getAction(id: string, query?: {
    /** While pending, answer at the decision or expiry, or after so many seconds */
    wait?: number;
  }, options?: CallOptions): Promise<ActionRead>;

  /** Approve or reject a pending action. Scope: actions. */
  decideAction(id: string, body: DecisionMade, options?: CallOptions & { digest?: string }): Promise<DecisionRecorded>;

  /** Approve or reject up to 50 actions; each succeeds or fails by itself. Scope: actions. */
  bulkDecide(body: BulkDecision, options?: CallOptions): Promise<BulkOutcome>;

  /** Report what came of an approved action. Scope: actions. */
  reportResult(id: string, body: ResultReport, options?: CallOptions): Promise<{
    id: string;
    status: 'executed' | 'execute_failed';
    updated_at: number;
    detail?: string;
  }>;

  /** Take an approved action, so that no other worker runs it. Scope: actions. */
  claimAction(id: string, body?: {
    lease_s?: number;
    /** A random one of your own: claimed again with it, because an answer was lost, it is the same claim */
    claim_id?: string;
  }, options?: CallOptions): Promise<{
    claim_id: string;
    lease_until: number;
    receipt: string;
  }>;

  /** Read what was sent to the callback of an action, attempt by attempt. Scope: actions. */
  listDeliveries(id: string, options?: CallOptions): Promise<{
    items: {
      id: string;
      status: 'pending' | 'delivered' | 'retry' | 'dlq' | 'gone';
      /** In their order; of very many the newest 200 */
      attempts: {
        /** Its number among the six; a manual one has that of the last */
        attempt: number;
        manual: boolean;
        at: number;
        ms: number;
        status_code?: number;
        /** Why it failed */
        error?: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_3xx' | 'http_4xx' | 'http_5xx' | 'target_blocked';
        /** The beginning of what the receiver said */
        answer?: string;
      }[];
    }[];
  }>;

  /** Send the webhook of an action once more, now; the attempt does not count among the six. Scope: actions. */
  redeliverAction(id: string, body?: {
    callback_url?: string;
  }, options?: CallOptions): Promise<{
    webhook_delivery: WebhookDelivery;
  }>;

  /** Watch a feed, a Reddit search or a page. Scope: watch. */
  createWatcher(body: WatcherCreate, options?: CallOptions): Promise<Watcher>;

  /** List watchers, newest first. Scope: watch. */
  listWatchers(query?: {
    status?: 'active' | 'paused' | 'degraded';
    kind?: 'rss' | 'reddit_search' | 'url_diff';
    limit?: number;
    cursor?: string;
  }, options?: CallOptions): Paged<WatcherPage>;

  /** Read a watcher, with the number of items it knows. Scope: watch. */
  getWatcher(id: string, options?: CallOptions): Promise<Watcher>;

  /** Change, pause or resume a watcher. Scope: watch. */
  updateWatcher(id: string, body?: WatcherUpdate, options?: CallOptions): Promise<Watcher>;

  /** Delete a watcher and the items it knows; actions it made stay. Scope: watch. */
  deleteWatcher(id: string, options?: CallOptions): Promise<void>;

  /** List the presets. Scope: watch. */
  listWatcherPresets(options?: CallOptions): Promise<{
    presets: WatcherPreset[];
  }>;

  /** Make a watcher from a preset. Scope: watch. */
  createFromPreset(body: FromPreset, options?: CallOptions): Promise<Watcher>;

  /** What a preset would make, without making it: a body for preview or create. Scope: watch. */
  draftFromPreset(body: FromPreset, options?: CallOptions): Promise<WatcherCreate>;

  /** Try a watcher without saving it: what it reads, what would match, and the card it would make. Scope: watch. */
  previewWatcher(body: {
    name: string;
    kind: 'rss' | 'reddit_search' | 'url_diff';
    /** rss and url_diff need `url`, reddit_search needs `query` */
    config: WatcherConfig;
    keywords?: {
      /** A phrase, `one|other`, `begin*`, `"exact"`, `title:word` or `/regular expression/` */
      pattern: string;
      points: number;
    }[];
    /** One of these, and it is no match */
    keywords_none?: string[];
    /** The points that make a match */
    min_score?: number;
    schedule: Schedule;
    color?: string | null;
    /** Compare with what this one knows */
    watcher_id?: string;
  }, options?: CallOptions & { query?: {
    /** 1: score the last good result again, without network */
    cached?: number;
  } }): Promise<WatcherPreview>;

  /** Run a watcher now; answers when the run has ended, at latest after 30 seconds. Scope: watch. */
  runWatcher(id: string, options?: CallOptions): Promise<Watcher>;

  /** Read the last 50 runs of a watcher. Scope: watch. */
  listWatcherRuns(id: string, options?: CallOptions): Promise<{
    items: WatcherRun[];
  }>;

  /** Read what a watcher has seen, newest first. Scope: watch. */
  listWatcherItems(id: string, query?: {
    limit?: number;
    cursor?: string;
  }, options?: CallOptions): Paged<{
    items: WatcherItem[];
    has_more: boolean;
    next_cursor: string | null;
  }>;

  /** Read how often each keyword led to an approval, and what could be changed. Scope: watch. */
  getWatcherStats(id: string, options?: CallOptions): Promise<WatcherStats>;

  /** Make a watcher for each feed of an OPML file or a list of addresses. Scope: watch. */
  importWatchers(body: WatcherImport, options?: CallOptions): Promise<WatcherImported>;

  /** The feeds of all rss watchers as OPML. Scope: watch. */
  exportWatchers(options?: CallOptions): AsyncGenerator<string>;

  /** Make a key; its raw form is in this answer only. Scope: admin. */
  createKey(body: KeyCreate, options?: CallOptions): Promise<KeyCreated>;

  /** List the keys of the project, revoked ones too. Scope: admin. */
  listKeys(options?: CallOptions): Promise<{
    items: Key[];
  }>;

  /** Revoke a key for good. Scope: admin. */
  revokeKey(id: string, options?: CallOptions): Promise<void>;

  /** Read the project, its webhook secret included. Scope: admin. */
  getProject(options?: CallOptions): Promise<Project>;

  /** Change name, time zone or settings. Scope: admin. */
  updateProject(body?: ProjectUpdate, options?: CallOptions): Promise<Project>;

  /** Replace the webhook secret; the old one stays valid beside it for 24 hours. Scope: admin. */
  rotateWebhookSecret(options?: CallOptions): Promise<{
    webhook_secret: string;
    previous_valid_until: number;
    note: string;
  }>;

  /** Everything there is of the project, secrets left out: one JSON value, written as it is read. Scope: admin. */
  exportProject(options?: CallOptions): AsyncGenerator<string>;

  /** Remove content and personal data for good; the project, its keys and its reviewers stay. Scope: admin. */
  eraseProject(options?: CallOptions): Promise<{
    erased: boolean;
    actions: number;
    decisions: number;
    watchers: number;
    watcher_items: number;
    deliveries: number;
    rules: number;
    notification_channels: number;
    push_subscriptions: number;
    audit_values: number;
  }>;

  /** The plan, the state of its subscription, and what was used of it. Scope: admin. */
  getBilling(options?: CallOptions): Promise<Billing>;

  /** Begin to subscribe: answers the address of the payment page. Scope: admin. */
  startCheckout(body: {
    plan: 'indie' | 'team';
    period?: 'monthly' | 'yearly';
  }, options?: CallOptions): Promise<{
    /** Where to send the person */
    url: string;
  }>;

  /** Change or end the subscription: answers the address of the provider’s portal. Scope: admin. */
  openBillingPortal(options?: CallOptions): Promise<{
    /** Where to send the person */
    url: string;
  }>;

  /** For the payment provider: an event, verified by its signature over the bytes as they came. */
  receiveBillingEvent(options?: CallOptions): Promise<{
    received: boolean;
  }>;

  /** Make a rule; it applies to actions created from now on. Scope: admin. */
  createRule(body: RuleCreate, options?: CallOptions): Promise<Rule>;

  /** List the rules in the order in which they are asked. Scope: admin. */
  listRules(options?: CallOptions): Promise<{
    /** By priority */
    items: Rule[];
  }>;

  /** Read a rule. Scope: admin. */
  getRule(id: string, options?: CallOptions): Promise<Rule>;

  /** Change a rule; actions that exist are not touched. Scope: admin. */
  updateRule(id: string, body?: RuleUpdate, options?: CallOptions): Promise<Rule>;

  /** Remove a rule. Scope: admin. */
  deleteRule(id: string, options?: CallOptions): Promise<void>;

  /** Say what a rule would have done to the actions of the last days. Scope: admin. */
  backtestRule(body: {
    rule: RuleCreate;
    /** Unix seconds; seven days ago by default */
    since?: number;
  }, options?: CallOptions): Promise<BacktestOutcome>;

  /** Add a notification channel. Scope: admin. */
  createChannel(body: ChannelCreate, options?: CallOptions): Promise<Channel>;

  /** List the notification channels. Scope: admin. */
  listChannels(options?: CallOptions): Promise<{
    /** The oldest first */
    items: Channel[];
  }>;

  /** Read a notification channel. Scope: admin. */
  getChannel(id: string, options?: CallOptions): Promise<Channel>;

  /** Change a notification channel, or turn it on again; `config` is replaced as a whole. Scope: admin. */
  updateChannel(id: string, body?: ChannelUpdate, options?: CallOptions): Promise<Channel>;

  /** Remove a notification channel; what waits for it is not sent. Scope: admin. */
  deleteChannel(id: string, options?: CallOptions): Promise<void>;

  /** Send a test message now, and say how it went. Scope: admin. */
  testChannel(id: string, options?: CallOptions): Promise<{
    ok: boolean;
    error?: string;
  }>;

  /** What a link in a mail asks to decide; decides nothing. */
  lookAtMail(body: {
    /** What follows the # of the link in the mail */
    token: string;
  }, options?: CallOptions): Promise<{
    id: string;
    kind: string;
    title: string;
    agent: string;
    body: string;
    /** Its text, without escapes of letters, where the project reveals payloads */
    payload?: string;
    target_url?: string;
    undo?: string;
    repeatable: boolean;
    untrusted: boolean;
    status: ActionStatus;
    expires_at: number;
    approvals: {
      required: number;
      given: number;
    };
    inbox_url: string;
    digest: string;
    /** Whom the mail was sent to */
    address: string;
    /** Whether all that would be approved is shown here */
    may_approve: boolean;
    decided?: {
      verdict: 'approve' | 'reject';
      by: string;
      at: number;
    };
  }>;

  /** Decide what a link in a mail asks, once. */
  decideByMail(body: {
    /** What follows the # of the link in the mail */
    token: string;
    decision: 'approve' | 'reject';
    /** Of what was shown */
    digest: string;
    /** Told to the agent */
    comment?: string;
  }, options?: CallOptions): Promise<{
    id: string;
    kind: string;
    title: string;
    agent: string;
    body: string;
    /** Its text, without escapes of letters, where the project reveals payloads */
    payload?: string;
    target_url?: string;
    undo?: string;
    repeatable: boolean;
    untrusted: boolean;
    status: ActionStatus;
    expires_at: number;
    approvals: {
      required: number;
      given: number;
    };
    inbox_url: string;
    digest: string;
    /** Whom the mail was sent to */
    address: string;
    /** Whether all that would be approved is shown here */
    may_approve: boolean;
    decided?: {
      verdict: 'approve' | 'reject';
      by: string;
      at: number;
    };
  }>;

  /** For Slack: what was pressed under a message of this channel. */
  receiveSlack(id: string, options?: CallOptions): Promise<Record<string, unknown>>;

  /** For Discord: what was pressed under a message of this channel. */
  receiveDiscord(id: string, options?: CallOptions): Promise<Record<string, unknown>>;

  /** For Telegram: what was pressed under a message of this channel. */
  receiveTelegram(id: string, options?: CallOptions): Promise<Record<string, unknown>>;

  /** Whether push is on, and the key that a browser subscribes with. */
  getVapidPublicKey(options?: CallOptions): Promise<{
    enabled: boolean;
    /** base64url; null when push is off */
    public_key: string | null;
  }>;

  /** Send notifications to this browser; the same endpoint again changes what is known of it. Scope: actions. */
  subscribePush(body: PushSubscription, options?: CallOptions): Promise<{
    subscribed: true;
  }>;

  /** Send no more to this browser; without `endpoint`, to none of the caller’s. Scope: actions. */
  unsubscribePush(body?: {
    endpoint?: string;
  }, options?: CallOptions): Promise<void>;

  /** Send a notification to every device of mine, at once. Scope: person. */
  testPush(options?: CallOptions): Promise<{
    /** How many it goes to */
    devices: number;
  }>;

  /** Decide on a notification; it can be undone for twenty seconds. Scope: person. */
  decideFromPush(body: {
    action_id: string;
    decision: 'approve' | 'reject';
    /** From the notification; it works once */
    token: string;
  }, options?: CallOptions): Promise<{
    commits_at: number;
    /** For how long it can be undone; 0: it was decided at once */
    undo_s: number;
  }>;

  /** The browsers that get notifications for me. Scope: person. */
  listMyDevices(options?: CallOptions): Promise<{
    items: Device[];
  }>;

  /** Name a device, or say whether its notifications show content. Scope: person. */
  updateMyDevice(id: string, body?: {
    name?: string;
    show_content?: boolean;
  }, options?: CallOptions): Promise<Device>;

  /** Send no more to a device. Scope: person. */
  removeMyDevice(id: string, options?: CallOptions): Promise<void>;

  /** What there is, and what was used of the plan. Scope: admin. */
  getUsage(options?: CallOptions): Promise<Usage>;

  /** How decisions went: by day or hour, by kind, by person and by agent; a few seconds behind. Scope: actions. */
  getStats(query?: {
    days?: number;
    /** `hour` reaches back 7 days at most */
    bucket?: 'day' | 'hour';
    kind?: string;
    /** The id of a key, watcher or person */
    created_by?: string;
  }, options?: CallOptions): Promise<Stats>;

  /** Kinds that people always approve as they are: drafts of rules. Scope: admin. */
  listSuggestions(options?: CallOptions): Promise<{
    items: Suggestion[];
  }>;

  /** Read the audit log, newest first. Scope: admin. */
  listAudit(query?: {
    /** An event, or a beginning that ends in a dot: `key.` */
    type?: string;
    /** The id of a key or person */
    actor?: string;
    entity_id?: string;
    since?: number;
    until?: number;
    limit?: number;
    cursor?: string;
  }, options?: CallOptions): Paged<{
    items: AuditRow[];
    has_more: boolean;
    next_cursor: string | null;
  }>;

  /** Stream the audit log, oldest first: NDJSON, whole and verifiable when nothing is filtered, or CSV. Scope: admin. */
  exportAudit(query?: {
    /** An event, or a beginning that ends in a dot: `key.` */
    type?: string;
    /** The id of a key or person */
    actor?: string;
    entity_id?: string;
    since?: number;
    until?: number;
    format?: 'json' | 'csv';
  }, options?: CallOptions): AsyncGenerator<string>;

  /** Follow the chain of the audit log from its first row, with every hash, value and signature. Scope: admin. */
  verifyAudit(options?: CallOptions): Promise<AuditVerification>;

  /** What is waiting for a decision: the most urgent first, and warnings first among the equally urgent. Scope: person. */
  listInbox(query?: {
    split?: 'all' | 'urgent' | 'warnings' | 'external';
    kind?: string;
    /** The id of a key, watcher or person */
    created_by?: string;
    flag?: 'hidden' | 'bidi' | 'look_alike' | 'link' | 'control' | 'padding' | 'bad_diff' | 'near_duplicate';
    /** Text in title, kind or preview; newest first */
    q?: string;
    sort?: 'expires_at' | 'newest' | 'oldest' | 'kind';
    limit?: number;
    cursor?: string;
  }, options?: CallOptions): Paged<InboxPage>;

  /** How many are waiting, by split and kind, without what I snoozed. Scope: person. */
  countInbox(options?: CallOptions): Promise<InboxCounts>;

  /** How many are waiting in each split of mine. Scope: person. */
  countSplits(options?: CallOptions): Promise<{
    items: {
      name: string;
      /** Up to 99, without what I snoozed or am about to decide */
      count: number;
      /** There may be more */
      more: boolean;
    }[];
  }>;

  /** One action as it is shown: everything but the payload, which is named by size and digest. Scope: person. */
  getInboxAction(id: string, options?: CallOptions): Promise<InboxAction>;

  /** The payload, by its source text; not found when there is none or the project hides it. Scope: person. */
  getInboxPayload(id: string, options?: CallOptions): Promise<unknown>;

  /** The story of an action: created, held, decided, delivered, executed. Scope: actions. */
  getTimeline(id: string, options?: CallOptions): Promise<{
    items: TimelineItem[];
  }>;

  /** Decide in a few seconds, unless it is undone before; also the way to give a reason. Scope: actions. */
  holdDecision(id: string, body: DecisionHeld, options?: CallOptions): Promise<DecisionRecorded | {
    commits_at: number;
  }>;

  /** Take my held decision back. Scope: actions. */
  undoDecision(id: string, options?: CallOptions): Promise<void>;

  /** What is no longer waiting, the newest decision first; a page may be short and still have a next one. Scope: person. */
  listHistory(query?: {
    status?: 'approved' | 'rejected' | 'expired' | 'executed' | 'execute_failed';
    verdict?: 'approve' | 'reject';
    /** The id of a person, key or rule */
    decided_by?: string;
    kind?: string;
    /** The id of a key, watcher or person */
    created_by?: string;
    delivery?: 'pending' | 'delivered' | 'retry' | 'dlq' | 'gone';
    /** Approved in the inbox in under 2 s, or not read to the end; someone who is not an admin sees only their own */
    unread?: number;
    /** Settled then or later */
    since?: number;
    /** Settled before then */
    until?: number;
    /** Text in title, kind or preview; the newest action first */
    q?: string;
    limit?: number;
    cursor?: string;
  }, options?: CallOptions): Paged<HistoryPage>;

  /** Send webhooks that gave up once more, now; those that were tried within the last minute are passed over. Scope: admin. */
  redeliverAll(body: {
    status: 'dlq';
    limit?: number;
  }, options?: CallOptions): Promise<{
    queued: number;
  }>;

  /** Decide several in a few seconds, unless it is undone before; what should be looked at by itself is left out of an approval. Scope: person. */
  holdBulk(body: {
    items: {
      id: string;
      digest: string;
    }[];
    decision: 'approve' | 'reject';
    comment?: string;
    seconds?: number;
  }, options?: CallOptions): Promise<BulkHeld>;

  /** Take my held decisions back; those that are made already are named. Scope: person. */
  undoBulk(body: {
    ids: string[];
  }, options?: CallOptions): Promise<BulkUndone>;

  /** I begin to look at it (`ms` is 0), or have looked so long: colleagues see who is looking. Scope: person. */
  markSeen(id: string, body: {
    /** How long it was on screen */
    ms: number;
    /** Whether its end was on screen */
    end: boolean;
  }, options?: CallOptions): Promise<void>;

  /** Do not show it to me until then; never past its expiry. Scope: person. */
  snooze(id: string, body: {
    until: number;
  }, options?: CallOptions): Promise<void>;

  /** Show it to me again. Scope: person. */
  unsnooze(id: string, options?: CallOptions): Promise<void>;

  /** Ask for the statement that a passkey is to sign. Scope: person. */
  stepUp(id: string, body: {
    decision: 'approve' | 'reject';
    edited?: Record<string, unknown>;
  }, options?: CallOptions): Promise<{
    /** What is signed: the WebAuthn challenge is the SHA-256 of its RFC 8785 form */
    statement: Statement;
    options: {
      /** base64url */
      challenge: string;
      rpId: string;
      timeout: number;
      userVerification: string;
    };
  }>;

  /** Decide with the signature of a passkey over the statement. Scope: person. */
  signDecision(id: string, body: {
    /** What is signed: the WebAuthn challenge is the SHA-256 of its RFC 8785 form */
    statement: Statement;
    assertion: {
      id: string;
      rawId: string;
      type: 'public-key';
      response: {
        /** base64url */
        clientDataJSON: string;
        /** base64url */
        authenticatorData: string;
        /** base64url */
        signature: string;
        /** base64url */
        userHandle?: string;
      };
    };
    edited?: Record<string, unknown>;
    comment?: string;
    view?: {
      /** How long it was on screen */
      ms: number;
      /** Whether its end was on screen */
      end: boolean;
    };
  }, options?: CallOptions): Promise<DecisionRecorded>;

  /** Read the signature of whoever decided, with all that is needed to check it. Scope: actions. */
  getProof(id: string, options?: CallOptions): Promise<Proof>;

  /** Answer a hook of Claude Code: propose the tool call, wait for the decision, say allow or deny. Scope: actions. */
  askForClaudeCode(body: ClaudeCodeEvent, options?: CallOptions & { query?: {
    /** Seconds to wait for the decision */
    wait?: number;
    /** What to say when nobody has decided by then: defer is for runs that nobody sits at */
    undecided?: 'deny' | 'ask' | 'defer';
    /** How a request that cannot be served is refused, such as one without a key: with 200 and deny, since the client runs the tool after an error; or with the error, for callers that do not */
    refuse?: 'deny' | 'problem';
  } }): Promise<ClaudeCodeAnswer>;

  /** Let the demo agent propose three actions; when it has, answer with those. Scope: admin. */
  startDemo(options?: CallOptions): Promise<{
    action_ids: string[];
  }>;

  /** The actions of the demo agent; none when there is no demo. Scope: admin. */
  getDemo(options?: CallOptions): Promise<{
    action_ids: string[];
  }>;

  /** Remove the demo agent and everything it made. Scope: admin. */
  endDemo(options?: CallOptions): Promise<void>;

  /** Who is signed in, and how one can sign in; answers the same way when nobody is. */
  getSession(options?: CallOptions): Promise<Session>;

  /** Sign in with a one-time link; its token is used up only here. */
  redeemLink(body: {
    token: string;
    /** Needed by those who come for the first time */
    name?: string;
    totp?: string;
  }, options?: CallOptions): Promise<Session | {
    totp_required: true;
  }>;

  /** Ask for a sign-in link by mail; the answer is the same whether or not anyone has the address. */
  mailLink(body: {
    /** Kept in small letters */
    email: string;
  }, options?: CallOptions): Promise<{
    asked: true;
  }>;

  /** Go to the company to sign in; for browsers. */
  startOidc(query?: {
    /** The page to come back to */
    return_to?: string;
    /** Ask for a new proof, not only for a session there */
    fresh?: '1';
  }, options?: CallOptions): Promise<void>;

  /** Begin to join by an invitation, as whom the company knows: go to this address. */
  joinByOidc(body: {
    token: string;
  }, options?: CallOptions): Promise<{
    url: string;
  }>;

  /** Come back from the company; for browsers. */
  finishOidc(query?: {
    code?: string;
    state?: string;
    iss?: string;
    error?: string;
  }, options?: CallOptions): Promise<void>;

  /** Make a sign-in link: for someone, or for a new admin. Scope: admin. */
  makeSetupLink(body?: {
    reviewer_id?: string;
  }, options?: CallOptions): Promise<OneTimeLink>;

  /** Make a link that signs my other device in; two minutes. Scope: person. */
  pairDevice(options?: CallOptions): Promise<OneTimeLink>;

  /** Sign out on this device. Scope: person. */
  signOut(options?: CallOptions): Promise<void>;

  /** Begin to sign in with a passkey. */
  passkeyOptions(options?: CallOptions): Promise<{
    /** base64url */
    challenge: string;
    rpId: string;
    timeout: number;
    userVerification: string;
  }>;

  /** Sign in with a passkey. */
  signInWithPasskey(body: {
    id: string;
    rawId: string;
    type: 'public-key';
    response: {
      /** base64url */
      clientDataJSON: string;
      /** base64url */
      authenticatorData: string;
      /** base64url */
      signature: string;
      /** base64url */
      userHandle?: string;
    };
  }, options?: CallOptions): Promise<Session>;

  /** Sign in with a password, and a code of the authenticator app where one is set up. */
  signInWithPassword(body: {
    login: string;
    password: string;
    totp?: string;
  }, options?: CallOptions): Promise<Session | {
    totp_required: true;
  }>;

  /** Sign in with a recovery code; each works once. */
  signInWithRecoveryCode(body: {
    login: string;
    code: string;
  }, options?: CallOptions): Promise<Session>;

  /** My passkeys. Scope: person. */
  listMyPasskeys(options?: CallOptions): Promise<{
    items: {
      id: string;
      name: string;
      created_at: number;
      last_used_at?: number;
      /** Kept in a vault, and so on several devices */
      synced: boolean;
    }[];
  }>;

  /** Begin to make a passkey. Scope: person. */
  myPasskeyOptions(options?: CallOptions): Promise<Record<string, unknown>>;

  /** Keep a passkey that was made. Scope: person. */
  addMyPasskey(body: {
    name?: string;
    id: string;
    rawId: string;
    type: 'public-key';
    response: {
      /** base64url */
      clientDataJSON: string;
      /** base64url */
      attestationObject: string;
      transports?: string[];
    };
  }, options?: CallOptions): Promise<{
    id: string;
    name: string;
    created_at: number;
    last_used_at?: number;
    /** Kept in a vault, and so on several devices */
    synced: boolean;
  }>;

  /** Forget a passkey. Scope: person. */
  removeMyPasskey(id: string, options?: CallOptions): Promise<void>;

  /** Set or change my password; every other session of mine ends. Scope: person. */
  setMyPassword(body: {
    password: string;
  }, options?: CallOptions): Promise<void>;

  /** Forget my password. Scope: person. */
  removeMyPassword(options?: CallOptions): Promise<void>;

  /** Begin to set up an authenticator app; the one in use, if any, stays in use until this is confirmed. Scope: person. */
  offerTotp(options?: CallOptions): Promise<{
    /** Base32, for those who type it */
    secret: string;
    /** For the QR code: otpauth://totp/… */
    uri: string;
  }>;

  /** Show a code of the app; from then on signing in with a password or a mailed link asks for one. Scope: person. */
  confirmTotp(body: {
    code: string;
  }, options?: CallOptions): Promise<void>;

  /** Ask for no codes any more. Scope: person. */
  removeTotp(options?: CallOptions): Promise<void>;

  /** Begin to connect my account at the company: go to this address. Scope: person. */
  linkOidc(options?: CallOptions): Promise<{
    url: string;
  }>;

  /** Forget my account at the company. Scope: person. */
  unlinkOidc(options?: CallOptions): Promise<void>;

  /** Make ten recovery codes, shown only now; older ones stop working. Scope: person. */
  makeRecoveryCodes(options?: CallOptions): Promise<{
    codes: string[];
  }>;

  /** Who I am and what I prefer. Scope: person. */
  getMe(options?: CallOptions): Promise<Me>;

  /** Change my name, login or preferences; another address needs a recent sign-in. Scope: person. */
  updateMe(body?: {
    name?: string;
    email?: string | null;
    /** What is typed to sign in with a password or a recovery code; unique on the server */
    login?: string;
    /** The language of the pages; `auto`: as the browser has it */
    locale?: string;
    theme?: 'auto' | 'light' | 'dark';
    density?: 'comfortable' | 'compact';
    /** How long a decision can be undone, in seconds */
    undo_s?: 0 | 5 | 10 | 20 | 30;
    /** Whether single letters are shortcuts */
    single_keys?: boolean;
    /** Command → keys, where they are not the usual ones */
    keys?: Record<string, string>;
    /** Saved searches of the inbox */
    splits?: {
      name: string;
      kind?: string;
      created_by?: string;
      flag?: string;
      q?: string;
    }[];
    /** For so long notifications are gathered into one; 0: each comes by itself */
    push_digest_s?: number;
    quiet_hours?: {
      /** HH:MM */
      from: string;
      /** HH:MM; earlier than `from`: of the next day */
      to: string;
      /** An IANA name; without it, the project’s */
      timezone?: string;
    } | null;
  }, options?: CallOptions): Promise<Me>;

  /** Where I am signed in. Scope: person. */
  listMySessions(options?: CallOptions): Promise<{
    items: {
      id: string;
      created_at: number;
      last_seen_at: number;
      user_agent: string;
      current: boolean;
    }[];
  }>;

  /** Sign out everywhere but here. Scope: person. */
  endMyOtherSessions(options?: CallOptions): Promise<void>;

  /** Sign out one device. Scope: person. */
  endMySession(id: string, options?: CallOptions): Promise<void>;

  /** Invite someone: the answer holds a link that works once, for 48 hours. Scope: admin. */
  inviteReviewer(body: {
    role: 'viewer' | 'reviewer' | 'admin';
    name?: string;
    /** Kept in small letters */
    email?: string;
    /** Send the link to `email`, where the server sends mail */
    send_mail?: boolean;
  }, options?: CallOptions): Promise<{
    id: string;
    /** Empty until an invited person has given it */
    name: string;
    email?: string;
    role: 'viewer' | 'reviewer' | 'admin';
    status: 'invited' | 'active';
    methods: ('passkey' | 'password' | 'recovery_code' | 'mail' | 'oidc')[];
    last_seen_at?: number;
    created_at: number;
    /** The token is in its fragment; it works once */
    url: string;
    expires_at: number;
    /** Whether the mail server took the invitation; absent when it was not to be sent */
    mailed?: boolean;
  }>;

  /** Everyone who is in, or invited. Scope: admin. */
  listReviewers(options?: CallOptions): Promise<{
    items: Reviewer[];
  }>;

  /** Change the role, name or address of someone; the last admin stays one. Scope: admin. */
  updateReviewer(id: string, body?: {
    role?: 'viewer' | 'reviewer' | 'admin';
    name?: string;
    email?: string | null;
  }, options?: CallOptions): Promise<Reviewer>;

  /** Remove someone, or take back an invitation; the last admin stays. Scope: admin. */
  removeReviewer(id: string, options?: CallOptions): Promise<void>;

  /** Make a new link for someone: to join (48 hours) or to get back in (15 minutes); older ones stop working. Scope: admin. */
  makeReviewerLink(id: string, options?: CallOptions): Promise<OneTimeLink>;

  /** Sign someone out everywhere. Scope: admin. */
  endReviewerSessions(id: string, options?: CallOptions): Promise<void>;

  /** Follow what happens to actions, as server-sent events. Scope: actions. */
  streamEvents(options?: CallOptions): AsyncGenerator<string>;

  /** Which server this is, and what it keeps its data in. Scope: admin. */
  getAbout(options?: CallOptions): Promise<About>;

  /** This interface as OpenAPI 3.1. */
  getOpenApi(options?: CallOptions): Promise<Record<string, unknown>>;
}

/** Method, path, what comes after the path's parameters, and what is special about it. */
export type OperationRow = readonly [string, string, ('body' | 'query' | '')?, ('paged' | 'repeatable' | 'slow' | 'streamed')?];

export const OPERATIONS: Readonly<Record<keyof OperationMethods, OperationRow>> = {
  createAction: ['POST', '/actions', 'body', 'repeatable'],
  listActions: ['GET', '/actions', 'query', 'paged'],
  getAction: ['GET', '/actions/{id}', 'query'],
  decideAction: ['POST', '/actions/{id}/decision', 'body', 'repeatable'],
  bulkDecide: ['POST', '/actions/bulk-decision', 'body'],
  reportResult: ['POST', '/actions/{id}/result', 'body', 'repeatable'],
  claimAction: ['POST', '/actions/{id}/claim', 'body', 'repeatable'],
  listDeliveries: ['GET', '/actions/{id}/deliveries'],
  redeliverAction: ['POST', '/actions/{id}/redeliver', 'body'],
  createWatcher: ['POST', '/watchers', 'body'],
  listWatchers: ['GET', '/watchers', 'query', 'paged'],
  getWatcher: ['GET', '/watchers/{id}'],
  updateWatcher: ['PATCH', '/watchers/{id}', 'body'],
  deleteWatcher: ['DELETE', '/watchers/{id}'],
  listWatcherPresets: ['GET', '/watcher-presets'],
  createFromPreset: ['POST', '/watchers/from-preset', 'body'],
  draftFromPreset: ['POST', '/watcher-presets/draft', 'body', 'repeatable'],
  previewWatcher: ['POST', '/watchers/preview', 'body'],
  runWatcher: ['POST', '/watchers/{id}/run'],
  listWatcherRuns: ['GET', '/watchers/{id}/runs'],
  listWatcherItems: ['GET', '/watchers/{id}/items', 'query', 'paged'],
  getWatcherStats: ['GET', '/watchers/{id}/stats'],
  importWatchers: ['POST', '/watchers/import', 'body'],
  exportWatchers: ['GET', '/watchers/export.opml', '', 'streamed'],
  createKey: ['POST', '/keys', 'body'],
  listKeys: ['GET', '/keys'],
  revokeKey: ['DELETE', '/keys/{id}'],
  getProject: ['GET', '/project'],
  updateProject: ['PATCH', '/project', 'body'],
  rotateWebhookSecret: ['POST', '/project/rotate-webhook-secret'],
  exportProject: ['GET', '/project/export', '', 'streamed'],
  eraseProject: ['DELETE', '/project/data', '', 'slow'],
  getBilling: ['GET', '/billing'],
  startCheckout: ['POST', '/billing/checkout', 'body'],
  openBillingPortal: ['POST', '/billing/portal'],
  receiveBillingEvent: ['POST', '/billing/webhook'],
  createRule: ['POST', '/rules', 'body'],
  listRules: ['GET', '/rules'],
  getRule: ['GET', '/rules/{id}'],
  updateRule: ['PATCH', '/rules/{id}', 'body'],
  deleteRule: ['DELETE', '/rules/{id}'],
  backtestRule: ['POST', '/rules/backtest', 'body'],
  createChannel: ['POST', '/notification-channels', 'body'],
  listChannels: ['GET', '/notification-channels'],
  getChannel: ['GET', '/notification-channels/{id}'],
  updateChannel: ['PATCH', '/notification-channels/{id}', 'body'],
  deleteChannel: ['DELETE', '/notification-channels/{id}'],
  testChannel: ['POST', '/notification-channels/{id}/test'],
  lookAtMail: ['POST', '/interactions/email/look', 'body'],
  decideByMail: ['POST', '/interactions/email', 'body'],
  receiveSlack: ['POST', '/interactions/slack/{id}'],
  receiveDiscord: ['POST', '/interactions/discord/{id}'],
  receiveTelegram: ['POST', '/interactions/telegram/{id}'],
  getVapidPublicKey: ['GET', '/push/vapid-public-key'],
  subscribePush: ['POST', '/push/subscribe', 'body', 'repeatable'],
  unsubscribePush: ['DELETE', '/push/subscribe', 'body'],
  testPush: ['POST', '/push/test'],
  decideFromPush: ['POST', '/push/decide', 'body'],
  listMyDevices: ['GET', '/me/devices'],
  updateMyDevice: ['PATCH', '/me/devices/{id}', 'body'],
  removeMyDevice: ['DELETE', '/me/devices/{id}'],
  getUsage: ['GET', '/usage'],
  getStats: ['GET', '/stats', 'query'],
  listSuggestions: ['GET', '/stats/suggestions'],
  listAudit: ['GET', '/audit', 'query', 'paged'],
  exportAudit: ['GET', '/audit/export', 'query', 'streamed'],
  verifyAudit: ['GET', '/audit/verify', '', 'slow'],
  listInbox: ['GET', '/inbox', 'query', 'paged'],
  countInbox: ['GET', '/inbox/counts'],
  countSplits: ['GET', '/inbox/splits'],
  getInboxAction: ['GET', '/inbox/{id}'],
  getInboxPayload: ['GET', '/inbox/{id}/payload'],
  getTimeline: ['GET', '/actions/{id}/timeline'],
  holdDecision: ['POST', '/actions/{id}/decision-hold', 'body', 'repeatable'],
  undoDecision: ['DELETE', '/actions/{id}/decision-hold'],
  listHistory: ['GET', '/history', 'query', 'paged'],
  redeliverAll: ['POST', '/deliveries/redeliver', 'body'],
  holdBulk: ['POST', '/actions/bulk-decision-hold', 'body', 'repeatable'],
  undoBulk: ['DELETE', '/actions/bulk-decision-hold', 'body'],
  markSeen: ['POST', '/actions/{id}/seen', 'body'],
  snooze: ['POST', '/actions/{id}/snooze', 'body'],
  unsnooze: ['DELETE', '/actions/{id}/snooze'],
  stepUp: ['POST', '/actions/{id}/step-up', 'body'],
  signDecision: ['POST', '/actions/{id}/signed-decision', 'body'],
  getProof: ['GET', '/actions/{id}/proof'],
  askForClaudeCode: ['POST', '/hooks/claude-code', 'body', 'repeatable'],
  startDemo: ['POST', '/demo'],
  getDemo: ['GET', '/demo'],
  endDemo: ['DELETE', '/demo'],
  getSession: ['GET', '/session'],
  redeemLink: ['POST', '/session/link', 'body'],
  mailLink: ['POST', '/session/mail-link', 'body'],
  startOidc: ['GET', '/session/oidc/start', 'query'],
  joinByOidc: ['POST', '/session/oidc/join', 'body'],
  finishOidc: ['GET', '/session/oidc/callback', 'query'],
  makeSetupLink: ['POST', '/session/setup-link', 'body'],
  pairDevice: ['POST', '/session/pair'],
  signOut: ['DELETE', '/session'],
  passkeyOptions: ['POST', '/session/passkey/options'],
  signInWithPasskey: ['POST', '/session/passkey', 'body'],
  signInWithPassword: ['POST', '/session/password', 'body'],
  signInWithRecoveryCode: ['POST', '/session/recovery-code', 'body'],
  listMyPasskeys: ['GET', '/me/passkeys'],
  myPasskeyOptions: ['POST', '/me/passkeys/options'],
  addMyPasskey: ['POST', '/me/passkeys', 'body'],
  removeMyPasskey: ['DELETE', '/me/passkeys/{id}'],
  setMyPassword: ['PUT', '/me/password', 'body'],
  removeMyPassword: ['DELETE', '/me/password'],
  offerTotp: ['POST', '/me/totp'],
  confirmTotp: ['PUT', '/me/totp', 'body'],
  removeTotp: ['DELETE', '/me/totp'],
  linkOidc: ['POST', '/me/oidc'],
  unlinkOidc: ['DELETE', '/me/oidc'],
  makeRecoveryCodes: ['POST', '/me/recovery-codes'],
  getMe: ['GET', '/me'],
  updateMe: ['PATCH', '/me', 'body'],
  listMySessions: ['GET', '/me/sessions'],
  endMyOtherSessions: ['DELETE', '/me/sessions'],
  endMySession: ['DELETE', '/me/sessions/{id}'],
  inviteReviewer: ['POST', '/reviewers', 'body'],
  listReviewers: ['GET', '/reviewers'],
  updateReviewer: ['PATCH', '/reviewers/{id}', 'body'],
  removeReviewer: ['DELETE', '/reviewers/{id}'],
  makeReviewerLink: ['POST', '/reviewers/{id}/link'],
  endReviewerSessions: ['DELETE', '/reviewers/{id}/sessions'],
  streamEvents: ['GET', '/events', '', 'streamed'],
  getAbout: ['GET', '/about'],
  getOpenApi: ['GET', '/openapi.json'],
};
