// Brings new actions into the search index, a little at a time, after they were created. Until then a search scans them.

import type { App } from '../../../app.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { SearchPendingRow } from '../../../storage/schema.ts';
import type { SearchEntry } from '../../../storage/search.ts';
import type { ActionText } from '../list-store.ts';
import { folded, searchableText } from './search.ts';
import { findActionTexts, removePending, savePending, takePending } from './search-store.ts';

const BATCH = 64;
/** Read at once: one at first, for it may be large, then twice as many each time. */
const FIRST_READ = 1;
/** Characters indexed in one transaction: so few that nobody waits long for the writer, so many that it is worth a commit. */
const CHARACTERS = 48_000;
const PIECE = 6000;
/** Longer than any search can be, so that it lies whole in one piece or another: folding makes no text shorter. */
const OVERLAP = 1500;

/** Begins each batch behind the project at which the last had no room for more, so that every project has its turn. */
export function makeIndexer(): (app: App) => Promise<number> {
  let reached = '';

  const indexBatch = async (app: App): Promise<number> => {
    const from = reached;
    const last = await inTransaction(app, (tx) => indexSome(tx, from));
    reached = last ?? '';
    return last === undefined ? Number.POSITIVE_INFINITY : 0;
  };

  /** In how many milliseconds there may be more; without a wake, never. Every batch is followed by a step of tidying. */
  return async (app) => {
    const nextInMs = await indexBatch(app);
    const startedMs = app.world.nowMs();
    const isMore = await inTransaction(app, (tx) => tx.search.tidy(tx));
    const tookMs = Math.max(1, Math.min(1000, app.world.nowMs() - startedMs)); // the clock may have been set
    return isMore ? Math.min(nextInMs, tookMs) : nextInMs;
  };
}

/** The last project in it; undefined when that was all there is. */
async function indexSome(tx: Tx, from: string): Promise<string | undefined> {
  const taken = await takeFrom(tx, from);
  const steps: Step[] = [];
  let left = CHARACTERS;
  let last: string | undefined;
  for (const [project_id, pending] of Map.groupBy(taken, (each) => each.project_id)) {
    if (left <= 0) break;
    last = project_id;
    for (let at = 0, many = FIRST_READ; at < pending.length && left > 0; at += many, many *= 2) {
      const some = pending.slice(at, at + many);
      const ids = some.map(({ action_id }) => action_id);
      const texts = new Map((await findActionTexts(tx, project_id, ids)).map((text) => [text.id, text]));
      for (const each of some) {
        if (left <= 0) break;
        const step = stepOf(each, texts.get(each.action_id), left);
        steps.push(step);
        left -= step.entries.reduce((sum, { text }) => sum + text.length, 0);
      }
    }
  }
  await take(tx, steps);
  return taken.length === BATCH || left <= 0 ? last : undefined;
}

/** Those behind that project, and then those up to it. */
async function takeFrom(tx: Tx, from: string): Promise<SearchPendingRow[]> {
  const behind = await takePending(tx, { after: from, limit: BATCH });
  const limit = BATCH - behind.length;
  if (from === '' || limit === 0) return behind;
  return [...behind, ...(await takePending(tx, { after: '', upTo: from, limit }))];
}

/** What is done of one action in one transaction. */
interface Step {
  readonly pending: SearchPendingRow;
  readonly entries: readonly SearchEntry[];
  readonly isLast: boolean;
}

/** The next pieces, of about so many characters; of an action that is gone, none. */
function stepOf(pending: SearchPendingRow, action: ActionText | undefined, characters: number): Step {
  const { project_id, action_id, pieces_done } = pending;
  const pieces = action ? piecesOf(searchableText(action)) : [];
  const entries: SearchEntry[] = [];
  for (let piece = pieces_done, left = characters; piece < pieces.length && left > 0; piece++) {
    const text = folded(pieces[piece] ?? '');
    entries.push({ project_id, action_id, piece, text });
    left -= text.length;
  }
  return { pending, entries, isLast: pieces_done + entries.length >= pieces.length };
}

async function take(tx: Tx, steps: readonly Step[]): Promise<void> {
  const refused = await tx.search.add(
    tx,
    steps.flatMap(({ entries }) => entries),
  );
  const late = new Set(refused.map(({ action_id }) => action_id));
  const done: SearchPendingRow[] = [];
  for (const { pending, entries, isLast } of steps) {
    if (late.has(pending.action_id)) await savePending(tx, { ...pending, late: 1 });
    else if (isLast) done.push(pending);
    else await savePending(tx, { ...pending, pieces_done: pending.pieces_done + entries.length });
  }
  for (const [project_id, rows] of Map.groupBy(done, (each) => each.project_id)) {
    const ids = rows.map(({ action_id }) => action_id);
    await removePending(tx, project_id, ids);
  }
}

/** Any stretch no longer than the overlap lies whole in one of them. */
export function piecesOf(text: string): string[] {
  const count = Math.max(1, Math.ceil((text.length - OVERLAP) / (PIECE - OVERLAP)));
  return Array.from({ length: count }, (_, n) => text.slice(n * (PIECE - OVERLAP), n * (PIECE - OVERLAP) + PIECE));
}
