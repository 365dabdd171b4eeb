// Fetches the rows of the inbox, in pages, and keeps them true by events.

import type { HoldEvent, InboxRow } from '@countersign/contract';
import { api } from '../api.ts';
import { setServerTime } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { type LiveEvent, onLive } from '../live/connection.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { isMe } from '../session.ts';
import { heldNow, letGo, sending } from './holds.ts';
import { inOrder } from './in-order.ts';
import {
  add,
  drop,
  goneNow,
  isKnown,
  listWrong,
  loaded,
  patchRow,
  reconcile,
  search,
  settle,
  showAll,
  takeCounts,
  waitAgain,
} from './store.ts';

const PAGE = 200;
const GATHER_MS = 120;
/** A search is read whole. */
const GATHER_SEARCHED_MS = 2000;

/** Everything that is waiting, the first page first. A list that is on the screen is not disturbed, unless it could not be
 * read: then it says so, and how to go on. */
export async function loadInbox(): Promise<void> {
  const q = search.value;
  const fresh = new Map<string, InboxRow>();
  const quietly = loaded.value && q === shownFor && !listWrong.value;
  shownFor = q;
  reading++;
  lists++;
  try {
    await readInbox(q, fresh, quietly);
    listWrong.value = undefined;
  } catch (error) {
    if (quietly || q !== search.value) return; // the stream says that we are offline
    if (fresh.size === 0) listWrong.value = wordsFor(error);
    else say(wordsFor(error), { button: { says: t('Try again'), do: () => void loadInbox() } });
  } finally {
    reading--;
    listed();
    if (reading === 0 && toldMeanwhile) {
      toldMeanwhile = false;
      gather();
    }
  }
}

/** How often the list is on its way. What happens meanwhile may not be in it, and would wait there until something else does. */
let reading = 0;
let toldMeanwhile = false;

/** Lists on their way, of this kind and of the newest. They may name what is over by the time they are here, as told meanwhile. */
let lists = 0;
const over = new Set<string>();

function listed(): void {
  lists--;
  if (lists === 0) over.clear();
}

async function readInbox(q: string, fresh: Map<string, InboxRow>, quietly: boolean): Promise<void> {
  const [goneBefore, heldBefore] = [goneNow(), heldNow()];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api.listInbox({ limit: PAGE, ...(q !== '' && { q }), ...(cursor && { cursor }) });
    if (q !== search.value) return; // someone typed on
    for (const row of page.items) fresh.set(row.id, row);
    for (const id of over) fresh.delete(id);
    if (!quietly) showAll(fresh);
    cursor = page.has_more ? page.next_cursor : null;
  }
  if (!quietly) return;
  /** Of what is being decided, or was since, it does not know. */
  const since = heldNow().filter((one) => !heldBefore.includes(one));
  const anew = new Set([...sending.value, ...since.flatMap(({ ids }) => ids)]);
  const left = new Set([...goneBefore].filter((id) => !anew.has(id)));
  reconcile(fresh, left);
  for (const id of left) if (isKnown(id) && !goneNow().has(id)) letGo(id);
}

let shownFor = '';

const askCounts = inOrder();

export async function loadCounts(): Promise<void> {
  const isNewest = askCounts();
  await api.countInbox().then(
    (fresh) => isNewest() && takeCounts(fresh),
    () => undefined, // the list says what is wrong
  );
}

let gathering: 'none' | 'pause' | 'more' = 'none';

/** The first event is followed up at once; what comes in the moment after it makes one request more. */
function gather(): void {
  if (gathering !== 'none') {
    gathering = 'more';
    return;
  }
  gathering = 'pause';
  void Promise.all([fetchNew(), loadCounts()]).catch(() => undefined); // the stream says that we are offline
  setTimeout(
    () => {
      const again = gathering === 'more';
      gathering = 'none';
      if (again) gather();
    },
    search.value === '' ? GATHER_MS : GATHER_SEARCHED_MS,
  );
}

const askNew = inOrder();

/** The newest, back to one that is known. Which of them match what is searched for is the server's business. */
async function fetchNew(): Promise<void> {
  if (reading > 0) toldMeanwhile = true;
  if (!loaded.value) return;
  if (search.value !== '') return reading > 0 ? undefined : loadInbox();
  lists++;
  const isNewest = askNew();
  try {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await api.listInbox({ limit: PAGE, sort: 'newest', ...(cursor && { cursor }) });
      const met = page.items.some(({ id }) => isKnown(id));
      const isTrue = isNewest(); // else a later one told how the known ones are, and ended at them: the rest is ours to bring
      add(page.items.filter(({ id }) => !over.has(id) && (isTrue || !isKnown(id))));
      cursor = page.has_more && !met ? page.next_cursor : null;
    }
  } finally {
    listed();
  }
}

/**
 * One approval of several was given, or a decision of mine was taken back on another page: it waits on, and stands in the list like
 * everything that is counted. Unless I have decided it anew by now.
 */
async function countAgain(id: string): Promise<void> {
  if (!isKnown(id)) return;
  const { status, approvals, held_by } = await api.getInboxAction(id);
  patchRow(id, { approvals });
  if (status !== 'pending' || isMe(held_by) || sending.value.has(id)) return;
  notDecided(id);
}

function notDecided(id: string): void {
  waitAgain(id);
  letGo(id);
}

/** Told at once, of every row: what is read again is the newest alone. */
function showHold({ id, holder, verdict: decision, commits_at }: HoldEvent): void {
  const held_by = commits_at && { ...holder, decision, commits_at };
  patchRow(id, { held_by } as Partial<InboxRow>);
}

const isMine = ({ holder }: LiveEvent['data']): boolean => isMe(holder as HoldEvent['holder']);

onLive(({ type, data }: LiveEvent) => {
  if (type === 'version') setServerTime(Number(data.server_time) / 1000); // the session knows whole seconds only
  if (type === 'reset') void Promise.all([loadInbox(), loadCounts()]);
  else if (type === 'action.updated' && data.status !== 'pending' && typeof data.id === 'string') {
    if (lists > 0) over.add(data.id);
    drop(new Set([data.id]));
    gather();
  } else if (type === 'presence') {
    const looking = (data.looking as InboxRow['looking']).filter((one) => !isMe(one));
    patchRow(String(data.id), { looking });
  } else if (/^(action\.|hold\.|opened$)/.test(type)) {
    if (type.startsWith('hold.')) showHold(data as unknown as HoldEvent);
    if (type === 'hold.started' && isMine(data)) void import('./hold-lost.ts').catch(() => undefined); // it listens from then on
    if (type === 'hold.committed') settle(String(data.id));
    if (type === 'action.updated' || (type === 'hold.undone' && isMine(data)))
      void countAgain(String(data.id)).catch(() => undefined); // as above
    if (type === 'hold.lost' && isMine(data)) {
      notDecided(String(data.id)); // unless it is over, of which the next event tells
      void import('./hold-lost.ts').then(
        ({ sayLost }) => sayLost(data as unknown as HoldEvent),
        () => say(t('Your decision did not count.')),
      );
    }
    gather();
  }
});
