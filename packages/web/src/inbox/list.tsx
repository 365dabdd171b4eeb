// The list: only the rows near the window are in the page, however many are waiting.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ShownTitle } from '../content/shown-text.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Flags } from './flags.tsx';
import {
  counts,
  currentId,
  indexOfCurrent,
  loaded,
  loadInbox,
  newCount,
  type Split,
  search,
  shown,
  split,
  takeArrivals,
} from './store.ts';

const OVERSCAN = 6;
const SEARCH_PAUSE_MS = 200;

export function List({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, height } = useWindow(scroller, shown.value.length);
  useEffect(() => keepInView(scroller.current, indexOfCurrent(), height), [currentId.value, height]);
  const rows = shown.value;
  return (
    <section class="list-pane" aria-label="Waiting">
      <header class="list-head">
        <div class="top">
          <h1>
            Inbox <span class="soft digits">{counts.value?.pending.toLocaleString() ?? ''}</span>
          </h1>
          <SearchBox />
        </div>
        <Splits />
      </header>
      {newCount.value > 0 && (
        <button type="button" class="button small pill" onClick={takeArrivals}>
          ↑ {newCount.value} new
        </button>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a listbox as soon as it has options */}
      <div
        class="scroller"
        ref={scroller}
        role={rows.length > 0 ? 'listbox' : undefined}
        tabIndex={rows.length > 0 ? 0 : undefined}
        aria-label={rows.length > 0 ? 'Actions waiting for a decision' : undefined}
        aria-activedescendant={currentId.value && `row-${currentId.value}`}
      >
        {!loaded.value && <Skeleton />}
        {loaded.value && rows.length === 0 && (
          <p class="empty">{search.value ? 'No action matches.' : 'Nothing here.'}</p>
        )}
        <div class="canvas" style={{ blockSize: `${rows.length * height}px` }} role="presentation">
          {rows.slice(first, last).map((row, n) => (
            <div
              key={row.id}
              id={`row-${row.id}`}
              class="action-row"
              role="option"
              tabIndex={-1}
              aria-selected={row.id === currentId.value}
              aria-posinset={first + n + 1}
              aria-setsize={rows.length}
              style={{ insetBlockStart: `${(first + n) * height}px` }}
              onClick={() => {
                currentId.value = row.id;
                onOpen(row.id);
              }}
              onKeyDown={({ key }) => key === 'Enter' && onOpen(row.id)}
            >
              <span class="title">
                <ShownTitle text={row.title} />
              </span>
              <Countdown until={row.expires_at} short />
              <span class="about">
                <code>{row.kind}</code>
                <Flags row={row} />
                <span class="snippet">{row.snippet}</span>
              </span>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function useWindow(scroller: { readonly current: HTMLDivElement | null }, length: number) {
  const [{ top, room, height }, setView] = useState({ top: 0, room: 800, height: 68 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const row = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) * rem;
      setView({ top: element.scrollTop, room: element.clientHeight, height: row || 68 });
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, []);
  return {
    first: Math.max(0, Math.floor(top / height) - OVERSCAN),
    last: Math.min(length, Math.ceil((top + room) / height) + OVERSCAN),
    height,
  };
}

function keepInView(scroller: HTMLElement | null, index: number, height: number): void {
  if (!scroller || index < 0) return;
  const top = index * height;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + height > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + height - scroller.clientHeight;
}

function SearchBox() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <input
      type="search"
      aria-label="Search the inbox"
      placeholder="Search  /"
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          search.value = currentTarget.value.trim();
          void loadInbox();
        }, SEARCH_PAUSE_MS);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.value = '';
        search.value = '';
        currentTarget.blur();
        void loadInbox();
      }}
    />
  );
}

function Splits() {
  const known = counts.value;
  const kinds = Object.entries(known?.by_kind ?? {})
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8);
  const tabs: readonly (readonly [Split, string, number | undefined])[] = [
    ['all', 'All', known?.pending],
    ['urgent', 'Urgent', known?.urgent],
    ['warnings', 'Warnings', known?.warnings],
    ['external', 'External', known?.external],
    ...kinds.map(([kind, count]) => [`kind:${kind}`, kind, count] as const),
  ];
  return (
    <nav class="splits" aria-label="Splits">
      {tabs.map(([name, says, count]) => (
        <button
          key={name}
          type="button"
          aria-pressed={split.value === name}
          onClick={() => {
            split.value = name;
            currentId.value = shown.value[0]?.id;
          }}
        >
          {says} {count ? <span class="digits soft">{count.toLocaleString()}</span> : ''}
        </button>
      ))}
    </nav>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <div key={n} class="action-row" style={{ insetBlockStart: `${n * 4.25}rem` }}>
          <span class="skeleton line-of" />
        </div>
      ))}
    </div>
  );
}
