// Brings new actions into the search index, some at a time, after they were created. Until then a search scans them.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { searchableText } from './search.ts';
import { markLate, removePending, takePending } from './store.ts';

/** Few enough that nobody waits for the writer. */
const BATCH = 64;

/** True when there may be more. */
export async function indexActions(app: App): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    const pending = await takePending(tx, BATCH);
    for (const [project_id, actions] of Map.groupBy(pending, (action) => action.project_id)) {
      const entries = actions.map((action) => ({ action_id: action.id, text: searchableText(action) }));
      const late = await tx.search.add(tx, project_id, entries);
      await markLate(
        tx,
        project_id,
        late.map(({ action_id }) => action_id),
      );
    }
    await removePending(tx, pending);
    return pending.length === BATCH;
  });
}
