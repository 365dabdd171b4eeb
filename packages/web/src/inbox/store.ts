// The rows of the inbox as this page knows them. Nothing here moves what the reviewer looks at: arrivals wait until they
// are asked for, and what is over stays until the reviewer has left it.

import type { InboxRow } from '@countersign/contract';
import { compareUrgency } from '@countersign/contract/shown/inbox-order';
import { computed, signal } from '@preact/signals';
import { now } from '../clock.ts';
import { isMe } from '../session.ts';
import { asleep, countAgain, settle, uncount } from './counts.ts';
import { isIn, isSnoozed, type Split } from './splits.ts';

export type Sort = 'urgency' | 'newest' | 'oldest' | 'kind';

type Compare = (a: InboxRow, b: InboxRow) => number;

const ORDERS: Readonly<Record<Sort, (at: number) => Compare>> = {
  urgency: compareUrgency,
  newest: () => (a, b) => (a.id < b.id ? 1 : -1),
  oldest: () => (a, b) => (a.id < b.id ? -1 : 1),
  kind: (at) => {
    const urgency = compareUrgency(at);
    return (a, b) => (a.kind === b.kind ? urgency(a, b) : a.kind < b.kind ? -1 : 1);
  },
};

const NO_IDS: ReadonlySet<string> = new Set();

/** All pending rows that are loaded, by id. */
export const rows = signal<ReadonlyMap<string, InboxRow>>(new Map());
/** In the order they are shown; rows that came later are not in it until they are asked for. */
const order = signal<readonly string[]>([]);
/** Arrived since: counted on the pill. */
const arrived = signal<ReadonlySet<string>>(NO_IDS);
/** What came since it was last said aloud, wherever it stands in the list. */
export const unsaid = signal<ReadonlySet<string>>(NO_IDS);
/** Decided or held here: out of the list, and back in their place when that is undone. */
const gone = signal<ReadonlySet<string>>(NO_IDS);
/** Over, but still looked at: leaves with the reviewer. */
export const leaving = signal<string>();
/** The urgency of a list is that of one moment, so that what is in it keeps its place. */
let listedAt = now.peek();
/** Another number is another list: the reviewer asked for it, and what is read in it begins anew. */
export const listing = signal(0);

export const split = signal<Split>('all');
export const sort = signal<Sort>('urgency');
export const search = signal('');
export const loaded = signal(false);
/** Why the list could not be read, in words. */
export const listWrong = signal<string>();
export const currentId = signal<string>();

rows.subscribe((known) => {
  if (search.peek() === '') asleep.value = new Map([...known].filter(([, row]) => isSnoozed(row))); // else it knows some only
});

/** Those of the split that is looked at. */
const inSplit = (ids: Iterable<string>): readonly InboxRow[] =>
  [...ids].flatMap((id) => {
    const row = rows.value.get(id);
    return row && !gone.value.has(id) && isIn(split.value, row) ? [row] : [];
  });

export const shown = computed(() => inSplit(order.value));
export const newCount = computed(() => inSplit(arrived.value).length);
export const current = computed(() => shown.value.find(({ id }) => id === currentId.value));
/** Nobody decides it any more, and yet it may still be in the list. */
export const isOver = ({ id, expires_at }: InboxRow): boolean => id === leaving.value || expires_at <= now.value;
export const isKnown = (id: string): boolean => rows.peek().has(id);

export function indexOfCurrent(): number {
  return shown.value.findIndex(({ id }) => id === currentId.value);
}

/** As long as something is written, no answer takes it away: what is typed on would be heard as keys, of another action. */
const isWriting = (): boolean => Boolean(document.activeElement?.matches('dialog *, input, textarea, .code-box *'));

/** Another row, or none, is looked at. */
export function select(id: string | undefined): void {
  currentId.value = id;
  const left = leaving.peek();
  if (left === undefined || left === id) return;
  drop(new Set([left]));
  leaving.value = undefined;
}

/** What the address names is on the screen, and marked in whatever list it is in; else the first. */
export function selectFirst(otherwise = shown.value[0]): void {
  const { pathname } = location;
  select((shown.value.find(({ id }) => pathname.endsWith(id)) ?? otherwise)?.id);
}

export function move(by: number): void {
  const list = shown.value;
  const next = list[Math.min(list.length - 1, Math.max(0, indexOfCurrent() + by))];
  if (next) select(next.id);
}

/** The list as it was just read. What was not in view before takes its place at once. */
export function showAll(fresh: ReadonlyMap<string, InboxRow>): void {
  rows.value = new Map(fresh);
  arrived.value = NO_IDS;
  listing.value++;
  arrange(now.peek(), [...fresh.keys()]);
  loaded.value = true;
  selectFirst(current.value);
}

/** Those that are out of the list because of what was decided here. */
export const goneNow = (): ReadonlySet<string> => gone.peek();

/**
 * The same list, read again: what is over leaves, what is new arrives, nothing jumps. What had left before it was read, and
 * still waits without a decision of mine on it, waits for one again: mine did not count, and nobody may have told us.
 */
export function reconcile(fresh: ReadonlyMap<string, InboxRow>, goneBefore: ReadonlySet<string>): void {
  const over = new Set([...rows.value.keys()].filter((id) => !fresh.has(id)));
  drop(over);
  if (search.value === '') gone.value = new Set([...gone.value].filter((id) => fresh.has(id))); // what a search leaves out is not over
  add([...fresh.values()]);
  for (const id of goneBefore) if (fresh.has(id) && !isMe(fresh.get(id)?.held_by)) waitAgain(id);
}

/** What comes after the current row takes its place at once; what would push it down waits on the pill. */
export function add(found: readonly InboxRow[]): void {
  const fresh = found.filter(({ id }) => !rows.value.has(id));
  if (found.some(({ id }) => id === leaving.value)) leaving.value = undefined; // a list that was read before it came did not name it
  rows.value = new Map([...rows.value, ...found.map((row) => [row.id, row] as const)]);
  if (fresh.length === 0) return;
  unsaid.value = new Set([...unsaid.value, ...fresh.map(({ id }) => id)]);
  const compare = ORDERS[sort.value](listedAt);
  const here = current.peek();
  const isBelow = (row: InboxRow) => here === undefined || compare(here, row) < 0;
  arrange(listedAt, [...order.value, ...fresh.filter(isBelow).map(({ id }) => id)]);
  arrived.value = new Set([...arrived.value, ...fresh.filter((row) => !isBelow(row)).map(({ id }) => id)]);
  if (!current.value) selectFirst();
}

/** Over, for everybody. The one that is looked at stays until the reviewer goes on. */
export function drop(ids: ReadonlySet<string>): void {
  ids.forEach(settle);
  const now = new Set(ids);
  if (currentId.value !== undefined && now.delete(currentId.value)) leaving.value = currentId.value;
  if (now.size === 0) return;
  rows.value = new Map([...rows.value].filter(([id]) => !now.has(id)));
  order.value = order.value.filter((id) => !now.has(id));
  arrived.value = new Set([...arrived.value].filter((id) => !now.has(id)));
}

export function sortBy(wanted: Sort): void {
  sort.value = wanted;
  takeArrivals();
}

/** The reviewer asked for what arrived: now it may take its place. */
export function takeArrivals(): void {
  arrived.value = NO_IDS;
  listing.value++;
  arrange(now.peek(), [...rows.value.keys()]);
}

function arrange(at: number, ids: readonly string[]): void {
  listedAt = at;
  const known = ids.flatMap((id) => rows.value.get(id) ?? []);
  order.value = known.sort(ORDERS[sort.value](at)).map(({ id }) => id);
}

/** Takes rows out and makes the next one current. */
export function leaveAll(ids: readonly string[]): void {
  const left = new Set(ids);
  const list = shown.value;
  const at = indexOfCurrent();
  const next = [...list.slice(Math.max(0, at)), ...list.slice(0, Math.max(0, at)).toReversed()];
  uncount(ids.flatMap((id) => rows.value.get(id) ?? []));
  gone.value = new Set([...gone.value, ...ids]);
  if (currentId.value === undefined || left.has(currentId.value)) select(next.find(({ id }) => !left.has(id))?.id);
}

/** Something beside the content of a row is another by now. */
export function patchRow(id: string, part: Partial<InboxRow>): void {
  const row = rows.value.get(id);
  if (row) rows.value = new Map([...rows.value, [id, { ...row, ...part }]]);
}

/** Out of sight until then; the next one is current. */
export function snoozeRow(id: string, until: number): void {
  const list = shown.value;
  const at = list.findIndex((row) => row.id === id);
  uncount(list.slice(at, at + 1));
  settle(id);
  patchRow(id, { snoozed_until: until });
  if (currentId.value === id && !isWriting()) select((list[at + 1] ?? list[at - 1])?.id);
}

/** Puts it back at its place. */
export function waitAgain(id: string): void {
  countAgain(id);
  gone.value = new Set([...gone.value].filter((other) => other !== id));
}

/** The one that came back last, until the page has gone to it. */
export const back = signal<string>();

/** And looks at it. */
export function comeBack(id: string): void {
  waitAgain(id);
  if (!rows.value.has(id) || isWriting()) return;
  select(id);
  back.value = id;
}
