// The rows of the inbox as this page knows them: fetched in pages, kept true by events. Nothing here moves what the
// reviewer looks at: arrivals wait until they are asked for.

import type { InboxCounts, InboxRow } from '@countersign/contract';
import { computed, signal } from '@preact/signals';
import { api } from '../api.ts';
import { now } from '../clock.ts';
import { type LiveEvent, onLive } from '../live/connection.ts';
import { compareRows, type Sort } from './order.ts';

export type Split = 'all' | 'urgent' | 'warnings' | 'external' | `kind:${string}`;

const PAGE = 200;
const URGENT_S = 3600;
const GATHER_MS = 120;

/** All pending rows that are loaded, by id. */
const rows = signal<ReadonlyMap<string, InboxRow>>(new Map());
/** In the order they are shown; rows that came later are not in it until they are asked for. */
const order = signal<readonly string[]>([]);
/** Arrived since: counted on the pill. */
const arrived = signal<ReadonlySet<string>>(new Set());
/** Decided, expired or held: out of the list, but not forgotten until the page moves on. */
const gone = signal<ReadonlySet<string>>(new Set());

export const counts = signal<InboxCounts>();
export const split = signal<Split>('all');
export const sort = signal<Sort>('expires_at');
export const search = signal('');
export const loaded = signal(false);
export const currentId = signal<string>();

const inSplit = (row: InboxRow): boolean => {
  if (split.value === 'urgent') return row.expires_at - now.peek() < URGENT_S;
  if (split.value === 'warnings') return row.flags.length > 0;
  if (split.value === 'external') return row.untrusted;
  if (split.value.startsWith('kind:')) return row.kind === split.value.slice(5);
  return true;
};

export const shown = computed<readonly InboxRow[]>(() =>
  order.value.flatMap((id) => {
    const row = rows.value.get(id);
    return row && !gone.value.has(id) && inSplit(row) ? [row] : [];
  }),
);
export const newCount = computed(() => arrived.value.size);
export const current = computed(() => shown.value.find(({ id }) => id === currentId.value));

export function indexOfCurrent(): number {
  return shown.value.findIndex(({ id }) => id === currentId.value);
}

/** Loads everything that is waiting, the first page first. */
export async function loadInbox(): Promise<void> {
  const fresh = new Map<string, InboxRow>();
  let cursor: string | null = null;
  const q = search.value;
  do {
    const page = await api.listInbox({
      limit: PAGE,
      sort: sort.value,
      ...(q !== '' && { q }),
      ...(cursor !== null && { cursor }),
    });
    if (q !== search.value) return; // someone typed on
    for (const row of page.items) fresh.set(row.id, row);
    show(fresh);
    cursor = page.has_more ? page.next_cursor : null;
  } while (cursor !== null);
  gone.value = new Set([...gone.value].filter((id) => fresh.has(id)));
}

function show(fresh: ReadonlyMap<string, InboxRow>): void {
  rows.value = new Map(fresh);
  order.value = [...fresh.values()].sort(compareRows(sort.value, now.peek())).map(({ id }) => id);
  arrived.value = new Set();
  loaded.value = true;
  if (!current.value) currentId.value = shown.value[0]?.id;
}

export async function loadCounts(): Promise<void> {
  counts.value = await api.countInbox();
}

/** The reviewer asked for what arrived: now it may take its place. */
export function takeArrivals(): void {
  arrived.value = new Set();
  order.value = [...rows.value.values()].sort(compareRows(sort.value, now.peek())).map(({ id }) => id);
}

export function move(by: number): void {
  const list = shown.value;
  const next = list[Math.min(list.length - 1, Math.max(0, indexOfCurrent() + by))];
  if (next) currentId.value = next.id;
}

/** Takes a row out and makes the next one current. */
export function leave(id: string): void {
  const list = shown.value;
  const at = list.findIndex((row) => row.id === id);
  gone.value = new Set([...gone.value, id]);
  if (currentId.value === id) currentId.value = (list[at + 1] ?? list[at - 1])?.id;
}

/** Puts it back at its place. */
export function comeBack(id: string): void {
  gone.value = new Set([...gone.value].filter((other) => other !== id));
  if (rows.value.has(id)) currentId.value = id;
}

let gathering = false;

/** Many events in a moment make one request. */
function gather(): void {
  if (gathering) return;
  gathering = true;
  setTimeout(() => {
    gathering = false;
    void fetchNew();
    void loadCounts();
  }, GATHER_MS);
}

/** What comes after the current row takes its place at once; what would push it down waits on the pill. */
function place(fresh: readonly InboxRow[]): void {
  const compare = compareRows(sort.value, now.peek());
  const here = current.peek();
  const [after, before] = [[], []] as [InboxRow[], InboxRow[]];
  for (const row of fresh) (here === undefined || compare(here, row) < 0 ? after : before).push(row);
  const known = order.value.flatMap((id) => rows.value.get(id) ?? []);
  order.value = [...known, ...after].sort(compare).map(({ id }) => id);
  arrived.value = new Set([...arrived.value, ...before.map(({ id }) => id)]);
}

async function fetchNew(): Promise<void> {
  const { items } = await api.listInbox({ limit: PAGE, sort: 'newest' });
  const fresh = items.filter(({ id }) => !rows.value.has(id));
  if (fresh.length === 0) return;
  rows.value = new Map([...rows.value, ...fresh.map((row) => [row.id, row] as const)]);
  place(fresh);
  if (!current.value) currentId.value = shown.value[0]?.id;
}

onLive(({ type, data }: LiveEvent) => {
  const id = typeof data.id === 'string' ? data.id : '';
  if (type === 'reset') {
    void loadInbox();
    void loadCounts();
  } else if (type === 'action.created') gather();
  else if (type === 'action.updated' && data.status !== 'pending') {
    if (id !== currentId.value) leave(id);
    arrived.value = new Set([...arrived.value].filter((other) => other !== id));
    gather();
  } else if (type.startsWith('hold.')) gather();
});
