// Literal, case-insensitive search, exact on both engines: common texts by looking at the newest actions, rare ones
// through the index, and what the index has not taken in yet by looking at it.

import type { Reader } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { SHORTEST_INDEXED } from '../../storage/search.ts';
import { type ActionFilter, findActionRows, listActionRows, listPendingIds, type StoredAction } from './store.ts';

/** Rows looked at before the index is asked, and at most for one page. */
const STEP = 200;
const SCAN_BOUND = 2000;
/** Candidates of the index looked at for one page. */
const CANDIDATE_BOUND = 500;

export interface Found {
  readonly actions: readonly StoredAction[];
  /** Where the search may go on below what was looked at; undefined when it has seen everything. */
  readonly seenTo: string | undefined;
}

/** At least `wanted` matches, newest first, or all there are within the bounds. */
export async function searchActions(
  reader: Reader,
  filter: ActionFilter,
  q: string,
  { now, wanted }: { now: number; wanted: number },
): Promise<Found> {
  const text = folded(q);
  const head = await scan(reader, filter, text, { now, wanted, hasIndex: [...text].length >= SHORTEST_INDEXED });
  if (head.seenTo === undefined || head.actions.length >= wanted || !head.askIndex) return head;
  const rest = await askIndex(reader, { ...filter, before: head.seenTo }, text, now);
  return { actions: [...head.actions, ...rest.actions], seenTo: rest.seenTo };
}

/** Looks at the newest actions for as long as the page is likely to fill within the bound. */
async function scan(
  reader: Reader,
  filter: ActionFilter,
  text: string,
  { now, wanted, hasIndex }: { now: number; wanted: number; hasIndex: boolean },
): Promise<Found & { askIndex: boolean }> {
  const actions: StoredAction[] = [];
  let before = filter.before;
  for (let seen = STEP; seen <= SCAN_BOUND; seen += STEP) {
    const rows = await listActionRows(reader, { ...filter, before }, { now, limit: STEP });
    actions.push(...rows.filter((action) => mentions(action, text)));
    if (rows.length < STEP) return { actions, seenTo: undefined, askIndex: false };
    before = rows.at(-1)?.id;
    if (actions.length >= wanted) break;
    const promising = (actions.length * SCAN_BOUND) / seen >= wanted;
    if (hasIndex && !promising) return { actions, seenTo: before, askIndex: true };
  }
  return { actions, seenTo: before, askIndex: false };
}

async function askIndex(reader: Reader, filter: ActionFilter, text: string, now: number): Promise<Found> {
  const { project_id, before } = filter;
  const limit = CANDIDATE_BOUND;
  // Pending first: what is indexed between the two looks is then seen twice rather than not at all.
  const pending = await listPendingIds(reader, project_id, { before, limit });
  const indexed = await reader.search.find(reader, { project_id, text, before, limit });
  // A list that reached its limit says nothing about what is below its end.
  const ends = [pending, indexed].flatMap((ids) => (ids.length === limit ? [ids.at(-1) ?? ''] : []));
  const seenTo = ends.toSorted().at(-1);
  const ids = [...new Set([...pending, ...indexed])].filter((id) => seenTo === undefined || id >= seenTo);
  const rows = await findActionRows(reader, filter, ids, now);
  return { actions: rows.filter((action) => mentions(action, text)), seenTo };
}

function mentions(action: ActionRow, text: string): boolean {
  return [action.title, action.kind, action.preview_body].some((field) => folded(field).includes(text));
}

/** Fields are kept apart by a line break, which no kind of match crosses unnoticed: candidates are looked at again. */
export function searchableText(action: Pick<ActionRow, 'title' | 'kind' | 'preview_body'>): string {
  return folded(`${action.title}\n${action.kind}\n${action.preview_body}`);
}

/** Upper case, because lower case depends on context: Σ ends a word as ς. */
function folded(text: string): string {
  return text.toUpperCase();
}
