CREATE TABLE reviewers (
  project_id TEXT NOT NULL REFERENCES projects (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT,
  role TEXT NOT NULL,
  status TEXT NOT NULL,
  preferences TEXT NOT NULL,
  password TEXT,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE logins (
  login TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL
);
CREATE UNIQUE INDEX logins_reviewer ON logins (project_id, reviewer_id);

CREATE TABLE sessions (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  hash TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  signed_in_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  user_agent TEXT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX sessions_hash ON sessions (hash);
CREATE INDEX sessions_reviewer ON sessions (project_id, reviewer_id, id);

CREATE TABLE links (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  hash TEXT NOT NULL,
  purpose TEXT NOT NULL,
  reviewer_id TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX links_hash ON links (hash);
CREATE INDEX links_expiry ON links (expires_at);
