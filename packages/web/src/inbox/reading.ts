// Whether the end of an action has been on the screen, how far it was read, and for how long it was looked at.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface Reading {
  /** The end has been on screen. */
  readonly end: boolean;
  /** Percent of the height that has been on screen. */
  readonly percent: number;
  /** Lines that are still below. */
  readonly below: number;
  /** A table is wider than its place, and its last column has not been on screen. */
  readonly aside: boolean;
}

const LINE_PX = 22;
/** Less than a line: the last one must have been there. */
const SLACK_PX = 4;

/**
 * Whether what the agent wrote is on the page now. In its place there may be an editor that is still being fetched, a text that is
 * not rendered yet, or another field: then the end is near, and yet nobody has seen what comes before it.
 */
function isThere(box: HTMLElement): boolean {
  return [...box.querySelectorAll('[data-text]')].some(
    (text) => text.shadowRoot !== null || text.querySelector('.markdown, .lines') !== null,
  );
}

/**
 * Whether the last piece of a long text only keeps its room yet. Drawn, it may be much longer than that, and what seemed to be the end
 * of it is far below.
 */
const isToCome = (box: HTMLElement): boolean => box.querySelector('[data-text] .lines > :last-child:empty') !== null;

const isAtItsSide = ({ scrollLeft, clientWidth, scrollWidth }: Element): boolean =>
  Math.abs(scrollLeft) + clientWidth >= scrollWidth - SLACK_PX;

/** How much of it is below what is in sight. */
const below = (part: Element | null): number => (part ? part.scrollHeight - part.clientHeight - part.scrollTop : 0);

/** The next screenful: of a long title, of what is below, or at the side of a table where all that is below has been seen. */
export function readOn(box: HTMLElement): void {
  const { clientHeight, previousElementSibling: head } = box;
  if (below(head) > SLACK_PX) return void head?.scrollBy({ top: head.clientHeight * 0.9 });
  const wide = [...box.querySelectorAll('table')].find((table) => !isAtItsSide(table));
  if (wide && below(box) <= SLACK_PX) {
    const towards = document.documentElement.dir === 'rtl' ? -1 : 1;
    wide.scrollIntoView({ block: 'nearest' });
    wide.scrollBy({ left: towards * wide.clientWidth * 0.9 });
  } else box.scrollBy({ top: clientHeight * 0.9 });
}

/** `end` stands behind the last thing the agent wrote; what we add below it need not have been seen. */
export function useReading(
  box: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  shownAt: number | undefined,
): Reading {
  const [reading, setReading] = useState<Reading>({ end: false, percent: 0, below: 0, aside: false });
  useEffect(() => {
    const element = box.current;
    const head = element?.previousElementSibling;
    if (!element || !head || shownAt === undefined) return;
    let titleBelow = Number.POSITIVE_INFINITY;
    /** Tables whose last column has been on screen. */
    const seenAside = new WeakSet<Element>();
    const look = () => {
      const { top, height } = element.getBoundingClientRect();
      if (height === 0) return; // a list may be in its place
      const written = isThere(element);
      const tables = [...element.querySelectorAll('table')];
      for (const table of tables.filter(isAtItsSide)) seenAside.add(table);
      const aside = tables.some((table) => !seenAside.has(table));
      const whole = (end.current?.getBoundingClientRect().top ?? top) - top + element.scrollTop;
      titleBelow = Math.min(titleBelow, below(head));
      const rest = Math.max(0, whole - element.scrollTop - height) + (titleBelow > SLACK_PX ? titleBelow : 0);
      const isEnd = rest <= SLACK_PX && !aside && !isToCome(element);
      const seen = Math.round((100 * (element.scrollTop + height)) / Math.max(1, whole));
      const lines = rest <= SLACK_PX ? 0 : Math.ceil(rest / LINE_PX);
      setReading((before) =>
        written
          ? {
              end: before.end || isEnd,
              percent: Math.max(before.percent, Math.min(isEnd ? 100 : 99, seen)),
              below: lines,
              aside,
            }
          : { ...before, below: lines },
      );
    };
    look();
    const pane = element.parentElement;
    pane?.addEventListener('scroll', look, { passive: true, capture: true }); // also of what is in it
    const observer = new ResizeObserver(look);
    observer.observe(head);
    observer.observe(element);
    const follow = () => {
      for (const child of element.children) observer.observe(child);
    };
    follow();
    /** An editor takes the place of the text, and gives it back; a piece that comes may be as high as the room that was kept for it. */
    const others = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target === element)) follow();
      look();
    });
    others.observe(element, { childList: true, subtree: true });
    return () => {
      pane?.removeEventListener('scroll', look, { capture: true });
      observer.disconnect();
      others.disconnect();
    };
  }, [shownAt]);
  return reading;
}
