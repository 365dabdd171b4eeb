// Who looks at an action: colleagues are told that I do, the server that I did, and the list who else does.

import { useEffect, useRef } from 'preact/hooks';
import { api } from '../api.ts';

/** Whoever only passes by has not looked. */
const LOOKS_FROM_MS = 1000;

/** Looked at in this tab. */
export const opened = new Set<string>();

export function useLooking(id: string, shownAt: number | undefined, end: boolean): void {
  const toEnd = useRef(end);
  toEnd.current = end;
  useEffect(() => {
    if (shownAt === undefined) return;
    let begun = false;
    const tell = (ms: number) => void api.markSeen(id, { ms, end: toEnd.current }).catch(() => undefined); // who looks is no decision
    const timer = setTimeout(() => {
      begun = true;
      opened.add(id);
      tell(0);
    }, LOOKS_FROM_MS);
    return () => {
      clearTimeout(timer);
      if (begun) tell(Math.max(1, Math.round(performance.now() - shownAt)));
    };
  }, [id, shownAt === undefined]);
}
