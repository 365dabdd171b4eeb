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
  language TEXT NOT NULL,
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

CREATE TABLE notification_channels (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  config TEXT NOT NULL,
  secrets TEXT NOT NULL,
  enabled BIGINT NOT NULL,
  digest_window_sec BIGINT NOT NULL,
  events TEXT NOT NULL,
  kinds TEXT NOT NULL,
  watcher_ids TEXT NOT NULL,
  inbox TEXT NOT NULL,
  last_fired_at BIGINT,
  fail_count BIGINT NOT NULL,
  last_error TEXT,
  disabled_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX notification_channels_id ON notification_channels (id);

-- What waits to be told to a channel, and the copies that are brought up to date once the action is decided.
CREATE TABLE channel_sends (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  event TEXT NOT NULL,
  action_id TEXT,
  body TEXT,
  only_here BIGINT NOT NULL,
  message_ref TEXT,
  attempt BIGINT NOT NULL,
  due_at BIGINT,
  leased BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX channel_sends_due ON channel_sends (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX channel_sends_channel ON channel_sends (project_id, channel_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX channel_sends_inbox ON channel_sends (due_at, id) WHERE channel_id = 'inbox';
CREATE INDEX channel_sends_action ON channel_sends (project_id, action_id) WHERE action_id IS NOT NULL;
