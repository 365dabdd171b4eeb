CREATE INDEX delivery_attempts_id ON delivery_attempts (project_id, id);
