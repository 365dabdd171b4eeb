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

-- Rows without a place, in the order they were written: every index of SQLite ends with the rowid.
DROP INDEX audit_seq;
CREATE UNIQUE INDEX audit_seq ON audit (project_id, seq) WHERE seq IS NOT NULL;
CREATE INDEX audit_unsealed ON audit (project_id) WHERE seq IS NULL;

-- A project may be without a secret of its own: then WEBHOOK_SECRET signs for it. SQLite cannot drop NOT NULL in place.
ALTER TABLE projects ADD COLUMN own_secret TEXT;
UPDATE projects SET own_secret = webhook_secret;
ALTER TABLE projects DROP COLUMN webhook_secret;
ALTER TABLE projects RENAME COLUMN own_secret TO webhook_secret;
