// Fetches the rows of the inbox, in pages: all of them, or what is new, and how many there are.

import type { InboxRow } from '@countersign/contract';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { me } from '../session.ts';
import { takeCounts } from './counts.ts';
import { heldNow, letGo, sending } from './holds.ts';
import { inOrder } from './in-order.ts';
import { add, goneNow, isKnown, listWrong, loaded, reconcile, search, showAll } from './store.ts';

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
  try {
    await whileListing(() => readInbox(q, fresh, quietly));
    listWrong.value = undefined;
  } catch (error) {
    if (quietly || q !== search.value) return; // the stream says that we are offline
    if (fresh.size === 0) listWrong.value = wordsFor(error);
    else say(wordsFor(error), { button: { says: t('Try again'), do: () => void loadInbox() } });
  } finally {
    reading--;
    if (reading === 0 && toldMeanwhile) {
      toldMeanwhile = false;
      gather();
    }
  }
}

/** What was searched for when the list was last asked for. */
let shownFor = '';
/** How often the list is on its way. What happens meanwhile may not be in it, and would wait there until something else does. */
let reading = 0;
let toldMeanwhile = false;

/** Lists on their way, of all that waits and of the newest. They may name what is over by the time they are here, as told meanwhile. */
let lists = 0;
const over = new Set<string>();

async function whileListing(read: () => Promise<void>): Promise<void> {
  lists++;
  try {
    await read();
  } finally {
    lists--;
    if (lists === 0) over.clear();
  }
}

export function noteOver(id: string): void {
  if (lists > 0) over.add(id);
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

const askCounts = inOrder();

export async function loadCounts(): Promise<void> {
  const isNewest = askCounts();
  if (me.value?.splits.length)
    void import('./split-counts.ts').then(
      (own) => own.countSplits(),
      () => undefined,
    );
  await api.countInbox().then(
    (fresh) => isNewest() && takeCounts(fresh),
    () => undefined, // the list says what is wrong
  );
}

let gathering: 'none' | 'pause' | 'more' = 'none';

/** The first event is followed up at once; what comes in the moment after it makes one request more. */
export function gather(): void {
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
  await whileListing(readNew);
}

async function readNew(): Promise<void> {
  const isNewest = askNew();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api.listInbox({ limit: PAGE, sort: 'newest', ...(cursor && { cursor }) });
    const met = page.items.some(({ id }) => isKnown(id));
    const isTrue = isNewest(); // else a later one told how the known ones are, and ended at them: the rest is ours to bring
    add(page.items.filter(({ id }) => !over.has(id) && (isTrue || !isKnown(id))));
    cursor = page.has_more && !met ? page.next_cursor : null;
  }
}
