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

-- What a row of the inbox shows of the content, found once. `calm` is 0 where there are warnings, so that they sort first.
ALTER TABLE actions ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE actions ADD COLUMN calm BIGINT NOT NULL DEFAULT 1;
ALTER TABLE actions ADD COLUMN snippet TEXT NOT NULL DEFAULT '';
ALTER TABLE actions ADD COLUMN payload_bytes BIGINT;
-- Only what is pending: the inbox costs what is in it, not what was ever decided.
CREATE INDEX actions_inbox ON actions (project_id, calm, expires_at, id) WHERE status = 'pending';
CREATE INDEX actions_inbox_kind ON actions (project_id, kind, calm, expires_at, id) WHERE status = 'pending';
CREATE INDEX actions_inbox_external ON actions (project_id, calm, expires_at, id)
  WHERE status = 'pending' AND untrusted = 1;

CREATE TABLE holds (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  holder_id TEXT NOT NULL,
  holder_type TEXT NOT NULL,
  holder_name TEXT NOT NULL,
  id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  channel TEXT NOT NULL,
  digest TEXT,
  comment TEXT,
  view_ms BIGINT,
  view_end BIGINT,
  created_at BIGINT NOT NULL,
  commits_at BIGINT NOT NULL,
  edited TEXT,
  PRIMARY KEY (project_id, action_id, holder_id)
);
CREATE INDEX holds_due ON holds (commits_at);

CREATE TABLE passkeys (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  synced BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_reviewer ON passkeys (project_id, reviewer_id, id);

CREATE TABLE recovery_codes (
  project_id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (project_id, reviewer_id, hash)
);

CREATE TABLE used_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

CREATE TABLE sign_in_tries (
  subject TEXT NOT NULL PRIMARY KEY,
  tries BIGINT NOT NULL,
  since BIGINT NOT NULL,
  strikes BIGINT NOT NULL,
  blocked_until BIGINT NOT NULL
);
CREATE INDEX sign_in_tries_age ON sign_in_tries (since);

CREATE TABLE demos (
  project_id TEXT NOT NULL PRIMARY KEY,
  key_id TEXT NOT NULL,
  action_ids TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
