CREATE TABLE server_facts (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE projects (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  -- Without a secret of its own, WEBHOOK_SECRET signs for it.
  webhook_secret TEXT,
  previous_secret TEXT,
  previous_valid_until BIGINT,
  settings TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
  project_id TEXT NOT NULL REFERENCES projects (id),
  id TEXT NOT NULL,
  prefix TEXT NOT NULL,
  salt TEXT NOT NULL,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  revoked_at BIGINT,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX api_keys_prefix ON api_keys (prefix);

CREATE TABLE rate_buckets (
  project_id TEXT NOT NULL,
  caller_id TEXT NOT NULL,
  name TEXT NOT NULL,
  level_micro BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  lent BIGINT NOT NULL,
  lent_before BIGINT NOT NULL,
  lent_since_ms BIGINT NOT NULL,
  PRIMARY KEY (project_id, caller_id, name)
);

CREATE TABLE demos (
  project_id TEXT NOT NULL PRIMARY KEY,
  key_id TEXT NOT NULL,
  action_ids TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
