// Above the list: how many wait, the search, the order, and the splits.

import { useRef, useState } from 'preact/hooks';
import { number, type Plain, t } from '../i18n/translate.ts';
import { lettersCount } from '../keyboard/keys.ts';
import { liveState } from '../live/connection.ts';
import { byTouch } from '../parts/by-touch.ts';
import { later } from '../parts/later.tsx';
import { LiveDot } from '../parts/live-dot.tsx';
import { isNarrow } from '../parts/narrow.ts';
import { me } from '../session.ts';
import { asleep, splitCounts, waiting } from './counts.ts';
import { loadInbox } from './load.ts';
import { picking, turnPicking } from './selection.ts';
import type { Split } from './splits.ts';
import { type Sort, search, selectFirst, sort, sortBy, split } from './store.ts';

const SEARCH_PAUSE_MS = 200;
const MOST_KINDS = 8;

const SORTS: readonly (readonly [Sort, Plain])[] = [
  ['urgency', '↓ Expiry'],
  ['newest', '↓ Newest'],
  ['oldest', '↓ Oldest'],
  ['kind', '↓ Kind'],
];

export function ListHead() {
  return (
    <header class="list-head">
      <div class="top">
        <h1>
          {t('Inbox')} <span class="soft digits">{waiting.value && number(waiting.value.pending)}</span>
        </h1>
        {isNarrow() && liveState.value !== 'live' && <LiveDot />}
        <select
          class="order"
          aria-label={t('Order')}
          value={sort.value}
          onChange={({ currentTarget }) => sortBy(currentTarget.value as Sort)}
        >
          {SORTS.map(([value, says]) => (
            <option key={value} value={value}>
              {t(says)}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="button small plain select-button"
          aria-pressed={picking.value}
          onClick={turnPicking}
        >
          {picking.value ? t('Done') : t('Select')}
        </button>
        <SearchBox />
      </div>
      <Splits />
    </header>
  );
}

export function clearFilter(): void {
  const box = document.querySelector<HTMLInputElement>('.list-head input');
  if (box) box.value = '';
  split.value = 'all';
  selectFirst();
  if (search.value !== '') searchFor('');
}

function searchFor(text: string): void {
  search.value = text;
  void loadInbox();
}

function SearchBox() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <input
      type="search"
      aria-label={t('Search the inbox')}
      placeholder={t('Search') + (byTouch() || !lettersCount() ? '' : '  /')}
      defaultValue={search.peek()}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => searchFor(currentTarget.value.trim()), SEARCH_PAUSE_MS);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur(); // the keys of the list are next
        if (key !== 'Escape') return;
        clearTimeout(timer.current);
        if (split.value.startsWith('mine:')) clearFilter();
        else if (search.value !== '') searchFor('');
        currentTarget.value = '';
        currentTarget.blur();
      }}
    />
  );
}

const SplitsDialog = later(() => import('./splits-dialog.tsx').then((part) => part.SplitsDialog));

/** Those that wait most come first, and then as they came: a tab stays where it is, and so does its key. */
let kinds: readonly string[] = [];

/** In the order of the page, which is that of the keys 1 to 5. */
export function tabsNow(): readonly (readonly [Split, string, number | string | undefined])[] {
  const known = waiting.value;
  const byKind = new Map(Object.entries(known?.by_kind ?? {})); // the server names those first that wait most
  const all = [...new Set([...kinds, ...byKind.keys()])];
  kinds = (all.length > MOST_KINDS ? all.filter((kind) => byKind.get(kind)) : all).slice(0, MOST_KINDS);
  return [
    ['all', t('All'), known?.pending],
    ['urgent', t('Urgent'), known?.urgent],
    ['warnings', t('Warnings'), known?.warnings],
    ['external', t('External'), known?.external],
    ...(me.value?.splits ?? []).map(({ name }) => [`mine:${name}`, name, splitCounts.value.get(name)] as const),
    ...kinds.map((kind) => [`kind:${kind}`, kind, byKind.get(kind)] as const),
    ...(asleep.value.size > 0 ? [['snoozed', t('Snoozed'), asleep.value.size] as const] : []),
  ];
}

function Splits() {
  const [saving, setSaving] = useState(false);
  const tabs = tabsNow();
  return (
    <nav class="splits" aria-label={t('Splits')}>
      {tabs.map(([name, says, count]) => (
        <button
          key={name}
          type="button"
          translate={!/^(kind|mine):/.test(name)}
          aria-pressed={split.value === name}
          onClick={() => choose(name)}
        >
          {says} {count ? <span class="digits soft">{typeof count === 'number' ? number(count) : count}</span> : ''}
        </button>
      ))}
      <button type="button" aria-label={t('My splits')} title={t('My splits')} onClick={() => setSaving(true)}>
        +
      </button>
      {saving && <SplitsDialog onClose={() => setSaving(false)} />}
    </nav>
  );
}

/** A saved search brings its text; leaving it takes it away. */
export function choose(name: Split): void {
  const text = name.startsWith('mine:') ? me.value?.splits.find((one) => `mine:${one.name}` === name)?.q : undefined;
  const before = split.value.startsWith('mine:') ? '' : search.value;
  split.value = name;
  selectFirst();
  const wanted = text ?? before;
  if (wanted === search.value) return;
  search.value = wanted;
  const box = document.querySelector<HTMLInputElement>('.list-head input');
  if (box) box.value = wanted;
  void loadInbox();
}
