// Whether something may be gone: because somebody wished so, or because its project keeps it no longer.

import type { Committed } from './committed.ts';
import { mayBeErased } from './erasures.ts';
import type { Model } from './model.ts';
import { mayBePruned } from './retention.ts';

/** An action. */
export function mayBeGone(model: Model, committed: Committed, project_id: string, id: string): boolean {
  if (model.retention.pruned.has(id) || mayBeErased(model, project_id, id)) return true;
  const action = model.actions.get(id);
  return action !== undefined && mayBePruned(model, committed, action);
}
