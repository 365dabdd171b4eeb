-- How decisions went, by day and by hour. `waits` is a histogram of the seconds to a decision.
CREATE TABLE stats_cells (
  project_id TEXT NOT NULL,
  bucket TEXT NOT NULL,
  start BIGINT NOT NULL,
  kind TEXT NOT NULL,
  created_by TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  created BIGINT NOT NULL,
  approved BIGINT NOT NULL,
  rejected BIGINT NOT NULL,
  by_rule BIGINT NOT NULL,
  expired BIGINT NOT NULL,
  expired_unseen BIGINT NOT NULL,
  edited BIGINT NOT NULL,
  unread BIGINT NOT NULL,
  waits TEXT NOT NULL,
  PRIMARY KEY (project_id, bucket, start, kind, created_by, decided_by)
);

-- How many actions there are, by status: sums of what came and what went, in any order. Also how many were created in a month,
-- and how many a key decided, which nothing takes off.
CREATE TABLE stats_totals (
  project_id TEXT NOT NULL,
  status TEXT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (project_id, status)
);

-- How far the audit log of a project has been counted.
CREATE TABLE stats_heads (
  project_id TEXT NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL
);

CREATE TABLE billing_accounts (
  project_id TEXT NOT NULL PRIMARY KEY,
  tier TEXT NOT NULL,
  status TEXT NOT NULL,
  customer_id TEXT,
  current_period_end BIGINT
);
CREATE INDEX billing_accounts_customer ON billing_accounts (customer_id);

CREATE TABLE billing_subscriptions (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  tier TEXT NOT NULL,
  status TEXT NOT NULL,
  current_period_end BIGINT,
  state_at BIGINT NOT NULL,
  state_rank BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE billing_events (
  id TEXT NOT NULL PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX billing_events_expiry ON billing_events (expires_at);

CREATE TABLE usage_months (
  project_id TEXT NOT NULL,
  month_start BIGINT NOT NULL,
  approvals BIGINT NOT NULL,
  PRIMARY KEY (project_id, month_start)
);

-- What was erased and when, to be erased again when a backup from before comes back.
CREATE TABLE erasures (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  erased_at BIGINT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  counts TEXT NOT NULL,
  leased_until BIGINT NOT NULL,
  finished_at BIGINT,
  forgotten_at BIGINT,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX erasures_open ON erasures (leased_until, id) WHERE forgotten_at IS NULL;
