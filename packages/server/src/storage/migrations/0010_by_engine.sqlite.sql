CREATE TABLE search_projects (
  number INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL UNIQUE
);

-- The volumes of the index, each a table of its own that is made when it is begun: see storage/search-volumes.ts.
CREATE TABLE search_volumes (
  number INTEGER PRIMARY KEY,
  characters BIGINT NOT NULL,
  -- 1: it may have segments to merge.
  untidy BIGINT NOT NULL,
  -- 1: its pages may still tell of rows that were taken out.
  removed BIGINT NOT NULL,
  -- 1: to be written anew; 2: that is going on.
  rewriting BIGINT NOT NULL
);

-- In which volumes a project has rows.
CREATE TABLE search_parts (
  project_id TEXT NOT NULL,
  volume BIGINT NOT NULL,
  rows BIGINT NOT NULL,
  PRIMARY KEY (project_id, volume)
);
CREATE INDEX search_parts_volume ON search_parts (volume);

CREATE TABLE search_rows (
  row_id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  volume BIGINT NOT NULL
);
CREATE UNIQUE INDEX search_rows_action ON search_rows (project_id, action_id, row_id);

-- Rows without a place in the chain, in the order they were written: every index of SQLite ends with the rowid.
CREATE INDEX audit_unsealed ON audit (project_id) WHERE seq IS NULL;
