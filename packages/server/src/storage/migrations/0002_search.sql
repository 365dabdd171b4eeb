CREATE TABLE search_pending (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  pieces_done BIGINT NOT NULL,
  late BIGINT NOT NULL,
  PRIMARY KEY (project_id, action_id)
);
