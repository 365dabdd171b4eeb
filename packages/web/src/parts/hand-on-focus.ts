// Whoever had the focus in something that goes away is not sent back to the top of the page: what is read next has it.

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** To the first of these places; else to what is read. */
export function useFocusHandedOn(box: RefObject<HTMLElement | null>, ...places: readonly string[]): void {
  useLayoutEffect(() => {
    const { current } = box; // forgotten before what is inside it goes
    return () => {
      if (current?.contains(document.activeElement)) queueMicrotask(() => focusNext(...places)); // when the page is drawn anew
    };
  }, []);
}

export const focusNext = (...places: readonly string[]): void => focusFirstOf(...places, '.reading', '.action-pane');

/** Of those that are in sight, unless something has the focus. */
export function focusFirstOf(...places: readonly string[]): void {
  if (document.activeElement !== document.body) return;
  const all = places.flatMap((place) => document.querySelector<HTMLElement>(place) ?? []);
  all.find(({ offsetHeight }) => offsetHeight > 0)?.focus({ preventScroll: true });
}
