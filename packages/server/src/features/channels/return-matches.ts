// Matches that no channel takes any more, and that are in no inbox, come into the inbox: some of one project at a time.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import type { Above } from './above.ts';
import { entriesOf } from './event-body.ts';
import { deleteSends, hasReturned, lockGathered, lockReturned, saveSend } from './send-store.ts';

const AT_ONCE = 50;
/** What ends in an error of ours must not keep others from being told. */
const LATER_SECONDS = 60;

/** True when there was something: there may be more. */
export async function returnMatches(app: App, above: Pick<Above, 'intoInbox'>): Promise<boolean> {
  if (!(await hasReturned(app.reader))) return false;
  let first: Awaited<ReturnType<typeof lockReturned>>;
  try {
    return await inTransaction(app, async (tx) => {
      first = await lockReturned(tx);
      if (!first) return false;
      const { project_id, id } = first;
      const waiting = await lockGathered(tx, first, AT_ONCE);
      await deleteSends(
        tx,
        project_id,
        waiting.map((one) => one.id),
      );
      const matched = waiting.flatMap(entriesOf).filter(({ event }) => event === 'watcher.matched');
      await above.intoInbox(tx, app, { project_id, id, matches: matched.flatMap(({ body }) => body ?? []) });
      return true;
    });
  } catch (error) {
    const failed = first;
    if (!failed) throw error;
    app.world.log('error', 'channels.not_returned', { send: failed.id, reason: String(error) });
    await inTransaction(app, (tx) => saveSend(tx, failed, { due_at: tx.now + LATER_SECONDS }));
    return true;
  }
}
