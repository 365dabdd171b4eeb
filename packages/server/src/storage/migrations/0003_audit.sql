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
  -- Which transaction wrote the row, so that whoever follows the log misses none: transactions do not end in the order in
  -- which they begin. See storage/mark.ts.
  txid BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX audit_entity ON audit (project_id, entity_id, id);
CREATE INDEX audit_event ON audit (project_id, event, id);
CREATE INDEX audit_actor ON audit (project_id, actor_id, id);
CREATE INDEX audit_txid ON audit (project_id, txid);
CREATE UNIQUE INDEX audit_seq ON audit (project_id, seq) WHERE seq IS NOT NULL;

CREATE TABLE audit_values (
  project_id TEXT NOT NULL,
  audit_id TEXT NOT NULL,
  salt TEXT NOT NULL,
  value TEXT NOT NULL,
  -- Who it was, where that is one of the values: so that what someone outside did is found.
  named_actor TEXT,
  PRIMARY KEY (project_id, audit_id)
);
CREATE INDEX audit_values_actor ON audit_values (project_id, named_actor, audit_id) WHERE named_actor IS NOT NULL;

-- The place of each project's chain. `checkpoint_due_at` is null while no row is newer than the last checkpoint.
CREATE TABLE audit_heads (
  project_id TEXT NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL,
  hash TEXT NOT NULL,
  checkpoint_due_at BIGINT
);
CREATE INDEX audit_heads_due ON audit_heads (checkpoint_due_at) WHERE checkpoint_due_at IS NOT NULL;

CREATE TABLE audit_checkpoints (
  project_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (project_id, seq)
);
