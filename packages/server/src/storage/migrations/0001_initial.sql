CREATE TABLE server_facts (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE projects (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  webhook_secret TEXT NOT NULL,
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

CREATE TABLE actions (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  preview_format TEXT NOT NULL,
  status TEXT NOT NULL,
  digest TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  created_by_type TEXT NOT NULL,
  created_by_id TEXT NOT NULL,
  created_by_name TEXT NOT NULL,
  approvals_required BIGINT NOT NULL,
  untrusted BIGINT NOT NULL,
  editable TEXT NOT NULL,
  create_hash TEXT NOT NULL,
  slot TEXT,
  idempotency_key TEXT,
  idempotent BIGINT,
  undo TEXT,
  color TEXT,
  rule_id TEXT,
  claim_id TEXT,
  claim_until BIGINT,
  target_url TEXT,
  callback_url TEXT,
  payload TEXT,
  preview_body TEXT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX actions_slot ON actions (project_id, slot);
CREATE INDEX actions_status ON actions (project_id, status, id);
CREATE INDEX actions_kind ON actions (project_id, kind, id);
CREATE INDEX actions_due ON actions (expires_at, project_id) WHERE status = 'pending';

CREATE TABLE decisions (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  decided_at BIGINT NOT NULL,
  channel TEXT NOT NULL,
  decided_by_type TEXT NOT NULL,
  decided_by_id TEXT NOT NULL,
  decided_by_name TEXT NOT NULL,
  self_decided BIGINT NOT NULL,
  comment TEXT,
  edited_fields TEXT NOT NULL,
  receipt TEXT NOT NULL,
  final_title TEXT,
  final_format TEXT,
  final_target_url TEXT,
  final_body TEXT,
  final_payload TEXT,
  diff TEXT,
  PRIMARY KEY (project_id, action_id),
  FOREIGN KEY (project_id, action_id) REFERENCES actions (project_id, id)
);

CREATE TABLE results (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  status TEXT NOT NULL,
  detail TEXT,
  payload TEXT,
  reported_at BIGINT NOT NULL,
  reported_by TEXT NOT NULL,
  PRIMARY KEY (project_id, action_id),
  FOREIGN KEY (project_id, action_id) REFERENCES actions (project_id, id)
);

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

CREATE TABLE audit (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  actor_type TEXT,
  actor_id TEXT,
  channel TEXT,
  data TEXT,
  commitment TEXT,
  created_at BIGINT NOT NULL,
  seq BIGINT,
  hash TEXT,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX audit_entity ON audit (project_id, entity_id, id);
CREATE INDEX audit_event ON audit (project_id, event, id);
CREATE INDEX audit_actor ON audit (project_id, actor_id, id);
CREATE UNIQUE INDEX audit_seq ON audit (project_id, seq);

CREATE TABLE audit_values (
  project_id TEXT NOT NULL,
  audit_id TEXT NOT NULL,
  salt TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (project_id, audit_id)
);

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
