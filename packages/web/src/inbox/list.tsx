// The list: only the rows near the window are in the page, however many are waiting.

import type { InboxRow } from '@countersign/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ShownCode, ShownTitle } from '../content/shown-text.tsx';
import { t } from '../i18n/translate.ts';
import { Countdown } from '../parts/countdown.tsx';
import { later } from '../parts/later.tsx';
import { settled } from '../parts/settled.ts';
import { may } from '../session.ts';
import { Flags } from './flags.tsx';
import { ListHead } from './list-head.tsx';
import { loadInbox } from './load.ts';
import { picked, picking, togglePick } from './selection.ts';
import {
  currentId,
  indexOfCurrent,
  isOver,
  leaving,
  listWrong,
  loaded,
  newCount,
  select,
  shown,
  takeArrivals,
} from './store.ts';
import { beginSwipe, closeSwiped, followSwipe, swiped, wasSwipe } from './swipe.ts';

/** With the sheet: fetched when something is picked. */
const Bulk = later(() => import('./bulk.tsx').then((part) => part.Bulk));

/** Below the list, where it moves nothing that is being read. */
const OffNotice = later(() => import('../channels/off-notice.tsx').then((part) => part.OffNotice), { quiet: true });

/** After the first page: before, nothing can have come or gone. */
const Calm = later(() => import('./calm.tsx').then((part) => part.Calm), { quiet: true });
const NoRows = later(() => import('./no-rows.tsx').then((part) => part.NoRows));
const SwipeActions = later(() => import('./swipe-actions.tsx').then((part) => part.SwipeActions));

const LONG_PRESS_MS = 500;
const OVERSCAN = 6;

interface Props {
  /** The action beside the list; it need not be in it. */
  readonly beside: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function List({ beside, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, height } = useWindow(scroller, shown.value.length);
  useEffect(() => keepInView(scroller.current, indexOfCurrent(), height), [currentId.value, height]);
  const rows = listWrong.value === undefined ? shown.value : [];
  return (
    <section class="list-pane" aria-label={t('Waiting')}>
      <ListHead />
      {settled.value && <Calm scroller={scroller} rows={rows} height={height} />}
      {newCount.value > 0 && (
        <button
          type="button"
          class="button small pill"
          onClick={() => {
            takeArrivals();
            scroller.current?.focus(); // it goes with them
          }}
        >
          ↑ {t('{count} new', { count: newCount.value })}
        </button>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a listbox as soon as it has options */}
      <div
        class={`scroller ${picking.value || picked.value.size > 0 ? 'picking' : ''}`}
        ref={scroller}
        role={rows.length > 0 ? 'listbox' : undefined}
        tabIndex={rows.length > 0 ? 0 : undefined}
        aria-multiselectable={rows.length > 0 ? true : undefined}
        aria-label={rows.length > 0 ? t('Actions waiting for a decision') : undefined}
        aria-activedescendant={currentId.value && `row-${currentId.value}`}
      >
        {listWrong.value !== undefined ? (
          <div class="empty">
            <p role="alert">{listWrong.value}</p>
            <button type="button" class="button" onClick={() => void loadInbox()}>
              {t('Try again')}
            </button>
          </div>
        ) : !loaded.value ? (
          <Skeleton />
        ) : (
          rows.length === 0 && <NoRows />
        )}
        <div class="canvas" style={{ blockSize: `${rows.length * height}px` }} role="presentation">
          {rows.slice(first, last).map((row, n) => (
            <Row key={row.id} row={row} isBeside={row.id === beside} at={first + n} height={height} onOpen={onOpen} />
          ))}
        </div>
      </div>
      {settled.value && may('admin') && <OffNotice />}
      {swiped.value && <SwipeActions key={swiped.value.row.id} of={swiped.value} onClose={closeSwiped} />}
      {picked.value.size > 0 && <Bulk />}
    </section>
  );
}

interface RowProps {
  readonly row: InboxRow;
  readonly isBeside: boolean;
  readonly at: number;
  readonly height: number;
  readonly onOpen: (id: string) => void;
}

function Row({ row, isBeside, at, height, onOpen }: RowProps) {
  const pressed = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPicked = picked.value.has(row.id);
  const release = () => clearTimeout(pressed.current);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the page, about the row that is current
    <div
      id={`row-${row.id}`}
      class={`action-row ${isOver(row) ? 'over' : ''} ${swiped.value?.row.id === row.id ? 'aside' : ''}`}
      role="option"
      tabIndex={-1}
      aria-selected={isBeside}
      aria-checked={picked.value.size > 0 ? isPicked : undefined}
      aria-posinset={at + 1}
      aria-setsize={shown.value.length}
      style={{ insetBlockStart: `${at * height}px` }}
      onClick={({ target, shiftKey }) => {
        if (wasSwipe()) return;
        closeSwiped();
        if (picking.value || shiftKey || (target as Element).closest('.pick')) return togglePick(row.id);
        select(row.id);
        onOpen(row.id);
      }}
      onPointerDown={(event) => {
        beginSwipe(event);
        if (event.pointerType === 'touch') pressed.current = setTimeout(longPress, LONG_PRESS_MS);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerMove={(event) => followSwipe(event, row) && release()}
    >
      <span class={`pick ${isPicked ? 'on' : ''}`} aria-hidden="true" />
      <span class="title">
        <ShownTitle text={row.title} />
      </span>
      {leaving.value !== row.id && <Countdown until={row.expires_at} short />}
      <span class="about">
        <ShownCode text={row.kind} />
        <Flags row={row} />
        <span class="snippet" dir="auto" translate={false}>
          {row.snippet}
        </span>
      </span>
    </div>
  );
}

/** The tap that ends it picks the row: from then on every tap does. */
function longPress(): void {
  if (picking.value) return;
  picking.value = true;
  navigator.vibrate?.(10);
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
    scroller.scrollTop = Math.min(top, top + height - scroller.clientHeight); // its title, where there is no room for all of it
}

function Skeleton() {
  return (
    <div class="rows-waiting" role="status">
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <div key={n} class="action-row" aria-hidden="true" style={{ insetBlockStart: `calc(${n} * var(--row))` }}>
          <span class="skeleton line-of" />
          <span class="skeleton line-of" />
        </div>
      ))}
      <span class="small soft">{t('Loading …')}</span>
    </div>
  );
}
