CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE search_texts (
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  piece BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (project_id, action_id, piece)
);
CREATE INDEX search_texts_trigrams ON search_texts USING gin (text gin_trgm_ops);
