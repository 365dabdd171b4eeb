-- Which transaction wrote the row, so that whoever follows the log misses none: transactions do not end in the order in
-- which they begin. See storage/mark.ts.
ALTER TABLE audit ADD COLUMN txid BIGINT NOT NULL DEFAULT 0;
CREATE INDEX audit_txid ON audit (project_id, txid);
