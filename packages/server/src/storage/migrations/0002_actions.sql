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
  approvals_given BIGINT NOT NULL,
  step_up BIGINT NOT NULL,
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
  -- When it was decided or found expired.
  settled_at BIGINT,
  -- What a row of the inbox shows of the content, found once. `calm` is 0 where there are warnings, so that they sort first.
  flags TEXT NOT NULL,
  calm BIGINT NOT NULL,
  snippet TEXT NOT NULL,
  payload_bytes BIGINT,
  looks TEXT,
  written TEXT,
  target_url TEXT,
  callback_url TEXT,
  payload TEXT,
  preview_body TEXT NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX actions_slot ON actions (project_id, slot);
CREATE INDEX actions_status ON actions (project_id, status, id);
CREATE INDEX actions_kind ON actions (project_id, kind, status, id);
CREATE INDEX actions_due ON actions (expires_at, project_id) WHERE status = 'pending';
-- Only what is pending: the inbox costs what is in it, not what was ever decided.
CREATE INDEX actions_inbox ON actions (project_id, calm, expires_at, id) WHERE status = 'pending';
CREATE INDEX actions_inbox_kind ON actions (project_id, kind, calm, expires_at, id) WHERE status = 'pending';
CREATE INDEX actions_inbox_external ON actions (project_id, calm, expires_at, id)
  WHERE status = 'pending' AND untrusted = 1;
-- Whether another action that waits looks the same: both neighbours of one place. What is settled looks like nothing.
CREATE INDEX actions_looks ON actions (looks, written, id) WHERE looks IS NOT NULL;
-- What some have approved and others have yet to.
CREATE INDEX actions_gathering ON actions (project_id, id) WHERE status = 'pending' AND approvals_given > 0;
-- The history by what people look for in it, each newest first.
CREATE INDEX actions_settled ON actions (project_id, status, settled_at, id) WHERE settled_at IS NOT NULL;
CREATE INDEX actions_settled_kind ON actions (project_id, kind, settled_at, id) WHERE settled_at IS NOT NULL;

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
  unread BIGINT NOT NULL,
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
CREATE INDEX decisions_decider ON decisions (project_id, decided_by_id, decided_at, action_id);

CREATE TABLE approvals (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  id TEXT NOT NULL,
  decider_id TEXT NOT NULL,
  decider_type TEXT NOT NULL,
  decider_name TEXT NOT NULL,
  channel TEXT NOT NULL,
  comment TEXT,
  given_at BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id, decider_id),
  UNIQUE (project_id, id)
);

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
  owes_push BIGINT NOT NULL,
  owes_channels BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id, holder_id)
);
CREATE INDEX holds_due ON holds (commits_at);

-- Who has looked at an action, for how long in all, and until when they count as looking.
CREATE TABLE looks (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reviewer_name TEXT NOT NULL,
  first_at BIGINT NOT NULL,
  ms BIGINT NOT NULL,
  read_end BIGINT NOT NULL,
  looking_until BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id, reviewer_id),
  UNIQUE (project_id, id)
);

-- What someone does not want to see before a moment.
CREATE TABLE snoozes (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  reviewer_id TEXT NOT NULL,
  until BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id, reviewer_id)
);
-- They stay when they are over: what somebody counts without are those that are not.
CREATE INDEX snoozes_of_reviewer ON snoozes (project_id, reviewer_id, until);

-- What the search index of the engine does not hold yet.
CREATE TABLE search_pending (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  pieces_done BIGINT NOT NULL,
  late BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id)
);
