-- When an action was decided or found expired: null while it is pending, so that a create costs nothing more.
ALTER TABLE actions ADD COLUMN settled_at BIGINT;
UPDATE actions SET settled_at = COALESCE(
  (SELECT decided_at FROM decisions WHERE decisions.project_id = actions.project_id AND decisions.action_id = actions.id),
  expires_at
) WHERE status <> 'pending';

-- The history by what people look for in it, each newest first.
CREATE INDEX actions_settled ON actions (project_id, status, settled_at, id) WHERE settled_at IS NOT NULL;
CREATE INDEX actions_settled_kind ON actions (project_id, kind, settled_at, id) WHERE settled_at IS NOT NULL;
CREATE INDEX decisions_decider ON decisions (project_id, decided_by_id, decided_at, action_id);
CREATE INDEX deliveries_in_trouble ON deliveries (project_id, status, created_at, action_id)
  WHERE status IN ('retry', 'dlq', 'gone');
