CREATE TABLE deliveries (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  status TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  due_at BIGINT,
  leased BIGINT NOT NULL,
  repeated BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  manual BIGINT NOT NULL,
  scheduled_at BIGINT,
  created_at BIGINT NOT NULL,
  last_attempt_at BIGINT,
  last_status_code BIGINT,
  last_error TEXT,
  receipt TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX deliveries_action ON deliveries (project_id, action_id, id);
CREATE INDEX deliveries_due ON deliveries (due_at, project_id) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_undelivered ON deliveries (project_id, status) WHERE status IN ('pending', 'retry', 'dlq');
CREATE INDEX deliveries_in_trouble ON deliveries (project_id, status, created_at, action_id)
  WHERE status IN ('retry', 'dlq', 'gone');

CREATE TABLE delivery_attempts (
  project_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  id TEXT NOT NULL,
  attempt BIGINT NOT NULL,
  manual BIGINT NOT NULL,
  at BIGINT NOT NULL,
  ms BIGINT NOT NULL,
  status_code BIGINT,
  error TEXT,
  answer TEXT,
  PRIMARY KEY (project_id, delivery_id, id)
);
CREATE INDEX delivery_attempts_id ON delivery_attempts (project_id, id);
