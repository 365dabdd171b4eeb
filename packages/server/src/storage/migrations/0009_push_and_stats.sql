-- Browsers that get notifications. The endpoint belongs to one project of the server.
CREATE TABLE push_subscriptions (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  endpoint_hash TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  owner_type TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  session_id TEXT,
  name TEXT NOT NULL,
  show_content BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  last_sent_at BIGINT,
  due_at BIGINT,
  leased BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  fails BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (endpoint_hash);
CREATE INDEX push_subscriptions_owner ON push_subscriptions (project_id, owner_id, id);
CREATE INDEX push_subscriptions_due ON push_subscriptions (due_at, project_id) WHERE due_at IS NOT NULL;

-- What is to be told to the subscriptions of a project: one row, written with the change; a sweep spreads it.
CREATE TABLE push_causes (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  action_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX push_causes_oldest ON push_causes (id);
CREATE INDEX push_causes_action ON push_causes (project_id, action_id);

-- What waits to be told to one subscription.
CREATE TABLE push_notices (
  project_id TEXT NOT NULL,
  subscription_id TEXT NOT NULL,
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  action_id TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, subscription_id, id)
);
CREATE INDEX push_notices_action ON push_notices (project_id, action_id) WHERE action_id IS NOT NULL;

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

-- How many actions there are, by status: sums of what came and what went, in any order.
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

CREATE INDEX deliveries_undelivered ON deliveries (project_id, status) WHERE status IN ('pending', 'retry', 'dlq');

-- What was erased and when, to be erased again when a backup from before comes back.
CREATE TABLE erasures (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  erased_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
