CREATE TABLE search_projects (
  number INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL UNIQUE
);

CREATE TABLE search_rows (
  row_id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL
);
CREATE UNIQUE INDEX search_rows_action ON search_rows (project_id, action_id, row_id);

CREATE VIRTUAL TABLE search_index USING fts5(
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
-- It is merged in steps of our own: see storage/search-sqlite.ts.
INSERT INTO search_index (search_index, rank) VALUES ('automerge', 0);
INSERT INTO search_index (search_index, rank) VALUES ('usermerge', 8);
INSERT INTO search_index (search_index, rank) VALUES ('deletemerge', 60);

-- Rows without a place in the chain, in the order they were written: every index of SQLite ends with the rowid.
CREATE INDEX audit_unsealed ON audit (project_id) WHERE seq IS NULL;
