// Whoever had the focus in something that goes away is not sent back to the top of the page: what is read next has it.

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

export function useFocusHandedOn(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = box; // forgotten before what is inside it goes
    return () => {
      if (current?.contains(document.activeElement)) queueMicrotask(focusNext); // when the page is drawn anew
    };
  }, []);
}

function focusNext(): void {
  if (document.activeElement !== document.body) return;
  const next = document.querySelector<HTMLElement>('.reading') ?? document.querySelector<HTMLElement>('.action-pane');
  next?.focus({ preventScroll: true });
}
