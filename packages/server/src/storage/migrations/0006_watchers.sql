CREATE TABLE watchers (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  config TEXT NOT NULL,
  keywords TEXT NOT NULL,
  keyword_modes TEXT NOT NULL,
  keywords_none TEXT NOT NULL,
  min_score BIGINT NOT NULL,
  rules_version BIGINT NOT NULL,
  schedule TEXT NOT NULL,
  days TEXT NOT NULL,
  status TEXT NOT NULL,
  color TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  source_key TEXT NOT NULL,
  due_at BIGINT,
  leased_by TEXT,
  fence BIGINT NOT NULL,
  asked BIGINT NOT NULL,
  next_run_at BIGINT NOT NULL,
  next_run_reason TEXT NOT NULL,
  promised_host TEXT,
  first_run_done BIGINT NOT NULL,
  baseline_at BIGINT,
  last_run_at BIGINT,
  last_success_at BIGINT,
  last_match_at BIGINT,
  last_outcome TEXT,
  error_code TEXT,
  last_error TEXT,
  fail_count BIGINT NOT NULL,
  limited_count BIGINT NOT NULL,
  limited_since BIGINT,
  gone_count BIGINT NOT NULL,
  gone_since BIGINT,
  failing_since BIGINT,
  degraded_since BIGINT,
  idle_since BIGINT,
  effective_url TEXT,
  evaluated_version BIGINT NOT NULL,
  evaluated_at BIGINT,
  scored_rules BIGINT NOT NULL,
  last_new_at BIGINT,
  gaps TEXT NOT NULL,
  quiet_since BIGINT,
  snapshot_number BIGINT NOT NULL,
  candidate_hash TEXT,
  confirm_count BIGINT NOT NULL,
  changes TEXT NOT NULL,
  flapping_until BIGINT,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX watchers_status ON watchers (project_id, status, id);
CREATE INDEX watchers_due ON watchers (due_at, project_id) WHERE due_at IS NOT NULL;
CREATE INDEX watchers_leased ON watchers (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX watchers_source ON watchers (source_key);
CREATE INDEX watchers_promised ON watchers (promised_host, next_run_at)
  WHERE next_run_reason = 'host_budget' AND due_at IS NOT NULL;

CREATE TABLE watcher_items (
  project_id TEXT NOT NULL,
  watcher_id TEXT NOT NULL,
  key TEXT NOT NULL,
  id TEXT NOT NULL,
  alias_link TEXT,
  alias_guid TEXT,
  alias_title TEXT,
  content_hash TEXT NOT NULL,
  first_seen BIGINT NOT NULL,
  last_seen BIGINT NOT NULL,
  score BIGINT NOT NULL,
  rules_version BIGINT NOT NULL,
  owed BIGINT NOT NULL,
  found TEXT,
  alerted_at BIGINT,
  alerted_as TEXT,
  action_id TEXT,
  published_at BIGINT,
  title TEXT NOT NULL,
  url TEXT,
  author TEXT NOT NULL,
  matches TEXT NOT NULL,
  PRIMARY KEY (project_id, watcher_id, key)
);
CREATE UNIQUE INDEX watcher_items_id ON watcher_items (project_id, id);
CREATE INDEX watcher_items_newest ON watcher_items (project_id, watcher_id, id);
CREATE INDEX watcher_items_link ON watcher_items (project_id, alias_link, watcher_id);
CREATE INDEX watcher_items_guid ON watcher_items (project_id, watcher_id, alias_guid) WHERE alias_guid IS NOT NULL;
CREATE INDEX watcher_items_title ON watcher_items (project_id, watcher_id, alias_title) WHERE alias_title IS NOT NULL;
CREATE INDEX watcher_items_owed ON watcher_items (project_id, watcher_id) WHERE owed = 1;
CREATE INDEX watcher_items_alerted ON watcher_items (project_id, watcher_id, alerted_at) WHERE alerted_at IS NOT NULL;

CREATE TABLE watcher_runs (
  project_id TEXT NOT NULL,
  watcher_id TEXT NOT NULL,
  id TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  ms BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  error_code TEXT,
  error TEXT,
  http_status BIGINT,
  bytes BIGINT NOT NULL,
  items BIGINT NOT NULL,
  new_items BIGINT NOT NULL,
  matched BIGINT NOT NULL,
  notes TEXT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX watcher_runs_newest ON watcher_runs (project_id, watcher_id, id);

CREATE TABLE watcher_snapshots (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  watcher_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  taken_at BIGINT NOT NULL,
  hash TEXT NOT NULL,
  title TEXT NOT NULL,
  packed TEXT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX watcher_snapshots_number ON watcher_snapshots (project_id, watcher_id, number);

-- Watchers that are deleted and whose items are not yet: many rows go in small steps.
CREATE TABLE watcher_leftovers (
  project_id TEXT NOT NULL,
  watcher_id TEXT NOT NULL,
  PRIMARY KEY (project_id, watcher_id)
);

-- What is read once for all watchers of the server that read it.
CREATE TABLE watcher_sources (
  key TEXT NOT NULL PRIMARY KEY,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  validated_url TEXT,
  validated_at BIGINT,
  version BIGINT NOT NULL,
  fetched_at BIGINT,
  fresh_until BIGINT NOT NULL,
  ttl_s BIGINT,
  body_hash TEXT,
  identity_mode TEXT NOT NULL,
  moved_to TEXT,
  moved_since BIGINT,
  moved_runs BIGINT NOT NULL,
  effective_url TEXT,
  packed TEXT
);
CREATE INDEX watcher_sources_host ON watcher_sources (host);

CREATE TABLE watcher_hosts (
  host TEXT NOT NULL PRIMARY KEY,
  next_at BIGINT NOT NULL,
  busy_until BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  hold_until BIGINT NOT NULL,
  gap_s BIGINT NOT NULL,
  turn_s BIGINT NOT NULL
);
