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
CREATE INDEX reviewers_email ON reviewers (email);

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

CREATE TABLE passkeys (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
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

-- Whom a company's sign-in calls whom here. `subject` means something only beside its issuer.
CREATE TABLE oidc_identities (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX oidc_identities_subject ON oidc_identities (issuer, subject);
CREATE INDEX oidc_identities_reviewer ON oidc_identities (project_id, reviewer_id);

CREATE TABLE mail_requests (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempt BIGINT NOT NULL
);
CREATE INDEX mail_requests_due ON mail_requests (due_at);

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
