// Literal, case-insensitive search, exact on both engines: common texts by looking at the newest actions, rare ones
// through the index, and what the index has not taken in yet by looking at it.

import type { App } from '../../../app.ts';
import type { Reader } from '../../../storage/database.ts';
import { SHORTEST_INDEXED } from '../../../storage/search.ts';
import { type ActionFilter, type ActionSize, type ActionText, fitting, listActionSizes } from '../list-store.ts';
import { findActionTexts, listPendingIds } from './search-store.ts';

/** Rows looked at before the index is asked, and at most for one page. */
const FIRST_LOOK = 200;
const SCAN_BOUND = 2000;
/** Candidates of the index looked at for one page. */
const CANDIDATE_BOUND = 500;
/** Actions may be large: so much text is looked at for one page, and so much of it, in bytes, is read at once. */
const TEXT_BOUND = 8_000_000;
const TEXT_AT_ONCE = 1_000_000;
/** Looked at before others get their turn: SQLite answers at once, so that nothing else would give them one. */
const TURN_TEXT = 400_000;

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
  /** After so much was looked at. */
  readonly afterText: (characters: number) => Promise<void>;
}

/** At least `wanted` matches, or all there are within the bounds. */
export async function searchActions(
  { reader, world }: Pick<App, 'reader' | 'world'>,
  filter: ActionFilter,
  q: string,
  { now, wanted }: { now: number; wanted: number },
): Promise<Found> {
  let looked = 0;
  const afterText = async (characters: number) => {
    looked += characters;
    if (looked < TURN_TEXT) return;
    looked = 0;
    await world.sleep(0);
  };
  const search: Search = { reader, filter, text: folded(q), now, afterText };
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
  let size = 0;
  for (let seen = FIRST_LOOK; seen <= SCAN_BOUND; seen += FIRST_LOOK) {
    const sizes = await listActionSizes(reader, { ...filter, before }, { now, limit: FIRST_LOOK });
    for await (const action of textsOf(search, sizes)) {
      if (mentions(action, text)) matches.push(action);
      size += sizeOf(action);
      if (matches.length >= wanted || size >= TEXT_BOUND) {
        return { matches, seenTo: action.id, askIndex: hasIndex && size >= TEXT_BOUND };
      }
    }
    if (sizes.length < FIRST_LOOK) return { matches, seenTo: undefined, askIndex: false };
    before = sizes.at(-1)?.id;
    const promising = (matches.length * SCAN_BOUND) / seen >= wanted;
    if (hasIndex && !promising) return { matches, seenTo: before, askIndex: true };
  }
  return { matches, seenTo: before, askIndex: false };
}

/** Newest first. However large each may be, no more is read at once than nobody notices. */
async function* textsOf(
  { reader, filter, afterText }: Search,
  sizes: readonly ActionSize[],
): AsyncGenerator<ActionText> {
  for (let at = 0; at < sizes.length; ) {
    const some = fitting(sizes.slice(at), 'text', TEXT_AT_ONCE);
    const texts = await findActionTexts(
      reader,
      filter.project_id,
      some.map(({ id }) => id),
    );
    for (const text of texts.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
      yield text;
      await afterText(sizeOf(text));
    }
    at += some.length;
  }
}

async function askIndex(search: Search): Promise<Found> {
  const { reader, filter, text, now } = search;
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
  let size = 0;
  for (let at = 0; at < ids.length; at += FIRST_LOOK) {
    const some = ids.slice(at, at + FIRST_LOOK);
    const sizes = await listActionSizes(reader, filter, { now, limit: FIRST_LOOK, ids: some });
    for await (const action of textsOf(search, sizes)) {
      if (mentions(action, text)) matches.push(action);
      size += sizeOf(action);
      if (size >= TEXT_BOUND) return { matches, seenTo: action.id };
    }
  }
  return { matches, seenTo: cut };
}

function sizeOf({ title, preview_body }: ActionText): number {
  return title.length + preview_body.length;
}

function mentions(action: ActionText, text: string): boolean {
  return [action.title, action.kind, action.preview_body].some((field) => folded(field).includes(text));
}

/** What is indexed, when it is folded. A match may span two fields here; candidates are looked at again, field by field. */
export function searchableText(action: ActionText): string {
  return `${action.title}\n${action.kind}\n${action.preview_body}`;
}

/** Upper case, because lower case depends on context: Σ ends a word as ς. Lower case before it, for ẞ is no upper case of ß. */
export function folded(text: string): string {
  return text.toLowerCase().toUpperCase();
}
