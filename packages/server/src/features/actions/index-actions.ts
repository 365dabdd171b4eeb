// Brings new actions into the search index, a little at a time, after they were created. Until then a search scans them.

import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { SearchPendingRow } from '../../storage/schema.ts';
import type { ActionText } from './list-store.ts';
import { searchableText } from './search.ts';
import { findActionText, removePending, savePending, takePending } from './search-store.ts';

const BATCH = 64;
/** Read at once: each may be large. */
const AT_ONCE = 8;
/** Characters indexed in one transaction: so few that nobody waits long for the writer, so many that it is worth a commit. */
const CHARACTERS = 32_000;
const PIECE = 6000;
/** Longer than any search can be when it is folded, so that it lies whole in one piece or another. */
const OVERLAP = 1500;

/** In how many milliseconds there may be more; without a wake, never. Every batch is followed by a step of tidying. */
export async function indexActions(app: App): Promise<number> {
  const nextInMs = await indexBatch(app);
  const startedMs = app.world.nowMs();
  const isMore = await inTransaction(app, (tx) => tx.search.tidy(tx));
  const tookMs = Math.max(1, Math.min(1000, app.world.nowMs() - startedMs)); // the clock may have been set
  return isMore ? Math.min(nextInMs, tookMs) : nextInMs;
}

function indexBatch(app: App): Promise<number> {
  return inTransaction(app, async (tx) => {
    const taken = await takePending(tx, BATCH);
    let left = CHARACTERS;
    for (let at = 0; at < taken.length; at += AT_ONCE) {
      const some = taken.slice(at, at + AT_ONCE);
      const actions = await Promise.all(some.map((each) => findActionText(tx, each.project_id, each.action_id)));
      for (const [n, pending] of some.entries()) {
        if (left <= 0) return 0;
        left -= await indexSome(tx, pending, { action: actions[n], characters: left });
      }
    }
    return taken.length === BATCH || left <= 0 ? 0 : Number.POSITIVE_INFINITY;
  });
}

/** Goes on with one action, for about so many characters; returns how many it took. */
async function indexSome(
  tx: Tx,
  pending: SearchPendingRow,
  { action, characters }: { readonly action: ActionText | undefined; readonly characters: number },
): Promise<number> {
  const { project_id, action_id } = pending;
  const pieces = action ? piecesOf(searchableText(action)) : [];
  let done = 0;
  for (const [piece, text] of pieces.entries()) {
    if (piece < pending.pieces_done) continue;
    if (!(await tx.search.add(tx, { project_id, action_id, piece, text }))) {
      await savePending(tx, { ...pending, late: 1 });
      return done;
    }
    done += text.length;
    if (done >= characters && piece + 1 < pieces.length) {
      await savePending(tx, { ...pending, pieces_done: piece + 1 });
      return done;
    }
  }
  await removePending(tx, pending);
  return done;
}

/** Any stretch no longer than the overlap lies whole in one of them. */
export function piecesOf(text: string): string[] {
  const count = Math.max(1, Math.ceil((text.length - OVERLAP) / (PIECE - OVERLAP)));
  return Array.from({ length: count }, (_, n) => text.slice(n * (PIECE - OVERLAP), n * (PIECE - OVERLAP) + PIECE));
}
