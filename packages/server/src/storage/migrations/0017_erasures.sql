ALTER TABLE erasures ADD COLUMN actor_type TEXT NOT NULL DEFAULT 'system';
ALTER TABLE erasures ADD COLUMN actor_id TEXT NOT NULL DEFAULT 'operator';
ALTER TABLE erasures ADD COLUMN counts TEXT NOT NULL DEFAULT '{}';
ALTER TABLE erasures ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE erasures ADD COLUMN finished_at BIGINT;
ALTER TABLE erasures ADD COLUMN forgotten_at BIGINT;
UPDATE erasures SET finished_at = erased_at, forgotten_at = erased_at;
CREATE INDEX erasures_open ON erasures (leased_until, id) WHERE forgotten_at IS NULL;
