// Literal, case-insensitive search, exact on both engines: common texts by looking at the newest actions, rare ones
// through the index, and what the index has not taken in yet by looking at it.

import type { Reader } from '../../storage/database.ts';
import { SHORTEST_INDEXED } from '../../storage/search.ts';
import { type ActionFilter, type ActionText, listActionTexts } from './list-store.ts';
import { listPendingIds } from './search-store.ts';

/** Rows looked at before the index is asked, and at most for one page. */
const FIRST_LOOK = 200;
const SCAN_BOUND = 2000;
/** Candidates of the index looked at for one page. */
const CANDIDATE_BOUND = 500;
/** Actions may be large: so much text is looked at for one page, and so much of it is read at once. */
const TEXT_BOUND = 8_000_000;
const TEXT_AT_ONCE = 1_000_000;
const FIRST_STEP = 8;

export interface Found {
  /** Matches, newest first. */
  readonly matches: readonly ActionText[];
  /** Where the search may go on below what was looked at; undefined when it has seen everything. */
  readonly seenTo: string | undefined;
}

interface Search {
  readonly reader: Reader;
  readonly filter: ActionFilter;
  /** Folded. */
  readonly text: string;
  readonly now: number;
}

/** At least `wanted` matches, or all there are within the bounds. */
export async function searchActions(
  reader: Reader,
  filter: ActionFilter,
  q: string,
  { now, wanted }: { now: number; wanted: number },
): Promise<Found> {
  const search: Search = { reader, filter, text: folded(q), now };
  const hasIndex = [...search.text].length >= SHORTEST_INDEXED;
  const head = await scan(search, wanted, hasIndex);
  if (head.seenTo === undefined || head.matches.length >= wanted || !head.askIndex) return head;
  const rest = await askIndex({ ...search, filter: { ...filter, before: head.seenTo } });
  return { matches: [...head.matches, ...rest.matches], seenTo: rest.seenTo };
}

/** Looks at the newest actions for as long as the page is likely to fill within the bounds. */
async function scan(search: Search, wanted: number, hasIndex: boolean): Promise<Found & { askIndex: boolean }> {
  const { reader, filter, text, now } = search;
  const matches: ActionText[] = [];
  let before = filter.before;
  let seen = 0;
  let size = 0;
  while (seen < SCAN_BOUND && size < TEXT_BOUND) {
    const limit = nextStep(seen, size);
    const rows = await listActionTexts(reader, { ...filter, before }, { now, limit });
    matches.push(...rows.filter((action) => mentions(action, text)));
    if (rows.length < limit) return { matches, seenTo: undefined, askIndex: false };
    before = rows.at(-1)?.id;
    seen += rows.length;
    size += sizeOf(rows);
    if (matches.length >= wanted) break;
    const promising = (matches.length * SCAN_BOUND) / seen >= wanted;
    if (hasIndex && !promising && seen >= FIRST_LOOK) return { matches, seenTo: before, askIndex: true };
  }
  return { matches, seenTo: before, askIndex: hasIndex && size >= TEXT_BOUND };
}

/** A few rows tell how large they are; then as many as may be read at once. */
function nextStep(seen: number, size: number): number {
  if (seen === 0) return FIRST_STEP;
  return Math.max(1, Math.min(FIRST_LOOK, Math.floor((TEXT_AT_ONCE * seen) / Math.max(1, size))));
}

async function askIndex({ reader, filter, text, now }: Search): Promise<Found> {
  const { project_id, before } = filter;
  const limit = CANDIDATE_BOUND;
  // Pending first: what is indexed between the two looks is then seen twice rather than not at all.
  const pending = await listPendingIds(reader, project_id, { before, limit });
  const indexed = await reader.search.find(reader, { project_id, text, before, limit });
  // A list that was cut says nothing about what is below its end.
  const cuts = [pending.length === limit ? pending.at(-1) : undefined, indexed.seenTo];
  const cut = cuts
    .filter((id) => id !== undefined)
    .toSorted()
    .at(-1);
  const candidates = [...new Set([...pending, ...indexed.ids])].toSorted().toReversed();
  const ids = candidates.filter((id) => cut === undefined || id >= cut);

  const matches: ActionText[] = [];
  let seen = 0;
  for (let size = 0; seen < ids.length; ) {
    const some = ids.slice(seen, seen + nextStep(seen, size));
    const rows = await listActionTexts(reader, filter, { now, limit: some.length, ids: some });
    matches.push(...rows.filter((action) => mentions(action, text)));
    seen += some.length;
    size += sizeOf(rows);
    if (size >= TEXT_BOUND) break;
  }
  return { matches, seenTo: seen < ids.length ? ids[seen - 1] : cut };
}

function sizeOf(rows: readonly ActionText[]): number {
  return rows.reduce((sum, { title, preview_body }) => sum + title.length + preview_body.length, 0);
}

function mentions(action: ActionText, text: string): boolean {
  return [action.title, action.kind, action.preview_body].some((field) => folded(field).includes(text));
}

/** What is indexed, when it is folded. A match may span two fields here; candidates are looked at again, field by field. */
export function searchableText(action: ActionText): string {
  return `${action.title}\n${action.kind}\n${action.preview_body}`;
}

/** Upper case, because lower case depends on context: Σ ends a word as ς. */
export function folded(text: string): string {
  return text.toUpperCase();
}
