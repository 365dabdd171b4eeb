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

-- What waits to be told to a channel, and the copies that are brought up to date once the action is decided.
CREATE TABLE channel_sends (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  event TEXT NOT NULL,
  action_id TEXT,
  body TEXT,
  message_ref TEXT,
  attempt BIGINT NOT NULL,
  due_at BIGINT,
  leased BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX notification_channels_id ON notification_channels (id);
CREATE INDEX channel_sends_due ON channel_sends (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX channel_sends_channel ON channel_sends (project_id, channel_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX channel_sends_action ON channel_sends (project_id, action_id) WHERE action_id IS NOT NULL;
