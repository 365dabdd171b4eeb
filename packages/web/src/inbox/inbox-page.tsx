// The inbox: what is waiting on the left, the current action on the right; on a phone one or the other.

import { useEffect, useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { firstAsked } from '../first-run/first-asked.ts';
import { t } from '../i18n/translate.ts';
import { useKeys } from '../keyboard/keys.ts';
import { focusFirstOf } from '../parts/hand-on-focus.ts';
import { later } from '../parts/later.tsx';
import { isNarrow } from '../parts/narrow.ts';
import { ActionPane } from './action-pane.tsx';
import { undo } from './holds.ts';
import { List } from './list.tsx';
import { choose, tabsNow } from './list-head.tsx';
import { loadInbox } from './load.ts';
import { clearPicks, extendPick, picked, pickKind, togglePick } from './selection.ts';
import { back, currentId, loaded, move, search, select, split } from './store.ts';

/** Asked for before there can be a row: it is there when the last one goes. */
const NothingWaiting = later(() => import('./nothing-waiting.tsx').then((part) => part.NothingWaiting));

const SPLIT_KEYS = [1, 2, 3, 4, 5] as const;

export function InboxPage() {
  const { params } = useRoute();
  const { route } = useLocation();
  const opened = params.id;
  document.title = `${t('Inbox')} · Countersign`;
  useEffect(() => {
    back.value = undefined; // what was taken back on another page is not gone to
    if (loaded.value) return;
    void loadInbox();
  }, []);
  useEffect(() => {
    if (opened) select(opened);
  }, [opened]);
  useEffect(() => {
    if (opened && back.value) route(`/a/${back.value}`, true);
    back.value = undefined;
  }, [back.value]);
  useKeys(
    {
      next: () => go(1, opened ? route : undefined, opened),
      previous: () => go(-1, opened ? route : undefined, opened),
      first: () => go(Number.NEGATIVE_INFINITY, opened ? route : undefined),
      last: () => go(Number.POSITIVE_INFINITY, opened ? route : undefined),
      open: () => {
        if (isNarrow() && location.pathname === '/inbox' && currentId.value) route(`/a/${currentId.value}`);
        setTimeout(() => document.querySelector<HTMLElement>('.reading')?.focus()); // when it is in sight
      },
      undo: () => void undo(),
      search: () => document.querySelector<HTMLInputElement>('.list-head input')?.focus(),
      pick: () => currentId.value && togglePick(currentId.value),
      pick_down: () => extend(1, opened ? route : undefined),
      pick_up: () => extend(-1, opened ? route : undefined),
      pick_kind: pickKind,
      back: () =>
        picked.value.size > 0
          ? clearPicks()
          : opened
            ? route('/inbox')
            : (document.activeElement as HTMLElement | null)?.blur(),
      ...Object.fromEntries(SPLIT_KEYS.map((n) => [`split_${n}`, () => chooseAt(n)])),
    },
    [opened],
  );
  const id = opened ?? currentId.value;
  useFocusInList(id);
  const isIdle = !id && loaded.value && search.value === '' && split.value === 'all';
  return (
    <main class={`inbox ${opened ? 'opened' : ''} ${isIdle ? 'idle' : ''}`}>
      <List
        beside={id}
        onOpen={(row) => {
          firstAsked.value = undefined;
          if (isNarrow() || opened) route(`/a/${row}`, opened !== undefined);
        }}
      />
      {id && (opened || !firstAsked.value) ? (
        <ActionPane key={id} id={id} onLeft={() => location.pathname === `/a/${id}` && goOn(route)} />
      ) : (
        <NothingWaiting />
      )}
    </main>
  );
}

/** Who goes on by keys goes on from there, by Tab too, and hears where: nobody is left at the top of the page. */
function useFocusInList(id: string | undefined): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== undefined && before.current !== id)
      focusFirstOf('[role=listbox]', '.reading', '.action-pane');
    before.current = id;
  }, [id]);
}

type Route = (path: string, replace?: boolean) => void;

/** Where the address names the action, it goes along; and from one that is not in the list, to where the list is. */
function go(by: number, route: Route | undefined, from = currentId.value): void {
  firstAsked.value = undefined;
  if (from === currentId.value) move(by);
  if (route) goOn(route);
}

/** What is picked last is what is shown, here too. */
function extend(by: 1 | -1, route: Route | undefined): void {
  extendPick(by);
  if (route) goOn(route);
}

function chooseAt(place: number): void {
  const name = tabsNow()[place - 1]?.[0];
  if (name) choose(name);
}

/** After a decision: the next action takes the place of this one, in the address too. */
function goOn(route: Route): void {
  const next = currentId.value;
  route(next ? `/a/${next}` : '/inbox', true);
}
