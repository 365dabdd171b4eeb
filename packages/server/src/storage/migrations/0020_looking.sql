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
