CREATE TABLE rules (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  priority BIGINT NOT NULL,
  enabled BIGINT NOT NULL,
  kind_pattern TEXT NOT NULL,
  payload_conditions TEXT NOT NULL,
  target_url_hosts TEXT NOT NULL,
  created_by TEXT NOT NULL,
  rule_action TEXT NOT NULL,
  outcome_params TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  hits BIGINT NOT NULL,
  last_hit_at BIGINT,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE rule_sets (
  project_id TEXT NOT NULL PRIMARY KEY,
  revision TEXT NOT NULL
);

CREATE TABLE rule_hits (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  hit_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX rule_hits_in_order ON rule_hits (id);
