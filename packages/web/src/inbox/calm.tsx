// The list holds still for whoever looks at it, and tells whoever listens what came.

import type { InboxRow } from '@countersign/contract';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { focusFirstOf } from '../parts/hand-on-focus.ts';
import './by-time.ts';
import { isSameOrder, steadily } from './keep-steady.ts';
import './on-its-way.ts';
import { isUrgent } from './splits.ts';
import { currentId, rows as known, listing, split, unsaid } from './store.ts';

const SAID_EVERY_MS = 10_000;

interface Props {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: readonly InboxRow[];
  readonly height: number;
}

let isBack = false;

export function Calm(props: Props) {
  useSteady(props);
  useEffect(() => {
    if (isBack) focusFirstOf('[role=listbox]', '.reading', '.action-pane'); // from another page, by a key
    isBack = true;
  }, []);
  return <Arrivals />;
}

/** What comes or goes above moves nothing of what is on the screen, unless the reviewer asked for another list. */
function useSteady({ scroller, rows, height }: Props) {
  const list = `${listing.value} ${split.value} ${height}`;
  const before = useRef({ rows, list, currentId: currentId.value });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { rows, list, currentId: currentId.value };
    const element = scroller.current;
    if (!element || was.list !== list || isSameOrder(was.rows, rows)) return;
    const { scrollTop, clientHeight } = element;
    const inSight = { from: Math.floor(scrollTop / height), to: Math.ceil((scrollTop + clientHeight) / height) };
    const focused = was.currentId === currentId.value ? was.currentId : undefined;
    const by = steadily(was.rows, rows, { ...inSight, focused });
    if (by !== 0) element.scrollTop += by * height;
  }, [rows, list]);
}

/** For screen readers, and not more often than every ten seconds: what came, above what is read or below it. */
function Arrivals() {
  const [said, setSaid] = useState('');
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  const waits = unsaid.value.size > 0;
  useEffect(() => {
    if (!waits) return;
    setSaid(''); // the same words once more would be none
    const timer = setTimeout(
      () => {
        lastMs.current = performance.now();
        const { count, urgent } = takeSaid();
        if (count === 0) return;
        setSaid(urgent > 0 ? t('{count} new, {urgent} urgent', { count, urgent }) : t('{count} new', { count }));
      },
      Math.max(0, lastMs.current + SAID_EVERY_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [waits]);
  return (
    <span class="visually-hidden" role="status">
      {said}
    </span>
  );
}

/** Those that are still there. */
function takeSaid(): { readonly count: number; readonly urgent: number } {
  const fresh = [...unsaid.value].flatMap((id) => known.value.get(id) ?? []);
  unsaid.value = new Set();
  return { count: fresh.length, urgent: fresh.filter(isUrgent).length };
}
