CREATE TABLE signatures (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  statement TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  client_data TEXT NOT NULL,
  authenticator_data TEXT NOT NULL,
  signature TEXT NOT NULL,
  signed_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id, id),
  UNIQUE (project_id, id)
);
