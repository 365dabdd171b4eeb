-- Whom a company's sign-in calls whom here. `subject` means something only beside its issuer.
CREATE TABLE oidc_identities (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX oidc_identities_subject ON oidc_identities (issuer, subject);
CREATE UNIQUE INDEX oidc_identities_reviewer ON oidc_identities (project_id, reviewer_id);
