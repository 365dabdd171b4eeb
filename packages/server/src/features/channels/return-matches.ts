// Matches that no channel takes any more, and that are in no inbox, come into the inbox: some of one project at a time.

import type { App } from '../../app.ts';
import { isRefusal, Problem } from '../../base/problem.ts';
import type { ChannelSendRow } from '../../storage/channel-rows.ts';
import { inTransaction } from '../../storage/database.ts';
import type { Above } from './above.ts';
import { type Entry, entriesOf } from './event-body.ts';
import { deleteSends, hasReturned, insertSends, lockGathered, lockReturned, saveSend } from './send-store.ts';

const AT_ONCE = 50;
/** What ends in an error of ours must not keep others from being told. */
const LATER_SECONDS = 60;

/** True when there was something: there may be more. */
export async function returnMatches(app: App, above: Pick<Above, 'intoInbox'>): Promise<boolean> {
  if (!(await hasReturned(app.reader))) return false;
  for (let most = AT_ONCE; ; ) {
    let taken: readonly ChannelSendRow[] = [];
    try {
      return await inTransaction(app, async (tx) => {
        const first = await lockReturned(tx);
        taken = first ? await lockGathered(tx, first, most) : [];
        if (!first) return false;
        const { project_id, id } = first;
        await deleteSends(
          tx,
          project_id,
          taken.map((one) => one.id),
        );
        await above.intoInbox(tx, app, {
          project_id,
          id,
          matches: taken.flatMap(matchesIn).flatMap(({ body }) => body ?? []),
        });
        return true;
      });
    } catch (error) {
      const [first, another] = taken;
      if (!first || (error instanceof Problem && !isRefusal(error))) throw error; // it says nothing of the matches
      if (!another) return setAside(app, first, error);
      most = Math.floor(taken.length / 2); // it may be one of them alone
    }
  }
}

function matchesIn(row: ChannelSendRow): Entry[] {
  return entriesOf(row).filter(({ event }) => event === 'watcher.matched');
}

/** Of several that were to be one message, each goes its own way from here. */
async function setAside(app: App, failed: ChannelSendRow, error: unknown): Promise<true> {
  const { project_id, id } = failed;
  await inTransaction(app, async (tx) => {
    const parts = failed.event === 'digest' ? matchesIn(failed) : [];
    if (parts.length < 2) return saveSend(tx, failed, { due_at: tx.now + LATER_SECONDS });
    await deleteSends(tx, project_id, [id]);
    await insertSends(
      tx,
      parts.map(({ event, action_id, at, body }) => ({
        ...failed,
        id: tx.newId('nms'),
        event,
        action_id,
        body,
        created_at: at,
      })),
    );
  });
  app.world.log('error', 'channels.not_returned', { send: id, reason: String(error) });
  return true;
}
