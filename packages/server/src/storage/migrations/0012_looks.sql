ALTER TABLE actions ADD COLUMN looks TEXT;
ALTER TABLE actions ADD COLUMN written TEXT;

-- Whether another action that waits looks the same: both neighbours of one place.
CREATE INDEX actions_looks ON actions (project_id, looks, written, id) WHERE status = 'pending';
