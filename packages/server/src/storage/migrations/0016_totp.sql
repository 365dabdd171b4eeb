-- `pending` is the secret that a person is just setting up; it counts for nothing until a code of it was shown.
CREATE TABLE totps (
  project_id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  secret TEXT,
  pending TEXT,
  last_step BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, reviewer_id)
);
